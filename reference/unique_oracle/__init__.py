"""ONNX Unique judged from Python: `check` for one answer, and a pytest fixture for the frozen vectors (docs/python.md).

The judge is the program unique-oracle, found as $UNIQUE_ORACLE or on the PATH; this package only hands it the arrays.
"""

from unique_oracle.judge import CannotJudge, Finding, Unsupported, check

__all__ = ["CannotJudge", "Finding", "Unsupported", "check"]
