"""numpy as a subject of the line protocol, as a process."""

import json
import os
import pathlib
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from unique_oracle_reference.tensor import TYPES

REFERENCE = pathlib.Path(__file__).resolve().parents[1]


class Subject:
    """A running subject, spoken to line by line."""

    def __init__(self, mode="--corrected"):
        environment = {**os.environ, "PYTHONPATH": str(REFERENCE)}
        environment.pop("PYTHONUNBUFFERED", None)  # with it nothing would have to be flushed
        command = [sys.executable, "-m", "unique_oracle_reference.subject", mode]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def send(self, *messages):
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message).encode()
            self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self):
        """The next answer; a subject that keeps it to itself is killed, and the empty line then read is no JSON."""
        watchdog = threading.Timer(20, self.process.kill)
        watchdog.start()
        line = self.process.stdout.readline()
        watchdog.cancel()
        return json.loads(line)

    def rest(self):
        """Ends the input; what still came, and the exit code."""
        out, _ = self.process.communicate(timeout=20)
        return out, self.process.returncode


@pytest.fixture
def subject():
    subject = Subject()
    yield subject
    subject.process.kill()
    subject.process.communicate()


def run(identifier, data, axis=None, order=1, outputs=("Y",), dtype="int32"):
    x = {"dtype": dtype, "shape": [len(data)], "data": data}
    return {"cmd": "run", "id": identifier, "X": x, "axis": axis, "sorted": order, "outputs": list(outputs)}


def test_start_run_stop(subject):
    """Each answer is there before the next question is asked."""
    subject.send({"cmd": "start", "protocol": 1})
    started = subject.read()
    assert (started["started"], started["protocol"], started["version"]) == (True, 1, np.__version__)
    assert started["dtypes"] == list(TYPES) and "corrected" in started["name"]
    subject.send(run("a", [3, 1, 3], outputs=("Y", "indices", "inverse_indices", "counts")))
    assert subject.read() == {
        "id": "a",
        "Y": {"dtype": "int32", "shape": [2], "data": [1, 3]},
        "indices": {"dtype": "int64", "shape": [2], "data": [1, 0]},
        "inverse_indices": {"dtype": "int64", "shape": [3], "data": [1, 0, 1]},
        "counts": {"dtype": "int64", "shape": [2], "data": [1, 2]},
    }
    subject.send(run("b", [3, 1, 3], order=0))
    assert subject.read() == {"id": "b", "Y": {"dtype": "int32", "shape": [2], "data": [3, 1]}}
    subject.send({"cmd": "stop"}, run("after", [1]))
    assert subject.rest() == (b"", 0)


def test_several_cases_before_reading(subject):
    subject.send(*(run(f"case {i}", [i, 0, i]) for i in range(50)))
    assert [subject.read()["id"] for _ in range(50)] == [f"case {i}" for i in range(50)]
    assert subject.rest() == (b"", 0)  # end of file ends it like stop


def test_rejections(subject):
    """ERR-01 to ERR-03"""
    scalar = {
        "cmd": "run",
        "id": "s",
        "X": {"dtype": "int8", "shape": [], "data": [1]},
        "axis": 0,
        "sorted": 1,
        "outputs": ["Y"],
    }
    subject.send(run("a", [1], axis=1), run("b", [1], axis=-(2**63)), run("c", [1], order=2), scalar)
    for want in ("a", "b", "c", "s"):
        have = subject.read()
        assert list(have) == ["id", "rejected"] and have["id"] == want and have["rejected"]


def test_bad_messages_are_answered_and_the_next_case_too(subject):
    subject.send(b"{not json", b"[1]", b'{"cmd": "dance", "id": "d"}', run("e", [300], dtype="uint8"))
    subject.send(run("f", [1], dtype="bfloat16"), {**run("g", [1]), "outputs": ["counts"]}, b"\xff", b"", run("h", [1]))
    subject.send(b'{"cmd": "run", "id": "i", "X": {"dtype": "float", "shape": [1], "data": [NaN]}, "outputs": ["Y"]}')
    have = [subject.read() for _ in range(9)]
    assert [(a["id"], list(a)[1]) for a in have] == [
        (None, "failed"), (None, "failed"), ("d", "failed"), ("e", "failed"), ("f", "unsupported"), ("g", "failed"),
        (None, "failed"), ("h", "Y"), (None, "failed"),
    ]  # fmt: skip
    assert "out of range for uint8" in have[3]["failed"]


def test_a_vector_file_gives_a_file_of_answers(subject, corpus_folder):
    """The header is passed over; answers are those expected."""
    text = (corpus_folder / "vectors" / "wild.jsonl").read_bytes()
    out, code = subject.process.communicate(text, timeout=60)[0], subject.process.returncode
    want = [{"id": v["id"], **v["expect"]} for v in map(json.loads, text.splitlines()[1:])]
    assert code == 0 and [json.loads(line) for line in out.splitlines()] == want


def test_raw_answers_as_numpy_does():
    subject = Subject("--raw")
    rows = {**run("n", []), "axis": 0, "X": {"dtype": "double", "shape": [2, 1], "data": ["NaN", "NaN"]}}
    subject.send(rows, run("s", ["a", "a\0"], dtype="string"), run("o", [2, 1], order=5))
    assert subject.read()["Y"]["data"] == ["NaN", "NaN"]
    assert subject.read()["Y"]["data"] == ["a"]
    assert subject.read()["Y"]["data"] == [1, 2]
    assert subject.rest() == (b"", 0)


@pytest.mark.parametrize("mode", ["--corrected", "--raw"])
def test_ten_thousand_small_cases_are_quick(mode):
    subject = Subject(mode)
    lines = b"".join(json.dumps(run(str(i), [i % 7, 3, i % 5, 3])).encode() + b"\n" for i in range(10_000))
    began = time.monotonic()
    out, _ = subject.process.communicate(lines, timeout=120)
    assert out.count(b"\n") == 10_000
    assert time.monotonic() - began < 30


def test_usage():
    for arguments in ([], ["--raw", "--corrected"], ["--cooked"]):
        command = [sys.executable, "-m", "unique_oracle_reference.subject", *arguments]
        done = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONPATH": str(REFERENCE)})
        assert done.returncode == 2 and done.stdout == b"" and b"usage" in done.stderr
