"""page.py BUILD: one static page, BUILD/index.html, from what the steps of ./run coverage left in BUILD.

Reads behaviours.json (gate --behaviours), trace.tsv (trace.sh), rooms.txt and unreached.txt (floors.sh), mcdc.txt (mcdc.sh),
faults.jsonl (tests/faulty/table.sh), summary.txt, and from the sources the clauses' texts and the vectors. What a step did not
leave is named as missing. The page needs no network and works from file://.
"""
import collections
import html
import json
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent

FAMILIES = {"TYP": "Types", "ATT": "Attributes", "OUT": "Outputs", "AXIS": "Axis", "FLAT": "Without axis", "VAL": "Values",
            "ORD": "Order", "SHAPE": "Shapes", "IDX": "indices", "INV": "inverse_indices", "CNT": "counts", "ERR": "Errors",
            "SIL": "Silent points"}


# ---- Text ---------------------------------------------------------------------------------------------------------


def escape(text):
    return html.escape(str(text), quote=True)


def code(text):
    return f"<code>{escape(text)}</code>"


def thousands(number):
    return f"{number:,}".replace(",", "\u202f")


def some(number, what, more=None):
    return f"{thousands(number)} {what if number == 1 else more or what + 's'}"


def percent(part, whole):
    """Rounded down, so that only all of it is 100 %."""
    return f"{math.floor(10000 * part / whole) / 100 if whole else 100:.2f} %"


def short(number):
    for size, unit in ((10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.0f}{unit}" if number >= 10 * size else f"{number / size:.1f}{unit}"
    return str(number)


def marked(text):
    """Text with `code` in it."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def chips(entries):
    return f'<div class="chips">{"".join(entries)}</div>'


def clause_link(name):
    return f'<a class="id" href="#{name}">{name}</a>'


# ---- What the steps left ------------------------------------------------------------------------------------------


def lines_of(name):
    path = BUILD / name
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def read_clauses():
    """id -> (statement, source); silent points have no source."""
    table = (ROOT / "include/unique_oracle/clauses.h").read_text()
    found = re.finditer(r'^  X\(\w+, "([A-Z]+-\d+)", "([^"]*)"(?:, "([^"]*)")?\)', table, re.M)
    return {match[1]: (match[2], match[3] or "") for match in found}


def read_vectors():
    """clause -> ids of the corpus' vectors that cite it; and how many vectors there are."""
    citing, count = collections.defaultdict(list), 0
    for file in sorted((ROOT / "corpus/vectors").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines()[1:]:
            vector = json.loads(line)
            count += 1
            for clause in vector.get("clauses", []):
                citing[clause].append(vector["id"])
    return citing, count


def read_trace():
    """clause -> (file, line); clause -> (program, function)."""
    places, tests = collections.defaultdict(list), collections.defaultdict(list)
    for line in lines_of("trace.tsv"):
        parts = line.split("\t")
        if parts[0] == "code":
            places[parts[1]].append((parts[2], int(parts[3])))
        elif parts[0] == "test":
            entry = (parts[4], parts[5] if len(parts) > 5 else "")
            if entry not in tests[parts[1]]:
                tests[parts[1]].append(entry)
    return places, tests


def read_rooms():
    rows = [line.split() for line in lines_of("rooms.txt")]
    return [(row[0], *map(int, row[1:])) for row in rows]


def read_floors():
    """room -> floors of lines and branches, in percent."""
    rows = [line.split() for line in (HERE / "floors.txt").read_text().splitlines() if line and not line.startswith("#")]
    return {row[0]: (float(row[1]), float(row[2])) for row in rows}


def read_mcdc():
    """room -> (conditions shown, conditions)."""
    found = (re.match(r"(\w+) +(\d+) of +(\d+) conditions", line) for line in lines_of("mcdc.txt"))
    return {match[1]: (int(match[2]), int(match[3])) for match in found if match}


def read_unreached():
    """file -> (lines, branches) that no test reaches."""
    found = collections.defaultdict(lambda: [0, 0])
    for line in lines_of("unreached.txt"):
        file, what = line.split(" ", 1)[1].split(":", 1)
        found[file]["branch" in what] += 1
    return found


# ---- Overview -----------------------------------------------------------------------------------------------------


def card(figure, what, good=None):
    kind = "" if good is None else ' class="good"' if good else ' class="bad"'
    return f'<div class="card"><b{kind}>{escape(figure)}</b><span>{escape(what)}</span></div>'


def overview(facts):
    totals, sums = facts["totals"], [sum(column) for column in list(zip(*facts["rooms"]))[1:]] or [0, 0, 0, 0]
    shown, conditions = (sum(column) for column in zip(*facts["mcdc"].values())) if facts["mcdc"] else (0, 0)
    observable = [c for c in facts["clauses"] if not c["unobservable"]]
    faults = facts["faults"]
    caught = sum(f["verdict"] != "missed" for f in faults)
    cards = [
        card(percent(sums[0], sums[1]), f"of {some(sums[1], 'line')} of src/"),
        card(percent(sums[2], sums[3]), f"of {thousands(sums[3])} branches"),
        card(percent(shown, conditions) if conditions else "–",
             f"of {some(conditions, 'condition')}, MC/DC" if conditions else "MC/DC: was not measured"),
        card(f"{totals['bins_hit']} / {totals['bins']}", "bins hit / declared", totals["bins_hit"] == totals["bins"]),
        card(f"{thousands(totals['cross_bins_hit'])} / {thousands(totals['cross_bins'])}", "combinations hit / declared",
             totals["cross_bins_hit"] == totals["cross_bins"]),
        card(f"{facts['traced']} / {len(observable)}", "clauses with code, tests and every bin hit", facts["traced"] == len(observable)),
        card(f"{caught} / {len(faults)}" if faults else "–", "faults caught" if faults else "faults: were not tried",
             caught == len(faults) if faults else None),
        card(f"{sum(f['six'] is True for f in faults)} / {len(faults)}" if faults else "–", "of these by ONNX’s own six cases"),
        card(thousands(facts["cases"]), "cases run"), card(thousands(facts["vector_count"]), "vectors in the corpus")]
    return f'<div class="cards">{"".join(cards)}</div>'


def verdict():
    failed = [line.split(None, 1)[1] for line in lines_of("summary.txt") if line.startswith("FAIL")]
    skipped = [line.split(None, 1)[1] for line in lines_of("summary.txt") if line.startswith("skip")]
    text = f'<b class="bad">Below the floor: {escape(", ".join(failed))}.</b>' if failed else '<b class="good">All floors hold.</b>'
    return f'<p class="verdict">{text}{escape(" Skipped: " + ", ".join(skipped) + ".") if skipped else ""}</p>'


# ---- Code ---------------------------------------------------------------------------------------------------------


def report_link(path, text):
    """Into the lcov report, where that has the page."""
    return f'<a href="html/{path}">{text}</a>' if (BUILD / "html" / path.split("#")[0]).exists() else text


def reached(part, whole, floor):
    low = ' class="bad"' if 100 * part < floor * whole else ""
    return f'<td class="n"><span{low}>{percent(part, whole)}</span><small>of {thousands(whole)}; floor {floor:g}</small></td>'


def rooms_table(rooms, floors, mcdc):
    rows = []
    for room, lines_hit, lines, branches_hit, branches in rooms:
        name = report_link(f"src/{room}/index.html", f"src/{room}")
        line_floor, branch_floor = floors.get(room, (100, 100))
        conditions = reached(*mcdc[room], 100) if room in mcdc else '<td class="n">–</td>'
        rows.append(f"<tr><td>{name}</td>{reached(lines_hit, lines, line_floor)}{reached(branches_hit, branches, branch_floor)}{conditions}</tr>")
    return ('<div class="wide"><table><thead><tr><th scope="col">room</th><th scope="col" class="n">lines</th><th scope="col" class="n">branches</th>'
            f'<th scope="col" class="n">MC/DC</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>')


# ---- Holes --------------------------------------------------------------------------------------------------------


def behaviour_holes(behaviours):
    holes = [f["name"] for p in behaviours["points"] for f in p["bins"] if f["hits"] == 0]
    holes += [" × ".join(hole) for cross in behaviours["crosses"] for hole in cross["holes"]]
    if not holes:
        return '<p class="good">None: every declared bin and every declared combination was exercised.</p>'
    listed = "".join(f"<li>{code(h)}</li>" for h in holes[:500])
    return f'<p class="bad">{thousands(len(holes))} never exercised.</p><ul class="plain">{listed}</ul>'


def code_holes(unreached):
    if not unreached:
        return "<p>None: the tests reach every line and every branch.</p>"
    entries = []
    for file, (lines, branches) in sorted(unreached.items(), key=lambda entry: -sum(entry[1])):
        what = " · ".join(text for text, number in ((some(lines, "line"), lines), (f"{thousands(branches)} br.", branches)) if number)
        entries.append(f'<span>{report_link(f"{file}.gcov.html", code(file))} <small>{what}</small></span>')
    rest = f'<details class="more"><summary>and {some(len(entries) - 24, "file")} more</summary>{chips(entries[24:])}</details>' if len(entries) > 24 else ""
    lines, branches = (sum(column) for column in zip(*unreached.values()))
    return f"<p>No test reaches {some(lines, 'line')} and {some(branches, 'branch', 'branches')}, in {some(len(entries), 'file')}.</p>{chips(entries[:24])}{rest}"


def fault_holes(facts):
    if not facts["faults"]:
        return "<p>The faults were not tried in this run.</p>"
    missed = [f["name"] for f in facts["faults"] if f["verdict"] == "missed"]
    named = {clause for fault in facts["faults"] for clause in fault["clauses"]}
    quiet = [c["id"] for c in facts["clauses"] if not c["unobservable"] and c["id"] not in named]
    lost = f'<p class="bad">Not caught: {", ".join(map(code, missed))}.</p>' if missed else '<p class="good">None: every fault was caught.</p>'
    if not quiet:
        return lost
    return (f"{lost}<p>No fault’s first failing case broke these clauses; permissions and definitions, which no answer can break, are among them:</p>"
            f"{chips(clause_link(name) for name in quiet)}")


def holes(behaviours, facts):
    return (f"<h3>Behaviours</h3>{behaviour_holes(behaviours)}<h3>Faults</h3>{fault_holes(facts)}"
            f"<h3>Code</h3>{code_holes(facts['unreached'])}")


# ---- Matrix -------------------------------------------------------------------------------------------------------


def heat(hits, most):
    """A cell's style: colour by the logarithm of the hits."""
    share = (math.log1p(hits) / math.log1p(most)) ** 2 if most else 0
    ink = "; color: var(--heat-ink)" if share > 0.55 else ""
    return f' style="background: rgba(var(--heat), {0.07 + 0.88 * share:.2f}){ink}"'


def matrix_cells(points):
    """(clause, point) -> hits of the point's bins that exercise the clause, and how many of these bins have none."""
    cells = collections.defaultdict(lambda: [0, 0])
    for point in points:
        for found in point["bins"]:
            for clause in found["clauses"]:
                cells[clause, point["name"]][0] += found["hits"]
                cells[clause, point["name"]][1] += found["hits"] == 0
    return cells


def matrix(clauses, points):
    cells = matrix_cells(points)
    most = max((hits for hits, _ in cells.values()), default=0)
    head = "".join(f'<th scope="col" title="{escape(p["meaning"])}"><span>{escape(p["name"])}</span></th>' for p in points)
    rows = []
    for clause in clauses:
        row = [f'<th scope="row">{clause_link(clause["id"])}</th>']
        for point in points:
            if (clause["id"], point["name"]) not in cells:
                row.append("<td></td>")
                continue
            hits, lost = cells[clause["id"], point["name"]]
            title = f'{clause["id"]}, {point["name"]}: {some(hits, "hit")}' + (f", {some(lost, 'bin')} never" if lost else "")
            mark = '<b class="bad">!</b>' if lost else ""
            row.append(f'<td{heat(hits, most)} title="{escape(title)}">{short(hits)}{mark}</td>')
        rows.append(f"<tr>{''.join(row)}</tr>")
    return ('<div class="wide tall" tabindex="0" role="region" aria-label="Clauses against coverpoints"><table class="matrix">'
            f'<thead><tr><th scope="col">clause</th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>')


# ---- Clause by clause ---------------------------------------------------------------------------------------------


def bins_table(names, bins, most):
    rows = []
    for name in names:
        found = bins[name]
        lost = "" if found["hits"] else ' class="bad"'
        share = 100 * math.log1p(found["hits"]) / math.log1p(most) if most else 0
        rows.append(f'<tr><td><span{lost}>{code(name)}</span><small>{escape(found["meaning"])}</small></td><td class="n">{thousands(found["hits"])}</td>'
                    f'<td class="wide-only"><span class="bar"><i style="width: {share:.0f}%"></i></span></td>'
                    f'<td class="wide-only">{code(found["first"] or "–")}</td></tr>')
    return ('<div class="wide"><table><thead><tr><th scope="col">bin</th><th scope="col" class="n">cases</th><th scope="col" class="wide-only"></th>'
            f'<th scope="col" class="wide-only">first one</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>')


def code_place(file, line):
    return f'<span>{report_link(f"{file}.gcov.html#{line}", code(f"{file}:{line}"))}</span>'


def clause_body(clause, source, facts):
    name = clause["id"]
    places, tests, vectors, faults = (facts[kind].get(name, []) for kind in ("places", "tests", "vectors", "faults_of"))
    body = [f"<p>Source: {escape(source)}.</p>"] if source else []
    if clause["unobservable"]:
        body.append(f'<p>No case can show it: {escape(clause["unobservable"])}.</p>')
    if clause["bins"]:
        body.append(f'<h3>Bins and how many cases hit each</h3>{bins_table(clause["bins"], facts["bins"], facts["cases"])}')
    if vectors:
        more = [f"<span>and {thousands(len(vectors) - 6)} more</span>"] if len(vectors) > 6 else []
        body.append(f"<h3>Vectors of the corpus</h3>{chips([f'<span>{code(v)}</span>' for v in vectors[:6]] + more)}")
    if faults:
        entries = [f'<span title="{escape(f["what"])}">{code(f["name"])} <small>{some(f["cases"], "case")}</small></span>' for f in faults]
        body.append(f"<h3>Faults caught by it, after so many cases</h3>{chips(entries)}")
    if tests:
        entries = "".join(f"<li>{code(program + (': ' + function if function else ''))}</li>" for program, function in tests)
        body.append(f'<h3>Tests that cite it</h3><ul class="plain">{entries}</ul>')
    if places:
        body.append(f"<h3>Code that cites it</h3>{chips(code_place(*place) for place in places)}")
    return "".join(body)


def figure(number, what):
    return f'<span{"" if number else " class=none"}><b>{thousands(number)}</b> {what}{"" if number == 1 else "s"}</span>'


def clause_details(clause, statement, source, facts):
    name = clause["id"]
    hit = sum(facts["bins"][b]["hits"] > 0 for b in clause["bins"])
    bins = f'<span><b>{hit}/{len(clause["bins"])}</b> bins</span>' if clause["bins"] else '<span class="none">no bins</span>'
    tests, vectors, faults = (len(facts[kind].get(name, [])) for kind in ("tests", "vectors", "faults_of"))
    figures = bins + figure(vectors, "vector") + figure(tests, "test") + figure(faults, "fault")
    return (f'<details class="clause" id="{name}"><summary><b class="id">{name}</b><span>{escape(statement)}</span>'
            f'<span class="figures">{figures}</span></summary><div>{clause_body(clause, source, facts)}</div></details>')


def clause_list(facts):
    families = collections.defaultdict(list)
    for clause in facts["clauses"]:
        families[clause["id"].split("-")[0]].append(clause_details(clause, *facts["statements"][clause["id"]], facts))
    parts = [f'<section class="family"><h3>{escape(FAMILIES.get(family, family))}</h3>{"".join(entries)}</section>' for family, entries in families.items()]
    return ('<div class="tools"><input id="words" type="search" placeholder="Filter: nan, indices, strings_by_hash …" aria-label="Filter clauses">'
            '<output id="shown" for="words"></output><button id="open" type="button">Open all</button><button id="close" type="button">Close all</button></div>'
            + "".join(parts))


# ---- Faults and crosses -------------------------------------------------------------------------------------------


def faults_table(faults):
    rows = []
    for fault in faults:
        clauses = " ".join(map(clause_link, fault["clauses"])) or "–"
        lost = ' class="bad"' if fault["verdict"] == "missed" else ""
        shrunk = "–" if fault["shrunk"] is None else thousands(fault["shrunk"])
        rows.append(f'<tr><td>{code(fault["name"])}<small>{marked(fault["what"])}</small><small class="only-narrow">{clauses}</small></td>'
                    f'<td><span{lost}>{escape(fault["verdict"])}</span><small class="wide-only">{clauses}</small></td><td class="n">{thousands(fault["cases"])}</td><td class="n wide-only">{fault["seconds"]:.2f}</td>'
                    f'<td class="n wide-only">{shrunk}</td><td class="wide-only">{"yes" if fault["six"] else "no"}</td></tr>')
    return ('<div class="wide tall" tabindex="0" role="region" aria-label="Faults"><table><thead><tr><th scope="col">fault</th><th scope="col">caught as</th>'
            '<th scope="col" class="n">cases</th><th scope="col" class="n wide-only">seconds</th><th scope="col" class="n wide-only">shrunk to</th>'
            f'<th scope="col" class="wide-only">ONNX’s six</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>')


def crosses_table(crosses):
    rows = []
    for cross in crosses:
        share = 100 * cross["hit"] / cross["declared"] if cross["declared"] else 100
        rows.append(f'<tr><td>{code(" × ".join(cross["points"]))}<small>{escape(cross["meaning"])}</small></td>'
                    f'<td class="n">{thousands(cross["hit"])} / {thousands(cross["declared"])}</td><td class="n wide-only">{thousands(cross["impossible"])}</td>'
                    f'<td class="wide-only"><span class="bar"><i style="width: {share:.1f}%"></i></span></td></tr>')
    return ('<div class="wide tall" tabindex="0" role="region" aria-label="Crosses"><table><thead><tr><th scope="col">cross</th><th scope="col" class="n">hit / declared</th>'
            f'<th scope="col" class="n wide-only">impossible</th><th scope="col" class="wide-only"></th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>')


# ---- The page -----------------------------------------------------------------------------------------------------


def gather(behaviours):
    places, tests = read_trace()
    vectors, vector_count = read_vectors()
    faults, faults_of = [json.loads(line) for line in lines_of("faults.jsonl")], collections.defaultdict(list)
    for fault in faults:
        for clause in fault["clauses"]:
            faults_of[clause].append(fault)
    bins = {found["name"]: found for point in behaviours["points"] for found in point["bins"]}
    traced = sum(1 for c in behaviours["clauses"] if not c["unobservable"] and c["bins"] and places.get(c["id"]) and tests.get(c["id"])
                 and all(bins[b]["hits"] for b in c["bins"]))
    return {"clauses": behaviours["clauses"], "totals": behaviours["totals"], "cases": behaviours["cases"], "bins": bins,
            "statements": read_clauses(), "places": places, "tests": tests, "vectors": vectors, "vector_count": vector_count,
            "faults": faults, "faults_of": faults_of, "traced": traced, "rooms": read_rooms(), "mcdc": read_mcdc(), "unreached": read_unreached()}


def sections(behaviours, facts):
    """(id, name in the navigation, title, what it says, content)"""
    observable = [c for c in facts["clauses"] if not c["unobservable"]]
    lcov = report_link("index.html", "the lcov report")
    return [
        ("holes", "Holes", "Holes", "What nothing exercised, caught or reached.", holes(behaviours, facts)),
        ("matrix", "Matrix", "Clauses and behaviours",
         "How often cases hit the bins of a coverpoint that exercise a clause; the stronger the colour, the more, on a logarithmic scale. Empty: no bin of that point is about the clause.",
         matrix(observable, behaviours["points"])),
        ("clauses", "Clauses", "Clause by clause", "Clause → bins → cases → vectors → faults → tests → code.", clause_list(facts)),
        ("faults", "Faults", "Faults", "Wrong implementations, each judged in this run at level 1 up to the first case that fails. A clause lists the faults whose first failing case broke it."
         + ("" if facts["faults"] else " They were not tried in this run."), faults_table(facts["faults"]) if facts["faults"] else ""),
        ("code", "Code", "Code", f"Lines and branches that the test suite reaches, and MC/DC of the three rooms that decide what is right; line by line in {lcov}.",
         rooms_table(facts["rooms"], read_floors(), facts["mcdc"])),
        ("crosses", "Crosses", "Crosses", "Combinations of bins. Impossible ones are declared, and the run fails if one occurs.", crosses_table(behaviours["crosses"]))]


def page():
    behaviours = json.loads((BUILD / "behaviours.json").read_text(encoding="utf-8"))
    facts = gather(behaviours)
    parts = sections(behaviours, facts)
    links = "".join(f'<li><a href="#{name}">{short_title}</a></li>' for name, short_title, _, _, _ in parts)
    body = "".join(f'<h2 id="{name}">{title}</h2><p>{text}</p>{content}' for name, _, title, text, content in parts)
    subject = behaviours["subject"]
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>unique-oracle: what was exercised</title><style>{(HERE / "page.css").read_text()}</style></head><body>
<a class="skip" href="#holes">Skip to the content</a>
<header><h1>unique-oracle: what was exercised</h1>
<p>Behaviours are sampled from cases and answers really run: level 1, subject {escape(subject["name"])} {escape(subject["version"])}, policy
{escape(behaviours["policy"])}. Lines and branches are those of the test suite.</p>{verdict()}{overview(facts)}</header>
<nav aria-label="Sections"><ul>{links}</ul></nav>
<main>{body}</main>
<footer>Made by <code>./run coverage</code>; docs/coverage.md says how to read it.</footer>
<script>{(HERE / "page.js").read_text()}</script></body></html>
"""


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv[1]).resolve()
    (BUILD / "index.html").write_text(page(), encoding="utf-8")
