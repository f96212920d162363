"""numpy's answers, raw and corrected to the operator.

`corrected` is what golden vectors are made with. numpy.unique does the work; where it departs from the operator or from
the rulings of policy onnx, a function of its own corrects it, with its name in CORRECTIONS and a test that shows both
numpy's own answer and the corrected one:

  before asking  rows_as_ranks                 NaN inside subtensors, strings along an axis
                 strings_as_bytes              fixed-width arrays lose trailing NULs
                 complex_nans_as_one           the first index of complex NaNs
  asking         all_outputs_at_once           without return_index numpy sorts unstably: other zero and NaN bits in Y
  after          flat_inverse                  since numpy 2.0 the inverse has X's shape
                 int64_outputs                 numpy's index type is that of the platform
                 first_occurrence_order        sorted=0
                 bits_of_first_occurrence      Y contiguous, and bit for bit elements of X
"""

from typing import NamedTuple

import numpy as np

from unique_oracle_reference.case import rejection
from unique_oracle_reference.tensor import TYPES, Tensor, int64_tensor, is_nan, take


class Unsupported(Exception):
    """numpy does not offer this."""


class Rejected(Exception):
    """The operator does not allow this case, or numpy refuses it."""


class Found(NamedTuple):
    """What both orders are made of, as int64 arrays."""

    indices: np.ndarray
    inverse: np.ndarray
    counts: np.ndarray


def corrected(case):
    """The outputs that the operator and policy onnx demand, by name. Raises Rejected."""
    reason = rejection(case)
    if reason is not None:
        raise Rejected(reason)
    found = _ascending(case.x, case.resolved_axis)
    if case.sorted == 0:
        found = first_occurrence_order(found)
    outputs = {
        "Y": bits_of_first_occurrence(case.x, case.resolved_axis, found.indices),
        "indices": int64_tensor(found.indices),
        "inverse_indices": int64_tensor(found.inverse),
        "counts": int64_tensor(found.counts),
    }
    return {name: outputs[name] for name in case.outputs}  # OUT-04, OUT-07: the rest is left out, nothing else changes


def _ascending(x, axis):
    asked = _elements(x) if axis is None else rows_as_ranks(x) if _needs_ranks(x) else x.array
    _, indices, inverse, counts = all_outputs_at_once(asked, axis)
    return int64_outputs(Found(indices, flat_inverse(inverse), counts))


def _elements(x):
    """X as an array whose elements numpy compares as the operator does."""
    if x.type.kind == "string":
        return strings_as_bytes(x)
    return complex_nans_as_one(x) if x.type.kind == "complex" else x.array


def _needs_ranks(x):
    return x.type.kind == "string" or bool(is_nan(x).any())


# ---- Before asking ---------------------------------------------------------------------------------------------------


def rows_as_ranks(x):
    """X with each element replaced by its rank among X's distinct elements, so that rows of integers are compared.

    numpy compares subtensors field by field, where NaN equals nothing (SIL-05; before 2.4 at rank 1 too, SIL-22), and
    has no order for rows of bytes objects. Ranks come from numpy too, which gets single elements right, and keep
    equality and order (SIL-06).
    """
    return flat_inverse(all_outputs_at_once(_elements(x), None)[2]).reshape(x.shape)


def strings_as_bytes(x):
    """Strings as Python bytes: equal by length and bytes, ordered bytewise, trailing NULs kept (SIL-09, SIL-10)."""
    return x.array


def complex_nans_as_one(x):
    """X with every complex NaN replaced by one and the same (SIL-07).

    numpy sorts complex NaNs by which part is NaN and then takes all of them as one value, so that the index is that of
    the first in this order and not of the first in X. Alike, they stay in the order of X.
    """
    array = x.array.copy()
    array[is_nan(x)] = complex(np.nan, np.nan)
    return array


# ---- Asking ----------------------------------------------------------------------------------------------------------


def all_outputs_at_once(array, axis):
    """numpy.unique with every output: only then does it sort stably and find first occurrences (IDX-01, SIL-17)."""
    return np.unique(array, return_index=True, return_inverse=True, return_counts=True, axis=axis)


# ---- After -----------------------------------------------------------------------------------------------------------


def flat_inverse(inverse):
    """The inverse is 1-D whatever X's rank is (INV-03, SIL-18)."""
    return inverse.reshape(-1)


def int64_outputs(found):
    """The three index outputs are int64 on every platform (TYP-04)."""
    return Found(*(np.ascontiguousarray(output, np.int64) for output in found))


def first_occurrence_order(found):
    """Ascending order turned into the order of first occurrence (ORD-02), in all outputs alike (ORD-03)."""
    order = np.argsort(found.indices, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(order.size)
    return int64_outputs(Found(found.indices[order], place[found.inverse], found.counts[order]))


def bits_of_first_occurrence(x, axis, indices):
    """Y gathered from X itself: contiguous, verbatim bits of the first occurrences (VAL-02, SIL-03, SIL-04)."""
    return take(x, indices, axis)


CORRECTIONS = (
    rows_as_ranks,
    strings_as_bytes,
    complex_nans_as_one,
    all_outputs_at_once,
    flat_inverse,
    int64_outputs,
    first_occurrence_order,
    bits_of_first_occurrence,
)


# ---- Raw -------------------------------------------------------------------------------------------------------------

_TYPE_NAMES = {np.dtype(element.dtype): name for name, element in TYPES.items() if name != "string"}


def raw(case):
    """numpy.unique's own answer, mapped onto the outputs as a plain user would.

    Only the outputs asked for are asked for. sorted=0 reorders everything by the first indices; any other value is
    numpy's ascending order. Strings are numpy text arrays. Raises Rejected and Unsupported.
    """
    unsorted = case.sorted == 0
    array = _text(case.x) if case.x.type.kind == "string" else case.x.array
    try:
        answer = np.unique(
            array,
            return_index=unsorted or "indices" in case.outputs,
            return_inverse="inverse_indices" in case.outputs,
            return_counts="counts" in case.outputs,
            axis=case.axis,
        )
    except (ValueError, OverflowError) as error:  # numpy's AxisError is a ValueError
        raise Rejected(str(error)) from None
    except TypeError as error:
        raise Unsupported(str(error)) from None
    asked = [name for name in case.outputs if name != "indices"]
    names = ["Y"] + (["indices"] if unsorted or "indices" in case.outputs else []) + asked[1:]
    outputs = dict(zip(names, answer if isinstance(answer, tuple) else (answer,)))
    if unsorted:
        _reorder(outputs, case.axis)
    return {name: _named(outputs[name]) for name in case.outputs}


def _reorder(outputs, axis):
    order = np.argsort(outputs["indices"])
    outputs["Y"] = np.take(outputs["Y"], order, axis=0 if axis is None else axis)
    outputs["indices"] = outputs["indices"][order]
    if "counts" in outputs:
        outputs["counts"] = outputs["counts"][order]
    if "inverse_indices" in outputs:
        outputs["inverse_indices"] = np.argsort(order)[outputs["inverse_indices"]]


def _text(x):
    try:
        strings = [data.decode("utf-8") for data in x.array.reshape(-1).tolist()]
    except UnicodeDecodeError:
        raise Unsupported("numpy text arrays hold Unicode text, not any bytes") from None
    return np.array(strings, str).reshape(x.shape)


def _named(array):
    array = np.asarray(array)
    if array.dtype.kind != "U":
        return Tensor(_TYPE_NAMES[array.dtype], np.ascontiguousarray(array).reshape(array.shape))
    encoded = np.empty(array.size, object)
    encoded[:] = [text.encode("utf-8") for text in array.reshape(-1).tolist()]
    return Tensor("string", encoded.reshape(array.shape))
