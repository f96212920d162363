"""A second implementation of the operator: quadratic, by value, straight from the clauses, on a vector file's JSON.

It shares nothing with the package, not even how elements are read, and does not use numpy.
"""

import base64
import functools
import json

INT64 = "int64"


def read(line):
    """Parses a vector; every float stays the text that it is written with."""
    return json.loads(line, parse_float=FloatText)


class FloatText(str):
    """A decimal as written, so that -0.0 is not 0.0 and no digit is lost."""


def plain(value):
    """A text that is equal for equal JSON only."""
    return json.dumps(value, sort_keys=True)


def _float_value(element):
    text = str(element)
    return float("nan") if text.startswith("NaN") else float(text.replace("Infinity", "inf"))


def _value(dtype, element):
    """The element as something that compares by value: a number, a pair of numbers, a bool or bytes."""
    if dtype in ("float", "double", "float16"):
        return (_float_value(element),)
    if dtype.startswith("complex"):
        return tuple(_float_value(part) for part in element)
    if dtype == "string":
        return base64.b64decode(element["base64"]) if isinstance(element, dict) else element.encode("utf-8")
    return element if dtype == "bool" else int(element)


def _is_nan(value):
    return isinstance(value, tuple) and any(part != part for part in value)


def compare(a, b):
    """Negative, 0, positive. SIL-01, SIL-02, SIL-07: all NaNs are one value above all others; the rest as in Python."""
    if _is_nan(a) or _is_nan(b):
        return _is_nan(a) - _is_nan(b)
    return (a > b) - (a < b)


def compare_items(a, b):
    """SIL-06: lexicographic, element by element."""
    for x, y in zip(a, b):
        order = compare(x, y)
        if order:
            return order
    return 0


def _strides(shape):
    strides, step = [], 1
    for size in reversed(shape):
        strides.insert(0, step)
        step *= size
    return strides


def _positions(shape):
    """All index tuples in row-major order (FLAT-01)."""
    if not shape:
        return [()]
    return [(i,) + rest for i in range(shape[0]) for rest in _positions(shape[1:])]


def _items(shape, axis):
    """For each compared thing the flat positions of its elements, row-major, the axis removed (AXIS-01, AXIS-02)."""
    strides = _strides(shape)
    if axis is None:
        return [[i] for i in range(len(_positions(shape)))]
    rest = shape[:axis] + shape[axis + 1 :]
    items = []
    for i in range(shape[axis]):
        places = [p[:axis] + (i,) + p[axis:] for p in _positions(rest)]
        items.append([sum(c * s for c, s in zip(place, strides)) for place in places])
    return items


def rejects(case):
    rank = len(case["X"]["shape"])
    bad_axis = case["axis"] is not None and not -rank <= case["axis"] <= rank - 1  # AXIS-04, AXIS-06
    return bad_axis or case["sorted"] not in (0, 1)  # ATT-02


def unique(case):
    """The outputs asked for, as JSON."""
    x, axis = case["X"], case["axis"]
    shape, dtype = x["shape"], x["dtype"]
    if axis is not None and axis < 0:
        axis += len(shape)  # AXIS-03
    values = [_value(dtype, element) for element in x["data"]]
    places = _items(shape, axis)
    items = [[values[p] for p in item] for item in places]

    firsts, inverse = [], []  # VAL-01, IDX-01: the first of each distinct item
    for i, item in enumerate(items):
        same = next((k for k, first in enumerate(firsts) if compare_items(items[first], item) == 0), None)
        if same is None:
            same = len(firsts)
            firsts.append(i)
        inverse.append(same)
    order = list(range(len(firsts)))  # ORD-02
    if case["sorted"] == 1:  # ORD-01
        order.sort(key=functools.cmp_to_key(lambda a, b: compare_items(items[firsts[a]], items[firsts[b]])))
    indices = [firsts[k] for k in order]
    place = {k: j for j, k in enumerate(order)}
    inverse = [place[k] for k in inverse]  # INV-01
    counts = [inverse.count(j) for j in range(len(indices))]  # CNT-01

    outputs = {
        "Y": _gather(x, axis, places, indices),
        "indices": {"dtype": INT64, "shape": [len(indices)], "data": indices},
        "inverse_indices": {"dtype": INT64, "shape": [len(inverse)], "data": inverse},
        "counts": {"dtype": INT64, "shape": [len(counts)], "data": counts},
    }
    return {name: outputs[name] for name in case["outputs"]}


def _gather(x, axis, places, indices):
    """Y: the elements as written in X (VAL-02), put where they belong (SHAPE-01, SHAPE-02)."""
    if axis is None:
        return {"dtype": x["dtype"], "shape": [len(indices)], "data": [x["data"][i] for i in indices]}
    shape = x["shape"][:axis] + [len(indices)] + x["shape"][axis + 1 :]
    data = [None] * len(_positions(shape))
    for i, targets in zip(indices, _items(shape, axis)):
        for source, target in zip(places[i], targets):
            data[target] = x["data"][source]
    return {"dtype": x["dtype"], "shape": shape, "data": data}
