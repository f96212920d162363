"""Whether what a command printed is what its page shows; and what the page should show."""

import difflib
import re

# What differs from run to run and from machine to machine; nothing else may.
VOLATILE = [
    (re.compile(r"\btime: [0-9.]+ s, [0-9]+ cases a second"), "time: T s, N cases a second"),
    (re.compile(r"(\"seconds\": |\btime=\")[0-9.]+"), r"\1T"),
    (re.compile(r"\bin [0-9.]+ s\b"), "in T s"),
]
LEFT_OUT = ("...", "…")


def from_root(line, root):
    return re.sub(r"'?" + re.escape(root) + r"/([^ '\"]*)'?", r"\1", line.rstrip())


def normal(line, root):
    line = from_root(line, root)
    for pattern, stands_for in VOLATILE:
        line = pattern.sub(stands_for, line)
    return line


def fits(want, have):
    """A line of the page that ends in … shows the beginning."""
    return have.startswith(want[:-1].rstrip()) if want.endswith("…") else have == want


def difference(want, have, root):
    """None, or the first line of the page that does not stand in the output: (line or None, output's line or None)."""
    want = [normal(line, root) for line in want]
    have = [normal(line, root) for line in have]
    while want and want[-1] == "":
        want.pop()
    while have and have[-1] == "":
        have.pop()
    at, skipping = 0, False
    for line in want:
        if line.strip() in LEFT_OUT:
            skipping = True
            continue
        if skipping:
            found = next((i for i in range(at, len(have)) if fits(line, have[i])), None)
            if found is None:
                return line, None
            at = found
        if at >= len(have):
            return line, None
        if not fits(line, have[at]):
            return line, have[at]
        at, skipping = at + 1, False
    return None if skipping or at == len(have) else (None, have[at])


def renewed(want, have, root):
    """The lines of the page, each that does not fit replaced by the printed one that is most like it; as much left out as before."""
    lines, at, skipping = [], 0, False
    for line in want:
        if line.strip() in LEFT_OUT:
            skipping = True
        elif skipping:
            rest = have[at:] or [""]
            at += max(range(len(rest)), key=lambda i: difflib.SequenceMatcher(None, line, rest[i], autojunk=False).quick_ratio())
            skipping = False
        if skipping or (at < len(have) and fits(normal(line, root), normal(have[at], root))):
            lines.append(line)
        elif at < len(have):
            printed = from_root(have[at], root)
            lines.append(printed[: len(line) - 1] + "…" if line.endswith("…") and len(printed) >= len(line) else printed)
        at += not skipping
    return lines if skipping else lines + [from_root(line, root) for line in have[at:]]
