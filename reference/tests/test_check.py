"""Writing the goldens and checking them: reproducible, locked, and honest about a numpy that answers otherwise."""

import hashlib
import json
import shutil

import numpy as np
import pytest

from unique_oracle_reference import answer
from unique_oracle_reference.__main__ import main


@pytest.fixture
def copy(tmp_path, corpus_folder):
    """A copy of the frozen corpus."""
    shutil.copytree(corpus_folder / "vectors", tmp_path / "vectors")
    return tmp_path


def check(folder, capsys):
    code = main(["goldens", "--check", "--corpus", str(folder)])
    return code, capsys.readouterr().out.splitlines()


def edit(folder, name, before, after, lock=False):
    """Changes one place in a file; with lock the manifest is forged to match."""
    path = folder / "vectors" / name
    text = path.read_text("ascii")
    assert before in text
    path.write_bytes(text.replace(before, after, 1).encode("ascii"))
    if lock:
        relock(folder, name)


def relock(folder, name):
    path = folder / "vectors" / "manifest.json"
    manifest = json.loads(path.read_text("ascii"))
    data = (folder / "vectors" / name).read_bytes()
    manifest["files"][name] = {"sha256": hashlib.sha256(data).hexdigest(), "vectors": data.count(b"\n") - 1}
    path.write_text(json.dumps(manifest), "ascii")


def test_the_frozen_corpus_passes(corpus_folder, capsys):
    code, lines = check(corpus_folder, capsys)
    assert (code, len(lines)) == (0, 1)
    manifest = json.loads((corpus_folder / "vectors" / "manifest.json").read_text("ascii"))
    assert lines[0].startswith(f"goldens: {manifest['vectors']} vectors in {len(manifest['files'])} files")


def test_writing_is_reproducible(tmp_path, corpus_folder, capsys):
    """The same bytes each time, and those of the frozen files but for the name of the numpy that made them."""
    for folder in ("a", "b"):
        assert main(["goldens", "--corpus", str(tmp_path / folder)]) == 0
    manifest = json.loads((corpus_folder / "vectors" / "manifest.json").read_text("ascii"))
    assert f" vectors in {len(manifest['files'])} files" in capsys.readouterr().out
    frozen_numpy = manifest["numpy"]
    names = sorted(path.name for path in (corpus_folder / "vectors").iterdir())
    assert sorted(path.name for path in (tmp_path / "a" / "vectors").iterdir()) == names
    for name in names:
        data = (tmp_path / "a" / "vectors" / name).read_bytes()
        assert data == (tmp_path / "b" / "vectors" / name).read_bytes()
        frozen = (corpus_folder / "vectors" / name).read_bytes()
        if name != "manifest.json":
            assert data == frozen.replace(f"numpy {frozen_numpy}".encode(), f"numpy {np.__version__}".encode(), 1)


def test_writing_removes_what_is_no_longer_made_and_nothing_else(copy, capsys):
    vectors = copy / "vectors"
    (vectors / "old.jsonl").write_text("{}\n")
    relock(copy, "old.jsonl")
    (vectors / "mine.txt").write_text("mine")
    assert main(["goldens", "--corpus", str(copy)]) == 0
    assert not (vectors / "old.jsonl").exists() and (vectors / "mine.txt").exists()


def test_a_hand_edit_is_named(copy, capsys):
    edit(copy, "int8.jsonl", "every item is the same", "each item is the same")
    code, lines = check(copy, capsys)
    assert code == 1
    assert "int8.jsonl: edited by hand, its hash is not the one in the manifest" in lines
    assert [line for line in lines if "int8-scalar" in line and "comment" in line]


def test_a_hand_edit_of_the_header_is_named(copy, capsys):
    edit(copy, "bool.jsonl", '"policy": "onnx"', '"policy": "ieee"')
    code, lines = check(copy, capsys)
    assert (code, lines[0]) == (1, "bool.jsonl: edited by hand, its hash is not the one in the manifest")


def test_a_forged_answer_is_found_behind_a_forged_lock(copy, capsys):
    edit(copy, "official.jsonl", '"data": [1, 0, 3, 4]', '"data": [2, 0, 3, 5]', lock=True)
    code, lines = check(copy, capsys)
    assert code == 1
    assert lines[0] == "official.jsonl: test_unique_sorted_without_axis: indices[0]: have 1, want 2 (and 1 more)"
    assert len(lines) == 2


def test_signed_zero_and_nan_bits_count_as_differences(copy, capsys):
    """SIL-03, SIL-04"""
    edit(copy, "wild.jsonl", '"expect": {"Y": {"dtype": "double", "shape": [1], "data": [-0.0]}',
         '"expect": {"Y": {"dtype": "double", "shape": [1], "data": [0.0]}', lock=True)  # fmt: skip
    edit(copy, "wild.jsonl", '[1.0, 2.0, "NaN(0xffc00000)"]', '[1.0, 2.0, "NaN"]', lock=True)
    code, lines = check(copy, capsys)
    assert code == 1
    assert 'wild.jsonl: wild-B014: Y[2]: have "NaN(0xffc00000)", want "NaN"' in lines
    assert [line for line in lines if line.startswith("wild.jsonl: wild-B096a: Y")]


def test_missing_extra_and_shortened_files_are_named(copy, capsys):
    vectors = copy / "vectors"
    (vectors / "uint8.jsonl").unlink()
    (vectors / "stray.jsonl").write_text("{}\n")
    lines_of_int16 = (vectors / "int16.jsonl").read_text("ascii").splitlines(keepends=True)
    (vectors / "int16.jsonl").write_bytes("".join(lines_of_int16[:-1]).encode())
    relock(copy, "int16.jsonl")
    code, lines = check(copy, capsys)
    assert code == 1
    assert "uint8.jsonl: missing, but the manifest lists it" in lines
    assert "stray.jsonl: extra, the manifest does not list it" in lines
    assert [line for line in lines if line.startswith("int16.jsonl: ") and line.endswith("but not in the file")]


def test_reordered_and_reformatted_lines_are_named(copy, capsys):
    path = copy / "vectors" / "official.jsonl"
    lines = path.read_text("ascii").splitlines(keepends=True)
    path.write_bytes("".join([lines[0], lines[2], lines[1], *lines[3:]]).encode())
    relock(copy, "official.jsonl")
    edit(copy, "bool.jsonl", '"sorted": 1', '"sorted":1', lock=True)
    code, found = check(copy, capsys)
    assert code == 1
    assert "official.jsonl: the vectors stand in another order than the package writes them" in found
    assert [line for line in found if line.endswith("not in the form in which the package writes it")]


def test_a_broken_line_is_named(copy, capsys):
    edit(copy, "official.jsonl", '{"id": "test_unique_length_1"', '{"id" "test_unique_length_1"', lock=True)
    code, lines = check(copy, capsys)
    assert code == 1 and "official.jsonl:7: not a vector" in lines


def test_another_numpy_is_listed_vector_by_vector(corpus_folder, capsys, monkeypatch):
    """A numpy whose first index is the last: every vector with a repeated item and indices must be listed."""
    honest = answer.all_outputs_at_once

    def dishonest(array, axis):
        y, indices, inverse, counts = honest(array, axis)
        if array.dtype == np.int16 and axis is None:
            indices = np.array([np.flatnonzero(inverse.reshape(-1) == j)[-1] for j in range(len(indices))], np.int64)
        return y, indices, inverse, counts

    monkeypatch.setattr(answer, "all_outputs_at_once", dishonest)
    code, lines = check(corpus_folder, capsys)
    assert code == 1
    assert all(line.startswith(("int16.jsonl: int16-", "wild.jsonl: ")) for line in lines[:-2])
    assert [line for line in lines if ": indices[0]: have " in line]
    assert lines[-2].endswith(" more")  # the list is cut, the count is not
    assert int(lines[-1].split()[1]) > 50


def test_no_corpus_is_no_pass(tmp_path, capsys):
    assert main(["goldens", "--check", "--corpus", str(tmp_path)]) == 2
    assert "manifest.json" in capsys.readouterr().err
    (tmp_path / "vectors").mkdir()
    (tmp_path / "vectors" / "manifest.json").write_text("{}")
    assert main(["goldens", "--check", "--corpus", str(tmp_path)]) == 2
    assert "not a manifest" in capsys.readouterr().err
