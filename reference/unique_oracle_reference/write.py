"""Makes the vectors and writes the files of the corpus with their manifest."""

import hashlib
import json
import os
from dataclasses import replace

import numpy as np

from unique_oracle_reference import POLICY, __version__, cases
from unique_oracle_reference.answer import corrected
from unique_oracle_reference.case import OUTPUTS, Vector, dump, rejection, vector_to_json
from unique_oracle_reference.clauses import clauses_of_answer, clauses_of_rejection
from unique_oracle_reference.tensor import TYPES

MANIFEST = "manifest.json"
GENERATOR = f"unique_oracle_reference {__version__}"


def vector_of(chosen):
    """The vector of a chosen case: its answer as numpy gives it, corrected, and the clauses that it exercises."""
    case = chosen.case
    reason = rejection(case)
    if reason is not None:
        return Vector(case, {}, reason, chosen.tags, clauses_of_rejection(case), chosen.comment)
    full = corrected(replace(case, outputs=OUTPUTS))
    expect = {name: full[name] for name in case.outputs}
    return Vector(case, expect, None, chosen.tags, clauses_of_answer(case, full), chosen.comment)


def corpus():
    """Every file of the corpus: its name and its vectors, in the order of the names."""
    files = {"official.jsonl": [], "wild.jsonl": [], "rejected.jsonl": [], "nan-subtensors.jsonl": []}
    files["official.jsonl"] += map(vector_of, cases.official())
    files["wild.jsonl"] += map(vector_of, cases.wild())
    files["rejected.jsonl"] += map(vector_of, cases.rejected())
    met = [vector_of(chosen) for chosen in cases.campaign()]
    if met:
        # Read behind the systematic cases: what an implementation chooses at a silent point is learnt from the first.
        files["unseen.jsonl"] = met
    for dtype in TYPES:
        own = files[f"{dtype}.jsonl"] = []
        for chosen in cases.systematic(dtype):
            target = files["nan-subtensors.jsonl"] if cases.has_nan_subtensor(chosen.case) else own
            target.append(vector_of(chosen))
    return dict(sorted(files.items()))


def header():
    return {"vectors": 1, "policy": POLICY, "origin": f"{GENERATOR} with numpy {np.__version__}"}


def text_of(vectors):
    """A vector file: the header, then one vector a line."""
    return "".join(dump(line) + "\n" for line in [header(), *map(vector_to_json, vectors)])


def manifest_of(texts):
    """What locks the files: the hash and the number of vectors of each, and what made them."""
    files = {
        name: {"sha256": hashlib.sha256(text.encode("ascii")).hexdigest(), "vectors": text.count("\n") - 1}
        for name, text in texts.items()
    }
    made_by = {"manifest": 1, "generator": GENERATOR, "numpy": np.__version__, "policy": POLICY}
    return {**made_by, "vectors": sum(entry["vectors"] for entry in files.values()), "files": files}


def write(folder):
    """Writes all files and the manifest into `folder`, and removes files of the former manifest no longer made.

    Returns the manifest.
    """
    os.makedirs(folder, exist_ok=True)
    texts = {name: text_of(vectors) for name, vectors in corpus().items()}
    manifest = manifest_of(texts)
    for name in _former_files(folder) - set(texts):
        if os.path.exists(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
    for name, text in texts.items():
        replace_file(os.path.join(folder, name), text)
    replace_file(os.path.join(folder, MANIFEST), json.dumps(manifest, indent=2) + "\n")
    return manifest


def _former_files(folder):
    try:
        with open(os.path.join(folder, MANIFEST), encoding="ascii") as file:
            return {os.path.basename(name) for name in json.load(file)["files"]}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def replace_file(path, text):
    """Writes beside the file first, so that nothing half-written ever stands in its place."""
    with open(path + ".new", "w", encoding="ascii", newline="\n") as file:
        file.write(text)
    os.replace(path + ".new", path)
