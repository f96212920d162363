"""Tensors of the 15 types as numpy arrays, and their JSON form, exact to the bit both ways.

Floats go through their bits, never through arithmetic: turning a float or float16 NaN into a Python float would quieten
a signalling one and move its payload. Strings are Python bytes in object arrays, because numpy's own fixed-width
strings lose trailing NULs.
"""

import base64
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np


class TensorError(ValueError):
    """A JSON value that is no tensor, with the place and the reason."""


class UnknownType(TensorError):
    """An element type outside T (TYP-02, TYP-03)."""


class ElementType(NamedTuple):
    """How one type of T stands in numpy. `part` is the unsigned integer as wide as one float, None without floats."""

    kind: str  # "int", "float", "complex", "bool", "string"
    dtype: Any
    part: Any
    quiet_nan: int  # the default quiet NaN: positive, quiet bit only


_HALF, _SINGLE, _DOUBLE = 0x7E00, 0x7FC00000, 0x7FF8000000000000

TYPES = {
    "float": ElementType("float", np.float32, np.uint32, _SINGLE),
    "uint8": ElementType("int", np.uint8, None, 0),
    "int8": ElementType("int", np.int8, None, 0),
    "uint16": ElementType("int", np.uint16, None, 0),
    "int16": ElementType("int", np.int16, None, 0),
    "int32": ElementType("int", np.int32, None, 0),
    "int64": ElementType("int", np.int64, None, 0),
    "string": ElementType("string", object, None, 0),
    "bool": ElementType("bool", np.bool_, None, 0),
    "float16": ElementType("float", np.float16, np.uint16, _HALF),
    "double": ElementType("float", np.float64, np.uint64, _DOUBLE),
    "uint32": ElementType("int", np.uint32, None, 0),
    "uint64": ElementType("int", np.uint64, None, 0),
    "complex64": ElementType("complex", np.complex64, np.uint32, _SINGLE),
    "complex128": ElementType("complex", np.complex128, np.uint64, _DOUBLE),
}

# Beyond these an integer is written as a string, since many JSON readers keep numbers as doubles.
_EXACT_IN_JSON = 2**53 - 1


@dataclass(frozen=True)
class Tensor:
    """An element type of T by its ONNX name, and the elements as a C-contiguous array."""

    dtype: str
    array: np.ndarray

    @property
    def shape(self):
        return self.array.shape

    @property
    def type(self):
        return TYPES[self.dtype]


# ---- Making tensors --------------------------------------------------------------------------------------------------


def from_elements(dtype, shape, elements):
    """A tensor from Python elements in row-major order (FLAT-01).

    Elements are ints, bools, bytes; of float types their bits as an int; of complex types pairs of bits.
    """
    kind, numpy_dtype, part, _ = TYPES[dtype]
    if kind == "string":
        flat = np.empty(len(elements), object)
        flat[:] = elements
    elif part is None:
        flat = np.array(elements, numpy_dtype)
    else:
        flat = np.array(elements, part).reshape(-1).view(numpy_dtype)
    return Tensor(dtype, flat.reshape(shape))


def int64_tensor(values):
    """A 1-D int64 tensor: indices, inverse_indices or counts (TYP-04)."""
    return Tensor("int64", np.ascontiguousarray(values, np.int64))


def float_parts(tensor):
    """The bits of all floats of a float or complex tensor in row-major order; two for each complex element."""
    return np.ascontiguousarray(tensor.array).reshape(-1).view(tensor.type.part)


def is_nan(tensor):
    """For each element, whether it is a NaN or has a part that is (SIL-07); an array of X's shape."""
    if tensor.type.part is None:
        return np.zeros(tensor.shape, bool)
    return np.isnan(tensor.array)


def take(tensor, positions, axis):
    """Elements (axis None, of the flattened tensor) or subtensors at these positions, bit for bit and contiguous."""
    array = tensor.array.reshape(-1) if axis is None else tensor.array
    if tensor.type.kind != "string":
        array = np.ascontiguousarray(array).view(np.dtype(("V", array.dtype.itemsize)))  # opaque: no float is touched
    taken = np.take(array, positions, axis=0 if axis is None else axis)
    return Tensor(tensor.dtype, np.ascontiguousarray(taken).view(tensor.type.dtype))


# ---- Numbers as text -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def float_to_json(dtype, bits):
    """The float of type `dtype` ("float", "double", "float16") with these bits, as the vector format has it."""
    _, numpy_dtype, part, quiet_nan = TYPES[dtype]
    value = np.array(bits, part).view(numpy_dtype)[()]
    if np.isnan(value):
        width = np.dtype(part).itemsize * 2
        return "NaN" if bits == quiet_nan else f"NaN(0x{bits:0{width}x})"
    if np.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    # Python writes a float with the fewest digits that tell it from other doubles. For the narrower types fewer are
    # enough; the double that those digits name is written by Python with just those digits.
    return float(value) if dtype == "double" else float(np.format_float_scientific(value, unique=True))


def float_from_json(dtype, element):
    """The bits of a float given as JSON: a number (int or Decimal), or one of the words of the format."""
    if isinstance(element, str):
        return _float_from_word(dtype, element)
    if isinstance(element, bool) or not isinstance(element, (int, float, Decimal)):
        raise TensorError(f"{element!r} is no number of type {dtype}")
    value = _rounded(dtype, Decimal(element))
    if not np.isfinite(value):
        raise TensorError(f"{element} is out of range for {dtype}")
    return int(value.view(TYPES[dtype].part))


def _float_from_word(dtype, word):
    _, numpy_dtype, part, quiet_nan = TYPES[dtype]
    if word == "NaN":
        return quiet_nan
    if word in ("Infinity", "-Infinity"):
        return int(np.array(float(word), numpy_dtype).view(part))
    if word.startswith("NaN(0x") and word.endswith(")"):
        digits = word[6:-1]
        bits = int(digits, 16) if digits and set(digits) <= set("0123456789abcdefABCDEF") else -1
        if 0 <= bits < 1 << np.dtype(part).itemsize * 8 and np.isnan(np.array(bits, part).view(numpy_dtype)):
            return bits
    raise TensorError(f"{word!r} is no number of type {dtype}")


def _rounded(dtype, decimal):
    """The float nearest to an exact decimal, ties to even."""
    double = np.float64(float(decimal))
    if dtype == "double":
        return double
    numpy_dtype = TYPES[dtype].dtype
    with np.errstate(over="ignore", under="ignore"):
        value = numpy_dtype(double)
    if not np.isfinite(value) or np.float64(value) == double:
        return value
    # Rounding twice goes wrong only where the double stands exactly between two neighbours and the decimal does not.
    with np.errstate(over="ignore", under="ignore"):
        neighbour = np.nextafter(value, numpy_dtype(np.inf if np.float64(value) < double else -np.inf))
    exact = Decimal(float(double))
    if np.isfinite(neighbour) and (np.float64(value) + np.float64(neighbour)) / 2 == double and decimal != exact:
        return max(value, neighbour) if decimal > exact else min(value, neighbour)
    return value


# ---- Elements as JSON ------------------------------------------------------------------------------------------------


def _int_to_json(value):
    return value if -_EXACT_IN_JSON <= value <= _EXACT_IN_JSON else str(value)


def _int_from_json(dtype, element):
    if isinstance(element, str):
        digits = element[1:] if element[:1] == "-" else element
        if not (digits.isascii() and digits.isdigit()):
            raise TensorError(f"{element!r} is no integer")
        element = int(element)
    if isinstance(element, bool) or not isinstance(element, int):
        raise TensorError(f"{element!r} is no integer")
    limits = np.iinfo(TYPES[dtype].dtype)
    if not limits.min <= element <= limits.max:
        raise TensorError(f"{element} is out of range for {dtype} ({limits.min} to {limits.max})")
    return element


def _bool_from_json(_dtype, element):
    if not isinstance(element, bool):
        raise TensorError(f"{element!r} is neither true nor false")
    return element


def _string_to_json(data):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode("ascii")}


def _string_from_json(_dtype, element):
    try:
        if isinstance(element, str):
            return element.encode("utf-8")
        if isinstance(element, dict) and list(element) == ["base64"] and isinstance(element["base64"], str):
            return base64.b64decode(element["base64"], validate=True)
    except ValueError as error:
        raise TensorError(f"{element!r} is no string: {error}") from None
    raise TensorError(f"{element!r} is no string")


def _complex_from_json(part_dtype):
    def read(_dtype, element):
        if not isinstance(element, list) or len(element) != 2:
            raise TensorError(f"{element!r} is no [re, im]")
        return [float_from_json(part_dtype, part) for part in element]

    return read


_READERS = {"int": _int_from_json, "bool": _bool_from_json, "string": _string_from_json, "float": float_from_json}


def _reader(dtype):
    if TYPES[dtype].kind == "complex":
        return _complex_from_json(_part_type(dtype))
    return _READERS[TYPES[dtype].kind]


def _part_type(dtype):
    return {"complex64": "float", "complex128": "double"}.get(dtype, dtype)


# ---- Tensors as JSON -------------------------------------------------------------------------------------------------


def to_json(tensor):
    """{"dtype", "shape", "data"} of a tensor, with Python objects that json.dumps writes in canonical form."""
    return {"dtype": tensor.dtype, "shape": list(tensor.shape), "data": _data_to_json(tensor)}


def _data_to_json(tensor):
    kind = tensor.type.kind
    if kind in ("float", "complex"):
        part = _part_type(tensor.dtype)
        floats = [float_to_json(part, bits) for bits in float_parts(tensor).tolist()]
        return floats if kind == "float" else [list(pair) for pair in zip(floats[::2], floats[1::2])]
    flat = tensor.array.reshape(-1).tolist()
    if kind == "int":
        return [_int_to_json(value) for value in flat]
    return flat if kind == "bool" else [_string_to_json(value) for value in flat]


def from_json(value, where="X"):
    """The tensor that this JSON value is. Raises TensorError with the place, UnknownType for a type outside T."""
    if not isinstance(value, dict):
        raise TensorError(f"{where}: not a tensor")
    dtype, shape, data = value.get("dtype"), value.get("shape"), value.get("data")
    if not isinstance(dtype, str):
        raise TensorError(f"{where}.dtype: missing or no string")
    if dtype not in TYPES:
        raise UnknownType(f"{where}.dtype: {dtype!r} is not one of the types of Unique")
    if not isinstance(shape, list) or not all(_is_size(size) for size in shape):
        raise TensorError(f"{where}.shape: not a list of sizes")
    if not isinstance(data, list):
        raise TensorError(f"{where}.data: not a list")
    count = 1
    for size in shape:
        count *= size
    if count != len(data):
        raise TensorError(f"{where}.data: {len(data)} elements, but the shape {shape} has {count}")
    read = _reader(dtype)
    try:
        return from_elements(dtype, shape, [read(dtype, element) for element in data])
    except TensorError as error:
        raise TensorError(f"{where}.data: {error}") from None


def _is_size(size):
    return isinstance(size, int) and not isinstance(size, bool) and size >= 0
