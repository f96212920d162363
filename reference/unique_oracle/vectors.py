"""The frozen vectors as objects that check a callable."""

import glob
import json
import os

from unique_oracle.arrays import named_outputs, to_array, to_tensor
from unique_oracle.judge import CannotJudge, Finding, Unsupported, judge, program
from unique_oracle_reference.case import case_from_json
from unique_oracle_reference.case import load as parse
from unique_oracle_reference.tensor import TensorError, from_json, to_json

# What a mistake in the code under test raises, and no implementation to reject a case.
MISTAKES = (NameError, AttributeError, ImportError, AssertionError, NotImplementedError)


class Vector:
    """A case with its expected answer. `X`, `axis`, `sorted`, `outputs` (the names asked for), `rejected` (or None).

    `policy` is the one that the expected answer follows. Raises TensorError, which names the field, for a line of JSON
    that is no vector."""

    def __init__(self, line, policy="onnx"):
        for name in ("id", "X", "axis", "sorted", "outputs"):
            if name not in line:
                raise TensorError(f"{name}: missing; it is always there")
        case = case_from_json(line)
        self.id, self.axis, self.sorted, self.outputs = case.id, case.axis, case.sorted, case.outputs
        self.tags, self.clauses = (_strings(line, name) for name in ("tags", "clauses"))
        self.comment, self.policy = line.get("comment", ""), policy
        if not isinstance(self.comment, str):
            raise TensorError("comment: no string")
        self.rejected, self._expect = _expected(line, case.outputs)
        self._x = case.x
        self.dtype = self._x.dtype

    @property
    def X(self):
        """A new array each time: whoever changes it changes his own."""
        return to_array(self._x)

    def findings(self, unique, policy="onnx"):
        """What is wrong with `unique(X, axis, sorted, outputs)`, which gives the outputs as `check` takes them and raises
        what it likes to reject a case. An Unsupported passes through. X is a copy that may be written to, so that a
        change is seen and told; what is judged is the answer to the vector's own."""
        x = self.X
        try:
            given = unique(x, self.axis, self.sorted, self.outputs)
        except MISTAKES:
            raise
        except Unsupported:
            changes = self._changes(x)
            if not changes:
                raise
            return changes
        except Exception as error:  # any other error is a rejection
            return self._changes(x) + self._about_rejection(error, policy)
        return self._changes(x) + self._about_answer(given, policy)

    def _changes(self, x):
        """A finding where the callable wrote into its input, as the gate's verdict `clobbers`."""
        was = self.X
        if x.shape != was.shape or x.dtype != was.dtype:
            return [Finding("clobbers", "X", None, 1, f"{x.dtype}{list(x.shape)}", f"X as it was given, {was.dtype}{list(was.shape)}")]
        have, want = _elements(x), _elements(was)
        places = [] if have == want else [i for i, pair in enumerate(zip(have, want)) if pair[0] != pair[1]]
        if not places:
            return []
        first = places[0]
        return [Finding("clobbers", "X", first, len(places), have[first], f"{want[first]}: the input must stay as it was")]

    def _about_rejection(self, error, policy):
        if self.rejected is not None:
            return []
        found = judge(self._x, self.axis, self.sorted, self.outputs, None, policy)
        return [finding._replace(have=f"{type(error).__name__}: {error}") for finding in found]

    def _about_answer(self, given, policy):
        try:
            tensors = named_outputs(given, self.outputs)
        except TypeError as error:
            raise TypeError(f"{self.id}: {error}") from None
        if policy == self.policy == "onnx" and self._expect is not None and _same(tensors, self._expect):
            return []  # bit for bit what is expected: nothing is left to judge
        missing = [name for name in self.outputs if name not in tensors]
        if missing:
            raise TypeError(f"{self.id}: {', '.join(missing)} asked for and not given")
        return judge(self._x, self.axis, self.sorted, self.outputs, tensors, policy)


def _elements(array):
    """The elements as texts that tell every bit, minus zero too; an object that was put among strings is itself."""
    return list(map(repr, array.reshape(-1).tolist() if array.dtype == object else to_json(to_tensor(array))["data"]))


def _strings(line, name):
    value = line.get(name, [])
    if not isinstance(value, list) or not all(isinstance(element, str) for element in value):
        raise TensorError(f"{name}: not a list of strings")
    return tuple(value)


def _expected(line, wanted):
    """(why it must be rejected, {name: tensor}); None for what the vector does not say."""
    if "expect" not in line:
        return None, None
    expect = line["expect"]
    if not isinstance(expect, dict):
        raise TensorError("expect: not an object")
    if "rejected" in expect:
        if not isinstance(expect["rejected"], str):
            raise TensorError("expect.rejected: no string")
        return expect["rejected"], None
    if set(expect) != set(wanted):
        raise TensorError(f"expect: it has {', '.join(expect) or 'nothing'}, where {', '.join(wanted)} is asked for")
    return None, {name: from_json(value, f"expect.{name}") for name, value in expect.items()}


def _same(tensors, expect):
    """Whether these are the expected outputs; their canonical JSON tells every bit, shape and type."""
    given, want = ({name: to_json(tensor) for name, tensor in one.items()} for one in (tensors, expect))
    return json.dumps(given, sort_keys=True) == json.dumps(want, sort_keys=True)


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
    """Every vector of a .jsonl file or of a folder of them; the bundled ones without a path. Raises CannotJudge, which
    names file, line and field, and OSError."""
    path = bundled() if path is None else path
    files = sorted(glob.glob(os.path.join(path, "*.jsonl"))) if os.path.isdir(path) else [path]
    if not files:
        raise CannotJudge(f"{path}: no .jsonl file there")
    places = {}
    return [vector for name in files for vector in _load_file(name, places)]


def _load_file(name, places):
    """The vectors of a file. `places` has where each id stands, of all files."""
    with open(name, "rb") as file:
        lines = [_object(line, f"{name}:{number}") for number, line in enumerate(file, 1)]
    if not lines or "vectors" not in lines[0]:
        raise CannotJudge(f"{name}:1: its first line is no header of vectors")
    header = lines[0]
    if header["vectors"] != 1:
        raise CannotJudge(f"{name}:1: vectors: version {header['vectors']} of the format; this package reads version 1")
    if len(lines) == 1:
        raise CannotJudge(f"{name}: no vectors: only a header; one vector a line comes after it")
    vectors = []
    for number, line in enumerate(lines[1:], 2):
        try:
            vectors.append(Vector(line, header.get("policy")))
        except TensorError as error:
            raise CannotJudge(f"{name}:{number}: {error}") from None
        first = places.setdefault(vectors[-1].id, f"{name}:{number}")
        if first != f"{name}:{number}":
            raise CannotJudge(f"{name}:{number}: id: {vectors[-1].id!r} stands already at {first}; ids are distinct")
    return vectors


def _object(line, where):
    try:
        value = parse(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise CannotJudge(f"{where}: no JSON: {error}") from None
    if not isinstance(value, dict):
        raise CannotJudge(f"{where}: the line is no object {{..}}")
    return value
