from onnx_model import model


def unique(x, axis, sorted, outputs):
    import onnxruntime

    onnxruntime.set_default_logger_severity(4)
    session = onnxruntime.InferenceSession(model(x, axis, sorted, outputs).SerializeToString(), providers=["CPUExecutionProvider"])
    return dict(zip(outputs, session.run(outputs, {"X": x})))
