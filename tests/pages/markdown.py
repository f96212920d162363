"""What a page of Markdown holds: blocks of code, code within text, links and headings.

markdown.py PAGE LINE: prints the block of the page that begins with that line.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Block:
    line: int  # of its first line, counted from 1
    language: str  # of a fenced block
    lines: list
    file: str  # the name that `<!-- file: NAME -->` above it gives, or ""
    indent: int = 0


def fenced(text):
    """The lines of a page, each with whether it is part of a fenced block (its fences are)."""
    inside = False
    for line in text.splitlines():
        fence = line.startswith("```")
        yield line, inside or fence
        inside ^= fence


def blocks(text):
    """Fenced blocks, and lines indented by four or more behind an empty one; a session begins a block of its own."""
    found, block, before, name, inside = [], None, "", "", False
    for number, line in enumerate(text.splitlines(), 1):
        comment = re.fullmatch(r"<!-- file: (\S+) -->", line)
        if line.startswith("```"):
            inside = not inside
            block = Block(number + 1, line[3:].strip(), [], name) if inside else None
            if inside:
                found.append(block)
                name = ""
        elif inside:
            block.lines.append(line)
        elif line.startswith("    ") and (block or before == ""):
            session = before == "" and line.startswith("    $ ")
            if not block or (session and not block.lines[0].startswith("    $ ")):
                block = Block(number, "", [], name)
                found.append(block)
                name = ""
            block.lines.append(line)
        elif line.strip() == "" and block:
            block.lines.append("")
        else:
            block, name = None, comment[1] if comment else name
        before = line.strip()
    for block in found:
        while block.lines and block.lines[-1] == "":
            block.lines.pop()
        block.indent = min((len(line) - len(line.lstrip()) for line in block.lines if line), default=0)
        block.lines = [line[block.indent :] for line in block.lines]
    return found


def prose(text):
    """The page without its blocks."""
    kept, before, block = [], "", False
    for line, inside in fenced(text):
        block = not inside and line.startswith("    ") and (block or before == "")
        kept.append("" if inside or block else line)
        before = line.strip() if line.strip() or not block else before
    return "\n".join(kept)


def spans(text):
    """Code within the text."""
    return re.findall(r"`([^`\n]+)`", prose(text))


def links(text):
    return re.findall(r"\]\(([^)\s]+)\)", prose(text))


def anchors(text):
    """What a link may name behind its #: headings as GitHub makes them into names."""
    names, counts = set(), {}
    for heading in re.findall(r"^#{1,6} +(.+?) *$", prose(text), re.M):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        counts[slug] = counts.get(slug, -1) + 1
        names.add(slug if counts[slug] == 0 else f"{slug}-{counts[slug]}")
    return names


if __name__ == "__main__":
    (chosen,) = [block for block in blocks(Path(sys.argv[1]).read_text(encoding="utf-8")) if block.lines[:1] == sys.argv[2:]]
    print("\n".join(chosen.lines))
