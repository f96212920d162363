"""mlprodict OnnxInference, runtime python 0.9.1883.

Shows: SIL-01.
Exit code 0: the fault shows, 1: it does not. Written by `./run scoreboard --write-scripts` from the smallest case that was found.
"""

import subprocess
import sys

import numpy as np

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


def unique(x, axis, sorted, outputs):
    from mlprodict.onnxrt import OnnxInference

    found = OnnxInference(model(x, axis, sorted, outputs), runtime="python").run({"X": x})
    return {name: found[name] for name in outputs}

x = np.array([np.nan, np.nan], np.float32)
want = {
    "Y": np.array([np.nan], np.float32),
}


def exact(array):
    array = np.asarray(array)
    if array.dtype.kind in "OUST":
        return "string", array.shape, [str(element) for element in array.reshape(-1).tolist()]
    return array.dtype.name, array.shape, array.tobytes()


def text(array):
    shown = f"{exact(array)[0]}{list(np.shape(array))} {np.asarray(array).tolist()}"
    if np.asarray(array).dtype.kind not in "fc" or np.size(array) == 0:
        return shown
    flat = np.ascontiguousarray(array).reshape(-1)
    part = flat.real.dtype  # bits tell a NaN from another, and -0 from 0
    return f"{shown} = {[hex(bits) for bits in flat.view(part).view(f'u{part.itemsize}').tolist()]}"


print("X", text(x), "axis=0 sorted=1")
times = 50
for _ in range(times):
    have = unique(x, 0, 1, list(want))
    if any(exact(have[name]) != exact(want[name]) for name in want):
        break
for name in sorted(want, key=lambda name: exact(have[name]) != exact(want[name])):  # what differs comes last
    print(name, "have", text(have[name]), "want", text(want[name]))
sys.exit(not any(exact(have[name]) != exact(want[name]) for name in want))
