"""TVM: the model goes through its ONNX front end into Relax and runs on the virtual machine of the CPU."""

import onnx
import tvm
from adapter import DTYPES, serve
from onnx_model import cached
from tvm import relax
from tvm.relax.frontend.onnx import from_onnx

dtypes = [dtype for dtype in DTYPES if dtype != "string" and not dtype.startswith("complex")]


def machine(model):
    module = relax.transform.DecomposeOpsForInference()(from_onnx(onnx.load_from_string(model)))
    return relax.VirtualMachine(tvm.compile(module, target="llvm"), tvm.cpu())


machine_for = cached(machine)


def unique(case):
    found = machine_for(case)["main"](tvm.runtime.tensor(case.x))
    found = [found] if len(case.outputs) == 1 else list(found)
    return {name: tensor.numpy() for name, tensor in zip(case.outputs, found)}


serve("TVM Relax", tvm.__version__, dtypes, unique)
