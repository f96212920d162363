"""Each departure of numpy from the operator: what numpy itself answers, and what the correction makes of it.

The tests of numpy's own answers are here to fail when numpy changes: the correction can then go, or must change.
"""

import numpy as np
import pytest

from unique_oracle_reference import answer
from unique_oracle_reference.answer import Found, all_outputs_at_once, corrected, raw
from unique_oracle_reference.case import OUTPUTS, Case
from unique_oracle_reference.tensor import Tensor, float_parts, from_elements

NAN = float("nan")
VERSION = tuple(int(part) for part in np.__version__.split(".")[:2])


def tensor(dtype, values):
    return Tensor(dtype, np.array(values, answer.TYPES[dtype].dtype))


def ask(x, axis=None, order=1, outputs=OUTPUTS, how=corrected):
    outputs = how(Case("test", x, axis, order, outputs))
    return {name: output.array.tolist() for name, output in outputs.items()}


def test_every_correction_is_named_here():
    source = open(__file__, encoding="utf-8").read()
    assert [c.__name__ for c in answer.CORRECTIONS if f"def test_{c.__name__}" not in source] == []


# ---- rows_as_ranks: SIL-05, SIL-22 -----------------------------------------------------------------------------------

ROWS = [[NAN, 1.0], [0.0, NAN], [NAN, 1.0]]


def test_rows_as_ranks_numpy_keeps_nan_rows_distinct():
    assert ask(tensor("double", ROWS), 0, how=raw)["counts"] == [1, 1, 1]
    assert ask(tensor("double", [[NAN], [NAN]]), 0, how=raw)["counts"] == [1, 1]


def test_rows_as_ranks_makes_equal_nan_rows_one():
    have = ask(tensor("double", ROWS), 0)
    assert (have["indices"], have["inverse_indices"], have["counts"]) == ([1, 0], [1, 0, 1], [1, 2])
    assert ask(tensor("double", [[NAN], [NAN]]), 0)["counts"] == [2]


def test_rows_as_ranks_numpy_before_2_4_keeps_nans_of_a_vector_distinct():
    counts = ask(tensor("double", [NAN, 1.0, NAN]), 0, how=raw)["counts"]
    assert counts == ([1, 2] if VERSION >= (2, 4) else [1, 1, 1])


def test_rows_as_ranks_makes_no_difference_to_a_vector():
    """SIL-22"""
    along, flat = (str(ask(tensor("double", [NAN, 1.0, NAN]), axis)) for axis in (0, None))
    assert along == flat and "[1, 2]" in flat


def test_rows_as_ranks_numpy_has_no_axis_for_bytes():
    strings = from_elements("string", [2, 1], [b"b", b"a"])
    with pytest.raises(TypeError):
        all_outputs_at_once(strings.array, 0)


def test_rows_as_ranks_orders_rows_of_strings():
    """SIL-06, SIL-09"""
    strings = from_elements("string", [3, 2], [b"a", b"b", b"a", b"", b"a", b"b"])
    assert ask(strings, 0)["inverse_indices"] == [1, 0, 1]


# ---- strings_as_bytes: SIL-09, SIL-10 --------------------------------------------------------------------------------

NULS = [b"a\0", b"a", b"\0", b""]


def test_strings_as_bytes_numpy_drops_trailing_nuls():
    assert np.unique(np.array(NULS)).tolist() == [b"", b"a"]
    assert np.unique(np.array([text.decode() for text in NULS])).tolist() == ["", "a"]
    assert ask(from_elements("string", [4], NULS), how=raw)["Y"] == [b"", b"a"]


def test_strings_as_bytes_keeps_them():
    assert ask(from_elements("string", [4], NULS))["Y"] == [b"", b"\0", b"a", b"a\0"]


# ---- complex_nans_as_one: SIL-07 -------------------------------------------------------------------------------------

COMPLEX = [complex(NAN, 0), complex(1, NAN), complex(1, 0), complex(NAN, NAN)]


def test_complex_nans_as_one_numpy_gives_another_index():
    assert ask(tensor("complex128", COMPLEX), how=raw)["indices"] == [2, 1]


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_nans_as_one_gives_the_first(dtype):
    have = ask(tensor(dtype, COMPLEX))
    assert (have["indices"], have["inverse_indices"], have["counts"]) == ([2, 0], [1, 1, 0, 1], [1, 3])
    assert str(have["Y"][1]) == "(nan+0j)"


def test_complex_nans_as_one_is_stable_among_many():
    """IDX-01: more NaNs than an insertion sort would take."""
    many = [complex(NAN, i) if i % 3 else complex(i, NAN) for i in range(100)] + [1.0]
    assert ask(tensor("complex128", many))["indices"] == [100, 0]


# ---- all_outputs_at_once: SIL-03, SIL-04, SIL-17 ---------------------------------------------------------------------


def zeros(dtype, size, first):
    values = np.zeros(size, answer.TYPES[dtype].dtype)
    values[first::2] = -0.0
    return Tensor(dtype, values)


ZEROS = [(dtype, size, first) for dtype in ("float", "double", "float16") for size in range(2, 130) for first in (0, 1)]


def test_all_outputs_at_once_numpy_alone_gives_other_zeros():
    """With Y alone numpy sorts unstably: which zero it keeps depends on size, type and processor."""
    alone = [raw(Case("test", zeros(*how), None, 1, ("Y",)))["Y"].array for how in ZEROS]
    assert any(np.signbit(y[0]) != (how[2] == 0) for y, how in zip(alone, ZEROS))


def test_all_outputs_at_once_gives_the_first_zero():
    alone = [corrected(Case("test", zeros(*how), None, 1, ("Y",)))["Y"].array for how in ZEROS]
    assert all(np.signbit(y[0]) == (how[2] == 0) for y, how in zip(alone, ZEROS))


# ---- flat_inverse: INV-03, SIL-18 ------------------------------------------------------------------------------------


def test_flat_inverse_numpy_gives_the_shape_of_x():
    x = tensor("int32", [[2, 1], [2, 3]])
    inverse = raw(Case("test", x, None, 1, OUTPUTS))["inverse_indices"]
    assert inverse.shape == ((2, 2) if VERSION >= (2, 0) else (4,))
    scalar = raw(Case("test", tensor("int32", 5), None, 1, OUTPUTS))["inverse_indices"]
    assert scalar.shape == (() if VERSION >= (2, 0) else (1,))


def test_flat_inverse_is_flat():
    assert ask(tensor("int32", [[2, 1], [2, 3]]))["inverse_indices"] == [1, 0, 1, 2]
    assert ask(tensor("int32", 5))["inverse_indices"] == [0]


# ---- int64_outputs: TYP-04 -------------------------------------------------------------------------------------------


def test_int64_outputs_numpy_gives_the_platforms_type():
    _, indices, inverse, counts = all_outputs_at_once(np.array([2, 1, 2]), None)
    assert {output.dtype for output in (indices, inverse, counts)} == {np.dtype(np.intp)}


def test_int64_outputs_are_int64():
    """As on a platform whose index type has 32 bits."""
    narrow = Found(*(np.array([0, 1], np.int32) for _ in range(3)))
    assert [output.dtype for output in answer.int64_outputs(narrow)] == [np.dtype(np.int64)] * 3
    outputs = corrected(Case("test", tensor("uint8", [3, 1]), None, 0, OUTPUTS))
    assert {outputs[name].array.dtype for name in OUTPUTS[1:]} == {np.dtype(np.int64)}


# ---- first_occurrence_order: ORD-02, ORD-03, IDX-04 ------------------------------------------------------------------


def test_first_occurrence_order_numpy_only_ascends():
    assert all_outputs_at_once(np.array([3, 1, 2, 1, 3]), None)[0].tolist() == [1, 2, 3]


def test_first_occurrence_order_reorders_all_outputs():
    have = ask(tensor("int64", [3, 1, 2, 1, 3]), order=0)
    assert have == {"Y": [3, 1, 2], "indices": [0, 1, 2], "inverse_indices": [0, 1, 2, 1, 0], "counts": [2, 2, 1]}


# ---- bits_of_first_occurrence: VAL-02, SIL-03, SIL-04 ----------------------------------------------------------------


def test_bits_of_first_occurrence_numpy_gives_a_strided_y():
    """NPY-05"""
    assert not np.unique(np.arange(6).reshape(2, 3), axis=1).flags.c_contiguous


def test_bits_of_first_occurrence_numpy_gives_other_bits_of_a_complex_nan():
    x = from_elements("complex64", [2], [[0x7FC00001, 0], [0, 0x7FC00002]])
    assert float_parts(raw(Case("test", x, None, 1, OUTPUTS))["Y"]).tolist() == [0, 0x7FC00002]


def test_bits_of_first_occurrence_are_verbatim():
    x = from_elements("complex64", [2], [[0x7FC00001, 0], [0, 0x7FC00002]])
    assert float_parts(corrected(Case("test", x, None, 1, ("Y",)))["Y"]).tolist() == [0x7FC00001, 0]
    signalling = from_elements("float", [2, 2], [0x7F800001, 0x80000000, 0x7FC00000, 0])
    for axis in (None, 0):
        y = corrected(Case("test", signalling, axis, 0, ("Y",)))["Y"]
        assert float_parts(y).tolist() == [0x7F800001, 0x80000000]
    strided = corrected(Case("test", tensor("int64", [[1, 0, 1], [4, 5, 4]]), 1, 1, ("Y",)))["Y"]
    assert strided.array.flags.c_contiguous and strided.array.tolist() == [[0, 1], [5, 4]]


# ---- Where numpy is right --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shape, axis, y_shape, counts",
    [((0, 3), 0, (0, 3), []), ((3, 0), 0, (1, 0), [3]), ((2, 0, 4), 1, (2, 0, 4), []), ((2, 0, 4), 2, (2, 0, 1), [4])],
)
def test_numpy_is_right_about_zero_sizes(shape, axis, y_shape, counts):
    """SHAPE-05, SHAPE-06: no correction is needed for these; this says so until numpy changes."""
    for how in (raw, corrected):
        outputs = how(Case("test", Tensor("float", np.zeros(shape, np.float32)), axis, 1, OUTPUTS))
        assert (outputs["Y"].shape, outputs["counts"].array.tolist()) == (y_shape, counts)


def test_raw_maps_every_subset_and_order():
    """A plain user's mapping: the same values as corrected where numpy does not depart."""
    x = tensor("int16", [5, 3, 5, 4])
    for order in (0, 1):
        for outputs in (("Y",), ("Y", "counts"), ("Y", "indices", "counts"), ("Y", "inverse_indices"), OUTPUTS):
            assert ask(x, None, order, outputs, raw) == ask(x, None, order, outputs)
    strings = from_elements("string", [2, 2], ["é".encode(), b"z", b"a", b"z"])
    assert ask(strings, 1, 0, how=raw) == ask(strings, 1, 0)


def test_raw_says_what_it_does_not_offer():
    with pytest.raises(answer.Unsupported, match="Unicode"):
        raw(Case("test", from_elements("string", [1], [b"\xff"]), None, 1, OUTPUTS))
    for axis in (1, -2, 2**40):
        with pytest.raises(answer.Rejected):
            raw(Case("test", tensor("int8", [1]), axis, 1, OUTPUTS))


@pytest.mark.parametrize("axis, order", [(1, 1), (-2, 1), (2**32, 1), (-(2**63), 0), (None, 2), (0, -1), (None, 2**32)])
def test_corrected_rejects(axis, order):
    """ERR-01, ERR-03, SIL-15, SIL-16"""
    with pytest.raises(answer.Rejected):
        ask(tensor("int8", [1, 2]), axis, order)


@pytest.mark.parametrize("axis", [0, -1])
def test_corrected_rejects_any_axis_of_a_scalar(axis):
    """ERR-02, SIL-13"""
    with pytest.raises(answer.Rejected, match="r=0"):
        ask(tensor("int8", 1), axis)
