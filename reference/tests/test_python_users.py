"""unique_oracle: `check` and the pytest fixture, as a user of the installed package has them."""

import os
import pathlib
import shutil

import numpy as np
import pytest

from unique_oracle import CannotJudge, check
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


def test_vectors_need_a_header(tmp_path):
    (tmp_path / "none.jsonl").write_text("{}\n")
    with pytest.raises(CannotJudge, match="no header"):
        load(str(tmp_path))
    (tmp_path / "none.jsonl").unlink()
    with pytest.raises(CannotJudge, match="no .jsonl file"):
        load(str(tmp_path))


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


def test_no_vectors_is_a_usage_error(pytester):
    result = run_pytest(pytester, "pass", "--unique-vectors", "/no/such/file.jsonl")
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*unique_vector:*no/such/file*"])
