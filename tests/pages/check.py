#!/usr/bin/env python3
"""check.py [--write] BUILD SCRATCH [PAGE...]: runs every command of README.md, docs/*.md and other pages, and compares.

A block that begins with `$ ` is a session: commands, each with its output, where `…` (or `...`) on a line of its own
stands for any lines, and at the end of a line for the rest of it. A block whose first word is a program is a list of
commands, with what they do behind three blanks. `# exit code N` says that a command ends so; else it ends with 0, or as
the summary that is shown says. A block behind `<!-- file: NAME -->` is written to that file first.

Each page has a folder of its own that looks like the root of the project, and what prepare.sh puts there. Any other
block, and every command that is not run here, stands in listed.txt with the reason and with what checks it instead; one
that stands nowhere fails. --write puts what was printed into the pages, with as much left out as before: look at it.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import links
import markdown
import outputs
from commands import Commands

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OTHER_PAGES = ["README.md", "adapters/README.md", "bench/README.md", "corpus/README.md"]
PROGRAMS = {"./run", "unique-oracle", "unique-oracle/run", "build/release/unique-oracle", "cc", "cmake", "cpack", "ctest", "pip",
            "python", "pytest", "afl-fuzz", "tail", "git", "{"}
LINKED = ["include", "docs", "corpus", "adapters", "reference", "build", "src", "tests"]
# Programs that take minutes, install, or need the network: never run from here.
ELSEWHERE = re.compile(r"\./run (?!gate\b)|cmake |cpack |ctest |pip |git |afl-fuzz |adapters/")
SECONDS = 300


@dataclass
class Entry:
    line: int
    by: str = ""
    used: bool = False


@dataclass
class Command:
    line: int
    text: str
    shown: list = field(default_factory=list)
    indent: int = 0
    session: bool = False

    def exit_code(self):
        said = re.search(r"# exit code (\d+)$", self.text)
        if said:
            return int(said[1])
        verdicts = {"does-not-conform": 1, "not-judged": 2}
        summary = next((line for line in reversed(self.shown) if line.startswith("unique-oracle: ")), "")
        return verdicts.get(summary.removeprefix("unique-oracle: ").split(" ")[0], 0)


def read_listed():
    """{page: {first line or command: Entry}}"""
    listed, page, entry = {}, None, None
    for number, line in enumerate((HERE / "listed.txt").read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            page = listed.setdefault(line.strip("[]"), {})
        elif line.startswith("    "):
            entry.by = line.strip()
        else:
            entry = page.setdefault(line, Entry(number))
    return listed


def entry_problem(entry, block, steps):
    """`by step NAME: why`, `by PATH: why`, `by nobody: why`, `the lines of PATH`."""
    same = re.fullmatch(r"the lines of (\S+)", entry.by)
    if same:
        return None if "\n".join(block) in (ROOT / same[1]).read_text(encoding="utf-8") else f"these are not lines of {same[1]}"
    said = re.fullmatch(r"by (?:step (\w+)|nobody|(\S+)): (.+)", entry.by)
    if not said:
        return "listed.txt should say by what it is checked, and why there"
    if said[1] and said[1] not in steps:
        return f"./run test has no step {said[1]}"
    return f"{said[2]} does not exist" if said[2] and not (ROOT / said[2]).exists() else None


def commands_of(block):
    """The commands of a block; None when it has none."""
    first = block.lines[0]
    if first.startswith("$ "):
        found = []
        for number, line in enumerate(block.lines, block.line):
            if line.startswith("$ "):
                found.append(Command(number, line[2:], session=True, indent=block.indent))
            elif line.startswith("> ") and not found[-1].shown:
                found[-1].text += "\n" + line[2:]
            else:
                found[-1].shown.append(line)
        return found
    if first.split(" ")[0] not in PROGRAMS and not re.match(r"adapters/\S+ ", first):
        return None
    lines = [(number, re.split(r" {3,}(?!#)", line)[0]) for number, line in enumerate(block.lines, block.line)
             if line.strip() and line[0] != " "]
    return [Command(number, re.sub(r" +# (?!exit code).*", "", line)) for number, line in lines]


class PageCheck:
    def __init__(self, page, scratch, environment, known, listed):
        self.page, self.name = page, str(page.relative_to(ROOT))
        self.folder, self.environment = scratch / self.name.replace("/", "-"), environment
        self.known, self.listed = known, listed.get(self.name, {})
        self.problems, self.ran, self.edits = [], 0, []

    def fail(self, line, what):
        self.problems.append(f"FAIL: {self.name}:{line}: {what}")

    def prepare(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for name in LINKED:
            (self.folder / name).symlink_to(ROOT / name)
        (self.folder / "run").write_text(f"#!/bin/sh\nexec '{ROOT}/run' \"$@\"\n")
        (self.folder / "run").chmod(0o755)
        self.shell(f"bash '{HERE}/prepare.sh' {self.name}", "prepare.sh", 0)

    def shell(self, text, line, wanted):
        run = subprocess.run(["bash", "-c", text], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS, check=False, errors="replace")
        if run.returncode != wanted:
            last = "\n    ".join(run.stdout.splitlines()[-15:])
            self.fail(line, f"exit code {run.returncode}, not {wanted}: {text}\n    {last}")
        return run.stdout.splitlines()

    def take(self, key, block, line):
        """Whether listed.txt has it."""
        entry = self.listed.get(key)
        if entry:
            entry.used = True
            problem = entry_problem(entry, block, self.known.steps)
            if problem:
                self.fail(line, problem)
        return entry is not None

    def check_command(self, command):
        simple = command.text.split("\n")[0]
        if simple.startswith("unique-oracle ") and re.search(r" \[[A-Z-]", simple):
            problem = self.known.synopsis_problem(simple)
            return self.fail(command.line, problem) if problem else None
        problem = self.known.problem(simple) if command.exit_code() != 2 else None  # what is refused may be misspelt
        if problem:
            return self.fail(command.line, problem)
        if self.take(simple, [], command.line):
            return None
        if ELSEWHERE.match(simple):
            return self.fail(command.line, f"not run from here, and not listed in tests/pages/listed.txt: {simple}")
        have = self.shell(command.text, command.line, command.exit_code())
        self.ran += 1
        different = outputs.difference(command.shown, have, str(ROOT)) if command.session and any(command.shown) else None
        if different:
            self.edits.append((command, outputs.renewed(command.shown, have, str(ROOT))))
            self.fail(command.line, f"{simple}\n    the page shows: {different[0]}\n    it printed:     {different[1]}")
        return None

    def check_block(self, block):
        if not block.lines:
            return
        if block.file:
            path = self.folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(block.lines) + "\n", encoding="utf-8")
            return
        found = commands_of(block)
        if found is not None:
            for command in found:
                self.check_command(command)
        elif not self.take(block.lines[0], block.lines, block.line):
            self.fail(block.line, f"neither a command nor listed in tests/pages/listed.txt: {block.lines[0]}")

    def check(self, text=None):
        """All of the page; `text` stands for what is in its file."""
        text = text or self.page.read_text(encoding="utf-8")
        self.problems += [f"FAIL: {problem}" for problem in links.dead_in(ROOT, self.page, text)]
        for span in markdown.spans(text):
            problem = self.known.problem(span)
            if problem:
                self.fail("`" + span + "`", problem)
        blocks = markdown.blocks(text)
        if any(block.file or commands_of(block) for block in blocks if block.lines):
            self.prepare()
        for block in blocks:
            self.check_block(block)
        for key, entry in self.listed.items():
            if not entry.used:
                self.fail(f"listed.txt:{entry.line}", f"the page does not have: {key}")
        return self


def write_outputs(check):
    """The page with what its commands printed."""
    lines = check.page.read_text(encoding="utf-8").splitlines()
    for command, shown in reversed(check.edits):
        first = command.line + command.text.count("\n")  # counted from 1, so it is the line behind the command
        lines[first : first + len(command.shown)] = [(" " * command.indent + line).rstrip() for line in shown]
    check.page.write_text("\n".join(lines) + "\n", encoding="utf-8")


def surroundings(build):
    """What every page's commands find: the program, Python, the package as after `pip install ./reference`."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("UNIQUE_ORACLE", "UO_"))}
    return environment | {
        "PATH": f"{build}:{ROOT}/.venv/bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": f"{ROOT}/reference", "PYTEST_PLUGINS": "unique_oracle.pytest_plugin"}


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    build, scratch = Path(arguments[0]).resolve(), Path(arguments[1])
    pages = [ROOT / name for name in arguments[2:] or OTHER_PAGES]
    pages += [] if arguments[2:] else sorted((ROOT / "docs").glob("*.md"))
    environment = surroundings(build)
    known, listed = Commands(ROOT, build / "unique-oracle"), read_listed()
    unknown = [] if arguments[2:] else sorted(set(listed) - {str(page.relative_to(ROOT)) for page in pages})
    with ThreadPoolExecutor(int(os.environ.get("UO_JOBS", "2"))) as pool:
        checks = list(pool.map(lambda page: PageCheck(page, scratch, environment, known, listed).check(), pages))
    if "--write" in sys.argv:
        for check in checks:
            if check.edits:
                write_outputs(check)
    problems = [problem for check in checks for problem in check.problems]
    problems += [f"FAIL: listed.txt: there is no page {name}" for name in unknown]
    ran = sum(check.ran for check in checks)
    print("\n".join([*problems, f"{len(pages)} pages, {ran} commands were run, {len(problems)} problems"]))
    if problems and "--write" not in sys.argv:
        print("what is printed is put into the pages by: tests/pages/check.py --write build/release build/rewritten")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
