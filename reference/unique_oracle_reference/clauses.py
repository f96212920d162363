"""Which clauses and silent points a case really exercises, worked out from the case and its answer.

A clause is listed when an implementation that breaks it could be caught by this case: ORD-02 only where there is more
than one value to order, SIL-04 only where both zeros occur.
"""

import numpy as np

from unique_oracle_reference.case import OUTPUTS
from unique_oracle_reference.tensor import float_parts, is_nan

_WIDEST_EXACT_DOUBLE = 2**53


def clauses_of_rejection(case):
    """Clauses of a case that must be rejected."""
    found = set()
    if case.sorted not in (0, 1):
        found |= {"ERR-03", "ATT-02", "SIL-15"}
    if case.axis is not None and not -case.rank <= case.axis < case.rank:
        found |= {"ERR-02", "AXIS-06", "SIL-13"} if case.rank == 0 else {"ERR-01", "AXIS-04"}
        if not -(2**31) <= case.axis < 2**31:
            found.add("SIL-16")
    return _in_order(found)


def clauses_of_answer(case, full):
    """Clauses of an allowed case; `full` holds all four outputs, whatever the case asks for."""
    distinct = full["indices"].array.size
    found = {"TYP-01", "TYP-02", "OUT-01"}
    found |= _axis_clauses(case, distinct)
    found |= _output_clauses(case, full, distinct)
    found |= _shape_clauses(case)
    found |= _order_clauses(case, full, distinct)
    found |= _value_points(case, distinct)
    if case.items >= 2:
        found.add("VAL-01")
    if case.x.array.size:
        found.add("VAL-02")
    return _in_order(found)


def _axis_clauses(case, distinct):
    if case.axis is None:
        found = {"AXIS-01"}
        wide = sum(size > 1 for size in case.x.shape)
        if case.rank >= 2:
            found.add("ATT-03")
        if wide >= 2 and distinct >= 2:
            found |= {"FLAT-01", "SIL-12"}
        return found
    found = {"AXIS-02"}
    if case.axis < 0:
        found |= {"AXIS-03", "AXIS-05"}
    if case.axis in (-case.rank, case.rank - 1):
        found.add("AXIS-04")
    if case.rank == 1:
        found.add("SIL-22")
    return found


def _output_clauses(case, full, distinct):
    wanted, found = set(case.outputs), set()
    if len(wanted) < len(OUTPUTS):
        found |= {"OUT-02", "OUT-03", "OUT-04", "OUT-07", "SIL-17"}
    if tuple(case.outputs) != OUTPUTS[: len(case.outputs)]:
        found.add("OUT-05")
    if wanted - {"Y"}:
        found.add("TYP-04")
    repeated = distinct < case.items
    if "indices" in wanted:
        found.add("IDX-03")
        found |= {"IDX-01"} if repeated or distinct >= 2 else set()
        found |= {"IDX-02"} if case.axis is not None or case.rank >= 2 else set()
        found |= {"IDX-04"} if case.sorted == 0 and distinct >= 2 else set()
    if "inverse_indices" in wanted:
        found.add("INV-04")
        found |= {"INV-01", "INV-06"} if case.items else set()
        found |= {"INV-02"} if case.axis is not None else set()
        found |= {"INV-03", "SIL-18"} if case.rank != 1 else set()
        found |= {"INV-05"} if "indices" in wanted and case.items else set()
    if "counts" in wanted:
        found.add("CNT-02")
        found |= {"CNT-01"} if case.items else set()
    return found


def _shape_clauses(case):
    found = {"SHAPE-01"} if case.axis is None else {"SHAPE-02"}
    if case.rank == 0:
        found |= {"SHAPE-03", "SIL-13"}
    if 0 in case.x.shape:
        found |= {"SHAPE-04", "SIL-14"}
        if case.axis is not None:
            found.add("SHAPE-05" if case.items == 0 else "SHAPE-06")
    return found


def _order_clauses(case, full, distinct):
    if distinct < 2:
        return set()
    found = {"ORD-01"} if case.sorted == 1 else {"ORD-02"}
    if len(case.outputs) > 1:
        found.add("ORD-03")
    if case.sorted == 1 and case.axis is not None and case.x.array.size > case.items:
        found |= {"ORD-04", "SIL-06"}
    return found


def _value_points(case, distinct):
    kind = case.x.type.kind
    if kind in ("float", "complex"):
        return _float_points(case, distinct)
    if kind == "string":
        return _string_points(case, distinct)
    if kind == "bool":
        return {"SIL-08"} if case.sorted == 1 and distinct >= 2 else set()
    return _integer_points(case)


def _float_points(case, distinct):
    parts, nans, found = float_parts(case.x), is_nan(case.x), set()
    floats = parts.view(np.zeros(0, case.x.array.dtype).real.dtype)
    if nans.any():
        found.add("SIL-03")
        found |= {"SIL-01"} if nans.sum() >= 2 else set()
        found |= {"SIL-02"} if case.sorted == 1 and distinct >= 2 else set()
        found |= {"SIL-05"} if case.axis is not None else set()
    zeros = floats == 0
    if np.unique(np.signbit(floats[zeros])).size == 2:
        found.add("SIL-04")
    if case.x.type.kind == "complex" and distinct >= 2 and (nans.any() or case.sorted == 1):
        found.add("SIL-07")
    elif case.x.type.kind == "complex" and nans.sum() >= 2:
        found.add("SIL-07")
    smallest_normal = np.finfo(floats.dtype).tiny
    if ((floats != 0) & (np.abs(floats) < smallest_normal)).any():
        found.add("SIL-20")
    return found


def _string_points(case, distinct):
    strings = case.x.array.reshape(-1).tolist()
    found = {"SIL-09"} if distinct >= 2 else set()
    if any(data == b"" or b"\0" in data for data in strings):
        found.add("SIL-10")
    if any(not _is_utf8(data) for data in strings):
        found.add("SIL-11")
    return found


def _integer_points(case):
    values = case.x.array.reshape(-1).tolist()
    limits = np.iinfo(case.x.array.dtype)
    if limits.min < 0:
        tells = any(value < 0 for value in values) and any(value >= 0 for value in values)
    else:
        tells = any(value > limits.max // 2 for value in values) and any(value <= limits.max // 2 for value in values)
    return {"SIL-23"} if tells or any(abs(value) > _WIDEST_EXACT_DOUBLE for value in values) else set()


def _is_utf8(data):
    try:
        data.decode("utf-8")
        return True
    except UnicodeDecodeError:
        return False


# Families in the order in which the operator's clauses are listed.
_FAMILIES = ("TYP", "ATT", "AXIS", "FLAT", "OUT", "VAL", "ORD", "IDX", "INV", "CNT", "SHAPE", "ERR", "SIL")


def _in_order(ids):
    return sorted(ids, key=lambda clause: (_FAMILIES.index(clause.split("-")[0]), clause))
