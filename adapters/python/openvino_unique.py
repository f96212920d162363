"""OpenVINO on CPU, through its ONNX front end; with one thread, and told to compute in f32, not in shorter floats."""

import openvino
from adapter import DTYPES, serve, texts
from onnx_model import cached

core = openvino.Core()
settings = {"INFERENCE_NUM_THREADS": 1, "INFERENCE_PRECISION_HINT": "f32"}
compiled_for = cached(lambda model: core.compile_model(core.read_model(model), "CPU", settings))


def unique(case):
    x = texts(case.x) if case.dtype == "string" else case.x
    found = compiled_for(case)([openvino.Tensor(x)])
    return {name: found[name] for name in case.outputs}


serve("OpenVINO", openvino.__version__, DTYPES, unique, unsupported=r"Unsupported data type|does not support string")
