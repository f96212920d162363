"""The fixture `unique_vector`: a test that takes it runs once for each vector (docs/python.md).

    def test_mine(unique_vector):
        unique_vector.check(my_unique)          # my_unique(X, axis, sorted, outputs)
"""

import functools

import pytest

from unique_oracle.judge import CannotJudge, Unsupported, check
from unique_oracle.vectors import Vector, load
from unique_oracle_reference.tensor import TYPES


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


def _require_policy(policy):
    """Else a run in which nothing comes to the judge would not notice that there is no such policy."""
    try:
        check([True], policy=policy, outputs={"Y": [True]})
    except CannotJudge as error:
        raise pytest.UsageError(f"--unique-policy {policy}: {error}") from None


def _chosen(option):
    """The vectors of the options. Raises UsageError rather than run none: no test that fails is no success."""
    dtypes, policy, path = option("--unique-dtype"), option("--unique-policy"), option("--unique-vectors")
    wanted = None if dtypes is None else set(dtypes.split(","))
    for name in wanted or ():
        if name not in TYPES:
            raise pytest.UsageError(f"--unique-dtype {dtypes}: {name!r} is no type of Unique; it has {', '.join(TYPES)}")
    if policy != "onnx":
        _require_policy(policy)
    try:
        vectors = [vector for vector in _vectors(path) if wanted is None or vector.dtype in wanted]
    except (CannotJudge, OSError) as error:
        raise pytest.UsageError(f"--unique-vectors: {error}") from None
    if not vectors:
        raise pytest.UsageError(f"--unique-dtype {dtypes}: {path or 'the bundled vectors'}: no vector of these types there")
    return [Checked(vector, policy) for vector in vectors]


def pytest_generate_tests(metafunc):
    if "unique_vector" in metafunc.fixturenames:
        chosen = _chosen(metafunc.config.getoption)
        metafunc.parametrize("unique_vector", chosen, ids=[vector.id for vector in chosen])
