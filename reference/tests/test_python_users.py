"""unique_oracle: `check` and the pytest fixture, as a user of the installed package has them."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

from unique_oracle import CannotJudge, Unsupported, check
from unique_oracle.arrays import named_outputs, to_tensor
from unique_oracle.vectors import Vector, load

pytest_plugins = ["pytester"]
ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session", autouse=True)
def judge():
    """The program: the one that is named, or a build of this checkout."""
    built = sorted(ROOT.glob("build/*/unique-oracle"), key=os.path.getmtime)
    if "UNIQUE_ORACLE" not in os.environ and shutil.which("unique-oracle") is None:
        if not built:
            pytest.skip("needs the program: build it, or name it with UNIQUE_ORACLE")
        os.environ["UNIQUE_ORACLE"] = str(built[-1])


def clauses(findings):
    return {finding.clause for finding in findings}


# ---- check -----------------------------------------------------------------------------------------------------------

X = np.array([2, 1, 2], np.float32)


def test_a_right_answer_has_no_findings():
    assert check(X, None, 1, {"Y": np.array([1, 2], np.float32), "counts": np.array([1, 2])}) == []
    assert check(X, None, 0, (np.array([2, 1], np.float32), np.array([0, 1]), np.array([0, 1, 0]), np.array([2, 1]))) == []


def test_a_wrong_answer_is_named_with_its_place():
    found = check(X, None, 1, {"Y": np.array([1, 2], np.float32), "counts": np.array([1, 1])})
    assert clauses(found) == {"CNT-01", "CNT-02"}
    first = next(finding for finding in found if finding.clause == "CNT-01")
    assert (first.output, first.position, first.have, first.want) == ("counts", 1, "1", "2, as often as 2.0 occurs")
    assert str(first).startswith("CNT-01 counts[1]: have 1, want 2")


@pytest.mark.parametrize(
    "given, clause",
    [
        ({"Y": np.array([2, 1], np.float32)}, "ORD-01"),
        ({"Y": np.array([1, 2], np.float64)}, "TYP-01"),
        ({"Y": np.array([1, 2], np.float32), "indices": np.array([1, 0], np.int32)}, "TYP-04"),
        ({"Y": np.array([1, 2], np.float32), "inverse_indices": np.array([[1, 0, 1]])}, "INV-03"),
        ({"Y": np.array([1], np.float32)}, "VAL-01"),
    ],
)
def test_clauses(given, clause):
    assert clause in clauses(check(X, None, 1, given))


def test_rejecting():
    assert check(X, 1, 1, None) == []  # AXIS-04: outside of the rank
    assert [finding.clause for finding in check(X, 0, 1, None)] == ["rejects-valid"]
    assert "ERR-03" in clauses(check(X, None, 2, {"Y": X}))


def test_every_bit_reaches_the_judge():
    payload = np.array([0x7FC00001, 0x7F800001], np.uint32).view(np.float32)
    assert check(payload, None, 1, {"Y": payload[:1]}) == []
    assert clauses(check(payload, None, 1, {"Y": payload[1:]})) == {"SIL-03"}
    assert check(payload, None, 1, {"Y": payload}, policy="ieee") == []
    big = np.array([2**63, 2**63 + 1], np.uint64)
    assert check(big, None, 1, {"Y": big}) == []


def test_strings():
    texts = np.array(["b", "a", "b"])
    assert check(texts, None, 1, {"Y": ["a", "b"], "counts": np.array([1, 2])}) == []
    assert check([b"\xff\x00", b"\xff"], None, 1, {"Y": [b"\xff", b"\xff\x00"]}) == []


def test_subtensors_and_layouts():
    x = np.asfortranarray([[1, 0, 1], [2, 3, 2]], np.int16)
    assert check(x, 1, 1, {"Y": np.array([[0, 1], [3, 2]], ">i2"), "indices": np.array([1, 0])}) == []


@pytest.mark.parametrize("axis", [np.int64(0), np.array(0), np.uint8(0), 0])
def test_attributes_of_any_integer_type(axis):
    assert check(X, axis, np.True_, {"Y": np.array([1, 2], np.float32)}) == []
    assert "ORD-02" in clauses(check(X, axis, np.int8(0), {"Y": np.array([1, 2], np.float32)}))
    assert check(X, 2**60, 1, None) == []


@pytest.mark.parametrize("attribute", [{"sorted": 1.9}, {"sorted": "1"}, {"sorted": None}, {"axis": 0.0}, {"axis": "0"},
                                       {"axis": np.array([0, 1])}, {"policy": None}, {"policy": 1}])
def test_attributes_that_are_none(attribute):
    with pytest.raises(TypeError, match=next(iter(attribute))):
        check(X, outputs={"Y": np.array([1, 2], np.float32)}, **attribute)


MASKED = np.ma.masked_array([1, 2, 1], [False, True, False])
NO_ARRAYS = [
    ([1, "a"], "number and text"), ([b"a", 1.5], "number and text"), ([[1, 2], ["a", "b"]], "number and text"),
    ([True, 2], "bool and number"), ([2**63, -1], "9223372036854775808"), ([2**60 + 1, 0.5], "1152921504606846977"),
    (MASKED, "mask"), ([MASKED, MASKED], "mask"), ([1, np.ma.masked], "mask"), (["\ud800"], "surrogate"), ("\ud800", "surrogate"),
    ([[1], [2, 3]], "list"), ([["a"], ["b", "c"]], "list"), ([1, [2]], "ragged"), ([2**64], "int"), (None, "NoneType"),
    ((i for i in [1]), "generator"), ({1, 2}, "set"), ({"Y": 1}, "dict"), ([None, None], "NoneType")]


@pytest.mark.parametrize("value, why", NO_ARRAYS, ids=[why for _, why in NO_ARRAYS])
def test_what_would_be_judged_as_something_else_is_refused(value, why):
    with pytest.raises(TypeError, match=f"X: .*({why})"):
        check(value, None, 1, {"Y": X})
    if isinstance(value, type(i for i in ())):
        value = iter([1])
        why = "iterator"
    with pytest.raises(TypeError, match=f"Y: .*({why})"):
        check(X, None, 1, {"Y": value})


def test_lists_of_one_kind_are_arrays():
    for value, dtype in ([1, 2.5], "double"), ([2**63], "uint64"), ([1, 2j], "complex128"), ([[True]], "bool"), (["a", b"b"], "string"):
        assert to_tensor(value).dtype == dtype
    assert to_tensor(np.array([1], "longlong")).dtype == "int64"


@pytest.mark.parametrize("script", ["exit 0", "exit 1", "kill -9 $$", "exit 2",
                                    'while [ "$1" != --events ]; do shift; done; echo "{" >"$2"',
                                    'while [ "$1" != --events ]; do shift; done; echo "{\\"event\\": \\"case\\"}" >"$2"'])
def test_a_program_that_is_no_judge(monkeypatch, tmp_path, script):
    other = tmp_path / "other"
    other.write_text(f"#!/bin/sh\n{script}\n")
    other.chmod(0o755)
    monkeypatch.setenv("UNIQUE_ORACLE", str(other))
    with pytest.raises(CannotJudge, match="other: "):
        check(X, None, 1, {"Y": X})
    other.write_bytes(b"\x7fELF")
    with pytest.raises(CannotJudge, match="cannot be run"):
        check(X, None, 1, {"Y": X})


def test_what_cannot_be_judged_is_said(monkeypatch):
    with pytest.raises(TypeError, match="no Y"):
        check(X, None, 1, {"counts": np.array([1])})
    with pytest.raises(TypeError, match="'y' is none of"):
        check(X, None, 1, {"y": X})
    with pytest.raises(TypeError, match="5 of them"):
        named_outputs([X] * 5)
    with pytest.raises(TypeError, match="no type datetime64"):
        to_tensor(np.array(["2020-01-01"], "datetime64[D]"))
    with pytest.raises(TypeError, match="an element is int"):
        to_tensor(np.array([1, "a"], object))
    with pytest.raises(CannotJudge, match="policy"):
        check(X, None, 1, {"Y": X}, policy="mine")
    monkeypatch.setenv("UNIQUE_ORACLE", "/no/such/program")
    with pytest.raises(CannotJudge, match="no such program"):
        check(X, None, 1, {"Y": X})


# ---- Vectors and the fixture -----------------------------------------------------------------------------------------


def test_bundled_vectors_are_found(frozen):
    assert len(load()) == sum(len(lines) - 1 for lines in frozen.values())


HEADER = {"vectors": 1, "policy": "onnx", "origin": "test"}
LINE = {"id": "v", "X": {"dtype": "int64", "shape": [3], "data": [2, 1, 2]}, "axis": None, "sorted": 1, "outputs": ["Y"],
        "expect": {"Y": {"dtype": "int64", "shape": [2], "data": [1, 2]}}}


def write_vectors(path, *lines):
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return str(path)


DAMAGED = [
    ([], ":1: its first line is no header"), ([{}], ":1: its first line is no header"), ([HEADER], ": no vectors: only a header"),
    ([{**HEADER, "vectors": 2}, LINE], ":1: vectors: version 2"), ([HEADER, LINE, '{"id": "w"'], ":3: no JSON"),
    ([HEADER, ""], ":2: no JSON"), ([HEADER, "[]"], ":2: the line is no object"), ([HEADER, LINE, LINE], ":3: id: 'v' stands already at"),
    ([HEADER, {**LINE, "axis": "0"}], ":2: axis: "), ([HEADER, {**LINE, "sorted": 1.5}], ":2: sorted: "),
    ([HEADER, {**LINE, "outputs": ["counts"]}], ":2: outputs: "), ([HEADER, {**LINE, "tags": 3}], ":2: tags: "),
    ([HEADER, {**LINE, "comment": 3}], ":2: comment: "), ([HEADER, {**LINE, "expect": 3}], ":2: expect: "),
    ([HEADER, {**LINE, "expect": {}}], ":2: expect: "), ([HEADER, {**LINE, "expect": {"rejected": 3}}], ":2: expect.rejected: "),
    ([HEADER, {**LINE, "expect": {"Y": {"dtype": "int64", "shape": [1], "data": []}}}], ":2: expect.Y.data: "),
    ([HEADER, {**LINE, "X": {"dtype": "int9", "shape": [], "data": [1]}}], ":2: X.dtype: "),
    *[([HEADER, {key: value for key, value in LINE.items() if key != name}], f":2: {name}: missing")
      for name in ("id", "X", "axis", "sorted", "outputs")]]


@pytest.mark.parametrize("lines, why", DAMAGED, ids=[why for _, why in DAMAGED])
def test_a_damaged_file_is_named_with_line_and_field(tmp_path, lines, why):
    path = write_vectors(tmp_path / "some.jsonl", *lines)
    with pytest.raises(CannotJudge, match=re.escape(path + why)):
        load(path)


def test_no_file_and_no_utf8(tmp_path):
    with pytest.raises(CannotJudge, match="no .jsonl file"):
        load(str(tmp_path))
    with pytest.raises(FileNotFoundError):
        load("")  # an unset variable of a shell does not stand for the bundled vectors
    (tmp_path / "some.jsonl").write_bytes(b"\xff\n")
    with pytest.raises(CannotJudge, match="some.jsonl:1: no JSON"):
        load(str(tmp_path))


def test_expected_answers_of_another_policy_do_not_count(tmp_path):
    nan = {"dtype": "float", "shape": [2], "data": ["NaN", "NaN"]}
    line = {**LINE, "X": nan, "expect": {"Y": nan}}
    other, own = (load(write_vectors(tmp_path / "v.jsonl", {**HEADER, "policy": policy}, line))[0] for policy in ("ieee", "onnx"))
    assert other.findings(lambda X, *_: X.copy()) != []
    assert other.findings(lambda X, *_: X.copy(), "ieee") == []
    assert own.findings(lambda X, *_: X.copy()) == []  # as its file says


def sorts_in_place(X, *_):
    X.sort()
    return X[[0, 1]]


def fills_in_place(X, *_):
    X[:] = 5
    return np.array([5])


def writes_another_type(X, *_):
    X.dtype = np.uint64
    return np.array([1, 2])


def writes_and_refuses(error):
    def unique(X, *_):
        X[1:] = 7
        raise error
    return unique


def test_a_changed_input_is_found_and_the_answer_judged_by_what_was_given():
    vector = Vector(LINE)
    found = vector.findings(sorts_in_place)
    assert [(one.clause, one.output, one.position, one.places) for one in found if one.clause == "clobbers"] == [("clobbers", "X", 0, 2)]
    assert str(found[0]) == "clobbers X[0]: have 1, want 2: the input must stay as it was (and 1 more places)"
    assert len(found) == 1  # the answer itself is right
    found = vector.findings(fills_in_place)
    assert clauses(found) >= {"clobbers", "VAL-01"}  # right for the changed X, wrong for the given one
    assert vector.X.tolist() == [2, 1, 2] and vector.findings(lambda X, *_: np.unique(X)) == []
    assert clauses(vector.findings(writes_another_type)) == {"clobbers"}
    assert clauses(vector.findings(writes_and_refuses(Unsupported("no")))) == {"clobbers"}
    assert clauses(vector.findings(writes_and_refuses(ValueError("no")))) == {"clobbers", "rejects-valid"}
    rejected = Vector({**LINE, "axis": 1, "expect": {"rejected": "axis"}})
    assert clauses(rejected.findings(writes_and_refuses(ValueError("no")))) == {"clobbers"}


@pytest.mark.parametrize("dtype, data", [("string", ["b", "a"]), ("float", ["NaN(0x7fc00001)", 1.0]), ("double", [-0.0, 1.0])])
def test_a_change_of_bits_is_a_change(dtype, data):
    vector = Vector({**{key: LINE[key] for key in LINE if key != "expect"}, "X": {"dtype": dtype, "shape": [2], "data": data}})

    def writes(X, *_):
        X[0] = {"string": None, "float": np.nan, "double": 0.0}[dtype]
        return np.sort(vector.X)

    assert [(one.clause, one.position) for one in vector.findings(writes)][0] == ("clobbers", 0)


def test_an_output_that_was_not_asked_for_is_found():
    for vector in (Vector(LINE), Vector({key: value for key, value in LINE.items() if key != "expect"})):
        assert clauses(vector.findings(lambda *_: {"Y": np.array([1, 2]), "counts": np.array([1, 2])})) == {"clobbers"}


@pytest.mark.parametrize("given, why", [
    (lambda: None, "nothing was returned"), (lambda: (one for one in (X,)), "a generator was returned"), (lambda: map(abs, X), "a map"),
    (lambda: {"Y": None}, "Y: NoneType"), (lambda: (None,), "Y: NoneType"), (lambda: {"Y": {1}}, "Y: set")])
def test_what_is_no_answer_is_said(given, why):
    with pytest.raises(TypeError, match=f"v: .*{why}"):
        Vector(LINE).findings(lambda *_: given())


@pytest.mark.parametrize("mistake", [NameError, AttributeError, ImportError, AssertionError, NotImplementedError])
def test_a_mistake_is_no_rejection(mistake):
    def mine(*_):
        raise mistake("oops")

    vector = next(vector for vector in load() if vector.rejected is not None)
    assert vector.findings(lambda *_: int("x")) == []
    with pytest.raises(mistake):
        vector.findings(mine)


def test_an_output_that_is_missing_is_said():
    vector = Vector({"id": "v", "X": {"dtype": "bool", "shape": [1], "data": [True]}, "axis": None, "sorted": 1, "outputs": ["Y", "counts"]})
    with pytest.raises(TypeError, match="v: counts asked for and not given"):
        vector.findings(lambda *_: {"Y": np.array([True])})


TEST = """
import numpy as np
from unique_oracle import Unsupported

def mine(X, axis, sorted, outputs):
    if X.dtype == object:
        raise Unsupported("strings")
    if axis is not None and not -X.ndim <= axis < X.ndim or sorted not in (0, 1):
        raise ValueError("not allowed")
    {fault}
    y, first, inverse, counts = np.unique(X, True, True, True, axis=axis)
    inverse = inverse.reshape(-1)
    if not sorted:
        order = np.argsort(first)
        y = np.take(y, order, axis=0 if axis is None else axis)
        first, inverse, counts = first[order], np.argsort(order)[inverse], counts[order]
    given = dict(Y=y, indices=first, inverse_indices=inverse, counts=counts)
    return {{name: given[name] for name in outputs}}

def test_mine(unique_vector):
    unique_vector.check(mine)
"""


def run_pytest(pytester, fault, *options):
    pytester.makepyfile(TEST.format(fault=fault))
    return pytester.runpytest_subprocess("-p", "no:unique_oracle", "-p", "unique_oracle.pytest_plugin", "-p", "no:cacheprovider", *options)


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "reference"))


def test_the_fixture_passes_what_is_right(pytester, frozen):
    result = run_pytest(pytester, "pass", "--unique-dtype", "int8,string", "-q")
    of_type = sum(f'"X": {{"dtype": "{name}"' in line for lines in frozen.values() for line in lines for name in ("int8",))
    result.assert_outcomes(passed=of_type, skipped=sum('"X": {"dtype": "string"' in line for lines in frozen.values() for line in lines))


def test_the_fixture_names_what_is_wrong(pytester):
    vectors = str(ROOT / "corpus" / "vectors" / "official.jsonl")
    result = run_pytest(pytester, "sorted = 1", "--unique-vectors", vectors)
    result.assert_outcomes(passed=5, failed=1)
    result.stdout.fnmatch_lines(["*test_unique_not_sorted_without_axis:*", "*ORD-02*"])


def test_the_fixture_shows_a_rejection(pytester):
    vectors = str(ROOT / "corpus" / "vectors" / "official.jsonl")
    result = run_pytest(pytester, "raise IndexError('odd')", "--unique-vectors", vectors)
    result.assert_outcomes(failed=6)
    result.stdout.fnmatch_lines(["*rejects-valid*IndexError: odd*"])


@pytest.mark.parametrize("options, why", [
    (("--unique-vectors", "/no/such/file.jsonl"), "--unique-vectors: *no/such/file*"),
    (("--unique-dtype", "int9"), "--unique-dtype int9: 'int9' is no type*"),
    (("--unique-dtype", "int8,Int8"), "--unique-dtype int8,Int8: 'Int8' is no type*"),
    (("--unique-dtype", ""), "--unique-dtype*is no type*"),
    (("--unique-policy", "mine"), "--unique-policy mine: *"),
    (("--unique-vectors", "header.jsonl"), "*header.jsonl: no vectors: only a header*"),
    (("--unique-vectors", "damaged.jsonl"), "*damaged.jsonl:2: axis: missing*"),
    (("--unique-vectors", "good.jsonl", "--unique-dtype", "bool"), "*good.jsonl: no vector of these types*")])
def test_nothing_to_run_is_a_usage_error(pytester, options, why):
    write_vectors(pytester.path / "header.jsonl", HEADER)
    write_vectors(pytester.path / "damaged.jsonl", HEADER, {key: value for key, value in LINE.items() if key != "axis"})
    write_vectors(pytester.path / "good.jsonl", HEADER, LINE)
    result = run_pytest(pytester, "pass", *options)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*UsageError: " + why])


def test_a_changed_input_fails_its_own_test_and_no_other(pytester):
    result = run_pytest(pytester, "if X.ndim == 1: X.sort()", "--unique-vectors", str(ROOT / "corpus" / "vectors" / "official.jsonl"))
    assert result.parseoutcomes()["failed"] > 0
    result.stdout.fnmatch_lines(["*clobbers X[[]*"])


def test_installing_leaves_nothing_in_the_source_tree(tmp_path):
    pytest.importorskip("setuptools")
    source = tmp_path / "reference"
    shutil.copytree(ROOT / "reference", source, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    before = sorted(source.rglob("*"))
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "setup.py", "-q", "build", "egg_info"], cwd=source, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert sorted(source.rglob("*")) == before
