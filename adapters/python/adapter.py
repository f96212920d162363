"""What every adapter in Python shares: the line protocol, and tensors between their JSON form and numpy arrays, bit for bit.

An adapter is a function from a Case to a dictionary of the outputs that were asked for, and a call of `serve`. Needs
numpy 1.20 and Python 3.8. docs/adapters.md shows a whole adapter.
"""

import base64
import json
import os
import re
import sys

import numpy as np

# ONNX's name of a type: numpy's type, the unsigned integer as wide as one float of it, its default quiet NaN.
FLOATS = {
    "float16": (np.float16, np.uint16, 0x7E00),
    "float": (np.float32, np.uint32, 0x7FC00000),
    "double": (np.float64, np.uint64, 0x7FF8000000000000),
}
PARTS = {"complex64": "float", "complex128": "double"}
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
OUTPUTS = ("Y", "indices", "inverse_indices", "counts")
DTYPES = (*FLOATS, *PARTS, *INTEGERS, "bool", "string")
_EXACT_IN_JSON = 2**53 - 1


class Unsupported(Exception):
    """The runtime does not offer this; the text is its own message, or says what it lacks."""


class Rejected(Exception):
    """The runtime says that the operator does not allow this input."""


class Case:
    """One question. `x` is an array; strings stand in it as bytes, in an object array: see `texts`."""

    def __init__(self, message):
        self.dtype = message["X"]["dtype"]
        self.x = from_json(message["X"])
        self.axis = message["axis"]
        self.sorted = message["sorted"]
        self.outputs = message["outputs"]

    @property
    def is_invalid(self):
        """Whether the operator forbids it, so that an error of the runtime is a rejection (ERR-01, ERR-02, ERR-03)."""
        rank = self.x.ndim
        return self.sorted not in (0, 1) or (self.axis is not None and not -rank <= self.axis < rank)


def texts(x):
    """The strings as Python has them, for runtimes whose strings are Unicode."""
    flat = np.empty(x.size, object)
    try:
        flat[:] = [element.decode("utf-8") for element in x.reshape(-1)]
    except UnicodeDecodeError:
        raise Unsupported("strings are Unicode here, and these bytes are not UTF-8") from None
    return flat.reshape(x.shape)


# ---- Tensors ---------------------------------------------------------------------------------------------------------


def from_json(tensor):
    """The array of a tensor of the protocol."""
    dtype, shape, data = tensor["dtype"], tensor["shape"], tensor["data"]
    if dtype in PARTS:
        flat = _floats(PARTS[dtype], [part for pair in data for part in pair]).view(dtype)
    elif dtype in FLOATS:
        flat = _floats(dtype, data)
    elif dtype == "string":
        flat = np.empty(len(data), object)
        flat[:] = [e.encode("utf-8") if isinstance(e, str) else base64.b64decode(e["base64"]) for e in data]
    else:
        flat = np.array([int(e) if isinstance(e, str) else e for e in data], dtype)
    return flat.reshape(shape)


def _floats(dtype, elements):
    """Numbers as they are; words by their bits, because arithmetic on a NaN may change it."""
    real, bits, quiet_nan = FLOATS[dtype]
    words = [(i, e) for i, e in enumerate(elements) if isinstance(e, str)]
    for i, _ in words:
        elements[i] = 0.0
    flat = np.array(elements, np.float64).astype(real)
    for i, word in words:
        if word == "NaN":
            flat.view(bits)[i] = quiet_nan
        elif word.startswith("NaN("):
            flat.view(bits)[i] = int(word[4:-1], 16)
        else:
            flat[i] = float(word)
    return flat


def to_json(array):
    """The tensor of an array, or of what has `__array__`; the array's own type and shape count, its byte order does not.

    Raises TypeError for anything else: a list has no type of its own, and a masked element none at all."""
    if not hasattr(array, "__array__"):
        raise TypeError(f"{type(array).__name__} is no array")
    if np.ma.is_masked(array):
        raise TypeError("a masked array, and the mask has no place in the protocol")
    array = np.asarray(array)
    array = np.asarray(array, array.dtype.newbyteorder("="))
    return {"dtype": dtype_of(array), "shape": list(array.shape), "data": _elements(array)}


def dtype_of(array):
    """ONNX's name of an array's type. Raises TypeError where it has none."""
    if array.dtype.kind in "OUS" or array.dtype.kind == "T":
        return "string"
    for name, (real, _, _) in FLOATS.items():
        if array.dtype == real:
            return name
    if array.dtype.name in DTYPES:
        return array.dtype.name
    raise TypeError(f"an output of type {array.dtype}")


def _elements(array):
    kind = array.dtype.kind
    flat = np.ascontiguousarray(array).reshape(-1)
    if kind == "f":
        return _numbers(flat)
    if kind == "c":
        parts = _numbers(flat.view(flat.real.dtype))
        return [list(pair) for pair in zip(parts[::2], parts[1::2])]
    if kind in "iub":
        flat = flat.tolist()
        return flat if kind == "b" else [e if -_EXACT_IN_JSON <= e <= _EXACT_IN_JSON else str(e) for e in flat]
    return [_text(element) for element in flat.tolist()]


def _numbers(flat):
    _, bits, quiet_nan = FLOATS[dtype_of(flat)]
    numbers = flat.tolist()  # exact: every float is a double
    for i in np.flatnonzero(~np.isfinite(flat)).tolist():
        pattern = int(flat.view(bits)[i])
        word = "NaN" if pattern == quiet_nan else f"NaN(0x{pattern:0{flat.dtype.itemsize * 2}x})"
        numbers[i] = word if np.isnan(flat[i]) else "Infinity" if flat[i] > 0 else "-Infinity"
    return numbers


def _text(element):
    if isinstance(element, str):
        element = element.encode("utf-8")
    if not isinstance(element, bytes):
        raise TypeError(f"an element of type {type(element).__name__} among strings")
    try:
        return element.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(element).decode("ascii")}


# ---- The protocol ----------------------------------------------------------------------------------------------------


def serve(name, version, dtypes, unique, unsupported=None):
    """Answers cases by `unique(case)`, which gives {"Y": array, ..}, until end of file.

    Other exceptions than Unsupported and Rejected are the runtime's: `unsupported` is a regular expression that finds in
    "Type: message" that it does not offer this; of a case that must be rejected they are a rejection; else a failure.
    What `unique` gives and the protocol has no form for is the adapter's own: the gate calls it broken-adapter.
    """
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # whatever a library prints must not get between the answers
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("cmd") == "start":
            reply = {"started": True, "protocol": 1, "name": name, "version": version, "dtypes": list(dtypes)}
        elif message.get("cmd", "run") == "run" and "X" in message:
            reply = {"id": message["id"], **_answer(message, unique, unsupported)}
        else:
            continue
        answers.write(json.dumps(reply) + "\n")
        answers.flush()


def _answer(message, unique, unsupported):
    case = Case(message)
    try:
        outputs = unique(case)
    except Unsupported as error:
        return {"unsupported": str(error)}
    except Rejected as error:
        return {"rejected": str(error)}
    except Exception as error:  # the runtime's own, of whatever type
        text = _one_line(f"{type(error).__name__}: {error}")
        if unsupported is not None and re.search(unsupported, text):
            return {"unsupported": text}
        return {"rejected" if case.is_invalid else "failed": text}
    return _written(outputs)


def _written(outputs):
    """The outputs as an answer has them; or "broken", which no answer has, and which the gate quotes."""
    if not isinstance(outputs, dict):
        return {"broken": f"the adapter gave {type(outputs).__name__}, where a dictionary of outputs is right"}
    tensors = {}
    for name, array in outputs.items():
        if name not in OUTPUTS:
            return {"broken": f"the adapter gave {name!r}, which is no output"}
        try:
            tensors[name] = to_json(array)
        except Exception as error:  # whatever it is, the runtime has answered already
            return {"broken": _one_line(f"the adapter gave {name} as what cannot be written: {error}")}
    return tensors


def _one_line(text):
    return " ".join(text.split())[:300]
