"""mlprodict's own Python runtime: OnnxInference runs its operator onnxrt.ops_cpu.op_unique. Needs Python 3.10 or 3.9."""

import mlprodict
from adapter import DTYPES, serve, texts
from mlprodict.onnxrt import OnnxInference
from onnx_model import cached

inference_for = cached(lambda model: OnnxInference(model, runtime="python"))


def unique(case):
    x = texts(case.x) if case.dtype == "string" else case.x
    found = inference_for(case).run({"X": x})
    return {name: found[name] for name in case.outputs}


serve("mlprodict Unique", mlprodict.__version__, DTYPES, unique)
