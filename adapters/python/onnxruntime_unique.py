"""onnxruntime, its CPU provider."""

import onnxruntime
from adapter import DTYPES, serve, texts
from onnx_model import cached

onnxruntime.set_default_logger_severity(4)


def session(model):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


session_for = cached(session)


def unique(case):
    x = texts(case.x) if case.dtype == "string" else case.x
    return dict(zip(case.outputs, session_for(case).run(case.outputs, {"X": x})))


serve("onnxruntime", onnxruntime.__version__, DTYPES, unique, unsupported=r"NOT_IMPLEMENTED|not currently registered or supported")
