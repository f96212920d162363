"""The driver of the scoreboard on runtimes that are made up: one that is wrong, dies and refuses, and two that never run."""

import json
import os
import shlex
import subprocess
import sys

import adapter
import findings
import gate
import numpy as np
import pytest
import render
import scripts
import table
from conftest import ADAPTERS
from test_adapter import special
from unique_oracle_reference import tensor as reference

FAKE = os.path.join(ADAPTERS, "tests", "fake_runtime.py")


def row(name, **other):
    return {"name": name, "language": "Python", "implements": "nothing real", "install": "true", "policy": "onnx",
            "command": shlex.join([sys.executable, FAKE]), "recheck": shlex.quote(sys.executable), **other}


def case(identifier, data, **other):
    x = {"dtype": other.pop("dtype", "int64"), "shape": [len(data)], "data": data}
    return {"id": identifier, "X": x, "axis": None, "sorted": 1, "outputs": ["Y", "counts"], **other}


DIRECT = f"""sys.path.insert(0, {os.path.dirname(FAKE)!r})
import fake_runtime


def unique(x, axis, sorted, outputs):
    found = fake_runtime.fake_unique(x)
    return {{name: found[name] for name in outputs}}
"""

CASES = [case("good", [3, 1, 3]), case("short", [7, 13, 7, 20]), case("shorter", [1, 13], dtype="int32"), case("dies", [5, 66]),
         case("after", [5]), case("refused", [1], dtype="int8"), case("axis", [1], axis=0), case("other type", [1], dtype="uint8")]


@pytest.fixture(name="place")
def make_place(tmp_path):
    """A folder for the page, elsewhere than the project's own."""
    place = tmp_path / "docs"
    (place / "findings").mkdir(parents=True)
    (place / "scoreboard.json").write_text('{"subjects": []}', encoding="utf-8")
    vectors = place / "cases.jsonl"
    head = {"vectors": 1, "policy": "onnx", "origin": "a test"}
    vectors.write_text("".join(json.dumps(line) + "\n" for line in [head, *CASES]), encoding="utf-8")
    (place / "direct.py").write_text(DIRECT, encoding="utf-8")
    rows = [row("fake", direct=str(place / "direct.py"), gate=["--level", "0", "--vectors", str(vectors)]),
            row("gone", install="echo fetching; echo there is none >&2; false"),
            row("silent", command=shlex.join([sys.executable, "-c", "pass"]))]
    (place / "subjects.json").write_text(json.dumps({"subjects": rows}), encoding="utf-8")
    return place


def scoreboard(place, *arguments):
    assert os.path.exists(gate.PROGRAM), f"{gate.PROGRAM} is not built"
    command = [sys.executable, os.path.join(ADAPTERS, "scoreboard"), "--table", str(place / "subjects.json"), "--docs", str(place)]
    environment = {key: value for key, value in os.environ.items() if key != "UO_NO_INSTALL"}
    return subprocess.run([*command, *arguments], capture_output=True, text=True, env=environment, timeout=300, check=False)


def board(place):
    return {one["name"]: one for one in json.loads((place / "scoreboard.json").read_text(encoding="utf-8"))["subjects"]}


def test_rows_say_what_happened(place):
    assert scoreboard(place).returncode == 0
    rows = board(place)
    assert list(rows) == ["fake", "gone", "silent"]
    assert rows["gone"]["error"] == "not installed: there is none"
    assert "before replying to \"start\"" in rows["silent"]["error"]
    fake = rows["fake"]
    assert fake["version"] == "1.0" and fake["cases"] == len(CASES)
    assert fake["verdicts"] == {"pass": 2, "wrong": 2, "crash": 1, "unsupported": 3}
    assert fake["counts"]["int64"]["flat sorted"] == {"pass": 2, "wrong": 1, "crash": 1}
    assert fake["counts"]["int64"]["axis sorted"] == {"unsupported": 1}
    assert fake["unsupported"]["NotImplementedError: no kernel for int8"] == 1
    found = {one["clause"] or one["verdict"]: one for one in fake["findings"]}
    assert {"VAL-01", "SHAPE-01", "crash"} <= set(found)
    smallest = found["VAL-01"]
    assert smallest["cases"] == 2 and smallest["dtypes"] == {"int64": 1, "int32": 1}
    assert smallest["case"]["X"]["data"] == [13] and smallest["given"]["Y"]["data"] == []
    assert smallest["right"]["Y"]["data"] == [13]
    assert fake["known"]["exit"] == 1 and fake["known"]["list"] == "" and fake["alone"]["exit"] == 1
    assert found["crash"]["case"]["X"]["data"] == [66] and found["crash"]["given"] == {"died": "signal 6"}
    page = (place / "scoreboard.md").read_text(encoding="utf-8")
    assert "1 of 3 subjects ran here" in page
    assert "did not run: not installed: there is none" in page
    assert "VAL-01 (2)" in page and "`int32[1] [66]`" in page
    assert scoreboard(place, "--write-scripts", "--only", "fake").returncode == 0
    shown = scoreboard(place, "--recheck", "--only", "fake")
    assert shown.returncode == 0 and shown.stdout.count("shows  findings/fake_") == 2, shown.stdout
    line = next(one for one in page.splitlines() if one.startswith("| [fake](#fake)"))
    assert [cell.strip() for cell in line.split("|")][5:13] == ["onnx", "8", "2", "3", "2", "0", "0", "0"]


def test_a_list_makes_it_green_and_polices_itself(place):
    assert scoreboard(place, "--known", "--only", "fake").returncode == 1
    assert scoreboard(place, "--write-known", "--only", "fake").returncode == 0
    assert board(place)["fake"]["known"] == {"list": str(place / "known" / "fake.txt"), "exit": 0, "stale": 0}
    assert scoreboard(place, "--known", "--only", "fake").returncode == 0
    listed = place / "known" / "fake.txt"
    by_hand = "# by hand\n" + listed.read_text(encoding="utf-8") + "good wrong\n"
    listed.write_text(by_hand, encoding="utf-8")
    assert scoreboard(place, "--known", "--only", "fake").returncode == 1
    assert board(place)["fake"]["known"]["exit"] == 1 and board(place)["fake"]["known"]["stale"] == 1
    assert scoreboard(place, "--write-known", "--only", "fake").returncode == 0
    assert listed.read_text(encoding="utf-8") == by_hand


def change_row(place, **change):
    rows = [{**row, **change} if row["name"] == "fake" else row for row in board(place).values()]
    (place / "scoreboard.json").write_text(json.dumps({"subjects": rows}), encoding="utf-8")


def line_of(place):
    lines = (place / "scoreboard.md").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith("| [fake](#fake)"))


def test_a_list_notices_that_support_is_dropped_or_gained(place):
    assert scoreboard(place, "--write-known", "--only", "fake").returncode == 0
    listed = place / "known" / "fake.txt"
    text = listed.read_text(encoding="utf-8")
    assert "unsupported  any  cases=3 ids=" in text
    for count in (2, 4):
        listed.write_text(text.replace("any  cases=3 ids=", f"any  cases={count} ids="), encoding="utf-8")
        assert scoreboard(place, "--known", "--only", "fake").returncode == 1
        assert board(place)["fake"]["known"]["stale"] == 1


def test_an_exit_code_never_stands_beside_another_version(place):
    assert scoreboard(place, "--write-known", "--only", "fake").returncode == 0
    assert line_of(place).endswith("| 0, 1 |")
    change_row(place, version="0.9")
    other = scoreboard(place, "--known", "--only", "fake")
    assert "fake: is version 1.0 now, and its row is about 0.9" in other.stderr
    assert board(place)["fake"]["known"]["exit"] is None and line_of(place).endswith("| -, 1 |")


def test_a_gate_that_judges_nothing_leaves_that_in_the_row(place):
    assert scoreboard(place, "--write-known", "--only", "fake").returncode == 0
    rows = json.loads((place / "subjects.json").read_text(encoding="utf-8"))["subjects"]
    rows[0]["command"] = shlex.join([sys.executable, "-c", "pass"])
    (place / "subjects.json").write_text(json.dumps({"subjects": rows}), encoding="utf-8")
    assert scoreboard(place, "--known", "--only", "fake").returncode == 2
    known = board(place)["fake"]["known"]
    assert known["exit"] == 2 and 'before replying to "start"' in known["error"] and line_of(place).endswith("| 2, 1 |")
    assert "The gate with the list could judge nothing: " in (place / "scoreboard.md").read_text(encoding="utf-8")


def test_scripts_by_hand_are_named(place):
    said = scoreboard(place, "--write-scripts", "--only", "gone")
    assert said.returncode in (0, 1) and "gone: no script is written" in said.stderr and "direct" in said.stderr


def zeros(data):
    """An answer to one case of double; its Y is written as it stands here."""
    sent = f'{{"id": "it", "Y": {{"dtype": "double", "shape": [1], "data": {data}}}}}'
    program = "import sys\nfor line in sys.stdin:\n    print('{}' if 'start' in line else sys.argv[1], flush=True)"
    command = shlex.join([sys.executable, "-c", program, sent])
    subject = table.Subject("x", "Python", "x", "true", "onnx", command=command)
    question = case("it", [0.0], dtype="double", outputs=["Y"])
    return subject, {key: value for key, value in question.items() if key != "id"}


def test_zeros_keep_their_sign():
    assert json.dumps(findings.read_json("[-0, 0, -1, -0.0, 12345678901234567890]")) == "[-0.0, 0, -1, -0.0, 12345678901234567890]"
    subject, question = zeros("[-0]")
    given = findings.ask(subject, question)
    assert json.dumps(given["Y"]["data"]) == "[-0.0]"
    assert gate.judge_answer(subject, question, given) != gate.judge_answer(subject, question, {"Y": question["X"]})
    assert gate.judge_answer(subject, question, {"Y": question["X"]}) == ("pass", ())


def test_an_answer_that_does_not_show_the_fault_says_so(monkeypatch):
    """The page prints what the subject answers when it is asked again; that is judged before it is printed."""
    subject, question = zeros("[0]")
    wrong = {"Y": {"dtype": "double", "shape": [1], "data": [7.0]}}
    right = {"Y": question["X"]}
    verdict = gate.Verdict("it", "wrong", True, gate.judge_answer(subject, question, wrong)[1], "", "double", "flat sorted", 1)
    assert "VAL-01" in verdict.clauses
    row = {"scripts": {}}
    for answers, redrawn in (([right] * 9, True), ([right, wrong], False), ([wrong], False)):
        draws = iter(answers)
        monkeypatch.setattr(findings, "ask", lambda *_: next(draws))
        monkeypatch.setattr(findings, "smallest", lambda of, it: findings._reproducer(of, it, question, True))
        found = findings._finding(subject, "wrong", "VAL-01", [verdict], {})
        assert found.get("redrawn", False) == redrawn and "judged" not in found
        assert ("another draw" in render._findings(row, [found])[4]) == redrawn
    assert findings.shows("unstable", ("VAL-01",), ("wrong", ("VAL-01", "INV-01")))
    assert not findings.shows("wrong", ("VAL-01",), ("pass", ())) and findings.shows("crash", (), None)


def test_every_finding_needs_a_script_that_shows_it(place):
    rows = [{"name": "fake", "findings": [{"clause": "VAL-01", "verdict": "wrong"}, {"clause": "", "verdict": "crash"}]}]
    (place / "scoreboard.json").write_text(json.dumps({"subjects": rows}), encoding="utf-8")
    script = place / "findings" / "fake_VAL-01.py"
    shows = "# Shows: {}.\nprint('have [] want [13]')\n"
    script.write_text(shows.format("VAL-01"), encoding="utf-8")
    missing = scoreboard(place, "--recheck", "--only", "fake")
    assert missing.returncode == 1 and "no script for crash" in missing.stdout and "no script for VAL-01" not in missing.stdout
    script.write_text(shows.format("VAL-01, crash"), encoding="utf-8")
    shown = scoreboard(place, "--recheck", "--only", "fake")
    assert shown.returncode == 0 and "have [] want [13]" in shown.stdout
    (place / "findings" / "fake_crash.py").write_text("# Shows: crash.\nimport sys\nsys.exit(1)\n", encoding="utf-8")
    mended = scoreboard(place, "--recheck", "--only", "fake")
    assert mended.returncode == 1 and "FAILS  findings/fake_crash.py" in mended.stdout
    (place / "findings" / "fake_crash.py").write_text("pass\n", encoding="utf-8")
    silent = scoreboard(place, "--recheck", "--only", "fake")
    assert silent.returncode == 1 and "FAILS  findings/fake_crash.py  has no line `Shows:" in silent.stdout


def test_names_of_scripts_are_short():
    assert scripts.short(["VAL-01"]) == "VAL-01" and scripts.short(["VAL-01", "crash"]) == "VAL-01_crash"
    assert scripts.short(["VAL-01", "VAL-02", "CNT-01"]) == "VAL-01_and-more"


def test_a_script_has_what_its_direct_call_takes_from_a_file_beside_it(tmp_path):
    (tmp_path / "shared.py").write_text("def model(x):\n    return x\n", encoding="utf-8")
    (tmp_path / "direct.py").write_text("from shared import model\nfrom math import pi\n\n\nprint(model(pi))\n", encoding="utf-8")
    assert scripts.text_of(str(tmp_path / "direct.py")) == "def model(x):\n    return x\nfrom math import pi\n\n\nprint(model(pi))"


def test_links_of_the_page_lead_somewhere(place):
    (place / "there.md").write_text("", encoding="utf-8")
    text = "# One (1.2)\n[a](there.md) [b](there.md#x) [c](https://gone.example) [d](#one-12) [e](gone.md) [f](#two)\n"
    assert render.dead_links(text, str(place)) == ["#two", "gone.md"]
    page = os.path.join(table.ROOT, "docs", "scoreboard.md")
    with open(page, encoding="utf-8") as file:
        assert render.dead_links(file.read(), os.path.dirname(page)) == []
    lost = {"name": "fake", "language": "Python", "implements": "x", "version": "1", "policy": "onnx", "error": "it is gone"}
    (place / "scoreboard.json").write_text(json.dumps({"subjects": [lost]}), encoding="utf-8")
    assert scoreboard(place, "--render").returncode == 0
    (place / "findings").rmdir()  # made, as the page links to it
    assert scoreboard(place, "--render").returncode == 0
    scoreboard(place, "--only", "fake")
    (row,) = [{**row, "scripts": {"findings/gone.py": ["VAL-01"]}} for row in board(place).values() if row["name"] == "fake"]
    (place / "scoreboard.json").write_text(json.dumps({"subjects": [row]}), encoding="utf-8")
    dead = scoreboard(place, "--render")
    assert dead.returncode == 1 and "no such file or heading: findings/gone.py" in dead.stderr


def test_rows_of_others_stay(place):
    assert scoreboard(place, "--only", "gone").returncode == 0
    assert scoreboard(place, "--only", "silent").returncode == 0
    assert list(board(place)) == ["gone", "silent"]
    assert scoreboard(place, "--only", "nobody").returncode == 2


@pytest.mark.parametrize("change, message", [
    ({"colour": "blue"}, "unknown key 'colour'"), ({"name": "a_b"}, "is not of a-z"), ({"plugin": "x.so"}, "either"),
    ({"policy": ""}, "'policy' is missing"), ({"gate": "--level 0"}, "list of words")])
def test_a_table_that_cannot_be_used(tmp_path, change, message):
    path = tmp_path / "subjects.json"
    path.write_text(json.dumps({"subjects": [{**row("fake"), **change}]}), encoding="utf-8")
    with pytest.raises(table.TableError, match=message):
        table.read_table(str(path))


def test_the_table_of_the_project():
    subjects = table.read_table()
    for subject in subjects:
        assert subject.recheck, subject.name
        words = shlex.split(subject.install)
        assert os.path.exists(os.path.join(table.ROOT, words[0])), subject.name


def test_the_page_for_new_subjects_shows_a_row_of_the_table():
    with open(os.path.join(table.ROOT, "docs", "adapters.md"), encoding="utf-8") as file:
        text = file.read()
    shown = json.JSONDecoder().raw_decode(text, text.index('{"name":'))[0]
    with open(os.path.join(table.ROOT, table.TABLE), encoding="utf-8") as file:
        assert shown in json.load(file)["subjects"]


@pytest.mark.parametrize("dtype", [dtype for dtype in adapter.DTYPES if dtype != "string"])
def test_scripts_have_x_to_the_bit(dtype):
    data = special(dtype)
    for message in ({"dtype": dtype, "shape": [len(data), 1], "data": data}, {"dtype": dtype, "shape": [2], "data": data[:2]}):
        have = eval(scripts.literal(message), {"np": np})
        want = reference.from_json(message).array
        assert have.dtype == want.dtype and have.shape == want.shape and have.tobytes() == want.tobytes()


def test_scripts_have_strings():
    message = {"dtype": "string", "shape": [3], "data": ["", "a\0", "é"]}
    assert eval(scripts.literal(message), {"np": np}).tolist() == message["data"]
    with pytest.raises(ValueError, match="no script"):
        scripts.literal({"dtype": "string", "shape": [1], "data": [{"base64": "gA=="}]})


@pytest.mark.parametrize("verdict, given, code", [
    ("wrong", "want", 1), ("wrong", "other", 0), ("rejects-valid", "error", 0), ("rejects-valid", "want", 1),
    ("accepts-invalid", "want", 0), ("accepts-invalid", "error", 1), ("crash", "want", 1), ("crash", "death", 0),
    ("unstable", "other", 0), ("unstable", "want", 1)])
def test_scripts_show_a_fault_or_say_that_it_is_gone(tmp_path, verdict, given, code):
    acts = {"want": "return {'Y': np.array([1, 2])}", "other": "return {'Y': np.array([2, 1])}", "error": "raise ValueError('no')",
            "death": "import os; os.abort()"}
    direct = tmp_path / "direct.py"
    direct.write_text(f"def unique(x, axis, sorted, outputs):\n    {acts[given]}\n", encoding="utf-8")
    right = {"Y": {"dtype": "int64", "shape": [2], "data": [1, 2]}}
    question = case("it", [1, 2], outputs=["Y"])
    finding = {"case": question, "verdict": verdict, "right": {"rejected": "why"} if verdict == "accepts-invalid" else right}
    subject = table.Subject("x", "Python", "x", "true", "onnx", command="x", direct=str(direct))
    path = tmp_path / "x.py"
    path.write_text(scripts.script(subject, {"implements": "x", "version": "1"}, finding, ["VAL-01"]), encoding="utf-8")
    assert subprocess.run([sys.executable, str(path)], capture_output=True, timeout=60, check=False).returncode == code


def test_the_last_line_of_a_script_shows_the_difference(tmp_path):
    direct = tmp_path / "direct.py"
    direct.write_text("def unique(x, axis, sorted, outputs):\n    return {'Y': np.array([3]), 'counts': np.array([1])}\n", encoding="utf-8")
    right = {name: {"dtype": "int64", "shape": [1], "data": [1]} for name in ("Y", "counts")}
    finding = {"case": case("it", [1]), "verdict": "wrong", "right": right}
    path = tmp_path / "x.py"
    path.write_text(scripts.script(table.Subject("x", "Python", "x", "true", "onnx", command="x", direct=str(direct)),
                                   {"implements": "x", "version": "1"}, finding, ["VAL-01"]), encoding="utf-8")
    shown, last = findings.recheck(table.Subject("x", "Python", "x", "true", "onnx", command="x", recheck=sys.executable), str(path))
    assert shown and last == "Y have int64[1] [3] want int64[1] [1]"


def test_a_case_of_thousands_of_elements_is_cut():
    def reproducer(count):
        x = {"dtype": "bool", "shape": [count], "data": [True] * count}
        return {"case": {"X": x}, "given": {"died": "signal 6"}, "right": {"Y": dict(x)}}

    assert findings.shortened(reproducer(4000)) == reproducer(4000)
    cut = findings.shortened(reproducer(4001))
    assert cut["cut"] and len(cut["case"]["X"]["data"]) == len(cut["right"]["Y"]["data"]) == 20


@pytest.mark.parametrize("identifier", ["1:0", "1:19999", "7:3", "grid:0", "grid:99999"])
def test_a_generated_case_is_found_by_its_id(identifier):
    assert findings._generated(identifier)["id"] == identifier


def test_what_differs_from_case_to_case_is_no_other_finding():
    assert findings._wordless(gate.Verdict("a", "crash", True, (), "signal 11 at -3", "bool", "flat sorted", 1)) == "signal # at #"


def test_columns():
    kinds = [gate.kind_of([2, 3], axis, order) for axis, order in ((None, 1), (None, 0), (-2, 1), (1, 0), (2, 1), (0, 2))]
    assert kinds == [*gate.KINDS, "must be rejected"]
    assert render._count({"unsupported": 3}, "onnx") == "-"
    assert render._count({"pass": 3, "freedom": 1, "unsupported": 2}, "onnx") == "3 of 4, 2 not supported"
    assert render._count({"pass": 3, "freedom": 1}, "spec") == "4"
