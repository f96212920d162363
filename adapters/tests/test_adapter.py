"""The helper of the adapters: its coding against the reference package's, which was written apart from it, and the protocol."""

import glob
import json
import os
import re
import subprocess
import sys

import adapter
import numpy as np
import onnx_model
import pytest
from conftest import ADAPTERS
from unique_oracle_reference import tensor as reference

FAKE = [sys.executable, os.path.join(ADAPTERS, "tests", "fake_runtime.py")]


def bits(dtype, array):
    """The elements as something that compares exactly."""
    return array.reshape(-1).tolist() if dtype == "string" else np.ascontiguousarray(array).tobytes()


def vectors():
    for path in sorted(glob.glob(os.path.join(ADAPTERS, "..", "corpus", "vectors", "*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            for line in list(file)[1:]:
                yield json.loads(line)


def special(dtype):
    """Elements at the edges of a type, as the vector format has them."""
    if dtype == "bool":
        return [False, True]
    if dtype == "string":
        return ["", "\0", "a\0", "é", "\U0001f600", {"base64": "gP8="}]
    if dtype in adapter.INTEGERS:
        limits = np.iinfo(dtype)
        edges = [0, limits.min, limits.max, limits.max - 1]
        return [e if abs(e) < 2**53 else str(e) for e in edges]
    real, unsigned, _ = adapter.FLOATS[adapter.PARTS.get(dtype, dtype)]
    width = np.dtype(unsigned).itemsize * 2
    limits = np.finfo(real)
    numbers = [0.0, -0.0, 1.5, float(limits.max), float(limits.tiny), float(limits.smallest_subnormal), "Infinity", "-Infinity",
               "NaN"]
    infinity = int(np.array(np.inf, real).view(unsigned))
    quiet_bit = int(np.array(np.nan, real).view(unsigned)) & ~infinity
    nans = [infinity | quiet_bit | 1, infinity | 1, (1 << width * 4) - 1]  # a payload, a signalling one, all bits
    numbers += [f"NaN(0x{n:0{width}x})" for n in nans]
    return [[n, m] for n in numbers for m in (0.0, n)] if dtype in adapter.PARTS else numbers


def test_every_type_of_the_operator_is_there():
    assert set(adapter.DTYPES) == set(reference.TYPES)


@pytest.mark.parametrize("dtype", adapter.DTYPES)
def test_special_values_keep_their_bits(dtype):
    data = special(dtype)
    message = {"dtype": dtype, "shape": [1, len(data)], "data": data}
    want = reference.from_json(message).array
    have = adapter.from_json(json.loads(json.dumps(message)))
    assert have.shape == (1, len(data)) and bits(dtype, have) == bits(dtype, want)
    assert adapter.to_json(have) == message


@pytest.mark.parametrize("shape", [[], [0], [2, 0, 3], [1, 1]])
@pytest.mark.parametrize("dtype", adapter.DTYPES)
def test_shapes(dtype, shape):
    message = {"dtype": dtype, "shape": shape, "data": special(dtype)[: int(np.prod(shape))]}
    have = adapter.from_json(json.loads(json.dumps(message)))
    assert have.shape == tuple(shape)
    assert adapter.to_json(have) == message


def test_the_corpus_is_read_to_the_bit():
    count = 0
    for number, vector in enumerate(vectors()):
        if number % 5:
            continue
        have, want = adapter.from_json(json.loads(json.dumps(vector["X"]))), reference.from_json(vector["X"]).array
        assert have.shape == want.shape and bits(vector["X"]["dtype"], have) == bits(vector["X"]["dtype"], want), vector["id"]
        again = reference.from_json(json.loads(json.dumps(adapter.to_json(have)))).array
        assert bits(vector["X"]["dtype"], again) == bits(vector["X"]["dtype"], want), vector["id"]
        count += 1
    assert count > 1000


def test_strings_of_all_kinds_of_arrays():
    for array in (np.array(["a", "bc"]), np.array([b"a", b"bc"]), np.array(["a", b"bc"], object)):
        assert adapter.to_json(array) == {"dtype": "string", "shape": [2], "data": ["a", "bc"]}
    assert adapter.to_json(np.array(["a\0"], object))["data"] == ["a\0"]
    with pytest.raises(TypeError, match="NoneType among strings"):
        adapter.to_json(np.array(["a", None], object))


def test_a_type_that_onnx_does_not_know():
    with pytest.raises(TypeError, match="datetime64"):
        adapter.to_json(np.array(["2020-01-01"], "datetime64[D]"))


def test_texts():
    x = np.empty((2, 1), object)
    x[:] = [[b"a\0"], ["é".encode()]]
    assert adapter.texts(x).tolist() == [["a\0"], ["é"]]
    x[1, 0] = b"\xff"
    with pytest.raises(adapter.Unsupported):
        adapter.texts(x)


def case(shape, axis, order=1):
    x = {"dtype": "int64", "shape": shape, "data": [0] * int(np.prod(shape))}
    return adapter.Case({"X": x, "axis": axis, "sorted": order, "outputs": ["Y"]})


@pytest.mark.parametrize("axis, rank, order, invalid", [
    (None, 0, 1, False), (0, 0, 1, True), (-1, 0, 1, True), (1, 2, 0, False), (2, 2, 0, True), (-2, 2, 1, False),
    (-3, 2, 1, True), (None, 1, 2, True), (None, 1, -1, True)])
def test_what_must_be_rejected(axis, rank, order, invalid):
    assert case([1] * rank, axis, order).is_invalid == invalid


def talk(lines, command=FAKE):
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def question(identifier, data, dtype="int64", **other):
    x = {"dtype": dtype, "shape": [len(data)], "data": data}
    return {"cmd": "run", "id": identifier, "X": x, "axis": None, "sorted": 1, "outputs": ["Y"], **other}


def test_the_protocol():
    status, replies, errors = talk([
        {"cmd": "start", "protocol": 1}, question("right", [3, 1, 3], outputs=["Y", "counts"]), question("refused", [1], "int8"),
        question("axis", [1], axis=0), question("bare", [5]), {"cmd": "stop"}])
    assert status == 0
    assert replies[0] == {"started": True, "protocol": 1, "name": "fake", "version": "1.0", "dtypes": ["int8", "int32", "int64"]}
    assert replies[1] == {"id": "right", "Y": {"dtype": "int64", "shape": [2], "data": [1, 3]},
                          "counts": {"dtype": "int64", "shape": [2], "data": [1, 2]}}
    assert replies[2] == {"id": "refused", "unsupported": "NotImplementedError: no kernel for int8"}
    assert replies[3] == {"id": "axis", "unsupported": "only values, only sorted"}
    assert replies[4]["Y"]["data"] == [5]
    assert "a library that is chatty" in errors


def answered(unique, message, **options):
    return adapter._answer(message, unique, options.get("unsupported"))


def test_errors_of_a_runtime():
    def raises(error):
        def unique(_case):
            raise error
        return unique

    valid, invalid = question("v", [1]), question("i", [1], axis=5)
    assert answered(raises(ValueError("no\n  good")), valid) == {"failed": "ValueError: no good"}
    assert answered(raises(ValueError("no good")), invalid) == {"rejected": "ValueError: no good"}
    assert answered(raises(ValueError("no kernel")), valid, unsupported="kernel") == {"unsupported": "ValueError: no kernel"}
    assert answered(raises(adapter.Rejected("axis")), valid) == {"rejected": "axis"}
    assert answered(raises(adapter.Unsupported("this")), invalid) == {"unsupported": "this"}


@pytest.mark.parametrize("given, why", [
    (None, "gave NoneType"), ([np.array([1])], "gave list"), (np.array([1]), "gave ndarray"), ({"y": np.array([1])}, "'y', which is no output"),
    ({"failed": "me"}, "'failed', which is no output"), ({"Y": None}, "Y .*NoneType is no array"), ({"Y": [1]}, "Y .*list is no array"),
    ({"Y": (one for one in [1])}, "Y .*generator"), ({"Y": np.array(["2020"], "datetime64[Y]")}, "Y .*datetime64"),
    ({"Y": np.array(None)}, "Y .*NoneType among strings"), ({"Y": np.ma.masked_array([1, 2], [True, False])}, "Y .*mask"),
    ({"Y": np.array([1]), "counts": "1"}, "counts .*str is no array")], ids=str)
def test_what_the_adapter_gives_amiss_is_not_laid_to_the_runtime(given, why):
    for message in (question("valid", [1]), question("invalid", [1], axis=5)):
        reply = answered(lambda _: given, message, unsupported=".")
        assert set(reply) == {"broken"} and re.search(why, reply["broken"])


@pytest.mark.parametrize("dtype", [dtype for dtype in adapter.DTYPES if dtype not in ("bool", "string")])
def test_the_byte_order_of_an_output_does_not_matter(dtype):
    message = {"dtype": dtype, "shape": [len(special(dtype))], "data": special(dtype)}
    array = adapter.from_json(json.loads(json.dumps(message)))
    assert adapter.to_json(array.byteswap().view(array.dtype.newbyteorder())) == message


def case_of(dtype, axis, outputs):
    x = {"dtype": dtype, "shape": [1, 1], "data": [0]}
    return adapter.Case({"X": x, "axis": axis, "sorted": 1, "outputs": outputs})


def test_a_model_is_made_once_for_all_starts_and_taken_or_refused_once_by_each(monkeypatch, tmp_path):
    made, taken = [], []

    def model(*key):
        made.append(key)
        return repr(key).encode()

    def session(text):
        taken.append(text)
        if b"int8" in text:
            raise NotImplementedError("no int8")
        return text

    monkeypatch.setattr(onnx_model, "FOLDER", str(tmp_path / "models"))
    monkeypatch.setattr(onnx_model, "model", model)
    for start in (1, 2):
        session_for = onnx_model.cached(session)
        for _ in range(2):
            found = [session_for(case_of("int32", 0, outputs)) for outputs in (["Y"], ["Y", "indices"], ["Y", "inverse_indices"])]
            assert len(set(found)) == 3
            with pytest.raises(NotImplementedError, match="no int8"):
                session_for(case_of("int8", None, ["Y"]))
        assert len(made) == 4 and len(taken) == 4 * start
    assert made[1] == ("int32", 2, 0, 1, ("Y", "indices"))
