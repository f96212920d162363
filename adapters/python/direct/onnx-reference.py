from onnx_model import model


def unique(x, axis, sorted, outputs):
    from onnx.reference import ReferenceEvaluator

    return dict(zip(outputs, ReferenceEvaluator(model(x, axis, sorted, outputs)).run(outputs, {"X": x})))
