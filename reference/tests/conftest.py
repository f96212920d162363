import pathlib
import sys

import pytest

REFERENCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REFERENCE))


@pytest.fixture(scope="session")
def corpus_folder():
    """The frozen corpus of the repository."""
    return REFERENCE.parent / "corpus"


@pytest.fixture(scope="session")
def frozen(corpus_folder):
    """The lines of every frozen file by its name, the header first."""
    files = sorted((corpus_folder / "vectors").glob("*.jsonl"))
    return {path.name: path.read_text(encoding="ascii").splitlines() for path in files}


@pytest.fixture(scope="session")
def clause_ids():
    """The ids in the project's one table of clauses, clauses and silent points in its order."""
    header = (REFERENCE.parent / "include" / "unique_oracle" / "clauses.h").read_text(encoding="utf-8")
    ids = [line.split('"')[1] for line in header.splitlines() if line.startswith("  X(")]
    assert len(ids) > 70
    return ids
