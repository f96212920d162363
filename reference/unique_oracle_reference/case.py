"""Cases, vectors and answers, and their JSON form."""

import json
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Dict, List, Optional

from unique_oracle_reference import tensor as tensors
from unique_oracle_reference.tensor import Tensor, TensorError

# The four outputs by their position in the node (OUT-05), and one letter each for ids: Y, Indices, inVerse, Counts.
OUTPUTS = ("Y", "indices", "inverse_indices", "counts")
LETTERS = dict(zip(OUTPUTS, "YIVC"))


@dataclass(frozen=True)
class Case:
    """A question: X, the attributes as they stand in the node, and the wanted outputs in the node's order."""

    id: str
    x: Tensor
    axis: Optional[int]
    sorted: int
    outputs: tuple

    @property
    def rank(self):
        return len(self.x.shape)

    @property
    def resolved_axis(self):
        """The axis counted from the front (AXIS-03), None without; only for cases that the operator allows."""
        return None if self.axis is None else self.axis % self.rank

    @property
    def items(self):
        """How many things are compared: the elements (AXIS-01), or the subtensors along the axis (AXIS-02)."""
        return self.x.array.size if self.axis is None else self.x.shape[self.resolved_axis]


@dataclass(frozen=True)
class Vector:
    """A case with the answer that it must get: outputs by name, or why it must be rejected."""

    case: Case
    expect: Dict[str, Tensor]
    rejected: Optional[str] = None
    tags: List[str] = field(default_factory=list)
    clauses: List[str] = field(default_factory=list)
    comment: str = ""


def rejection(case):
    """Why the operator does not allow this case, or None when it does."""
    if case.sorted not in (0, 1):  # ERR-03, SIL-15
        return f"sorted {case.sorted} is neither 0 nor 1"
    if case.axis is not None and not -case.rank <= case.axis < case.rank:  # ERR-01, ERR-02, SIL-16
        return f"axis {case.axis} is outside [-r, r-1] for r={case.rank}"
    return None


# ---- JSON ------------------------------------------------------------------------------------------------------------


def dump(value):
    """One line of canonical JSON: plain ASCII, keys in the order given, one space after ',' and ':'."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(", ", ": "))


def load(line):
    """Parses a line of JSON; decimals stay exact. Raises ValueError."""
    return json.loads(line, parse_float=Decimal, parse_constant=_refuse_constant)


def _refuse_constant(name):
    raise ValueError(f"{name} is not JSON")


def case_to_json(case):
    return {
        "id": case.id,
        "X": tensors.to_json(case.x),
        "axis": case.axis,
        "sorted": case.sorted,
        "outputs": list(case.outputs),
    }


def expect_to_json(vector):
    if vector.rejected is not None:
        return {"rejected": vector.rejected}
    return {name: tensors.to_json(tensor) for name, tensor in vector.expect.items()}


def vector_to_json(vector):
    described = {"tags": vector.tags, "clauses": vector.clauses, "comment": vector.comment}
    return {**case_to_json(vector.case), "expect": expect_to_json(vector), **described}


def case_from_json(message):
    """The case in a vector, a bare case or a run message. Raises TensorError (UnknownType for types outside T)."""
    identifier = message.get("id")
    if not isinstance(identifier, str):
        raise TensorError("id: missing or no string")
    axis, order = message.get("axis"), message.get("sorted", 1)  # ATT-01: 1 by default; ATT-03: axis has no default
    if axis is not None and not _is_int(axis):
        raise TensorError("axis: neither null nor an integer")
    if not _is_int(order):
        raise TensorError("sorted: no integer")
    outputs = message.get("outputs", list(OUTPUTS))
    if not isinstance(outputs, list) or "Y" not in outputs or not all(name in OUTPUTS for name in outputs):
        raise TensorError(f"outputs: not a list of {', '.join(OUTPUTS)} with Y among them")
    wanted = tuple(name for name in OUTPUTS if name in outputs)
    return Case(identifier, tensors.from_json(message.get("X")), axis, order, wanted)


def vector_from_json(message):
    case, expect = case_from_json(message), message["expect"]
    outputs = {} if "rejected" in expect else {name: tensors.from_json(expect[name], name) for name in case.outputs}
    return Vector(
        case,
        outputs,
        expect.get("rejected"),
        message.get("tags", []),
        message.get("clauses", []),
        message.get("comment", ""),
    )


def _is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)
