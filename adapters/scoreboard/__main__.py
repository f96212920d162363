"""./run scoreboard: brings real implementations under the gate and writes docs/scoreboard.md and docs/scoreboard.json."""

import argparse
import json
import os
import sys

import findings
import gate
import render
import scripts
import table
from table import ROOT



def say(text):
    print(text, file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(prog="./run scoreboard", description=__doc__)
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only this subject; repeatable")
    parser.add_argument("--table", default=table.TABLE, metavar="FILE", help="the table (default: %(default)s)")
    parser.add_argument("--docs", default="docs", metavar="FOLDER", help="where the scoreboard stands (default: %(default)s)")
    parser.add_argument("--no-install", action="store_true", help="install nothing: a subject that is not there does not run")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--list", action="store_true", help="name the subjects")
    action.add_argument("--install", action="store_true", help="only install them")
    action.add_argument("--known", action="store_true", help="only run each one's gate with its list of known failures")
    action.add_argument("--write-known", action="store_true", help="judge each one, write its list anew from what fails now, and run its gate with that")
    action.add_argument("--recheck", action="store_true", help="only run the scripts of docs/findings/")
    action.add_argument("--write-scripts", action="store_true", help="write those of Python anew from the scoreboard")
    action.add_argument("--render", action="store_true", help="only write docs/scoreboard.md again from the JSON")
    options = parser.parse_args()
    try:
        known = table.read_table(options.table)
        subjects = table.choose(known, options.only)
    except table.TableError as error:
        say(f"scoreboard: {error}")
        return 2
    if options.list:
        return list_subjects(subjects)
    board = Board(options.docs, [subject.name for subject in known])
    if options.render:
        board.write(board.read())
        return 1 if board.has_dead_links() else 0
    if options.write_scripts:
        return write_scripts(subjects, board)
    problems = {}
    if not options.no_install and not os.environ.get("UO_NO_INSTALL"):
        problems = {subject.name: problem for subject in subjects if (problem := install(subject)) is not None}
    if options.install:
        return 1 if problems else 0
    chosen = {"known": check_known, "write_known": write_known, "recheck": check_scripts}
    for name, action in chosen.items():
        if getattr(options, name):
            return max([action(subject, board) for subject in subjects if subject.name not in problems], default=2)
    return score(subjects, problems, board)


def list_subjects(subjects):
    for subject in subjects:
        print(f"{subject.name:<24} {subject.language:<12} {subject.implements}")
    return 0


def install(subject):
    say(f"{subject.name}: installing")
    problem = table.install(subject)
    if problem is not None:
        say(f"{subject.name}: not installed: {problem}")
    return problem


# ---- The scoreboard --------------------------------------------------------------------------------------------------


def score(subjects, problems, board):
    """Judges each subject and puts its row into the board."""
    for subject in subjects:
        problem = problems.get(subject.name)
        board.put(judge(subject, board) if problem is None else failed_row(subject, f"not installed: {problem}"))
    return 1 if board.has_dead_links() else 0


def head_of(subject):
    return {"name": subject.name, "language": subject.language, "implements": subject.implements}


def failed_row(subject, why):
    say(f"{subject.name}: {why}")
    return {**head_of(subject), "error": why}


def judge(subject, board):
    say(f"{subject.name}: judging")
    run = gate.run(subject, known=subject.known)
    if not run.verdicts:
        return failed_row(subject, run.error)
    return row_of(subject, board, run)


def row_of(subject, board, run):
    say(f"{subject.name}: {run.end['summary']}")
    totals, counts = count(run.verdicts)
    return {
        **head_of(subject),
        "reported_name": run.start["subject"]["name"],
        "version": run.start["subject"]["version"],
        "program": run.start["version"],
        "note": subject.note,
        "gate": list(subject.gate),
        "policy": subject.policy,
        "choices": run.end.get("choices", ""),
        "cases": len(run.verdicts),
        "whole": run.start["whole"],
        "cases_per_second": round(len(run.verdicts) / max(run.end["seconds"], 0.001), 1),
        "stopped": run.end["stopped"] or "",
        "verdicts": totals,
        "known": with_list(subject, run),
        "alone": {"exit": 1 if any(verdict.fails for verdict in run.verdicts) else 0},
        "counts": counts,
        "unsupported": reasons(run.verdicts),
        "findings": findings.collect(subject, run.verdicts, lambda text: say(f"{subject.name}: {text}")),
        "scripts": findings.scripts(subject, board.docs),
    }


def with_list(subject, run):
    """What the gate's run with the list of known failures says."""
    return {"list": subject.known, "exit": run.exit, "stale": run.end["stale_known_failures"]}


def count(verdicts):
    """How often each verdict was given; and the same by type and by axis and order."""
    totals, counts = {}, {}
    for verdict in verdicts:
        cell = counts.setdefault(verdict.dtype, {}).setdefault(verdict.kind, {})
        cell[verdict.verdict] = cell.get(verdict.verdict, 0) + 1
        totals[verdict.verdict] = totals.get(verdict.verdict, 0) + 1
    return totals, counts


def reasons(verdicts, most=20):
    """The runtime's own words for what it does not support, the most frequent first."""
    found = {}
    for verdict in verdicts:
        if verdict.verdict == "unsupported":
            found[verdict.message] = found.get(verdict.message, 0) + 1
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0]))[:most])


class Board:
    """docs/scoreboard.json, and the page made of it."""

    def __init__(self, docs, names):
        self.docs = docs
        self.names = names  # of the table, in its order
        self.path = os.path.join(ROOT, docs, "scoreboard.json")
        self.page = os.path.join(ROOT, docs, "scoreboard.md")

    def read(self):
        if not os.path.exists(self.path):
            return []
        with open(self.path, encoding="utf-8") as file:
            return json.load(file)["subjects"]

    def put(self, row):
        """Puts a row in its place; the others stay as they are, also those that another run has written meanwhile."""
        rows = {**{old["name"]: old for old in self.read()}, row["name"]: row}
        self.write([rows[name] for name in self.names if name in rows])

    def has_dead_links(self):
        with open(self.page, encoding="utf-8") as file:
            dead = render.dead_links(file.read(), os.path.dirname(self.page))
        for link in dead:
            say(f"{self.page}: no such file or heading: {link}")
        return bool(dead)

    def write(self, rows):
        os.makedirs(os.path.join(os.path.dirname(self.page), "findings"), exist_ok=True)
        for path, text in ((self.path, dump(rows)), (self.page, render.page(rows, os.path.dirname(self.page)))):
            with open(path + ".part", "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(path + ".part", path)


def dump(subjects):
    """A line for each value of a row, so that a change of one subject is a small difference."""
    rows = []
    for row in subjects:
        lines = [f"  {json.dumps(key)}: {value}" for key, value in ((k, _dump_value(v)) for k, v in row.items())]
        rows.append(" {\n" + ",\n".join(lines) + "\n }")
    return '{"subjects": [\n' + ",\n".join(rows) + "\n]}\n"


def _dump_value(value):
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join("   " + json.dumps(item) for item in value) + "\n  ]"
    return json.dumps(value)


# ---- Known failures and re-checks ------------------------------------------------------------------------------------


def check_known(subject, board):
    """The gate with the subject's list: 0 unless something changed. Its row is told, but only of the version that it is about."""
    run = gate.run(subject, known=subject.known)
    say(f"{subject.name}: {run.exit}  {run.end.get('summary', run.error)}")
    row = {row["name"]: row for row in board.read()}.get(subject.name)
    version = run.start.get("subject", {}).get("version")
    if row is None or "error" in row:
        return run.exit
    if version is not None and version != row["version"]:
        say(f"{subject.name}: is version {version} now, and its row is about {row['version']}, which stays without an exit code: "
            f"judge it anew with ./run scoreboard --only {subject.name}")
        board.put({**row, "known": {"list": subject.known, "exit": None, "stale": None}})
    elif run.verdicts:
        board.put({**row, "known": with_list(subject, run)})
    else:  # nothing was judged
        board.put({**row, "known": {"list": subject.known, "exit": run.exit, "stale": None, "error": run.error}})
    return run.exit


def is_by_hand(subject):
    if not subject.known:
        return False
    with open(os.path.join(ROOT, subject.known), encoding="utf-8") as file:
        return file.readline().startswith("# by hand")


def write_known(subject, board):
    """Writes the list, puts the row of the same run into the board, and runs the gate with the list."""
    os.makedirs(os.path.join(ROOT, subject.lists), exist_ok=True)
    if is_by_hand(subject):
        say(f"{subject.name}: {subject.known} is written by hand, and left as it is")
        return 0
    run = gate.run(subject, ["--write-known-groups", subject.list])
    if not run.verdicts:
        say(f"{subject.name}: {run.error}")
        return 2
    board.put(row_of(subject, board, run))
    return check_known(subject, board)


def write_scripts(subjects, board):
    rows = {row["name"]: row for row in board.read()}
    for subject in subjects:
        if not subject.direct:
            say(f"{subject.name}: no script is written: its row of the table names no file as \"direct\" to make them from; "
                "those in docs/findings/ are by hand")
        elif not rows.get(subject.name, {}).get("findings"):
            say(f"{subject.name}: no script is written: the scoreboard has no finding of it")
        else:
            say(f"{subject.name}: {len(scripts.write(subject, rows[subject.name], board.docs))} scripts")
            board.put({**rows[subject.name], "scripts": findings.scripts(subject, board.docs)})
    return 1 if board.has_dead_links() else 0


def check_scripts(subject, board):
    """Every finding of the board has a script, and every script shows its fault."""
    status = 0
    found = findings.scripts(subject, board.docs)
    for path, clauses in found.items():
        if not clauses:
            print(f"FAILS  {path}  has no line `Shows: CLAUSE[, CLAUSE..].`", flush=True)
            status = 1
        shows, last = findings.recheck(subject, os.path.join(board.docs, path))
        print(f"{'shows' if shows else 'FAILS'}  {path}  {last}", flush=True)
        status = status if shows else 1
    shown = {clause for clauses in found.values() for clause in clauses}
    for row in board.read():
        for finding in row.get("findings", []) if row["name"] == subject.name else []:
            if (finding["clause"] or finding["verdict"]) not in shown:
                print(f"FAILS  {subject.name}: no script for {finding['clause'] or finding['verdict']}", flush=True)
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
