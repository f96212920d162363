"""A model with one Unique node, for runtimes that take ONNX models."""

from functools import lru_cache

import onnx
from onnx import TensorProto, helper

TYPES = {"float": TensorProto.FLOAT, "string": TensorProto.STRING, "bool": TensorProto.BOOL}
NAMES = ("Y", "indices", "inverse_indices", "counts")


def cached(make):
    """`make(model)` once for each model that a case needs; most cases differ in X only."""

    @lru_cache(maxsize=4096)
    def made(dtype, rank, axis, order, outputs):
        return make(model(dtype, rank, axis, order, outputs))

    return lambda case: made(case.dtype, case.x.ndim, case.axis, case.sorted, tuple(case.outputs))


def model(dtype, rank, axis, order, outputs):
    """The model as bytes: X of this type and rank with named sizes, the outputs that were asked for."""
    number = TYPES.get(dtype) or getattr(TensorProto, dtype.upper())
    attributes = {"sorted": order} if axis is None else {"sorted": order, "axis": axis}
    last = max(NAMES.index(name) for name in outputs)
    named = [name if name in outputs else "" for name in NAMES[: last + 1]]  # OUT-03
    node = helper.make_node("Unique", ["X"], named, **attributes)
    x = helper.make_tensor_value_info("X", number, [f"x{d}" for d in range(rank)])
    y = [_output(name, number, 1 if axis is None else rank) for name in named if name]
    graph = helper.make_graph([node], "unique", [x], y)
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], producer_name="unique-oracle")
    made.ir_version = 6  # as in ONNX's own test models of this operator
    onnx.checker.check_model(made)
    return made.SerializeToString()


def _output(name, number, rank):
    if name == "Y":
        return helper.make_tensor_value_info(name, number, [f"y{d}" for d in range(rank)])
    return helper.make_tensor_value_info(name, TensorProto.INT64, [f"size_of_{name}"])
