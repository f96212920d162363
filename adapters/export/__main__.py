"""./run export --check: the exported folders in the hands of others, and what they see of it.

- they read back to the same vectors (the same manifest in a claim);
- onnx's checker and shape inference load each model;
- ONNX's own backend runner, with onnxruntime, gives the same pass and fail set as our gate; what differs is listed with
  the reason, and an unexplained difference fails.

Runs in the environment of the subject onnxruntime. Writes docs/export.md.
"""

import collections
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "export.md")
PROGRAM = os.environ.get("UO_PROGRAM", os.path.join(ROOT, "build", "release", "unique-oracle"))
ADAPTER = f"{sys.executable} {os.path.join(ROOT, 'adapters', 'python', 'onnxruntime_unique.py')}"


def run_workers(folders):
    """What the worker says of each folder; one that it dies on has died."""
    worker = [sys.executable, os.path.join(ROOT, "adapters", "export", "worker.py")]
    said, left = {}, list(folders)
    while left:
        done = subprocess.run(worker, input="".join(folder + "\n" for folder in left).encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=False)
        for line in done.stdout.decode("utf-8").splitlines():
            folder, checker, verdict = line.split("\t")
            said[os.path.basename(folder)] = (checker, verdict or "died")
        before = len(left)
        left = [folder for folder in left if os.path.basename(folder) not in said]
        if len(left) == before:
            raise SystemExit(f"export: the worker ended with {done.returncode} before it said anything")
    return said


def gate(vectors, work, *options):
    """Events of the gate on these vectors: each case's, by its id."""
    events = os.path.join(work, "events.jsonl")
    command = [PROGRAM, "gate", "--level", "0", "--vectors", vectors, "--no-shrink", "--events", events, *options]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if done.returncode > 1:
        raise SystemExit(f"export: exit code {done.returncode} of: {' '.join(command)}")
    with open(events, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    return {line["id"]: line for line in lines if line["event"] == "case"}


def manifest(vectors, work):
    claim = os.path.join(work, "claim.json")
    gate(vectors, work, "--claim", claim)
    with open(claim, encoding="utf-8") as file:
        return json.load(file)["cases"]["manifest"]


def expected(verdict):
    """What the runner should say when it sees all that the gate sees."""
    if verdict in ("pass", "unsupported"):
        return verdict
    return "died" if verdict in ("crash", "hang") else "fail"


# Why the runner's comparison (TST-05) cannot see what the gate sees, by the only clauses that are broken.
BLIND = (
    ({"SIL-03"}, "the bits of a NaN: the runner takes every NaN for the same"),
    ({"SIL-04"}, "the sign of zero: the runner takes −0 and 0 for the same"),
    ({"SIL-03", "SIL-04"}, "the bits of a NaN and the sign of zero"),
)


def reason(event, verdict):
    """Why the runner and the gate differ on this case, or None."""
    broken = set(event["clauses"]) | set(event["silent_points"])
    if verdict == "pass" and event["fails"]:
        for clauses, why in BLIND:
            if broken and broken <= clauses:
                return why
        close = {"VAL-01", "VAL-02", "IDX-01", "IDX-02", "INV-01", "INV-05", "INV-06", "CNT-01", "CNT-02"}
        if broken and broken <= close:
            return "the tolerance: what is wrong is within 1e-3 of what is right"
    if verdict.startswith("misread"):
        return "the runner loads other strings than the file has: numpy drops NULs at their ends"
    if verdict.startswith(("error", "fail")) and event["verdict"] == "unsupported":
        return "onnxruntime does not offer it; the runner meets this error: " + verdict.split(" ", 1)[1].split(" in position")[0][:130]
    return None


# ---- What the runner's comparison takes for right --------------------------------------------------------------------


def tensor(dtype, *data):
    return {"dtype": dtype, "shape": [len(data)], "data": list(data)}


THOUSAND = {"X": tensor("int8", *[0] * 1000, 1, 1), "axis": None, "sorted": 1}
# What is wrong, the case, the wrong answer.
WRONG = (
    ("a position: 1001 for 1000", {**THOUSAND, "outputs": ["Y", "indices"]},
     {"Y": tensor("int8", 0, 1), "indices": tensor("int64", 0, 1001)}),
    ("a position: 2 for 0", {"X": tensor("int8", 2, 1, 2), "axis": None, "sorted": 1, "outputs": ["Y", "indices"]},
     {"Y": tensor("int8", 1, 2), "indices": tensor("int64", 1, 2)}),
    ("a count: 1001 for 1000", {**THOUSAND, "outputs": ["Y", "counts"]},
     {"Y": tensor("int8", 0, 1), "counts": tensor("int64", 1001, 2)}),
    ("a value: 4097 for 4096", {"X": tensor("int32", 4096), "axis": None, "sorted": 1, "outputs": ["Y"]},
     {"Y": tensor("int32", 4097)}),
    ("a value: 1 + 2^-23 for 1", {"X": tensor("float", 1.0), "axis": None, "sorted": 1, "outputs": ["Y"]},
     {"Y": tensor("float", 1.0000001192092896)}),
    ("the sign of zero", {"X": tensor("float", -0.0), "axis": None, "sorted": 1, "outputs": ["Y"]}, {"Y": tensor("float", 0.0)}),
    ("the bits of a NaN", {"X": tensor("float", "NaN(0x7fc00001)"), "axis": None, "sorted": 1, "outputs": ["Y"]},
     {"Y": tensor("float", "NaN")}),
)


def planted(work):
    """A row for each planted fault: what, the gate's word, the runner's word."""
    import numpy
    from onnx.backend.test.runner import Runner

    rows = []
    for i, (what, case, answer) in enumerate(WRONG):
        vectors, answers = os.path.join(work, f"wrong-{i}.jsonl"), os.path.join(work, f"wrong-{i}-answers.jsonl")
        write_lines(vectors, {"vectors": 1, "policy": "onnx", "origin": "adapters/export"}, {"id": "it", **case})
        write_lines(answers, {"id": "it", **answer})
        event = gate(vectors, work, "--answers", answers)["it"]
        right = json.loads(subprocess.run([PROGRAM, "explain", vectors, "--as", "json"], stdout=subprocess.PIPE, check=True).stdout)["expect"]
        pairs = [[numpy.array([float(v.split("(")[0]) if isinstance(v, str) else v for v in given[name]["data"]], NUMPY[given[name]["dtype"]])
                  for name in case["outputs"]] for given in (right, answer)]
        try:
            Runner.assert_similar_outputs(*pairs, rtol=1e-3, atol=1e-7)
            runner = "pass"
        except AssertionError:
            runner = "fail"
        rows.append((what, f"{event['verdict']}: " + ", ".join([*event["clauses"], *event["silent_points"]]), runner))
    return rows


NUMPY = {"int8": "int8", "int32": "int32", "int64": "int64", "float": "float32"}


def write_lines(path, *lines):
    with open(path, "w", encoding="ascii") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def compare(events, said):
    agree, differ, unexplained = collections.Counter(), collections.defaultdict(list), []
    for name, (_, verdict) in sorted(said.items()):
        if verdict == "must be rejected":
            continue
        short = verdict.split(" ")[0]
        short = "fail" if short in ("error", "misread") else short
        if short == expected(events[name]["verdict"]):
            agree[short] += 1
            continue
        why = reason(events[name], verdict)
        (differ[why] if why else unexplained).append((name, events[name]["verdict"], verdict))
    return agree, differ, unexplained


def page(facts):
    lines = [
        "# The corpus in the hands of others",
        "",
        "Written by `./run export --check`; no figure here is typed by hand.",
        "",
        f"`./run export OUT` writes the {facts['vectors']} bundled vectors in both layouts ([vectors.md](vectors.md)) with their manifest:",
        "`OUT/vectors/` (JSON lines) and `OUT/onnx/` (one ONNX backend-test folder a vector).",
        "",
        "| check | result |",
        "|---|---|",
        f"| folders read back to equal vectors | {'yes' if facts['equal'] else 'NO'}: manifest `{facts['manifest'][:16]}…` |",
        f"| onnx {facts['onnx']}: checker with shape inference | {facts['loaded']} of {facts['vectors']} models load |",
        *[f"| … refused, as it must be | {count}: {text} |" for text, count in facts["refused"]],
        f"| onnxruntime {facts['onnxruntime']} under ONNX's own runner and under the gate | the same on {sum(facts['agree'].values())} of "
        f"{facts['compared']} cases: " + ", ".join(f"{name} {count}" for name, count in sorted(facts["agree"].items())) + " |",
        "",
        "The other cases of the corpus must be rejected, which ONNX's runner cannot express: its folders have no output there.",
        "",
        "## Where they differ on onnxruntime",
        "",
        "| cases | gate | runner | why | one of them |",
        "|---|---|---|---|---|",
        *[f"| {len(names)} | {names[0][1]} | {names[0][2].split(' ')[0]} | {why} | `{names[0][0]}` |"
          for why, names in sorted(facts["differ"].items())],
        "",
        "## What the runner's comparison cannot see",
        "",
        "It compares numbers with rtol 1e-3 and atol 1e-7, positions and counts too, and takes every NaN for the same. Planted wrong answers:",
        "",
        "| wrong | gate | runner |",
        "|---|---|---|",
        *[f"| {what} | {ours} | {theirs} |" for what, ours, theirs in facts["planted"]],
        "",
        *([f"Unexplained: {len(facts['unexplained'])}", ""] if facts["unexplained"] else []),
    ]
    return "\n".join(lines)


def main():
    import onnx
    import onnxruntime

    out, work = sys.argv[1:3]
    folder = os.path.join(out, "onnx")
    folders = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    one, other = manifest(os.path.join(out, "vectors"), work), manifest(folder, work)
    said = run_workers(folders)
    events = gate(folder, work, "--command", ADAPTER)
    agree, differ, unexplained = compare(events, said)
    rejected = {name for name, (_, verdict) in said.items() if verdict == "must be rejected"}
    refused = collections.Counter()
    wrongly = []
    for name, (checker, _) in said.items():
        if checker != "ok" and name in rejected:
            refused["axis outside of the rank, which shape inference sees" if "axis" in checker else checker] += 1
        elif checker != "ok":
            wrongly.append((name, checker))
    facts = {
        "vectors": len(folders), "equal": one == other, "manifest": one, "onnx": onnx.__version__,
        "onnxruntime": onnxruntime.__version__, "loaded": sum(checker == "ok" for checker, _ in said.values()),
        "refused": sorted(refused.items()), "agree": agree, "compared": len(said) - len(rejected), "differ": differ,
        "unexplained": unexplained, "planted": planted(work),
    }
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(page(facts))
    print(page(facts))
    for name, verdict, saying in unexplained:
        print(f"unexplained: {name}: gate {verdict}, runner {saying}")
    for name, checker in wrongly:
        print(f"does not load: {name}: {checker}")
    return 0 if one == other and not unexplained and not wrongly else 1


sys.exit(main())
