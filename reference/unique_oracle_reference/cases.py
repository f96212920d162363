"""The cases of the corpus, chosen systematically. For each type:

  shapes    every shape of rank 0 to 5, zero sizes among them, with no axis and with every axis from the front and from
            the back, in both orders; outputs and patterns take turns
  patterns  every pattern as a scalar, flat, flattened and along a first, a middle and a negative axis, all outputs
  outputs   every subset of outputs in both orders, without axis and along one
  sizes     17, 100 and 1000 elements

and for all of them together: ONNX's own cases, the public reports, cases that fuzzing campaigns met, and cases that must
be rejected.
"""

import json
import pathlib
from dataclasses import dataclass
from importlib import resources
from typing import List

import numpy as np

from unique_oracle_reference import tensor as tensors
from unique_oracle_reference.case import LETTERS, OUTPUTS, Case, case_from_json, load, vector_from_json
from unique_oracle_reference.patterns import Pattern, all_distinct, back_and_there, fill, patterns

SHAPES = (
    (), (0,), (1,), (2,), (5,), (7,),
    (2, 3), (3, 2), (1, 4), (4, 1), (0, 3), (3, 0), (0, 0),
    (2, 3, 2), (3, 1, 2), (2, 2, 4), (2, 0, 3), (0, 2, 2), (2, 2, 0),
    (2, 2, 3, 2), (3, 1, 2, 1), (1, 2, 0, 2),
    (2, 1, 2, 2, 2), (1, 2, 1, 2, 3), (2, 0, 1, 2, 1),
)  # fmt: skip

# Every subset of outputs that the node may have: Y always (OUT-01), the others optional (OUT-02).
SUBSETS = tuple(
    tuple(name for name in OUTPUTS if name == "Y" or bits >> OUTPUTS.index(name) & 1) for bits in range(0, 16, 2)
)[::-1]


@dataclass(frozen=True)
class Chosen:
    """A case with what is known from choosing it."""

    case: Case
    tags: List[str]
    comment: str


# ---- Words -----------------------------------------------------------------------------------------------------------


def letters(outputs):
    return "".join(LETTERS[name] for name in outputs)


def _shape_word(shape):
    return "x".join(str(size) for size in shape) if shape else "scalar"


def _axis_word(axis):
    return "flat" if axis is None else f"axis{axis}"


def identifier(dtype, shape, axis, order, pattern, outputs):
    return f"{dtype}-{_shape_word(shape)}-{_axis_word(axis)}-sorted{order}-{pattern}-{letters(outputs)}"


def _place(shape, axis):
    """Where the compared things stand, in words."""
    rank = len(shape)
    if axis is None:
        place = "a scalar" if rank == 0 else "a vector" if rank == 1 else f"rank {rank}, flattened"
    elif rank == 1:
        place = f"a vector along its axis {axis}, which must answer as without axis"
    else:
        where = "the first" if axis % rank == 0 else "the last" if axis % rank == rank - 1 else "a middle"
        place = f"rank {rank} along axis {axis}, {where} one"
    if axis is not None and axis < 0:
        place += ", counted from the back"
    if 0 not in shape:
        return place
    if axis is None:
        return place + ", without elements"
    return place + (", which has size 0" if shape[axis] == 0 else ", whose subtensors are empty")


def _comment(shape, axis, order, why, outputs):
    sequence = "ascending" if order == 1 else "in order of first occurrence"
    if outputs == OUTPUTS:
        asked = "all outputs"
    elif len(outputs) == 1:
        asked = "Y alone"
    else:
        asked = "without " + " and ".join(name for name in OUTPUTS if name not in outputs)
    return f"{why}; {_place(shape, axis)}; {sequence}; {asked}"


def _tags(section, dtype, shape, axis, pattern):
    tags = [section, dtype, f"rank-{len(shape)}", pattern, "flat" if axis is None else "axis"]
    if axis is not None and axis < 0:
        tags.append("negative-axis")
    if 0 in shape:
        tags.append("zero-size")
    return tags


def _axes(rank):
    return [None] + list(range(rank)) + list(range(-rank, 0))


# ---- The systematic part ---------------------------------------------------------------------------------------------

_EMPTY = Pattern("empty", "no element", lambda _size: [], all_distinct)


def _chosen(section, dtype, shape, axis, order, pattern, outputs, arrange=None):
    name = identifier(dtype, shape, axis, order, pattern.name, outputs)
    front = None if axis is None else axis % len(shape)
    x = fill(dtype, shape, front, pattern, name, arrange)
    comment = _comment(shape, axis, order, pattern.why, outputs)
    return Chosen(Case(name, x, axis, order, outputs), _tags(section, dtype, shape, axis, pattern.name), comment)


def _fits(dtype, shape, axis, pattern):
    """Whether the type has as many values as the pattern promises."""
    if pattern.arrange is not all_distinct:
        return True
    count = int(np.prod(shape))
    n = count if axis is None else shape[axis]
    width = count // n
    return len(pattern.alphabet(n if width == 1 else 3)) ** width >= n


def _shapes(dtype):
    """Subsets take turns for each kind of axis and order; patterns throughout, each round one place later."""
    turns, subsets, count = patterns(dtype), {}, 0
    for shape in SHAPES:
        for axis in _axes(len(shape)):
            for order in (1, 0):
                kind = (axis is None, axis is not None and axis < 0, order)
                subsets[kind] = subsets.get(kind, 3 * order) + 1
                outputs = SUBSETS[subsets[kind] % len(SUBSETS)]
                pattern = _EMPTY
                if 0 not in shape:
                    round_and_place = count + count // len(turns)
                    fitting = [turns[(round_and_place + i) % len(turns)] for i in range(len(turns))]
                    pattern = next(p for p in fitting if _fits(dtype, shape, axis, p))
                    count += 1
                yield _chosen("shapes", dtype, shape, axis, order, pattern, outputs)


def _patterns(dtype):
    for number, pattern in enumerate(patterns(dtype)):
        size = 6 if pattern.is_structure else len(pattern.alphabet(0))
        twice = None if pattern.is_structure else back_and_there
        yield from (
            _chosen("patterns", dtype, shape, axis, order, pattern, OUTPUTS, arrange)
            for shape, axis, order, arrange in (
                ((), None, number % 2, None),
                ((2 * size,), None, 1, None),
                ((2 * size,), None, 0, twice),
                ((2, size), None, number % 2, None),
                ((size + 2, 2), 0, 1, None),
                ((size + 2, 2), 0, 0, twice),
                ((2, size, 2), 1, (number + 1) % 2, None),
                ((2, 1, size), -1, number % 2, twice),
            )
            if _fits(dtype, shape, axis, pattern)
        )


def _outputs(dtype):
    pattern = next(pattern for pattern in patterns(dtype) if pattern.name == "apart")
    for shape, axis in (((6,), None), ((2, 5, 2), 1)):
        for order in (1, 0):
            for outputs in SUBSETS:
                yield _chosen("outputs", dtype, shape, axis, order, pattern, outputs)


def _sizes(dtype):
    named = {pattern.name: pattern for pattern in patterns(dtype)}
    for shape, axis, order, name, outputs in (
        ((17,), None, 1, "apart", OUTPUTS),
        ((17,), None, 0, "apart", OUTPUTS),
        ((17,), None, 1, "all-equal", OUTPUTS),
        ((17, 2), 0, 1, "apart", OUTPUTS),
        ((100,), None, 1, "all-distinct", OUTPUTS),
        ((100,), None, 0, "descending", OUTPUTS),
        ((100,), None, 1, "smallest-last", OUTPUTS),
        ((100, 2), 0, 0, "apart", OUTPUTS),
        ((2, 100), -1, 1, "descending", OUTPUTS),
        ((1000,), None, 1, "all-distinct", OUTPUTS),
        ((10, 100), None, 0, "apart", OUTPUTS),
        ((1000,), 0, 1, "runs", ("Y", "counts")),
    ):
        if _fits(dtype, shape, axis, named[name]):
            yield _chosen("sizes", dtype, shape, axis, order, named[name], outputs)


def systematic(dtype):
    """The cases of one type. An id says everything that a case is made from, so that the same id is the same case."""
    seen = set()
    for section in (_shapes, _patterns, _outputs, _sizes):
        for chosen in section(dtype):
            question = json.dumps(
                [tensors.to_json(chosen.case.x), chosen.case.axis, chosen.case.sorted, chosen.case.outputs]
            )
            if question not in seen:
                seen.add(question)
                yield chosen


def has_nan_subtensor(case):
    """Whether a NaN stands along an axis: there numpy departs from the ruling (SIL-05), so these have their own file.

    At rank 1 numpy departs before 2.4, at higher ranks still.
    """
    return case.axis is not None and bool(tensors.is_nan(case.x).any())


# ---- ONNX's own cases ------------------------------------------------------------------------------------------------

_ROWS = [[[1, 1], [0, 1], [2, 1], [0, 1]]] * 2
_OFFICIAL = (
    ("test_unique_sorted_without_axis", "float", [2, 1, 1, 3, 4, 3], None, 1),
    ("test_unique_not_sorted_without_axis", "float", [2, 1, 1, 3, 4, 3], None, 0),
    ("test_unique_sorted_with_axis", "float", [[1, 0, 0], [1, 0, 0], [2, 3, 4]], 0, 1),
    ("test_unique_sorted_with_axis_3d", "float", _ROWS, 1, 1),
    ("test_unique_sorted_with_negative_axis", "float", [[1, 0, 0], [1, 0, 0], [2, 3, 3]], -1, 1),
    ("test_unique_length_1", "int64", [0], None, 1),
)


def official():
    """The six cases of ONNX's backend tests."""
    for name, dtype, values, axis, order in _OFFICIAL:
        x = tensors.Tensor(dtype, np.array(values, tensors.TYPES[dtype].dtype))
        comment = "ONNX's own backend test of this name, its input restated"
        yield Chosen(
            Case(name, x, axis, order, OUTPUTS), ["official", dtype, "flat" if axis is None else "axis"], comment
        )


# ---- Public reports --------------------------------------------------------------------------------------------------


def reports():
    """The vectors of the public reports, with the answers that they give as right."""
    text = resources.files("unique_oracle_reference").joinpath("data/reports.jsonl").read_text(encoding="utf-8")
    return [vector_from_json(load(line)) for line in text.split("\n")[1:] if line]


def wild():
    """The cases of the public reports; their answers are made anew."""
    for vector in reports():
        comment = vector.comment or f"reported: {', '.join(vector.tags)}"
        yield Chosen(vector.case, vector.tags, comment)


# ---- Met by fuzzing campaigns ----------------------------------------------------------------------------------------


def campaign_file():
    """Where the cases stand that `./run fuzz --freeze` chose (campaign.py)."""
    return pathlib.Path(__file__).parent / "data" / "campaign.jsonl"


def campaign():
    """These cases, in the order of the file; none where there is no file."""
    path = campaign_file()
    lines = path.read_text("utf-8").split("\n")[1:] if path.exists() else []
    for message in map(load, filter(None, lines)):
        yield Chosen(case_from_json(message), message["tags"], message["comment"])


# ---- To be rejected --------------------------------------------------------------------------------------------------

_WIDE_AXES = (
    (2**31, "2^31, the first beyond 32 bits"),
    (-(2**31) - 1, "-2^31-1, the last beyond 32 bits"),
    (2**32, "2^32, which is 0 when cut to 32 bits"),
    (2**32 + 1, "2^32+1, which is 1 when cut to 32 bits"),
    (2**32 - 1, "2^32-1, which is -1 when cut to 32 bits"),
    (-(2**32), "-2^32, which is 0 when cut to 32 bits"),
    (2**63 - 1, "the greatest 64-bit integer"),
    (-(2**63), "the smallest 64-bit integer, which has no negative"),
)
_ORDERS = (2, -1, 3, 255, 256, 2**31, 2**32, 2**32 + 1, -(2**32), 2**63 - 1, -(2**63))


def _rejected_axes(shape, dtype):
    rank = len(shape)
    yield from (
        (
            (rank, "the rank itself, one past the last axis"),
            (-rank - 1, "one before the first axis"),
            (rank + 5, "well past the last axis"),
            (-rank - 5, "well before the first axis"),
        )
        if rank
        else ((0, "0"), (-1, "-1"), (1, "1"), (-2, "-2"))
    )
    if dtype in ("float", "int64", "string") or rank == 2:
        yield from _WIDE_AXES


def _rejected(dtype, shape, axis, order, why, number):
    outputs = SUBSETS[number % len(SUBSETS)]
    name = f"reject-{dtype}-{_shape_word(shape)}-{_axis_word(axis)}-sorted{order}-{letters(outputs)}"
    pattern = patterns(dtype)[2]
    x = fill(dtype, shape, None, pattern if 0 not in shape else _EMPTY, name)
    tags = ["rejected", dtype, f"rank-{len(shape)}", "bad-sorted" if order not in (0, 1) else "bad-axis"]
    return Chosen(Case(name, x, axis, order, outputs), tags, f"must be rejected: {why}")


def rejected():
    """Axes outside [-r, r-1], any axis on a scalar, and orders other than 0 and 1 (ERR-01 to ERR-03)."""
    number = 0
    for dtype in tensors.TYPES:
        full = dtype in ("float", "int64", "string")
        shapes = ((), (3,), (2, 2), (0,), (2, 0, 2), (1, 2, 1, 2, 1)) if full else ((), (2, 2))
        for shape in shapes:
            for axis, which in _rejected_axes(shape, dtype):
                why = f"axis is {which}, rank {len(shape)}" if shape else f"a scalar has no axis, axis is {which}"
                yield _rejected(dtype, shape, axis, number % 2, why, number)
                number += 1
        for order in _ORDERS if full else _ORDERS[:2]:
            for shape, axis in (((3,), None), ((2, 2), 1)):
                yield _rejected(dtype, shape, axis, order, f"sorted is {order}, neither 0 nor 1", number)
                number += 1
        yield _rejected(dtype, (2, 2), 2, 2, "both axis and sorted are out of range", number)
