"""Which case an id is: what verdicts are counted by."""

import glob
import json
import os
import subprocess
from typing import NamedTuple

from table import ROOT

# The columns of the scoreboard.
KINDS = ("flat sorted", "flat unsorted", "axis sorted", "axis unsorted", "must be rejected")


class Kind(NamedTuple):
    dtype: str
    column: str
    elements: int


def kind_of(case):
    """The kind of a case as JSON has it: its type, and axis and order or that it must be rejected (ERR-01 to ERR-03)."""
    shape, axis, order = case["X"]["shape"], case["axis"], case["sorted"]
    elements = 1
    for size in shape:
        elements *= size
    if order not in (0, 1) or (axis is not None and not -len(shape) <= axis < len(shape)):
        column = "must be rejected"
    else:
        column = ("flat " if axis is None else "axis ") + ("sorted" if order else "unsorted")
    return Kind(case["X"]["dtype"], column, elements)


def level_1(program):
    """The kind of every case of a level-1 run with default options, by id."""
    kinds = {}
    for path in sorted(glob.glob(os.path.join(ROOT, "corpus", "vectors", "*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            next(file)
            _add(kinds, file)
    command = [program, "generate", "--level", "1", "--count", "20000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        _add(kinds, process.stdout)
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return kinds


def _add(kinds, lines):
    for line in lines:
        case = json.loads(line)
        kinds[case["id"]] = kind_of(case)
