"""Clauses are worked out from what a case holds: one that an implementation could break unseen is not claimed."""

import pytest

from unique_oracle_reference.case import OUTPUTS, Case
from unique_oracle_reference.cases import Chosen
from unique_oracle_reference.tensor import from_elements
from unique_oracle_reference.write import vector_of


def clauses(dtype, shape, elements, axis=None, order=1, outputs=OUTPUTS):
    case = Case("test", from_elements(dtype, shape, elements), axis, order, outputs)
    return set(vector_of(Chosen(case, ["test"], "test")).clauses)


@pytest.mark.parametrize(
    "arguments, present, absent",
    [
        (
            ("int8", [3], [1, 1, 1]),
            {"VAL-01", "AXIS-01", "CNT-01"},
            {"ORD-01", "ORD-02", "SIL-23", "AXIS-02", "IDX-04"},
        ),
        (("int8", [2], [-1, 1], None, 0), {"ORD-02", "IDX-04", "SIL-23"}, {"ORD-01"}),
        (
            ("int8", [2, 2], [2, 1, 2, 1], -1),
            {"AXIS-03", "AXIS-05", "ORD-04", "SIL-06"},
            {"SIL-22", "ATT-03", "AXIS-04"},
        ),
        (("int8", [2, 2], [2, 1, 2, 1], -2), {"AXIS-03", "AXIS-04"}, {"ORD-01", "SIL-06"}),
        (("int8", [2, 2], [2, 1, 2, 1]), {"ATT-03", "FLAT-01", "INV-03", "SIL-18"}, {"INV-02", "SHAPE-02"}),
        (("int8", [2], [2, 1], 0), {"SIL-22", "INV-02"}, {"INV-03", "SIL-06"}),
        (("int8", [2], [2, 1], None, 1, ("Y", "counts")), {"OUT-05", "SIL-17", "OUT-07"}, {"IDX-01", "INV-01"}),
        (("int8", [2], [2, 1], None, 1, ("Y",)), {"OUT-02"}, {"OUT-05", "TYP-04", "ORD-03"}),
        (("int8", [], [1]), {"SHAPE-03", "SIL-13"}, {"VAL-01", "ATT-03"}),
        (("int8", [0, 2], [], 0), {"SHAPE-04", "SHAPE-05", "SIL-14"}, {"SHAPE-06", "VAL-02"}),
        (("int8", [0, 2], [], 1), {"SHAPE-06", "VAL-01"}, {"SHAPE-05"}),
        (("float", [2], [0x7FC00000, 0]), {"SIL-02", "SIL-03"}, {"SIL-01", "SIL-05", "SIL-04"}),
        (("float", [2], [0x7FC00000, 0x7FC00001], 0), {"SIL-01", "SIL-05"}, {"SIL-02"}),
        (("float", [2], [0x80000000, 0]), {"SIL-04"}, {"SIL-20", "SIL-01"}),
        (("float", [2], [1, 0x3F800000]), {"SIL-20"}, {"SIL-04"}),
        (("complex64", [1], [[0, 0x80000000]]), {"SIL-04"}, {"SIL-07"}),
        (("complex64", [2], [[0x7FC00000, 0], [0, 0x7FC00000]]), {"SIL-07", "SIL-01"}, {"ORD-01"}),
        (("bool", [2], [True, False]), {"SIL-08"}, set()),
        (("string", [2], [b"", b"a"]), {"SIL-09", "SIL-10"}, {"SIL-11"}),
        (("string", [1], [b"\xff"]), {"SIL-11"}, {"SIL-09", "SIL-10"}),
        (("uint64", [2], [2**63, 1]), {"SIL-23"}, set()),
        (("uint8", [2], [2, 1]), {"ORD-01"}, {"SIL-23"}),
        (("int8", [], [1], 0), {"ERR-02", "AXIS-06", "SIL-13"}, {"ERR-01", "TYP-01"}),
        (("int8", [1], [1], 2**32), {"ERR-01", "AXIS-04", "SIL-16"}, {"ERR-03"}),
        (("int8", [1], [1], 1, 2), {"ERR-01", "ERR-03", "ATT-02", "SIL-15"}, {"SIL-16"}),
    ],
)
def test_clauses_follow_the_case(arguments, present, absent):
    have = clauses(*arguments)
    assert present <= have, present - have
    assert not absent & have, absent & have
