"""The helpers of the other languages: what an adapter gives amiss is its own fault, and minus zero is written as -0.0.

For each language a small adapter is built whose answer the first element of X chooses: 0 is right, each other one a mistake.
A language without its tools here is skipped.
"""

import glob
import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ADAPTERS
from test_adapter import question, talk

ROOT = os.path.dirname(ADAPTERS)

PYTHON = """
import sys
sys.path.insert(0, {adapters!r} + "/python")
import numpy as np
from adapter import serve

def unique(case):
    return [lambda: {{"Y": np.array([-0.0, 1], case.x.dtype)}}, lambda: None, lambda: {{"failed": case.x}}, lambda: {{"Y": None}}][int(case.x[0])]()

serve("test", "1", ["float", "double"], unique)
"""

NODE = """
const {{serve, int64, arrays}} = require({adapters!r} + '/javascript/unique_oracle.js');
const Y = (dtype, data, shape = [data.length]) => ({{Y: {{dtype, shape, data}}}});
const run = ({{X}}) => [() => Y(X.dtype, arrays[X.dtype].from([-0, 1])), () => undefined, () => ({{failed: int64([0], [])}}), () => ({{Y: null}}),
  () => Y('float', [NaN]), () => Y('float', new Float64Array(2)), () => Y('float32', new Float32Array(2)),
  () => Y('float', new Float32Array(2), [3]), () => Y('float', new Float32Array(2), null), () => Y('string', [1]),
][X.data[0]]();
serve({{name: 'test', version: '1', dtypes: ['float', 'double'], run}});
"""

GO = """
package main

import . "unique-oracle/adapters/uniqueoracle"
import "math"

func run(question Question) (map[string]Tensor, error) {{
	zero := math.Copysign(0, -1)
	if data, is := question.X.Data.([]float64); is && data[0] == 0 {{
		return map[string]Tensor{{"Y": {{"double", []int{{2}}, []float64{{zero, 1}}}}}}, nil
	}}
	two := []int{{2}}
	switch question.X.Data.([]float32)[0] {{
	case 0:
		return map[string]Tensor{{"Y": {{"float", two, []float32{{float32(zero), 1}}}}}}, nil
	case 1:
		return nil, nil
	case 2:
		return map[string]Tensor{{"failed": Positions(nil)}}, nil
	case 3:
		return map[string]Tensor{{"Y": {{"float", two, nil}}}}, nil
	case 4:
		return map[string]Tensor{{"Y": {{"int64", two, []int32{{0, 1}}}}}}, nil
	}}
	return map[string]Tensor{{"Y": {{"", two, []int{{0, 1}}}}}}, nil
}}

func main() {{ Serve("test", "1", []string{{"float", "double"}}, run) }}
"""

JAVA = """
import java.util.Arrays;
import java.util.List;
import java.util.Map;

final class Main {{
  static Map<String, UniqueOracle.Tensor> run(UniqueOracle.Question question) {{
    boolean single = question.x().dtype().equals("float");
    java.nio.ByteBuffer data = UniqueOracle.room(single ? 8 : 16);
    if (single) data.putFloat(-0.0f).putFloat(1);
    else data.putDouble(-0.0).putDouble(1);
    long[] two = {{2}};
    return switch (single ? (int) question.x().data().getFloat(0) : 0) {{
      case 0 -> Map.of("Y", new UniqueOracle.Tensor(question.x().dtype(), two, data, null));
      case 1 -> null;
      case 2 -> Map.of("failed", UniqueOracle.positions(new long[0]));
      case 3 -> java.util.Collections.singletonMap("Y", null);
      case 4 -> Map.of("Y", new UniqueOracle.Tensor("float", two, null, null));
      default -> Map.of("Y", new UniqueOracle.Tensor("float32", two, data, null));
    }};
  }}

  public static void main(String[] arguments) throws Exception {{
    UniqueOracle.serve("test", "1", List.of("float", "double"), Main::run);
  }}
}}
"""

RUST = """
use unique_oracle_adapters::{{serve, Data, Question, Answer, Tensor}};

fn run(question: &Question) -> Answer {{
    let zeros = |name| (name, Tensor::new(vec![2], vec![-0.0f32, 1.0]));
    match &question.x.data {{
        Data::F64(_) => Ok(vec![("Y", Tensor::new(vec![2], vec![-0.0f64, 1.0]))]),
        Data::F32(x) if x[0] == 1.0 => Ok(vec![zeros("Y"), zeros("Y")]),
        Data::F32(x) if x[0] == 2.0 => Ok(vec![zeros("failed")]),
        _ => Ok(vec![zeros("Y")]),
    }}
}}

fn main() {{ serve("test", "1", &["float", "double"], run); }}
"""

CPP = """
#include "unique_oracle.hpp"
struct Wrong {{
  template <class Key> static unique_oracle::groups<Key> unique(const std::vector<Key> &, bool) {{ return {{{{Key()}}, {{0}}, {{0}}, {{1}}}}; }}
}};
UNIQUE_ORACLE_PLUGIN(Wrong, "wrong", "1")
"""


def needs(*programs):
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}")


def build(folder, *command, **options):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stderr


def python(_folder, write):
    return [sys.executable, write("main.py", PYTHON)], 3


def node(_folder, write):
    needs("node")
    return ["node", write("main.js", NODE)], 9


def go(folder, write):
    needs("go")
    write("go.mod", "module unique-oracle/adapters\n\ngo 1.23\n")
    write("main.go", GO)
    shutil.copytree(os.path.join(ADAPTERS, "go", "uniqueoracle"), folder / "uniqueoracle")
    build(folder, "go", "build", "-o", "main", ".", env={**os.environ, "GOFLAGS": "-mod=mod", "GOPROXY": "off"})
    return [str(folder / "main")], 5


def java(folder, write):
    needs("java", "javac")
    libraries = glob.glob(os.path.join(ROOT, "build", "adapters", "java-*", "gson-*.jar"))
    if not libraries:
        pytest.skip("needs adapters/java/install java-collections JavaCollections, for its gson")
    build(folder, "javac", "-cp", libraries[0], "-sourcepath", os.path.join(ADAPTERS, "java"), "-d", "classes", write("Main.java", JAVA))
    return ["java", "-cp", f"{libraries[0]}:{folder}/classes", "Main"], 5


def rust(folder, write):
    needs("cargo")
    if not os.path.isdir(os.path.join(ROOT, "build", "adapters", "rust-target")):
        pytest.skip("needs adapters/rust/install rust-std, for its crates")
    with open(os.path.join(ADAPTERS, "rust", "Cargo.toml"), encoding="utf-8") as file:
        pins = file.read().split("[dependencies]")[1]
    write("Cargo.toml", f"""[package]
name = "main"
version = "1.0.0"
edition = "2021"

[dependencies]
unique-oracle-adapters = {{path = {os.path.join(ADAPTERS, "rust")!r}}}{pins}""".replace("'", '"'))
    (folder / "src").mkdir()
    write("src/main.rs", RUST)
    build(folder, "cargo", "build", "--quiet", "--offline", "--target-dir", os.path.join(ROOT, "build", "adapters", "rust-test"))
    return [os.path.join(ROOT, "build", "adapters", "rust-test", "debug", "main")], 2


LANGUAGES = (python, node, go, java, rust)


@pytest.fixture(scope="module", params=LANGUAGES, ids=[language.__name__ for language in LANGUAGES])
def adapter_of(request, tmp_path_factory):
    """(the command of the small adapter, how many mistakes it knows)"""
    folder = tmp_path_factory.mktemp("adapter")

    def write(name, text):
        (folder / name).write_text(text.format(adapters=ADAPTERS) if "{{" in text else text, encoding="utf-8")
        return str(folder / name)

    return request.param(folder, write)


def asked(command, data, dtype="float", **other):
    _, replies, errors = talk([{"cmd": "start", "protocol": 1}, question("q", [data], dtype, **other)], command)
    assert len(replies) == 2, errors
    return replies[1]


def test_mistakes_of_the_adapter_are_its_own(adapter_of):
    command, mistakes = adapter_of
    for mistake in range(1, mistakes + 1):
        for axis in (None, 5):  # nor does a case that must be rejected take one for a rejection
            reply = asked(command, float(mistake), axis=axis)
            assert set(reply) == {"id", "broken"} and reply["broken"].startswith("the adapter gave "), mistake


@pytest.mark.parametrize("dtype", ["float", "double"])
def test_minus_zero_is_no_integer(adapter_of, dtype):
    lines = [{"cmd": "start", "protocol": 1}, question("q", [0.0], dtype)]
    done = subprocess.run(adapter_of[0], input="".join(json.dumps(line) + "\n" for line in lines), capture_output=True, text=True, check=False)
    assert re.search(r"\[-0\.0, ?1(\.0)?\]", done.stdout), done.stdout + done.stderr


# ---- Under the gate --------------------------------------------------------------------------------------------------


def verdict(folder, *subject, **case):
    """(the verdict of the gate about one case, its message)"""
    program = os.environ.get("UO_PROGRAM")
    if program is None:
        pytest.skip("needs the program, named by UO_PROGRAM")
    line = {key: value for key, value in {**question("q", [1.0, 2.0], "float"), **case}.items() if key != "cmd"}
    vectors, events = str(folder / "case.jsonl"), str(folder / "events.jsonl")
    with open(vectors, "w", encoding="utf-8") as file:
        file.write(json.dumps({"vectors": 1, "policy": "onnx", "origin": "test"}) + "\n" + json.dumps(line) + "\n")
    subprocess.run([program, "gate", "--level", "0", "--vectors", vectors, "--events", events, "--no-shrink", *subject],
                   stdout=subprocess.DEVNULL, check=False)
    with open(events, encoding="utf-8") as file:
        event = next(event for event in map(json.loads, file) if event["event"] == "case")
    return event["verdict"], event["message"]


@pytest.mark.parametrize("axis", [None, 5])
def test_the_gate_calls_it_a_broken_adapter(tmp_path, axis):
    main = tmp_path / "main.py"
    main.write_text(PYTHON.format(adapters=ADAPTERS), encoding="utf-8")
    found, why = verdict(tmp_path, "--command", f"{sys.executable} {main}", axis=axis)
    assert found == "broken-adapter" and "the adapter gave NoneType" in why


def test_a_subtensor_of_another_size_is_not_written(tmp_path):
    needs("g++")
    (tmp_path / "wrong.cpp").write_text(CPP.format(), encoding="utf-8")
    build(tmp_path, "g++", "-std=c++17", "-shared", "-fPIC", "-I", os.path.join(ROOT, "include"), "-I", os.path.join(ADAPTERS, "cpp"), "-o",
          "wrong.so", "wrong.cpp")
    assert verdict(tmp_path, "--plugin", str(tmp_path / "wrong.so"), axis=0)[0] == "broken-adapter"
