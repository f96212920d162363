"""The fixture `unique_vector`: a test that takes it runs once for each vector (docs/python.md).

    def test_mine(unique_vector):
        unique_vector.check(my_unique)          # my_unique(X, axis, sorted, outputs)
"""

import functools

import pytest

from unique_oracle.judge import CannotJudge, Unsupported
from unique_oracle.vectors import Vector, load


def pytest_addoption(parser):
    group = parser.getgroup("unique-oracle")
    group.addoption("--unique-vectors", metavar="PATH", help="a .jsonl file or folder; default: the bundled vectors")
    group.addoption("--unique-dtype", metavar="T[,T...]", help="only vectors of these types")
    group.addoption("--unique-policy", metavar="P", default="onnx", help="as for unique-oracle gate (default onnx)")


class Checked:
    """A vector, and `check`, which fails the test with what is wrong, or skips it where the callable raises Unsupported."""

    def __init__(self, vector: Vector, policy: str):
        self.vector, self.policy = vector, policy

    def __getattr__(self, name):
        return getattr(self.vector, name)

    def check(self, unique):
        __tracebackhide__ = True
        try:
            found = self.vector.findings(unique, self.policy)
        except Unsupported as why:
            pytest.skip(f"unsupported: {why}")
        if found:
            pytest.fail(f"{self.vector.id}: {self.vector.comment}\n" + "\n".join(map(str, found)), pytrace=False)


@functools.lru_cache(maxsize=4)
def _vectors(path):
    return load(path)


def pytest_generate_tests(metafunc):
    if "unique_vector" not in metafunc.fixturenames:
        return
    option = metafunc.config.getoption
    dtypes = set((option("--unique-dtype") or "").split(",")) - {""}
    try:
        vectors = _vectors(option("--unique-vectors"))
    except (CannotJudge, OSError) as error:
        raise pytest.UsageError(f"unique_vector: {error}") from None
    chosen = [Checked(vector, option("--unique-policy")) for vector in vectors if not dtypes or vector.dtype in dtypes]
    metafunc.parametrize("unique_vector", chosen, ids=[vector.id for vector in chosen])
