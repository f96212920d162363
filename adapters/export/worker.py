"""ONNX's own Python backend runner on exported folders: paths on standard input, on standard output a line for each as soon
as it is decided: PATH, a tab, how onnx's checker takes the model, a tab, what the runner says.

A process of its own, because onnxruntime aborts on some inputs; the last path that it named then is the one.
"""

import os
import sys
import unittest

import onnx
import onnxruntime
from onnx.backend.test import runner as onnx_runner
from onnx.backend.test.case.test_case import TestCase
from onnxruntime.backend import backend

onnxruntime.set_default_logger_severity(4)
QUICKLY = {"intra_op_num_threads": 1, "inter_op_num_threads": 1, "log_severity_level": 4}


# The runner's constructor takes up all tests that come with onnx; these here are others.
onnx_runner.load_model_tests = lambda **_: []


class FolderRunner(onnx_runner.Runner):
    """Only what it is run on differs: loading, running and comparing are the runner's own."""

    def verdict(self, folder):
        name = "test_" + os.path.basename(folder)
        self._test_kwargs = {name: QUICKLY}
        # What ONNX gives its own node tests: rtol 1e-3, atol 1e-7.
        self._add_model_test(TestCase(name, name, None, folder, None, None, "node", 1e-3, 1e-7), "Unique")
        result = unittest.TestResult()
        case = type("Unique", (unittest.TestCase,), {name: self._test_items.pop("UniqueModel")[name + "_cpu"].func})
        case(name).run(result)
        if result.wasSuccessful() and not result.skipped:
            return "pass"
        text = (result.errors + result.failures + [(None, "skipped")])[0][1].strip().splitlines()[-1]
        if "NOT_IMPLEMENTED" in text:
            return "unsupported"
        return ("fail" if result.failures else "error") + " " + " ".join(text.split())[:200]


def checked(folder):
    """onnx's checker on the model, with shape inference: "ok", or what it says."""
    try:
        onnx.checker.check_model(os.path.join(folder, "model.onnx"), full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        return " ".join(str(error).split())[:200]
    return "ok"


def loads_other_strings(folder):
    """Whether onnx's numpy_helper, which the runner reads tensors with, makes other strings of X than its file has."""
    with open(os.path.join(folder, "test_data_set_0", "input_0.pb"), "rb") as file:
        tensor = onnx.TensorProto.FromString(file.read())
    if tensor.data_type != onnx.TensorProto.STRING:
        return False
    loaded = onnx.numpy_helper.to_array(tensor).reshape(-1).tolist()
    return [text.encode("utf-8") for text in loaded] != list(tensor.string_data)


def said_of(runner, folder):
    verdict = runner.verdict(folder)
    if verdict.startswith("fail") and loads_other_strings(folder):
        return "misread " + verdict
    return verdict


def main():
    runner = FolderRunner(backend)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what else is printed
    for line in sys.stdin:
        folder = line.rstrip("\n")
        out.write(f"{folder}\t{checked(folder)}\t")
        out.flush()
        runs = bool([name for name in os.listdir(os.path.join(folder, "test_data_set_0")) if name.startswith("output_")])
        out.write((said_of(runner, folder) if runs else "must be rejected") + "\n")
        out.flush()


main()
