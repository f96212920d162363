"""What a subject breaks: each clause, and each other way to fail, with its smallest reproducer."""

import glob
import json
import os
import re
import shlex
import subprocess
import tempfile

from gate import PATIENCE, PROGRAM, judge_answer
from table import ROOT

SHRINK_SECONDS = 60
LONGEST_TENSOR = 4000
DRAWS = 5  # an answer that does not show the fault is asked for again: memory that was never written differs from time to time
GROUPS_TRIED = 1  # a clause is broken in several company: so many of its groups are shrunk, the smallest case stands


def collect(subject, verdicts, say):
    """A finding for each violated clause, and for each verdict that names no clause (with each kind of message)."""
    by_key = {}
    for verdict in verdicts:
        if not verdict.fails:
            continue
        for key in verdict.clauses or (_wordless(verdict),):
            by_key.setdefault((verdict.verdict, key), []).append(verdict)
    shrunk = {}  # a case that stands for two clauses is shrunk once
    found = []
    for (name, key), members in sorted(by_key.items(), key=lambda item: (-len(item[1]), item[0])):
        say(f"{name} {key}: {len(members)} cases")
        found.append(_finding(subject, name, key, members, shrunk))
    return found


def _wordless(verdict):
    """A message without what differs from case to case."""
    return re.sub(r"-?\d+", "#", verdict.message)[:60]


def _finding(subject, name, key, members, shrunk):
    groups = {}
    for member in members:
        groups.setdefault(member.clauses, []).append(member)
    easiest = sorted(groups.values(), key=lambda group: (len(group[0].clauses), -len(group)))[:GROUPS_TRIED]
    firsts = [min(group, key=lambda member: member.elements) for group in easiest]
    for first in firsts:
        if first.id not in shrunk:
            shrunk[first.id] = _as_it_was(subject, first, smallest(subject, first))
    best = min((shrunk[first.id] for first in firsts), key=_size)
    dtypes = {}
    for member in members:
        dtypes[member.dtype] = dtypes.get(member.dtype, 0) + 1
    is_clause = re.fullmatch(r"[A-Z]+-[0-9]+", key) is not None
    message = "" if is_clause else members[0].message
    shown = {part: value for part, value in best.items() if part != "judged"}
    if is_clause and not shows(name, (key,), best["judged"]):
        shown["redrawn"] = True
    return {"verdict": name, "clause": key if is_clause else "", "message": message, "cases": len(members),
            "dtypes": dtypes, "first": members[0].id, **shown}


def _as_it_was(subject, verdict, found):
    """What was found, or the whole case where shrinking has led to an error with another message."""
    message = next((found["given"][key] for key in ("failed", "rejected") if key in found["given"]), None)
    if verdict.verdict != "rejects-valid" or message is None or message[:25] == verdict.message[:25]:
        return found
    return _reproducer(subject, verdict, _whole(subject, verdict.id), False)


def _size(reproducer):
    """Few elements, but some: a tensor without any shows little."""
    elements = len(reproducer["case"]["X"]["data"])
    return elements == 0, elements, len(json.dumps(reproducer["case"]))


def smallest(subject, verdict):
    """The case that `unique-oracle shrink` makes of this one, with what the subject gives for it and what is right."""
    identifier = verdict.id
    generated = re.fullmatch(r"(\d+|grid|small):\d+", identifier)
    line = ""
    for file in [None] if generated else subject.vectors:
        command = [PROGRAM, "shrink", *subject.as_option, *([file] if file else []), "--case", identifier,
                   "--policy", subject.policy, "--max-calls", "500", *PATIENCE]
        try:
            done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, timeout=SHRINK_SECONDS, check=False)
            line = line or done.stdout.decode("utf-8").strip()
        except subprocess.TimeoutExpired:
            pass
    case = read_json(line) if line else _whole(subject, identifier)
    return _reproducer(subject, verdict, case, bool(line))


def _reproducer(subject, verdict, case, shrunk):
    """`judged` is what the gate says of the answer that stands in it, (verdict, clauses); None where there is no answer."""
    case = {key: case[key] for key in ("X", "axis", "sorted", "outputs")}
    for _ in range(DRAWS):
        given = ask(subject, case)
        judged = judge_answer(subject, case, given)
        if shows(verdict.verdict, verdict.clauses, judged):
            break
    return shortened({"case": case, "shrunk": shrunk, "given": given, "judged": judged, "right": right(subject, case)})


def shows(name, clauses, judged):
    """Whether an answer, judged again, has this verdict for these clauses. One answer alone is not unstable, but wrong."""
    if judged is None:
        return True
    return judged[0] == ("wrong" if name == "unstable" else name) and set(clauses) <= set(judged[1])


def read_json(text):
    """As json.loads, but -0 keeps its sign: it is a float for those who write floats without a point."""
    return json.loads(text, parse_int=lambda digits: -0.0 if digits == "-0" else int(digits))


def shortened(reproducer):
    """Without what no reader looks at: of tensors of thousands of elements the first ones stay. The id gives the case back."""
    tensors = [reproducer["case"]["X"], *reproducer["given"].values(), *reproducer["right"].values()]
    for tensor in tensors:
        if isinstance(tensor, dict) and len(tensor["data"]) > LONGEST_TENSOR:
            tensor["data"] = tensor["data"][:20]
            reproducer["cut"] = True
    return reproducer


def _whole(subject, identifier):
    """The case as it stands, where it was not shrunk (it fails only after other cases, or slowly)."""
    for path in subject.vectors:
        path = os.path.join(ROOT, path)
        for name in sorted(glob.glob(os.path.join(path, "*.jsonl"))) if os.path.isdir(path) else [path]:
            with open(name, encoding="utf-8") as file:
                for line in file:
                    if json.loads(line).get("id") == identifier:
                        return read_json(line)
    return _generated(identifier)


def _generated(identifier):
    """The case of an id as 1:7 or grid:7: of all that is generated, the grid behind the random cases, that line alone."""
    family, index = identifier.split(":")
    seed, count, line = ("1", 1, 1 + int(index)) if family == "grid" else (family, int(index) + 1, int(index))
    done = subprocess.run([PROGRAM, "generate", "--level", "1", "--seed", seed, "--count", str(count), "--shard", f"{line}/{10**9}"],
                          stdout=subprocess.PIPE, check=True)
    return read_json(done.stdout)


def ask(subject, case, seconds=60):
    """The subject's own answer to one case, over the line protocol; its death in words."""
    if subject.plugin:
        return {}
    lines = [{"cmd": "start", "protocol": 1}, {"cmd": "run", "id": "it", **case}, {"cmd": "stop"}]
    text = "".join(json.dumps(line) + "\n" for line in lines).encode("ascii")
    try:
        done = subprocess.run(shlex.split(subject.command), cwd=ROOT, input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return {"died": f"no answer within {seconds} s"}
    for line in done.stdout.splitlines():
        try:
            answer = read_json(line)
        except ValueError:
            continue
        if isinstance(answer, dict) and answer.pop("id", None) == "it":
            return answer
    return {"died": f"ended with {done.returncode}" if done.returncode >= 0 else f"signal {-done.returncode}"}


def right(subject, case):
    """What policy onnx wants, or the named policy of the row."""
    policy = "onnx" if subject.policy == "spec" else subject.policy
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.write(json.dumps({"id": "it", **case}) + "\n")
        file.flush()
        done = subprocess.run([PROGRAM, "explain", file.name, "--as", "json", "--policy", policy],
                              stdout=subprocess.PIPE, check=True)
    return read_json(done.stdout)["expect"]


# ---- Re-checking without the adapter ---------------------------------------------------------------------------------


def scripts(subject, docs):
    """The scripts findings/NAME_*.EXT of a subject, with the clauses that each shows: its line `Shows: CLAUSE[, CLAUSE..].`"""
    found = {}
    for path in sorted(glob.glob(os.path.join(ROOT, docs, "findings", subject.name + "_*"))):
        with open(path, encoding="utf-8") as file:
            line = re.search(r"^\W*Shows: (.+)\.$", file.read(), re.MULTILINE)
        found[f"findings/{os.path.basename(path)}"] = line.group(1).split(", ") if line else []
    return found


def recheck(subject, path, seconds=300):
    """Runs one of them: (whether the fault shows, what it printed last)."""
    try:
        done = subprocess.run([*shlex.split(subject.recheck), path], cwd=ROOT, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return False, str(error)
    lines = done.stdout.decode("utf-8", "replace").strip().splitlines()
    return done.returncode == 0, lines[-1] if lines else f"ended with {done.returncode}"
