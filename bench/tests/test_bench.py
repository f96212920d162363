"""The benchmark's driver on small inputs: what it must not let through, and what it must not lose."""

import json
import os
import signal
import subprocess
import sys

import cells
import numpy as np
import pytest
import render
import timing
import verdicts
from programs import Program

BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIBRARY = os.environ["UO_BENCH_LIBRARY"]
CPU = max(os.sched_getaffinity(0))


@pytest.fixture
def library(tmp_path):
    program = Program("library", [LIBRARY], CPU, str(tmp_path / "log"))
    yield program
    program.stop()


def peer_of(tmp_path, name, script):
    program = Program(name, [sys.executable, os.path.join(BENCH, script), name], CPU, str(tmp_path / "log"))
    program.read_line("start")
    return program


def time_with(library, peers, tmp_path, one=None, patience=0):
    driver = timing.Timing(library, peers, str(tmp_path), True, patience)
    return driver.time_input(one or cells.Input("grid", "int64", 1000, 0.1), cells.OPERATIONS)


# ---- Inputs and answers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype, width", cells.columns())
@pytest.mark.parametrize("share", (0.001, 0.1, 1.0))
def test_inputs_have_the_distinct_values_that_they_say(library, tmp_path, dtype, width, share):
    one = cells.Input("grid", dtype, 5000, share, width=width)
    path = tmp_path / "x"
    assert library.ask("make", path, *one.words()) == "ok"
    first = path.read_bytes()
    assert library.ask("answer", "1 YIVC", tmp_path / "a") == str(one.distinct)
    assert library.ask("make", path, *one.words()) == "ok"
    assert path.read_bytes() == first


@pytest.mark.parametrize("structure, distinct", (("ascending", 2000), ("descending", 2000), ("equal", 1), ("pipe", 1000), ("step20", 2000),
                                                  ("step43", 2000), ("crafted", 2000), ("folded", 2000)))
def test_structures(library, tmp_path, structure, distinct):
    one = cells.Input("order", "int64", 2000, 1.0, structure)
    assert library.ask("make", tmp_path / "x", *one.words()) == "ok"
    x = np.fromfile(tmp_path / "x", np.int64)
    assert len(set(x.tolist())) == distinct
    steps = np.sign(np.diff(x)).tolist()
    shape = {"ascending": [1] * 1999, "descending": [-1] * 1999, "equal": [0] * 1999, "pipe": [1] * 999 + [0] + [-1] * 999}
    assert structure not in shape or steps == shape[structure]
    assert structure != "step20" or not (x % 2**20).any()
    assert structure != "step43" or not (x % 2**43).any()


@pytest.mark.parametrize("dtype, width", cells.columns())
def test_answers_agree_with_numpy(library, tmp_path, dtype, width):
    numpy = peer_of(tmp_path, "numpy", "peer.py")
    record = time_with(library, {"numpy": numpy}, tmp_path, cells.Input("grid", dtype, 1000, 0.1, width=width))
    numpy.stop()
    assert set(record["operations"]) == set(cells.OPERATIONS)
    for entry in record["operations"].values():
        assert entry["peers"]["numpy"]["check"] == "right"
        assert entry["peers"]["numpy"]["ratio"] > 0 and entry["ns"] > 0


@pytest.mark.parametrize("outer, inner", ((1, 4), (1, 64), (4, 1), (4, 4)))
def test_subtensors_agree_with_numpy(library, tmp_path, outer, inner):
    numpy = peer_of(tmp_path, "numpy", "peer.py")
    record = time_with(library, {"numpy": numpy}, tmp_path, cells.Input("rows", "int64", 300, 0.1, outer=outer, inner=inner))
    numpy.stop()
    assert record["operations"]["1 YIVC"]["peers"]["numpy"]["check"] == "right"
    assert "no order of first occurrence" in record["operations"]["0 YIVC"]["no"]["numpy"]


# ---- Peers that must not count -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how, where", (("value", "Y["), ("short", "Y has"), ("count", "counts["), ("order", "Y[")))
def test_a_wrong_answer_has_no_time(library, tmp_path, how, where):
    wrong = peer_of(tmp_path, how, "tests/fake_peer.py")
    record = time_with(library, {how: wrong}, tmp_path)
    wrong.stop()
    found = record["operations"]["1 YIVC"]["peers"][how]
    assert found["check"].startswith("wrong " + where)
    assert "ns" not in found and "ratio" not in found
    cell = verdicts.Cell(record, "1 YIVC", record["operations"]["1 YIVC"])
    assert cell.fastest is None
    assert found["check"] in render.wrong_section({"inputs": {"x": record}})


def test_a_peer_that_dies_is_named_and_the_others_go_on(library, tmp_path):
    peers = {"dies": peer_of(tmp_path, "dies", "tests/fake_peer.py"), "numpy": peer_of(tmp_path, "numpy", "peer.py")}
    record = time_with(library, peers, tmp_path)
    for peer in peers.values():
        peer.stop()
    entry = record["operations"]["1 YIVC"]
    assert "dies ended with 7" in entry["no"]["dies"]
    assert entry["peers"]["numpy"]["check"] == "right"
    assert "dies ended with 7" in render.wrong_section({"inputs": {"x": record}})


def test_a_peer_that_raises_does_not_offer_it(library, tmp_path):
    raises = peer_of(tmp_path, "raises", "tests/fake_peer.py")
    record = time_with(library, {"raises": raises}, tmp_path)
    raises.stop()
    assert record["operations"]["1 YIVC"]["no"]["raises"] == "ValueError: not today"


def test_disturbed_rounds_are_repeated_twice_and_then_named(library, tmp_path, monkeypatch):
    begun = []
    monkeypatch.setattr(timing.Watch, "foreign", lambda self: 0.5)
    begin = timing.Watch.begin
    monkeypatch.setattr(timing.Watch, "begin", lambda self, programs: begun.append(1) or begin(self, programs))
    record = time_with(library, {}, tmp_path, patience=60)
    assert len(begun) == 3
    assert record["operations"]["1 YIVC"]["disturbed"]
    monkeypatch.setattr(timing.Watch, "foreign", lambda self: 0.01)
    assert not time_with(library, {}, tmp_path)["operations"]["1 YIVC"]["disturbed"]


@pytest.mark.parametrize("fastest, behind, takes_part", ((1.0, 2.9, True), (1.0, 3.1, False)))
def test_the_largest_inputs_have_the_nearest_peers(library, tmp_path, monkeypatch, fastest, behind, takes_part):
    monkeypatch.setattr(timing, "LARGE", 500)
    numpy = peer_of(tmp_path, "numpy", "peer.py")
    driver = timing.Timing(library, {"numpy": numpy}, str(tmp_path), True, 0)
    one = cells.Input("grid", "int64", 1000, 0.1)
    driver.before[driver._place(one, "1 YIVC")] = fastest, {"numpy": behind, "other": fastest}
    entry = driver.time_input(one, ("1 YIVC",))["operations"]["1 YIVC"]
    numpy.stop()
    assert ("numpy" in entry["peers"]) == takes_part
    assert takes_part or entry["no"]["numpy"] == "far"
    assert not takes_part or entry["peers"]["numpy"]["rounds"] == timing.rounds_for(1000, True)


@pytest.mark.parametrize("seconds, rounds", ((0.1, 7), (2.5, 3), (9, 2)))
def test_long_rounds_are_fewer(seconds, rounds):
    contestant = timing.Contestant(None)
    contestant.last = seconds * 1e9
    driver = timing.Timing(None, {}, "", False, 0)
    entries = {"1 YIVC": {"library": contestant, "checker": [], "peers": {}}}
    assert driver._rounds_wanted(cells.Input("grid", "int64", 1000, 0.1), entries) == rounds
    assert driver._rounds_wanted(cells.Input("grid", "int64", 10**7, 0.1), entries) == min(rounds, 3) - 1


def test_who_is_far_behind_in_the_first_call_has_that_call_alone(library, tmp_path, monkeypatch):
    monkeypatch.setattr(timing, "SHORT", 0)
    monkeypatch.setattr(timing, "FAR", 0.5)  # everybody is
    numpy = peer_of(tmp_path, "numpy", "peer.py")
    found = time_with(library, {"numpy": numpy}, tmp_path)["operations"]["1 YIVC"]["peers"]["numpy"]
    numpy.stop()
    assert found["rounds"] == 1 and found["ratio"] > 0


def test_a_mistake_at_one_input_does_not_cost_the_others(library, tmp_path, monkeypatch):
    import bench

    driver = timing.Timing(library, {}, str(tmp_path), True, 0)
    inputs = [cells.Input("grid", "int64", items, 0.1) for items in (100, 200, 300)]
    honest = driver._load
    monkeypatch.setattr(driver, "_load", lambda one, *more: honest(one, *more) if one.items != 200 else library.process.stdin.write("time 1 Y 1\n") / 0)
    results = bench.Results(str(tmp_path / "results.json"), False, {})
    bench.time_inputs(inputs, results, driver, float("inf"))
    found = list(results.known["inputs"].values())
    assert "TypeError" in found[1]["failed"] or "ZeroDivisionError" in found[1]["failed"]
    assert found[0]["operations"] and found[2]["operations"]["1 YIVC"]["distinct"] == 30


# ---- Verdicts and the page -----------------------------------------------------------------------------------------------


def results_with(ratio, items=10**4, dtype="int64", operation="1 YIVC", **more):
    one = cells.Input("grid", dtype, items, 0.001).record()
    entry = {"ns": 10.0 * items, "distinct": 10, "disturbed": False, "no": {}, **more,
             "peers": {"pandas": {"check": "right", "less": "", "ns": 10.0 * items * ratio, "ratio": ratio, "rounds": 3}}}
    return {"inputs": {"x": {**one, "operations": {operation: entry}}}, "peers": {"pandas": {"version": "1"}}, "commit": "c", "begun": "b",
            "minutes": 1.0, "complete": True, "machine": {
                "processor": "p", "family": "f", "virtual": False, "processors": 1, "vectors": [], "caches": [], "memory_gib": 1,
                "huge_pages": "never", "system": "s", "compiler": "c"}}


@pytest.mark.parametrize("ratio, dtype, items, operation, falls_short", (
    (1.49, "int64", 10**4, "1 YIVC", True), (1.51, "int64", 10**4, "1 YIVC", False), (0.5, "int64", 100, "1 YIVC", False),
    (4.9, "uint8", 10**4, "0 YIVC", True), (5.1, "bool", 10**4, "0 YIVC", False), (0.99, "int64", 100, "0 Y", True),
    (1.01, "int64", 100, "0 Y", False)))
def test_a_cell_that_falls_short_is_bold(ratio, dtype, items, operation, falls_short):
    results = results_with(ratio, items, dtype, operation)
    page = render.page(results)
    cell = f"10, {render.figure(ratio)} pandas"
    assert (f"**{cell}**" in page) == falls_short
    assert cell in page
    assert ("**falls short**" in page.split("## How")[0].replace("geometric mean | 4 times | **", "")) or not falls_short


def test_numpys_vector_sorts_have_a_bar_of_their_own():
    results = results_with(0.7, dtype="double", operation="1 Y")
    peers = results["inputs"]["x"]["operations"]["1 Y"]["peers"]
    assert verdicts.cells_of(results)[0].shortfalls() == ["pandas"]
    peers["numpy"] = peers.pop("pandas")
    assert verdicts.cells_of(results)[0].shortfalls() == []
    peers["numpy"]["ratio"] = 0.59
    assert verdicts.cells_of(results)[0].shortfalls() == ["numpy"]


def test_who_gives_less_is_no_peer():
    results = results_with(0.1)
    results["inputs"]["x"]["operations"]["1 YIVC"]["peers"]["pandas"]["less"] = "no indices"
    assert verdicts.cells_of(results)[0].fastest is None


def test_a_bar_tells_the_worst_and_what_was_not_measured():
    bars = {bar.what: bar for bar in verdicts.bars(results_with(1.2))}
    bar = bars["All four outputs, n >= 10^4: beside the fastest peer"]
    assert bar.holds is False and "least 1.20" in bar.measured and bar.where.startswith("int64, n = 10^4, 0.1 % distinct")
    assert bars["All vectors, read and judged"].holds is None
    assert "not measured" in bars["All vectors, read and judged"].measured


@pytest.mark.parametrize("part, value, what, holds", (
    ("latency", [{"items": 8, "distinct": 8, "order": 1, "ns": {"into": 99, "library": 201}}], "... allocating", False),
    ("latency", [{"items": 8, "distinct": 8, "order": 1, "ns": {"into": 99}}], "One call, int64, sorted, n = 8, into the caller's buffers", True),
    ("gate", {"sandbox": {"cases_a_second": 99_000, "seconds": 9.0, "cases": 7}}, "The sandbox, small cases, gate and subject on one core", False),
    ("gate", {"sandbox": {"cases_a_second": 99_000, "seconds": 9.0, "cases": 7}}, "Level 1 of an in-process plug-in", True),
    ("gate", {"vectors": {"failed": "why"}}, "All vectors, read and judged", False),
    ("memory", {"library": [{"dtype": "float", "share": 1, "items": 10, "order": 1, "bytes": 49, "held": 8, "needed": 8}]},
     "Peak memory over the input, types of 4 bytes", False),
    ("growth", [{"dtype": "int64", "share": 1.0, "order": 1, "items": 10**4, "ns": 2.0, "bytes": 1},
                {"dtype": "int64", "share": 1.0, "order": 1, "items": 10**7, "ns": 8.2, "bytes": 1}],
     "Growth, int64, 100 % distinct, sorted: ns an element at 10^7 beside 10^4", False)))
def test_bars_of_the_other_parts(part, value, what, holds):
    results = {**results_with(2.0), part: value}
    assert next(bar for bar in verdicts.bars(results) if bar.what == what).holds is holds


def test_the_page_is_made_of_its_json_alone(tmp_path):
    results = results_with(2.0)
    results["inputs"]["y"] = {**results["inputs"]["x"], "failed": f"at {render.ROOT}/build/x", "operations": {}}
    render.write(results, str(tmp_path))
    first = (tmp_path / "performance.md").read_text()
    with open(tmp_path / "performance.json") as file:
        render.write(json.load(file), str(tmp_path))
    assert (tmp_path / "performance.md").read_text() == first
    assert "at build/x" in first
    assert (tmp_path / "performance-ratios.svg").read_text().startswith("<svg")


# ---- Whole runs ----------------------------------------------------------------------------------------------------------


def bench(tmp_path, *arguments):
    return [sys.executable, os.path.join(BENCH, "bench.py"), "--keep", str(tmp_path / "kept"), "--peers", "none", "--patience", "0", *arguments]


def test_an_interrupted_run_keeps_what_it_has_and_goes_on(tmp_path):
    command = bench(tmp_path, "--quick", "--scale", "10", "--only", "grid,order")
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    for line in run.stderr:
        if " 3/" in line:
            break
    run.send_signal(signal.SIGSTOP)  # so that it is not over before the second one says so
    second = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    assert second.returncode == 2 and "another run is under way" in second.stderr
    run.send_signal(signal.SIGINT)
    run.send_signal(signal.SIGCONT)
    rest = run.stderr.read()
    assert run.wait() == 130 and "--resume" in rest
    with open(tmp_path / "kept" / "results.json") as file:
        kept = json.load(file)
    assert len(kept["inputs"]) >= 3
    assert "not complete" in (tmp_path / "kept" / "performance.md").read_text()
    other = subprocess.run([*bench(tmp_path, "--quick", "--scale", "10"), "--resume"], stderr=subprocess.PIPE, text=True)
    assert other.returncode == 2 and "other options" in other.stderr
    again = subprocess.run([*command, "--resume"], stderr=subprocess.PIPE, text=True)
    assert again.returncode == 0, again.stderr
    assert " 1/" not in again.stderr and " 3/" not in again.stderr
    with open(tmp_path / "kept" / "results.json") as file:
        whole = json.load(file)
    assert {key: whole["inputs"][key] for key in kept["inputs"]} == kept["inputs"]
    assert len(whole["inputs"]) > len(kept["inputs"])


@pytest.mark.parametrize("arguments, message", ((("--only", "int65"), "int65"), (("--only", "n=many"), "n=10000"), (("--resume",), "no run was"),
                                                (("--only", "grid,n=3"), "no such input")))
def test_bad_usage_is_named(tmp_path, arguments, message):
    done = subprocess.run(bench(tmp_path, *arguments), stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and message in done.stderr and "Traceback" not in done.stderr


def test_growth_memory_and_small_calls_are_measured(tmp_path):
    done = subprocess.run(bench(tmp_path, "--quick", "--scale", "1000", "--only", "growth,memory,latency"), stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stderr
    with open(tmp_path / "kept" / "results.json") as file:
        results = json.load(file)
    assert all(one["ns"] > 0 for one in results["growth"])
    assert all(one["held"] >= one["needed"] for one in results["memory"]["library"])
    assert all({"library", "into"} <= set(one["ns"]) for one in results["latency"])


# ---- Counted instructions --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    """The figures of the program as it is, by the script itself, and how to run the script on other figures."""
    program = os.path.join(os.path.dirname(LIBRARY), "bench_instructions")
    path = tmp_path_factory.mktemp("figures") / "figures.txt"

    def run(text, *more):
        path.write_text(text)
        return subprocess.run([os.path.join(BENCH, "instructions.sh"), program, "cc", *more], env={**os.environ, "UO_FIGURES": str(path)},
                              capture_output=True, text=True)

    done = run("# older-x86: why it was recorded\nolder-x86 rows 5\n", "--record", "for the test")
    assert done.returncode == 0, done.stderr
    return path.read_text(), run


def test_recorded_figures_keep_the_reason_and_what_others_recorded(counted):
    text, _ = counted
    assert "# older-x86: why it was recorded\n" in text and ": for the test\n" in text and "older-x86 rows 5\n" in text


def test_the_same_program_is_at_its_figures(counted):
    text, run = counted
    done = run(text)
    assert done.returncode == 0, done.stdout
    assert ": 0 of " in done.stdout


@pytest.mark.parametrize("share, status", ((0.92, 0), (0.90, 1), (1.2, 0)))
def test_more_than_a_tenth_more_fails(counted, share, status):
    text, run = counted
    lines = [f"{line.rsplit(' ', 1)[0]} {int(int(line.split()[-1]) * share)}" if " rows " in line and not line.startswith(("#", "older")) else line
             for line in text.splitlines()]
    done = run("\n".join(lines) + "\n")
    assert done.returncode == status, done.stdout
    assert ("MORE THAN 10 % MORE" in done.stdout) == (status == 1)
    assert ("over 10 % less" in done.stdout) == (share > 1.1)


def test_an_unknown_compiler_never_passes(counted):
    _, run = counted
    done = run("older-x86 rows 5\n")
    assert done.returncode == 1 and "has no figures for" in done.stderr


def test_a_call_without_a_figure_and_a_figure_without_a_call_fail(counted):
    text, run = counted
    gone = "\n".join(line for line in text.splitlines() if " rows " not in line or line.startswith("older")) + "\n"
    assert run(gone).returncode == 1 and "no figure" in run(gone).stdout
    mine = next(line.split()[0] for line in text.splitlines() if " check_rows " in line)
    done = run(f"{text}{mine} imagined 7\n")
    assert done.returncode == 1 and "imagined" in done.stdout
