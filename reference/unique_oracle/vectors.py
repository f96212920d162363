"""The frozen vectors as objects that check a callable."""

import glob
import json
import os
from decimal import Decimal

from unique_oracle.arrays import named_outputs, to_array
from unique_oracle.judge import CannotJudge, Unsupported, check, program
from unique_oracle_reference.tensor import from_json, to_json

# What a mistake in the code under test raises, and no implementation to reject a case.
MISTAKES = (NameError, AttributeError, ImportError, AssertionError, NotImplementedError)


class Vector:
    """A case with its expected answer. `X`, `axis`, `sorted`, `outputs` (the names asked for), `rejected` (or None)."""

    def __init__(self, line):
        self.id = line["id"]
        self.axis, self.sorted, self.outputs = line["axis"], line["sorted"], tuple(line["outputs"])
        self.tags, self.clauses = tuple(line.get("tags", ())), tuple(line.get("clauses", ()))
        self.comment = line.get("comment", "")
        expect = line.get("expect", {})
        self.rejected = expect.get("rejected")
        self._expect = expect if self.rejected is None and expect else None
        self._x = from_json(line["X"])
        self.dtype = self._x.dtype

    @property
    def X(self):
        return to_array(self._x)

    def findings(self, unique, policy="onnx"):
        """What is wrong with `unique(X, axis, sorted, outputs)`, which gives the outputs as `check` takes them and raises
        what it likes to reject a case. An Unsupported passes through."""
        try:
            given = unique(self.X, self.axis, self.sorted, self.outputs)
        except (Unsupported, *MISTAKES):
            raise
        except Exception as error:  # any other error is a rejection
            return [] if self.rejected is not None else self._rejected(error)
        tensors = named_outputs(given, self.outputs)
        if policy == "onnx" and self._expect is not None and _same(tensors, self._expect):
            return []  # bit for bit what is expected: nothing is left to judge
        missing = [name for name in self.outputs if name not in tensors]
        if missing:
            raise TypeError(f"{self.id}: {', '.join(missing)} asked for and not given")
        return check(self.X, self.axis, self.sorted, {name: tensor.array for name, tensor in tensors.items()}, policy)

    def _rejected(self, error):
        found = check(self.X, self.axis, self.sorted, None)
        return [finding._replace(have=f"{type(error).__name__}: {error}") for finding in found]


def _same(tensors, expect):
    """Whether these are the expected outputs; their canonical JSON tells every bit, shape and type."""
    given = {name: to_json(tensor) for name, tensor in tensors.items()}
    return json.dumps(given, sort_keys=True) == json.dumps(
        {name: to_json(from_json(value)) for name, value in expect.items()}, sort_keys=True)


def bundled():
    """The folder of the vectors that come with the program: $UNIQUE_ORACLE_CORPUS, installed beside it, or of its sources."""
    place = os.path.dirname(os.path.realpath(program()))
    named = os.environ.get("UNIQUE_ORACLE_CORPUS")
    places = [named] if named else [
        os.path.join(place, "..", "share", "unique-oracle", "vectors"), os.path.join(place, "..", "..", "corpus", "vectors")]
    for folder in places:
        if os.path.isdir(folder):
            return os.path.normpath(folder)
    raise CannotJudge(f"{places[-1]}: no vectors there; name their folder with UNIQUE_ORACLE_CORPUS")


def load(path=None):
    """Every vector of a .jsonl file or of a folder of them; the bundled ones without a path."""
    path = path or bundled()
    files = sorted(glob.glob(os.path.join(path, "*.jsonl"))) if os.path.isdir(path) else [path]
    if not files:
        raise CannotJudge(f"{path}: no .jsonl file there")
    vectors = []
    for name in files:
        with open(name, encoding="utf-8") as file:
            lines = [json.loads(line, parse_float=Decimal) for line in file]
        if not lines or "vectors" not in lines[0]:
            raise CannotJudge(f"{name}: its first line is no header of vectors")
        vectors += [Vector(line) for line in lines[1:]]
    return vectors
