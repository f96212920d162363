#!/usr/bin/env python3
"""must_fail.py BUILD SCRATCH: check.py objects to a page in which one thing is not true."""

import shutil
import sys
from pathlib import Path

from check import ROOT, PageCheck, read_listed, surroundings
from commands import Commands

PAGE = "docs/vectors.md"
CHANGES = {
    "an output is another one": ("verdicts:  pass 1", "verdicts:  pass 2"),
    "a line of output is missing": ("verdicts:  pass 1\n    …\n", ""),
    "a command is renamed": ("$ unique-oracle gate --vectors twins.jsonl", "$ unique-oracle judge --vectors twins.jsonl"),
    "an option is mistyped": ("--vectors twins.jsonl --level 0", "--vectors twins.jsonl --levle 0"),
    "a file is renamed": ("--vectors twins.jsonl", "--vectors triplets.jsonl"),
    "another exit code is shown": ("unique-oracle: conforms ", "unique-oracle: does-not-conform "),
    "a file that a command reads is no longer right": ('"data": [1, 2]}', '"data": [2, 1]}'),
    "a verb in the text is renamed": ("`./run goldens --check`", "`./run golden --check`"),
    "an option in the text is mistyped": ("`./run goldens --check`", "`./run goldens --chekc`"),
    "a subcommand in the text is renamed": ("`unique-oracle convert FROM TO`", "`unique-oracle turn FROM TO`"),
    "a command that is run nowhere": ("./run export OUT ", "./run fuzz       "),
    "a block that is not explained": ("## Tensors\n", "## Tensors\n\n    uo_tensor x;\n"),
    "what is listed is gone": ("    ./run export OUT            or, without", "Write it, or, without"),
    "a link leads nowhere": ("(policies.md)", "(policy.md)"),
    "a link names a heading that is not there": ("(policies.md)", "(policies.md#colours)"),
}


def main():
    build, scratch = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    missed = []
    for what, (old, new) in {"nothing": ("", ""), **CHANGES}.items():
        if old not in text:
            missed.append(f"{what}: the page has no {old!r}")
            continue
        page = PageCheck(ROOT / PAGE, scratch, surroundings(build), Commands(ROOT, build / "unique-oracle"), read_listed())
        shutil.rmtree(page.folder, ignore_errors=True)
        problems = page.check(text.replace(old, new, 1) if old else text).problems
        if bool(problems) != (what != "nothing"):
            missed.append(f"{what}: {problems[0] if problems else 'no objection'}")
    print("\n".join([f"FAIL: {line}" for line in missed] + [f"changes of {PAGE} that are seen: {len(CHANGES) - len(missed)} of {len(CHANGES)}"]))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
