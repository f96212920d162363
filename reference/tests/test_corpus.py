"""The frozen corpus: every answer against an independent implementation, its form, and what it covers."""

import itertools
import json
import pathlib

import naive
import pytest

from unique_oracle_reference import cases
from unique_oracle_reference.case import OUTPUTS, dump, expect_to_json
from unique_oracle_reference.cases import SUBSETS
from unique_oracle_reference.tensor import TYPES
from unique_oracle_reference.write import vector_of

MET = "unseen.jsonl"  # there once ./run fuzz --freeze has frozen something
SPECIAL = ("nan-subtensors.jsonl", "official.jsonl", "rejected.jsonl", "wild.jsonl")


@pytest.fixture(scope="module")
def vectors(frozen):
    """Every frozen vector with the name of its file."""
    return [(name, json.loads(line)) for name, lines in frozen.items() for line in lines[1:]]


# ---- Answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted([f"{dtype}.jsonl" for dtype in TYPES] + [*SPECIAL, MET]))
def test_every_answer_is_the_naive_one(frozen, name):
    """VAL-01 to SHAPE-06: a quadratic implementation from the clauses gives the same answers, texts included."""
    if name == MET and name not in frozen:
        pytest.skip("nothing is frozen of campaigns")
    assert len(frozen[name]) > 1
    for vector in map(naive.read, frozen[name][1:]):
        if naive.rejects(vector):
            assert list(vector["expect"]) == ["rejected"] and vector["expect"]["rejected"], vector["id"]
        else:
            assert naive.plain(vector["expect"]) == naive.plain(naive.unique(vector)), vector["id"]


# The table of ONNX's own cases: X's type and shape, axis, sorted, Y's shape, Y, indices, inverse_indices, counts.
OFFICIAL = {
    "test_unique_sorted_without_axis": (
        "float", [6], None, 1, [4], [1, 2, 3, 4], [1, 0, 3, 4], [1, 0, 0, 2, 3, 2], [2, 1, 2, 1]),
    "test_unique_not_sorted_without_axis": (
        "float", [6], None, 0, [4], [2, 1, 3, 4], [0, 1, 3, 4], [0, 1, 1, 2, 3, 2], [1, 2, 2, 1]),
    "test_unique_sorted_with_axis": (
        "float", [3, 3], 0, 1, [2, 3], [1, 0, 0, 2, 3, 4], [0, 2], [0, 0, 1], [2, 1]),
    "test_unique_sorted_with_axis_3d": (
        "float", [2, 4, 2], 1, 1, [2, 3, 2], [0, 1, 1, 1, 2, 1] * 2, [1, 0, 2], [1, 0, 2, 0], [2, 1, 1]),
    "test_unique_sorted_with_negative_axis": (
        "float", [3, 3], -1, 1, [3, 2], [0, 1, 0, 1, 3, 2], [1, 0], [1, 0, 0], [2, 1]),
    "test_unique_length_1": ("int64", [1], None, 1, [1], [0], [0], [0], [1]),
}  # fmt: skip


def test_official_cases_equal_the_table(frozen):
    have = {}
    for vector in map(json.loads, frozen["official.jsonl"][1:]):
        x, expect = vector["X"], vector["expect"]
        assert all(expect[name]["dtype"] == "int64" for name in OUTPUTS[1:]) and expect["Y"]["dtype"] == x["dtype"]
        data = [expect[name]["data"] for name in OUTPUTS]
        have[vector["id"]] = (x["dtype"], x["shape"], vector["axis"], vector["sorted"], expect["Y"]["shape"], *data)
    assert have == OFFICIAL


def test_reports_are_answered_as_reported(frozen):
    """Bit for bit; the reported answers were made by other people."""
    reported = cases.reports()
    made = {chosen.case.id: vector_of(chosen) for chosen in cases.wild()}
    assert len(reported) == len(made) == 85
    frozen_vectors = {vector["id"]: vector for vector in map(json.loads, frozen["wild.jsonl"][1:])}
    for vector in reported:
        want = dump(expect_to_json(vector))
        assert dump(expect_to_json(made[vector.case.id])) == want, vector.case.id
        assert dump(frozen_vectors[vector.case.id]["expect"]) == want, vector.case.id
        assert frozen_vectors[vector.case.id]["tags"] == vector.tags
        assert vector.comment in ("", frozen_vectors[vector.case.id]["comment"])


# ---- Form ------------------------------------------------------------------------------------------------------------


def test_files_and_size(frozen):
    assert set(frozen) - {MET} == {f"{dtype}.jsonl" for dtype in TYPES} | set(SPECIAL)
    assert sum(len(lines) - 1 for lines in frozen.values()) >= 5000
    assert sum(len(line) + 1 for lines in frozen.values() for line in lines) < 12_000_000


def test_headers(frozen):
    for lines in frozen.values():
        header = json.loads(lines[0])
        assert (header["vectors"], header["policy"]) == (1, "onnx")
        assert header["origin"].startswith("unique_oracle_reference ") and " with numpy " in header["origin"]


def test_every_vector_is_whole(vectors, clause_ids):
    keys = ["id", "X", "axis", "sorted", "outputs", "expect", "tags", "clauses", "comment"]
    order = {clause: i for i, clause in enumerate(clause_ids)}
    for _, vector in vectors:
        assert list(vector) == keys
        assert vector["outputs"] == [name for name in OUTPUTS if name in vector["outputs"]]
        assert vector["outputs"][0] == "Y"  # OUT-01
        assert list(vector["expect"]) in (vector["outputs"], ["rejected"])  # OUT-04
        assert vector["tags"] and vector["clauses"] and len(vector["comment"]) > 3, vector["id"]
        assert [order[clause] for clause in vector["clauses"]] == sorted(order[c] for c in vector["clauses"])


def test_ids_are_unique_and_no_question_stands_twice(vectors):
    ids = [vector["id"] for _, vector in vectors]
    assert len(set(ids)) == len(ids)
    asked = [
        json.dumps([vector[key] for key in ("X", "axis", "sorted", "outputs")])
        for name, vector in vectors
        if name not in ("official.jsonl", "wild.jsonl")
    ]
    assert len(set(asked)) == len(asked)


# ---- Coverage --------------------------------------------------------------------------------------------------------

# What a vector cannot show: these are about how a node is written, and about types outside T.
NOT_IN_VECTORS = {
    "TYP-03",
    "TYP-05",
    "ATT-01",
    "OUT-06",
    "ERR-04",
    "ERR-05",
    "ERR-06",
    "ERR-07",
    "ERR-08",
    "SIL-19",
    "SIL-21",
}


def test_every_clause_is_exercised(vectors, clause_ids):
    have = set(itertools.chain.from_iterable(vector["clauses"] for _, vector in vectors))
    assert have == set(clause_ids) - NOT_IN_VECTORS


def test_groups(vectors):
    for name, vector in vectors:
        if name == MET:
            continue
        has_nan = "NaN" in json.dumps(vector["X"]["data"]) and vector["X"]["dtype"] != "string"
        if name not in ("official.jsonl", "wild.jsonl", "rejected.jsonl"):
            assert (name == "nan-subtensors.jsonl") == (has_nan and vector["axis"] is not None)
        assert ("rejected" in vector["expect"]) == (name == "rejected.jsonl") or name == "wild.jsonl"


@pytest.mark.parametrize("dtype", list(TYPES))
def test_shapes_axes_orders_and_outputs_are_crossed(vectors, dtype):
    """Every shape with every axis in both orders; every subset of outputs with every axis kind, order and rank."""
    of_type = [vector for _, vector in vectors if vector["tags"][0] == "shapes" and vector["X"]["dtype"] == dtype]
    have = {(tuple(v["X"]["shape"]), v["axis"], v["sorted"]) for v in of_type}
    for shape in cases.SHAPES:
        axes = [None, *range(-len(shape), len(shape))]
        assert {(shape, axis, order) for axis in axes for order in (0, 1)} <= have
    crossed = {(tuple(v["outputs"]), v["sorted"], (v["axis"] is None) + 2 * ((v["axis"] or 0) < 0)) for v in of_type}
    assert crossed == set(itertools.product(SUBSETS, (0, 1), (0, 1, 2)))


@pytest.mark.parametrize("dtype", list(TYPES))
def test_every_pattern_meets_both_orders_and_an_axis(vectors, dtype):
    have = {(v["tags"][3], v["sorted"], v["axis"] is None) for _, v in vectors if v["tags"][0] in ("shapes", "patterns")
            and v["X"]["dtype"] == dtype}  # fmt: skip
    for pattern in cases.patterns(dtype):
        assert {(pattern.name, order, flat) for order in (0, 1) for flat in (True, False)} <= have


def test_patterns_do_what_their_names_say(vectors):
    """Counts of distinct items and the order of first occurrences, from the answers."""
    seen = set()
    for _, vector in vectors:
        expect, pattern = vector["expect"], vector["tags"][3] if len(vector["tags"]) > 3 else None
        if pattern not in ("all-equal", "all-distinct", "descending", "runs") or list(expect) != list(OUTPUTS):
            continue
        counts, indices = expect["counts"]["data"], expect["indices"]["data"]
        seen.add(pattern)
        if pattern == "all-equal":
            assert len(counts) == 1, vector["id"]
        if pattern == "all-distinct":
            assert set(counts) == {1}, vector["id"]
        if vector["axis"] is None and vector["sorted"] == 1 and pattern in ("descending", "runs"):
            assert indices == sorted(indices, reverse=pattern == "descending"), vector["id"]
    assert len(seen) == 4


def test_all_subsets_are_eight():
    assert len(set(SUBSETS)) == 8 and all(subset[0] == "Y" for subset in SUBSETS)


def test_no_machine_names(frozen):
    """Files of the project name no folder of the machine that made them."""
    package = pathlib.Path(cases.__file__).parent
    texts = ["\n".join(lines) for lines in frozen.values()] + [path.read_text("utf-8") for path in package.glob("*.py")]
    assert not any("/home/" in text or "/root/" in text or "/tmp/" in text for text in texts)
