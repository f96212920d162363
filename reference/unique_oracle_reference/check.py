"""Checks the frozen corpus: nobody edited it by hand, and the installed numpy still gives every answer in it."""

import hashlib
import json
import os

from unique_oracle_reference.case import dump, vector_to_json
from unique_oracle_reference.write import MANIFEST, corpus


class NoCorpus(Exception):
    """There is nothing to check."""


def check(folder):
    """Every difference as a line of text, and the number of vectors and files looked at. Raises NoCorpus."""
    manifest = _manifest(folder)
    found = _lock_findings(folder, manifest)
    vectors = 0
    for name, made in corpus().items():
        path = os.path.join(folder, name)
        if os.path.exists(path):
            found += _answer_findings(path, name, made)
            vectors += len(made)
        else:
            found.append(f"{name}: not there, but the package makes it; write the goldens again")
    return found, vectors, len(manifest["files"])


def _manifest(folder):
    path = os.path.join(folder, MANIFEST)
    try:
        with open(path, encoding="utf-8") as file:
            manifest = json.load(file)
        if isinstance(manifest["files"], dict) and all("sha256" in entry for entry in manifest["files"].values()):
            return manifest
    except OSError as error:
        hint = "give the corpus folder with --corpus, or write the goldens first"
        raise NoCorpus(f"{path}: {error.strerror}; {hint}") from None
    except (ValueError, KeyError, TypeError):
        pass
    raise NoCorpus(f"{path}: not a manifest of golden vectors; write the goldens again")


# ---- The lock --------------------------------------------------------------------------------------------------------


def _lock_findings(folder, manifest):
    locked, found = manifest["files"], []
    present = {name for name in os.listdir(folder) if name != MANIFEST}
    found += [f"{name}: missing, but the manifest lists it" for name in sorted(set(locked) - present)]
    found += [f"{name}: extra, the manifest does not list it" for name in sorted(present - set(locked))]
    for name in sorted(present & set(locked)):
        with open(os.path.join(folder, name), "rb") as file:
            data = file.read()
        vectors, said = data.count(b"\n") - 1, locked[name].get("vectors")
        if hashlib.sha256(data).hexdigest() != locked[name]["sha256"]:
            found.append(f"{name}: edited by hand, its hash is not the one in the manifest")
        elif vectors != said:
            found.append(f"{name}: holds {vectors} vectors, the manifest says {said}")
    return found


# ---- The answers -----------------------------------------------------------------------------------------------------


def _answer_findings(path, name, made):
    """Where the vectors made now differ from those in the file. Their headers may differ."""
    with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
        lines = [line.rstrip("\n") for line in file][1:]
    frozen, found = {}, []
    for number, line in enumerate(lines, 2):
        try:
            frozen[json.loads(line)["id"]] = line
        except (ValueError, KeyError, TypeError):
            found.append(f"{name}:{number}: not a vector")
    wanted = {vector.case.id: vector_to_json(vector) for vector in made}
    found += [f"{name}: {key}: in the file, but the package does not make it" for key in frozen if key not in wanted]
    found += [f"{name}: {key}: made by the package, but not in the file" for key in wanted if key not in frozen]
    for key, now in wanted.items():
        if key in frozen and frozen[key] != dump(now):
            found += [f"{name}: {key}: {difference}" for difference in _vector_differences(frozen[key], now)]
    if not found and [json.loads(line)["id"] for line in lines] != list(wanted):
        found.append(f"{name}: the vectors stand in another order than the package writes them")
    return found


def _vector_differences(line, now):
    then, now = json.loads(line), json.loads(dump(now))
    if not isinstance(then.get("expect"), dict):
        return ["expect: missing"]
    if _shown(then["expect"]) != _shown(now["expect"]):
        return _expect_differences(then["expect"], now["expect"])
    different = [key for key in [*now, *then] if _shown(then.get(key)) != _shown(now.get(key))]
    if different:
        return [f"{key}: not what the package writes" for key in dict.fromkeys(different)]
    return ["not in the form in which the package writes it"]


def _expect_differences(then, now):
    """In each output the first position that differs: have is what numpy answers now, want is what is frozen."""
    found = []
    for output in dict.fromkeys([*now, *then]):
        have, want = now.get(output), then.get(output)
        if _shown(have) == _shown(want):
            continue
        if not isinstance(have, dict) or not isinstance(want, dict):
            found.append(f"{output}: have {_shown(have)}, want {_shown(want)}")
            continue
        for part in ("dtype", "shape"):
            if have.get(part) != want.get(part):
                found.append(f"{output}: have {part} {_shown(have.get(part))}, want {part} {_shown(want.get(part))}")
        found += _data_differences(output, have.get("data"), want.get("data"))
    return found


def _data_differences(output, have, want):
    if not isinstance(have, list) or not isinstance(want, list) or len(have) != len(want):
        return []
    places = [i for i in range(len(have)) if _shown(have[i]) != _shown(want[i])]
    if not places:
        return []
    i = places[0]
    more = f" (and {len(places) - 1} more)" if len(places) > 1 else ""
    return [f"{output}[{i}]: have {_shown(have[i])}, want {_shown(want[i])}{more}"]


def _shown(value):
    """As JSON text, which also is what tells two values apart: 0.0 and -0.0 are equal as numbers."""
    return "nothing" if value is None else json.dumps(value)
