"""Golden answers for ONNX Unique, made with numpy and corrected by name where numpy departs from the operator."""

__version__ = "0.1.0"

POLICY = "onnx"
