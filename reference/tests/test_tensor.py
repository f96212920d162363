"""Tensors to JSON and back, exact to the bit."""

import json
import struct
from decimal import Decimal

import numpy as np
import pytest

from unique_oracle_reference import tensor as tensors
from unique_oracle_reference.case import dump, load
from unique_oracle_reference.tensor import TYPES, TensorError, UnknownType, from_elements, from_json, take, to_json


def round_trip(tensor):
    return from_json(load(dump(to_json(tensor))))


def bits_of(tensor):
    return tensors.float_parts(tensor).tolist()


def test_every_float16_survives():
    """SIL-03, SIL-20: all 65536 bit patterns, signalling NaNs and subnormals among them."""
    every = from_elements("float16", [256, 256], list(range(65536)))
    assert bits_of(round_trip(every)) == list(range(65536))


@pytest.mark.parametrize("dtype, width, fraction", [("float", 32, 23), ("double", 64, 52)])
def test_notable_floats_survive(dtype, width, fraction):
    """SIL-03, SIL-20: each exponent with notable fractions, both signs."""
    exponents = range(0, 1 << (width - 1 - fraction))
    fractions = [0, 1, 2, (1 << fraction) - 1, 1 << (fraction - 1), (1 << (fraction - 1)) + 1, 0x2AAAA]
    bits = [s << (width - 1) | e << fraction | f for s in (0, 1) for e in exponents for f in fractions]
    assert bits_of(round_trip(from_elements(dtype, [len(bits)], bits))) == bits


@pytest.mark.parametrize("dtype", ["float", "float16"])
def test_fewest_digits(dtype):
    """The written digits are the fewest of that type and name the same float when read as a double first."""
    part, numpy_dtype = TYPES[dtype].part, TYPES[dtype].dtype
    for bits in range(1, 0x7C00, 7) if dtype == "float16" else range(1, 0x7F800000, 999983):
        number = tensors.float_to_json(dtype, bits)
        assert int(np.array(number, numpy_dtype).view(part)) == bits
        digits = Decimal(repr(number)).normalize().as_tuple().digits
        if len(digits) > 1:
            shorter = f"{float(number):.{len(digits) - 2}e}"
            assert int(np.array(float(shorter), numpy_dtype).view(part)) != bits, (bits, number, shorter)


def test_text_of_floats():
    """The forms of the vector format."""
    texts = {
        ("float", 0x3DCCCCCD): "0.1", ("float", 0x80000000): "-0.0", ("float", 0x7F7FFFFF): "3.4028235e+38",
        ("float", 1): "1e-45", ("float", 0x7F800000): '"Infinity"', ("float", 0xFF800000): '"-Infinity"',
        ("float", 0x7FC00000): '"NaN"', ("float", 0xFFC00000): '"NaN(0xffc00000)"',
        ("float", 0x7F800001): '"NaN(0x7f800001)"', ("float16", 0x7E00): '"NaN"', ("float16", 0x7C01): '"NaN(0x7c01)"',
        ("double", 0x7FF8000000000000): '"NaN"', ("double", 0x7FF0000000000001): '"NaN(0x7ff0000000000001)"',
        ("double", 0x3FF0000000000000): "1.0",
    }  # fmt: skip
    assert {key: json.dumps(tensors.float_to_json(*key)) for key in texts} == texts


@pytest.mark.parametrize(
    "text, bits",
    [
        ("1.000000178813934326171875", 0x3F800002),  # exactly between two floats: to even
        ("1.00000017881393432617187499", 0x3F800001),  # just below; as a double it is exactly between
        ("1.00000017881393432617187501", 0x3F800002),
        ("1.00000005960464477539062501", 0x3F800001),  # just above; twice rounded it would be 1.0
        ("-1.00000005960464477539062501", 0xBF800001),
        ("1", 0x3F800000),
        ("16777217", 0x4B800000),
        ("1e-46", 0),
        ("-0.0", 0x80000000),
    ],
)
def test_decimals_are_rounded_once(text, bits):
    assert tensors.float_from_json("float", load(text)) == bits


@pytest.mark.parametrize("dtype", ["float", "double", "float16"])
def test_numpy_value_is_what_the_bits_say(dtype):
    """Floats are stored by bits and used by value: both views agree."""
    code = {"float": "<f", "double": "<d", "float16": "<e"}[dtype]
    for number in (1.5, -2.0, 0.0):
        bits = int.from_bytes(struct.pack(code, number), "little")
        assert float(from_elements(dtype, [], [bits]).array) == number


def test_integers_beyond_a_double_are_strings():
    data = to_json(from_elements("int64", [4], [2**53 - 1, 2**53, -(2**53), -(2**63)]))["data"]
    assert data == [2**53 - 1, str(2**53), str(-(2**53)), str(-(2**63))]
    top = from_elements("uint64", [1], [2**64 - 1])
    assert round_trip(top).array.tolist() == [2**64 - 1]


def test_strings_are_bytes():
    """SIL-09 to SIL-11: NULs stay, what is not UTF-8 goes as base64."""
    strings = [b"", b"a\0", b"\0", b"\xff\xfe", "é\U0001f600\uffff".encode(), b"\xed\xa0\x80"]
    tensor = from_elements("string", [2, 3], strings)
    assert to_json(tensor)["data"][3] == {"base64": "//4="}
    assert round_trip(tensor).array.reshape(-1).tolist() == strings


@pytest.mark.parametrize("dtype", list(TYPES))
@pytest.mark.parametrize("shape", [[], [0], [2, 0, 3], [1, 2, 1]])
def test_shapes_survive(dtype, shape):
    """SHAPE-03, SHAPE-04"""
    element = {"string": b"x", "bool": True, "complex": [1, 2]}.get(TYPES[dtype].kind, 1)
    tensor = from_elements(dtype, shape, [element] * int(np.prod(shape)))
    again = round_trip(tensor)
    assert (again.dtype, list(again.shape), to_json(again)) == (dtype, shape, to_json(tensor))


def test_take_keeps_bits():
    """VAL-02, SIL-03: a gather along an axis moves signalling NaNs as they are."""
    bits = [0x7F800001, 0xFF800001, 0x80000000, 0, 1, 0x7FC00001]
    tensor = from_elements("float", [2, 3], bits)
    taken = take(tensor, np.array([2, 0]), 1)
    assert bits_of(taken) == [bits[2], bits[0], bits[5], bits[3]]
    assert taken.array.flags.c_contiguous
    pair = from_elements("complex64", [2], [[0x7F800001, 1], [2, 3]])
    assert bits_of(take(pair, np.array([1, 0]), None)) == [2, 3, 0x7F800001, 1]


@pytest.mark.parametrize(
    "value, message",
    [
        ({"dtype": "uint8", "shape": [1], "data": [256]}, "out of range for uint8 .0 to 255"),
        ({"dtype": "int8", "shape": [1], "data": ["-129"]}, "out of range"),
        ({"dtype": "int8", "shape": [1], "data": [1.5]}, "no integer"),
        ({"dtype": "int8", "shape": [1], "data": [True]}, "no integer"),
        ({"dtype": "int8", "shape": [1], "data": ["0x1"]}, "no integer"),
        ({"dtype": "bool", "shape": [1], "data": [1]}, "neither true nor false"),
        ({"dtype": "float", "shape": [1], "data": ["nan"]}, "no number"),
        ({"dtype": "float", "shape": [1], "data": ["NaN(0x7f800000)"]}, "no number"),
        ({"dtype": "float", "shape": [1], "data": ["NaN(0x17fc00000)"]}, "no number"),
        ({"dtype": "float", "shape": [1], "data": [1e39]}, "out of range for float"),
        ({"dtype": "float", "shape": [1], "data": [True]}, "no number"),
        ({"dtype": "float16", "shape": [1], "data": [65520]}, "out of range for float16"),
        ({"dtype": "complex64", "shape": [1], "data": [[1.0]]}, "no .re, im."),
        ({"dtype": "string", "shape": [1], "data": [{"base64": "*"}]}, "no string"),
        ({"dtype": "string", "shape": [1], "data": [1]}, "no string"),
        ({"dtype": "int8", "shape": [2, 2], "data": [1, 2, 3]}, "3 elements, but the shape"),
        ({"dtype": "int8", "shape": [-1], "data": []}, "sizes"),
        ({"dtype": "int8", "shape": 1, "data": []}, "sizes"),
        ({"dtype": "int8", "shape": [0]}, "not a list"),
        ({"shape": [0], "data": []}, "dtype"),
        ([], "not a tensor"),
    ],
)
def test_what_is_no_tensor_is_refused(value, message):
    with pytest.raises(TensorError, match=message):
        from_json(value)


def test_types_beyond_t_are_told_apart():
    """TYP-03"""
    with pytest.raises(UnknownType, match="bfloat16"):
        from_json({"dtype": "bfloat16", "shape": [0], "data": []})
