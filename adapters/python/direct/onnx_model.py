import onnx
from onnx import TensorProto, helper


def model(x, axis, sorted, outputs):
    number = TensorProto.STRING if x.dtype == object else helper.np_dtype_to_tensor_dtype(x.dtype)
    names = ["Y", "indices", "inverse_indices", "counts"]
    names = [name if name in outputs else "" for name in names[: 1 + max(map(names.index, outputs))]]
    attributes = {"sorted": sorted} if axis is None else {"sorted": sorted, "axis": axis}
    node = helper.make_node("Unique", ["X"], names, **attributes)
    y = helper.make_tensor_value_info("Y", number, ["u"] if axis is None else [f"u{d}" for d in range(x.ndim)])
    others = [helper.make_tensor_value_info(name, TensorProto.INT64, [name]) for name in names[1:] if name]
    inputs = [helper.make_tensor_value_info("X", number, [f"d{d}" for d in range(x.ndim)])]
    graph = helper.make_graph([node], "unique", inputs, [y, *others])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=6)
