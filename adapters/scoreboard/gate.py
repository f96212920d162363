"""Running the gate on a subject, and reading the events of the run (docs/reports.md)."""

import json
import os
import subprocess
import tempfile
from typing import NamedTuple

from table import ROOT

PROGRAM = os.environ.get("UO_PROGRAM", os.path.join(ROOT, "build", "release", "unique-oracle"))

# Starting some of these takes seconds, and on a busy machine ten times as long; that is no hang.
PATIENCE = ("--timeout", "60")

# The columns of the scoreboard.
KINDS = ("flat sorted", "flat unsorted", "axis sorted", "axis unsorted", "must be rejected")


class Verdict(NamedTuple):
    """What the gate said about one case."""

    id: str
    verdict: str
    fails: bool  # the gate, known or not
    clauses: tuple  # violated; of a freedom, the silent points
    message: str
    dtype: str
    kind: str  # one of KINDS
    elements: int


class Run(NamedTuple):
    exit: int
    start: dict  # the first event, {} when nothing was judged
    end: dict  # the last one
    verdicts: list
    error: str  # why nothing was judged


def run(subject, options=(), known=""):
    """The gate on this subject at level 1 under its policy, with the options of its row."""
    with tempfile.TemporaryDirectory(prefix="scoreboard-") as folder:
        events, errors = os.path.join(folder, "events"), os.path.join(folder, "errors")
        command = [PROGRAM, "gate", *subject.as_option, "--policy", subject.policy, "--events", events, "--no-shrink",
                   *PATIENCE, *subject.gate, *(["--known-failures", known] if known else []), *options]
        with open(errors, "wb") as file:
            done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=file,
                                  check=False)
        start, end, verdicts = read_events(events) if os.path.exists(events) else ({}, {}, [])
        if verdicts and end.get("event") == "end" and end["incomplete"] is None:
            return Run(done.returncode, start, end, verdicts, "")
        return Run(done.returncode, start, end, [], _last_line(errors))


def judge_answer(subject, case, given):
    """What the gate says of this answer to this case, without asking the subject: (verdict, clauses). None of a death."""
    if not given or "died" in given:
        return None
    with tempfile.TemporaryDirectory(prefix="scoreboard-") as folder:
        vectors, answers, events = (os.path.join(folder, name) for name in ("it.jsonl", "answers.jsonl", "events"))
        head = {"vectors": 1, "policy": "onnx", "origin": "the scoreboard"}
        for path, lines in ((vectors, [head, {"id": "it", **case}]), (answers, [{"id": "it", **given}])):
            with open(path, "w", encoding="ascii") as file:
                file.write("".join(json.dumps(line) + "\n" for line in lines))
        command = [PROGRAM, "gate", "--answers", answers, "--vectors", vectors, "--level", "0", "--policy", subject.policy,
                   "--events", events, "--no-shrink"]
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        verdicts = read_events(events)[2] if os.path.exists(events) else []
    return (verdicts[0].verdict, verdicts[0].clauses) if verdicts else ("not judged", ())


def _last_line(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    return lines[-1][:400] if lines else "the gate said nothing"


def read_events(path):
    """The first event, the last one, and a Verdict for each case."""
    first, last, verdicts = {}, {}, []
    with open(path, encoding="utf-8") as file:
        for line in file:
            last = json.loads(line)
            first = first or last
            if last["event"] == "case":
                verdicts.append(_verdict(last))
    return first, last, verdicts


def _verdict(event):
    elements = 1
    for size in event["shape"]:
        elements *= size
    clauses = tuple(event["clauses"]) or tuple(event["silent_points"])
    if event["verdict"] == "freedom":
        clauses = tuple(event["silent_points"])
    return Verdict(event["id"], event["verdict"], event["fails"], clauses, event["message"], event["dtype"],
                   kind_of(event["shape"], event["axis"], event["sorted"]), elements)


def kind_of(shape, axis, order):
    """The column of a case: axis and order, or that it must be rejected (ERR-01, ERR-02, ERR-03)."""
    if order not in (0, 1) or (axis is not None and not -len(shape) <= axis < len(shape)):
        return "must be rejected"
    return ("flat " if axis is None else "axis ") + ("sorted" if order else "unsorted")
