"""ONNX's own ReferenceEvaluator."""

import onnx
from adapter import DTYPES, serve, texts
from onnx.reference import ReferenceEvaluator
from onnx_model import cached

evaluator_for = cached(lambda model: ReferenceEvaluator(onnx.load_from_string(model)))


def unique(case):
    x = texts(case.x) if case.dtype == "string" else case.x
    return dict(zip(case.outputs, evaluator_for(case).run(case.outputs, {"X": x})))


serve("onnx ReferenceEvaluator", onnx.__version__, DTYPES, unique)
