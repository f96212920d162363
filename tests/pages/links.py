#!/usr/bin/env python3
"""links.py FOLDER: every relative link of the pages in FOLDER leads to a file, and to a heading where it names one."""

import sys
from pathlib import Path

import markdown


def dead_in(folder, page, text):
    """What is wrong with the links of `text`, which stands in `page`, a file somewhere in `folder`."""
    for link in markdown.links(text):
        if "://" in link or link.startswith("mailto:"):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.resolve().is_relative_to(folder.resolve()):
            yield f"{page.relative_to(folder)}: {link}: leads out of {folder}"
        elif not target.exists():
            yield f"{page.relative_to(folder)}: {link}: there is no such file"
        elif anchor and target.suffix == ".md":
            there = target.read_text(encoding="utf-8") if path else text
            if anchor not in markdown.anchors(there):
                yield f"{page.relative_to(folder)}: {link}: that page has no such heading"


def main():
    folder = Path(sys.argv[1])
    pages = sorted(folder.rglob("*.md"))
    problems = [problem for page in pages for problem in dead_in(folder, page, page.read_text(encoding="utf-8"))]
    for problem in problems:
        print(f"FAIL: {problem}")
    if not pages:
        print(f"FAIL: no page in {folder}")
    print(f"{len(pages)} pages, {len(problems)} dead links")
    return 1 if problems or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
