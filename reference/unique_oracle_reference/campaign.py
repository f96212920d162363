"""Cases that fuzzing campaigns met: answering them in one batch, and freezing some of them.

A frozen one stands as a case in data/campaign.jsonl, without an answer, so that whatever numpy is installed answers it
anew like all the others.
"""

import json
import pathlib

from unique_oracle_reference import cases
from unique_oracle_reference.case import case_from_json, case_to_json, dump, load
from unique_oracle_reference.cases import Chosen
from unique_oracle_reference.tensor import TensorError, to_json
from unique_oracle_reference.write import replace_file, text_of, vector_of, write

_HEADER = {"cases": 1, "origin": "met by fuzzing campaigns, chosen by ./run fuzz --freeze"}


class BadCases(Exception):
    """A file that does not hold cases, or holds some that cannot be frozen."""


def read(path):
    """The cases of a file of JSON lines, each with what stands beside it; a header line is passed over. Raises BadCases."""
    chosen = []
    try:
        lines = pathlib.Path(path).read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadCases(f"{path}: {getattr(error, 'strerror', None) or error}; name a file of cases") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            message = load(line)
            if not isinstance(message, dict):
                raise TensorError("not a JSON object")
            if "X" in message or number > 1:
                chosen.append(Chosen(case_from_json(message), message.get("tags", []), message.get("comment", "")))
        except (ValueError, TensorError) as error:
            raise BadCases(f"{path}:{number}: {error}; each line must be a case") from None
    if not chosen:
        raise BadCases(f"{path}: no case in it")
    return chosen


def answer(path, sink):
    """Writes the cases of a file as vectors with numpy's answers, corrected. Returns how many."""
    vectors = [vector_of(chosen) for chosen in read(path)]
    sink.write(text_of(vectors))
    return len(vectors)


def freeze(path, folder):
    """Adds the cases of a file to the frozen ones and writes the corpus anew. Returns how many were new."""
    frozen = list(cases.campaign())
    ids, asked = _known(folder)
    new = []
    for chosen in read(path):
        if chosen.case.id in ids or _question(chosen.case) in asked:
            continue
        if not chosen.tags or len(chosen.comment) <= 3:
            raise BadCases(f"{path}: {chosen.case.id}: tags and a comment must say what it is for")
        ids.add(chosen.case.id)
        asked.add(_question(chosen.case))
        new.append(chosen)
    for chosen in new:
        vector_of(chosen)  # one that has no answer leaves everything as it was
    if new:
        ordered = sorted(frozen + new, key=lambda chosen: chosen.case.id)
        text = dump(_HEADER) + "\n" + "".join(dump(_line(chosen)) + "\n" for chosen in ordered)
        replace_file(str(cases.campaign_file()), text)
        write(folder)
    return len(new)


def _line(chosen):
    return {**case_to_json(chosen.case), "tags": chosen.tags, "comment": chosen.comment}


def _question(case):
    return json.dumps([to_json(case.x), case.axis, case.sorted, case.outputs])


def _known(folder):
    """The ids and the questions of the frozen corpus."""
    ids, asked = set(), set()
    for path in sorted(pathlib.Path(folder).glob("*.jsonl")):
        for line in path.read_text("ascii").split("\n")[1:]:
            if line:
                case = case_from_json(load(line))
                ids.add(case.id)
                asked.add(_question(case))
    return ids, asked
