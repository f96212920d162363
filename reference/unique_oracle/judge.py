"""One answer to one case, judged by the program."""

import json
import operator
import os
import shutil
import subprocess
import tempfile
from typing import NamedTuple, Optional

import numpy as np

from unique_oracle.arrays import named_outputs, to_tensor
from unique_oracle_reference.case import OUTPUTS
from unique_oracle_reference.tensor import to_json


class CannotJudge(Exception):
    """No judgement could be made: no program, or a case that it does not take."""


class Unsupported(Exception):
    """Raise it in an implementation under test for what it does not offer: that is no failure."""


class Finding(NamedTuple):
    """What is wrong: a clause (docs/spec.md) or a silent point, and where."""

    clause: str
    output: str  # "Y", ..; "X" where the input was changed; "" where it is about no single one
    position: Optional[int]  # of the first place in the output, row-major
    places: int  # how many there are
    have: str
    want: str

    def __str__(self):
        place = f"{self.output}[{self.position}]" if self.position is not None else self.output
        more = f" (and {self.places - 1} more places)" if self.places > 1 else ""
        return f"{self.clause} {place}: have {self.have}, want {self.want}{more}"


def program():
    """The path of unique-oracle: $UNIQUE_ORACLE, or what the PATH has."""
    named = os.environ.get("UNIQUE_ORACLE")
    found = shutil.which(named or "unique-oracle")
    if found is None:
        raise CannotJudge(f"{named or 'unique-oracle'}: no such program; build it (./run gate) and name it with UNIQUE_ORACLE")
    return os.path.abspath(found)


def check(X, axis=None, sorted=1, outputs=None, policy="onnx"):
    """Every Finding about `outputs` as an answer of Unique to X, axis and sorted; an empty list when it is right.

    X and the outputs are arrays (or what numpy.asarray makes one of); strings are str or bytes. `outputs` is a dictionary
    of the outputs that were asked for, always with Y, or a sequence of them in the order Y, indices, inverse_indices,
    counts. None says that the implementation rejected the case, which is right only where the operator asks for it.
    Raises TypeError for arguments that are not of these kinds, CannotJudge when there is no program or it refuses them.
    """
    answers = None if outputs is None else named_outputs(outputs)
    wanted = ["Y"] if answers is None else [name for name in OUTPUTS if name in answers]
    if "Y" not in wanted:
        raise TypeError("outputs: no Y, which is always asked for (OUT-01)")
    return judge(to_tensor(X), axis, sorted, wanted, answers, policy)


def judge(x, axis, order, wanted, answers, policy):
    """The findings about tensors by name as the answer to `wanted`; None for a rejection."""
    if not isinstance(policy, str):
        raise TypeError(f"policy: {policy!r} is no string")
    case = {"id": "check", "X": to_json(x), "axis": None if axis is None else _integer(axis, "axis"),
            "sorted": _integer(order, "sorted"), "outputs": list(wanted)}
    answer = {"rejected": "by the implementation"} if answers is None else {
        name: to_json(tensor) for name, tensor in answers.items()}
    return _judged(case, answer, policy)


def _integer(value, name):
    """An integer of whatever type; no float or text, which another implementation would not take for one."""
    if isinstance(value, np.bool_):
        return int(value)
    try:
        return int(operator.index(value))
    except TypeError:
        raise TypeError(f"{name}: {value!r} is no integer") from None


def _judged(case, answer, policy):
    with tempfile.TemporaryDirectory() as folder:
        vectors, answers, events = (os.path.join(folder, name) for name in ("case.jsonl", "answer.jsonl", "events.jsonl"))
        _write(vectors, {"vectors": 1, "policy": "onnx", "origin": "unique_oracle.check"}, case)
        _write(answers, {"id": case["id"], **answer})
        command = [program(), "gate", "--level", "0", "--vectors", vectors, "--answers", answers, "--policy", policy,
                   "--events", events, "--no-shrink"]
        _run(command)
        try:
            with open(events, encoding="utf-8") as file:
                return _findings(next(event for event in map(json.loads, file) if event["event"] == "case"))
        except (OSError, ValueError, LookupError, TypeError, StopIteration) as error:
            raise CannotJudge(f"{command[0]}: wrote no judgement that can be read; is it unique-oracle, and of the same "
                              f"version as this package? ({type(error).__name__}: {error})") from None


def _run(command):
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    except (OSError, ValueError) as error:  # no executable file; an argument that no program can be given
        raise CannotJudge(f"{command[0]}: cannot be run: {error}") from None
    if done.returncode not in (0, 1):  # 0 and 1 are judgements
        raise CannotJudge(done.stderr.decode("utf-8", "replace").strip() or f"{command[0]}: exit code {done.returncode}")


def _write(path, *lines):
    with open(path, "w", encoding="ascii") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def _findings(event):
    if not event["fails"]:
        return []
    found = [Finding(**{key: one[key] for key in ("clause", "position", "places", "have", "want")}, output=one["output"] or "")
             for one in event["findings"]]
    named = {finding.clause for finding in found}
    # The report shows the first few places; the other violated clauses are named all the same.
    rest = [key for key in (*event["clauses"], *event["silent_points"]) if key not in named]
    found += [Finding(key, "", None, 0, event["message"] or event["verdict"], "as the clause says") for key in rest]
    return found or [Finding(event["verdict"], "", None, 0, event["message"], "an answer")]
