"""docs/scoreboard.md from docs/scoreboard.json."""

import json
import os
import re

from gate import KINDS
from table import ROOT

HEAD = """# Scoreboard: what real implementations do

Written by `./run scoreboard` from [scoreboard.json](scoreboard.json), which has all of it; no figure here is typed by hand.
Each subject was asked the cases of level 1 and judged under the [policy](policies.md) that explains most of its answers; `spec` means
any one set of choices, and its section says which. Not all of them claim to be ONNX's Unique: what stands under *calls* is what
was asked, and the head of its adapter says how ([adapters/README.md](../adapters/README.md)). Each finding was checked again by a script under
[findings/](findings/) that calls the runtime without our adapter; `./run scoreboard --recheck` runs them.

- *right*: every clause holds under that policy. *unsupported*: the runtime does not offer it, in its own words. *wrong*: an answer
  that breaks a clause. *other choice*: an answer that the text allows, but that this policy does not explain. *refused*: a
  valid case ended in an error. *taken*: a case that must be rejected was answered.
- *deaths*: crashes, memory limits. *a second*: cases, on the machine that wrote this page.
- *list*: the exit code of the gate with the subject's list of [known failures](../adapters/known/) (`-`: there is none, or it was not run on this version), and without.
"""

GROUPS = (("wrong", ("wrong",)), ("other choice", ("freedom",)), ("refused", ("rejects-valid",)), ("taken", ("accepts-invalid",)),
          ("deaths", ("crash", "out-of-memory", "clobbers")), ("hangs", ("hang",)),
          ("other", ("unstable", "leaks", "broken-adapter")))
LONGEST = 160


def page(rows, folder):
    """The page, whose links lead from this folder."""
    ran = [row for row in rows if "error" not in row]
    languages = sorted({row["language"] for row in ran})
    text = [_head(folder), f"{len(ran)} of {len(rows)} subjects ran here, in {len(languages)} languages ({', '.join(languages)}).", ""]
    text += _table(["subject", "language", "calls", "version", "policy", "cases", "right", "unsupported",
                    *(name for name, _ in GROUPS), "a second", "list"], [_summary(row) for row in rows])
    for row in ran:
        text += ["", *_section(row)]
    return "\n".join(text) + "\n"


def _head(folder):
    """A page that stands elsewhere has its JSON and findings beside it, and the project's pages where they are."""

    def moved(link):
        target = link.group(1)
        if target.startswith(("scoreboard.json", "findings/")):
            return link.group()
        path = os.path.relpath(os.path.join(ROOT, "docs", target), folder)
        return f"]({path}{'/' if target.endswith('/') else ''})"

    return re.sub(r"\]\(([^)]+)\)", moved, HEAD)


def dead_links(text, folder):
    """The links of a page in this folder that lead to no file, or to no heading of the page."""
    headings = {"#" + re.sub(r"[^\w -]", "", line.lstrip("# ")).lower().replace(" ", "-") for line in text.splitlines() if line.startswith("#")}
    targets = sorted(set(re.findall(r"\]\(([^)]+)\)", text)))
    local = [target for target in targets if not target.startswith(("http:", "https:"))]
    return [target for target in local
            if not (target in headings if target.startswith("#") else os.path.exists(os.path.join(folder, target.split("#")[0])))]


def _table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(row) + " |" for row in rows)]


def _cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def _code(value):
    text = value if isinstance(value, str) else json.dumps(value)
    text = text if len(text) <= LONGEST else text[: LONGEST - 2] + " …"
    return "`" + text.replace("`", "'").replace("|", "\\|").replace("\n", " ") + "`"


def _summary(row):
    start = [f"[{row['name']}](#{row['name'].replace('.', '')})" if "error" not in row else row["name"], row["language"],
             _cell(row["implements"])]
    if "error" in row:
        return [*start, "-", f"did not run: {_cell(row['error'])}", *[""] * (len(GROUPS) + 5)]
    counts = row["verdicts"]
    groups = [str(sum(counts.get(name, 0) for name in names)) for _, names in GROUPS]
    if row["policy"] == "spec":
        groups[1] = "0"
    right = _right(counts, row["policy"])
    asked = str(row["cases"]) if row["cases"] == row["whole"] else f"{row['cases']} of {row['whole']}"
    listed = "-" if row["known"]["exit"] is None or not row["known"]["list"] else row["known"]["exit"]
    return [*start, _cell(row["version"]), row["policy"], asked, str(right), str(counts.get("unsupported", 0)), *groups,
            f"{row['cases_per_second']:.0f}", f"{listed}, {row['alone']['exit']}"]


def _section(row):
    text = [f"## {row['name']}", "", f"{row['implements']}, {row['reported_name']} {row['version']}.", ""]
    if row["policy"] == "spec":
        text += [f"Choices that explain it: {_cell(row['choices'])}.", ""]
    else:
        text += [f"Judged under policy `{row['policy']}`.", ""]
    if "--shard" in row["gate"]:
        text += [f"A part: {row['cases']} of {row['whole']} cases (`{' '.join(row['gate'])}`).", ""]
    elif row["gate"]:
        text += [f"Asked with `{' '.join(row['gate'])}`.", ""]
    if row["note"]:
        text += [row["note"], ""]
    if row["known"].get("error"):
        text += [f"The gate with the list could judge nothing: {_cell(row['known']['error'])}.", ""]
    types = list(row["counts"])
    text += ["Right of those answered; `-`: none supported.", ""]
    text += _table(["type", *KINDS], [[dtype, *(_count(row["counts"][dtype].get(kind, {}), row["policy"]) for kind in KINDS)] for dtype in types])
    if not row["findings"]:
        return [*text, "", "No clause is broken."]
    together = {}  # findings with the same smallest case stand in one line
    for finding in row["findings"]:
        together.setdefault(json.dumps(finding["case"]) + finding["verdict"], []).append(finding)
    text += ["", *_table(["breaks (in so many cases)", "types", "smallest X", "axis, sorted", "gives", "right", "script"],
                         [_findings(row, group) for group in together.values()])]
    return text


def _right(verdicts, policy):
    return verdicts.get("pass", 0) + (verdicts.get("freedom", 0) if policy == "spec" else 0)


def _count(verdicts, policy):
    total = sum(verdicts.values())
    unsupported = verdicts.get("unsupported", 0)
    right = _right(verdicts, policy)
    if total == unsupported:
        return "-"
    answered = f"{right}" if right == total - unsupported else f"{right} of {total - unsupported}"
    return answered if unsupported == 0 else f"{answered}, {unsupported} not supported"


def _findings(row, group):
    case = group[0]["case"]
    names = ", ".join(f"{_broken(finding)} ({finding['cases']})" for finding in group)
    dtypes = {}
    for finding in group:
        for dtype, count in finding["dtypes"].items():
            dtypes[dtype] = dtypes.get(dtype, 0) + count
    wanted = {finding["clause"] or finding["verdict"] for finding in group}
    scripts = ", ".join(f"[{path.rsplit('/', 1)[1]}]({path})" for path, shown in row["scripts"].items() if wanted & set(shown))
    types = ", ".join(sorted(dtypes, key=lambda dtype: -dtypes[dtype]))
    redrawn = [finding["clause"] for finding in group if finding.get("redrawn")]
    given = _code(_answer(group[0]["given"]))
    if redrawn:
        given += f" (another draw: it does not show {', '.join(redrawn)}, as the answer that was judged did)"
    return [names, types, _code(_short(case["X"])), f"{case['axis']}, {case['sorted']}", given,
            _code(_answer(group[0]["right"])), scripts]


def _broken(finding):
    if not finding["clause"]:
        return f"{finding['verdict']}: {_cell(finding['message'])[:LONGEST]}"
    return finding["clause"] if finding["verdict"] == "wrong" else f"{finding['clause']}, {finding['verdict']}"


def _short(tensor):
    return f"{tensor['dtype']}{json.dumps(tensor['shape'])} {json.dumps(tensor['data'])}"


def _answer(outputs):
    parts = []
    for name, value in outputs.items():
        if not isinstance(value, dict):
            parts.append(f"{name}: {value}")
            continue
        dtype = "" if name == "Y" or value["dtype"] == "int64" else value["dtype"]
        shape = "" if len(value["shape"]) == 1 else json.dumps(value["shape"])
        parts.append(f"{name} {dtype}{shape}{' ' if dtype or shape else ''}{json.dumps(value['data'])}")
    return ", ".join(parts)
