"""mcdc.py ROOT EXPORT.json EXCEPTIONS: what llvm-cov says about MC/DC of three rooms, against a floor of 100 %."""
import json
import pathlib
import sys

ROOMS = ("tensor", "reference", "checker")


def read_exceptions(path):
    rows = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split(" | ")]
        if len(parts) != 4 or not parts[3]:
            sys.exit(f"{path.name}:{number}: four parts expected: FILE | LINE | CONDITION | WHY")
        rows[(parts[0], parts[1], int(parts[2]))] = number
    return rows


def decisions(export, root):
    """(file, line, column) -> for each condition whether some test showed it. A function that several programs or files hold
    (inline ones) is reported several times: one showing is enough."""
    found = {}
    for data in export["data"]:
        for function in data["functions"]:
            name = pathlib.Path(function["filenames"][0])
            for record in function.get("mcdc_records", []):
                line, column, *_, conditions = record
                file_id = record[4]
                file = pathlib.Path(function["filenames"][file_id]) if isinstance(file_id, int) else name
                key = (file.relative_to(root).as_posix(), line, column)
                known = found.setdefault(key, [False] * len(conditions))
                found[key] = [a or b for a, b in zip(known, conditions)]
    return found


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    export = json.loads(pathlib.Path(sys.argv[2]).read_text())
    excused = read_exceptions(pathlib.Path(sys.argv[3]))
    hit, total, bad, sources = {}, {}, [], {}
    for (file, line, column), conditions in sorted(decisions(export, root).items()):
        room = file.split("/")[1]
        if room not in ROOMS:
            continue
        text = sources.setdefault(file, (root / file).read_text().splitlines())[line - 1].strip()
        for number, shown in enumerate(conditions, 1):
            total[room] = total.get(room, 0) + 1
            excuse = excused.pop((file, text, number), None)
            if shown and excuse is not None:
                bad.append(f"mcdc-exceptions.txt:{excuse}: this condition is covered now: remove the line")
            if shown or excuse is not None:
                hit[room] = hit.get(room, 0) + 1
            else:
                bad.append(f"{file}:{line}:{column}: condition {number} of {len(conditions)} never decides alone: {text}")
    bad += [f"mcdc-exceptions.txt:{number}: no such decision: {row[0]}: {row[1]}" for row, number in excused.items()]
    for room in ROOMS:
        if total.get(room, 0) == 0:
            bad.append(f"src/{room}: no decision was measured")
            continue
        print(f"{room:10} {hit.get(room, 0):5} of {total[room]:5} conditions {100 * hit.get(room, 0) / total[room]:7.2f} %")
    for text in bad:
        print("  " + text)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
