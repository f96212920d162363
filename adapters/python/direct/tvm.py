from onnx_model import model


def unique(x, axis, sorted, outputs):
    import tvm
    from tvm import relax
    from tvm.relax.frontend.onnx import from_onnx

    module = relax.transform.DecomposeOpsForInference()(from_onnx(model(x, axis, sorted, outputs)))
    found = relax.VirtualMachine(tvm.compile(module, target="llvm"), tvm.cpu())["main"](tvm.runtime.tensor(x))
    found = [found] if len(outputs) == 1 else list(found)
    return {name: tensor.numpy() for name, tensor in zip(outputs, found)}
