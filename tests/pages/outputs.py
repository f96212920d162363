"""Whether what a command printed is what its page shows."""

import re

# What differs from run to run and from machine to machine; nothing else may.
VOLATILE = [
    (re.compile(r"\btime: [0-9.]+ s, [0-9]+ cases a second"), "time: T s, N cases a second"),
    (re.compile(r"(\"seconds\": |\btime=\")[0-9.]+"), r"\1T"),
    (re.compile(r"\bin [0-9.]+ s\b"), "in T s"),
]
LEFT_OUT = ("...", "…")


def normal(line, root):
    line = re.sub(r"'?" + re.escape(root) + r"/([^ '\"]*)'?", r"\1", line.rstrip())
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
