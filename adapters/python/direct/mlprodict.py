from onnx_model import model


def unique(x, axis, sorted, outputs):
    from mlprodict.onnxrt import OnnxInference

    found = OnnxInference(model(x, axis, sorted, outputs), runtime="python").run({"X": x})
    return {name: found[name] for name in outputs}
