"""A model with one Unique node, for runtimes that take ONNX models.

Models are kept as files in the subject's environment: a runtime that aborts is started again more than a thousand times in
a run, and importing onnx takes as long as all else that a start needs.
"""

import os
import sys
import tempfile
import zlib
from functools import lru_cache

NAMES = ("Y", "indices", "inverse_indices", "counts")
with open(__file__, "rb") as source:  # another way to make models is another folder
    FOLDER = os.path.join(sys.prefix, f"models-{zlib.crc32(source.read()):08x}")


def cached(make):
    """`make(model)` once for each model that a case needs, a refusal too; most cases differ in X only."""

    @lru_cache(maxsize=4096)
    def attempt(*key):
        try:
            return make(kept(*key)), None
        except Exception as error:
            return None, error

    def made(case):
        found, error = attempt(case.dtype, case.x.ndim, case.axis, case.sorted, tuple(case.outputs))
        if error is not None:
            raise error
        return found

    return made


def kept(*key):
    """The model of this key, from its file if there is one."""
    path = os.path.join(FOLDER, "-".join(str(part) for part in (*key[:-1], *key[-1])))
    if os.path.exists(path):
        with open(path, "rb") as file:
            return file.read()
    made = model(*key)
    os.makedirs(FOLDER, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=FOLDER, delete=False) as file:
        file.write(made)
    os.replace(file.name, path)
    return made


def model(dtype, rank, axis, order, outputs):
    """The model as bytes: X of this type and rank with named sizes, the outputs that were asked for."""
    import onnx
    from onnx import TensorProto, helper

    number = getattr(TensorProto, dtype.upper())
    attributes = {"sorted": order} if axis is None else {"sorted": order, "axis": axis}
    last = max(NAMES.index(name) for name in outputs)
    named = [name if name in outputs else "" for name in NAMES[: last + 1]]  # OUT-03
    node = helper.make_node("Unique", ["X"], named, **attributes)
    x = helper.make_tensor_value_info("X", number, [f"x{d}" for d in range(rank)])
    sizes = [f"y{d}" for d in range(1 if axis is None else rank)]
    found = {**{name: (TensorProto.INT64, [f"size_of_{name}"]) for name in NAMES}, "Y": (number, sizes)}
    graph = helper.make_graph([node], "unique", [x], [helper.make_tensor_value_info(name, *found[name]) for name in outputs])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], producer_name="unique-oracle")
    made.ir_version = 6  # as in ONNX's own test models of this operator
    onnx.checker.check_model(made)
    return made.SerializeToString()
