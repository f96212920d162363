"""Cases that campaigns met: answered in one batch, frozen, refused where they are no cases."""

import json
import shutil

import pytest

from unique_oracle_reference import cases
from unique_oracle_reference.__main__ import main

CASE = (
    '{"id": "met-1", "X": {"dtype": "int8", "shape": [3], "data": [2, 1, 2]}, "axis": null, "sorted": 1, '
    '"outputs": ["Y", "counts"], "tags": ["campaign", "int8"], "clauses": [], "comment": "for a test"}'
)
REJECTED = (
    '{"id": "met-2", "X": {"dtype": "bool", "shape": [1], "data": [true]}, "axis": 3, "sorted": 1, "outputs": ["Y"], '
    '"tags": ["campaign", "bool"], "comment": "for a test"}'
)


@pytest.fixture
def file(tmp_path):
    """Writes lines to a file and gives its path."""

    def write(*lines):
        path = tmp_path / "cases.jsonl"
        path.write_text("".join(line + "\n" for line in lines), "utf-8")
        return str(path)

    return write


def test_answers_are_a_vector_file(file, capsys):
    assert main(["answer", file(CASE, REJECTED)]) == 0
    header, first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (header["vectors"], header["policy"]) == (1, "onnx") and " with numpy " in header["origin"]
    assert first["id"] == "met-1" and first["comment"] == "for a test" and first["tags"] == ["campaign", "int8"]
    assert first["expect"]["Y"]["data"] == [1, 2] and first["expect"]["counts"]["data"] == [1, 2]  # VAL-01, CNT-01
    assert "CNT-01" in first["clauses"] and list(second["expect"]) == ["rejected"]  # ERR-01


def test_a_header_is_passed_over(file, capsys):
    assert main(["answer", file('{"cases": 1, "origin": "a test"}', CASE)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(
    "lines, message",
    [
        ([CASE, "{"], "cases.jsonl:2: "),
        ([CASE, "[1]"], "cases.jsonl:2: not a JSON object"),
        ([CASE, '{"id": "x"}'], "cases.jsonl:2: X: not a tensor"),
        ([CASE.replace('"int8"', '"int9"', 1)], "cases.jsonl:1: X.dtype: "),
        ([], "cases.jsonl: no case in it"),
    ],
)
def test_what_is_no_case_is_named(file, capsys, lines, message):
    assert main(["answer", file(*lines)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and message in captured.err and captured.err.count("\n") == 1


def test_a_missing_file_is_named(tmp_path, capsys):
    assert main(["answer", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl: No such file" in capsys.readouterr().err


def test_freezing(file, tmp_path, corpus_folder, capsys, monkeypatch):
    """Added once, in the order of ids, answered by numpy, locked; what the corpus has already is passed over."""
    shutil.copytree(corpus_folder / "vectors", tmp_path / "vectors")
    source = tmp_path / "campaign.jsonl"
    if cases.campaign_file().exists():
        shutil.copy(cases.campaign_file(), source)
    monkeypatch.setattr(cases, "campaign_file", lambda: source)
    before = len(list(cases.campaign()))
    path = file(REJECTED, CASE, CASE.replace("met-1", "met-3"))  # the last is the same question again
    assert main(["freeze", path, "--corpus", str(tmp_path)]) == 0
    assert "freeze: 2 vectors added" in capsys.readouterr().out
    lines = (tmp_path / "vectors" / "unseen.jsonl").read_text("ascii").splitlines()
    ids = [json.loads(line)["id"] for line in lines[1:]]
    assert len(ids) == before + 2 and ids == sorted(ids) and {"met-1", "met-2"} <= set(ids)
    assert '"expect"' not in source.read_text("ascii")  # numpy answers them anew each time
    assert main(["goldens", "--check", "--corpus", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["freeze", path, "--corpus", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "freeze: nothing to add\n"


def test_a_frozen_case_says_what_it_is_for(file, tmp_path, corpus_folder, capsys, monkeypatch):
    source = tmp_path / "campaign.jsonl"
    monkeypatch.setattr(cases, "campaign_file", lambda: source)
    path = file(CASE.replace("for a test", ""))
    assert main(["freeze", path, "--corpus", str(corpus_folder)]) == 2
    assert "met-1: tags and a comment must say what it is for" in capsys.readouterr().err
    assert not source.exists()
