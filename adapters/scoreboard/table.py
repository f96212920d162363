"""The table of subjects (adapters/subjects.json; adapters/README.md describes it), and installing one of them."""

import json
import os
import re
import subprocess
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = os.path.join("adapters", "subjects.json")  # paths are from the root, where every command runs
KEYS = {"name", "language", "implements", "install", "command", "plugin", "policy", "gate", "note", "recheck", "direct"}


class TableError(Exception):
    """The table cannot be used; says which row and key, and what to do."""


@dataclass(frozen=True)
class Subject:
    name: str
    language: str
    implements: str  # what is called, in the words of its makers
    install: str  # a shell command, run from the project's root
    policy: str  # under which its list of known failures is judged
    command: str = ""  # this or `plugin`
    plugin: str = ""
    gate: tuple = ()  # further options of every run, as ("--shard", "0/8")
    note: str = ""  # stands in its row
    recheck: str = ""  # what runs its scripts under docs/findings/
    direct: str = ""  # Python only: the file from which these scripts are made
    lists: str = os.path.join("adapters", "known")

    @property
    def as_option(self):
        return ["--plugin", self.plugin] if self.plugin else ["--command", self.command]

    @property
    def vectors(self):
        """The files of vectors that it is judged on."""
        given = [self.gate[i + 1] for i, option in enumerate(self.gate) if option == "--vectors"]
        return given or [os.path.join("corpus", "vectors")]

    @property
    def known(self):
        """Its list of known failures; "" when there is none."""
        return self.list if os.path.exists(os.path.join(ROOT, self.list)) else ""

    @property
    def list(self):
        """Where that list stands: in the folder known/ beside the table."""
        return os.path.join(self.lists, self.name + ".txt")


def _require(condition, where, problem):
    if not condition:
        raise TableError(f"{where}: {problem}; adapters/README.md describes the table")


def _subject(row, lists, where):
    _require(isinstance(row, dict), where, "not an object")
    for key in row:
        _require(key in KEYS, where, f"unknown key {key!r}")
    for key in ("name", "language", "implements", "install", "policy"):
        _require(isinstance(row.get(key), str) and row[key], where, f"{key!r} is missing or no string")
    _require(re.fullmatch(r"[a-z0-9][a-z0-9.-]*", row["name"]), where, f"name {row['name']!r} is not of a-z 0-9 . -")
    _require(("command" in row) != ("plugin" in row), where, "give either 'command' or 'plugin'")
    options = row.get("gate", [])
    _require(isinstance(options, list) and all(isinstance(o, str) for o in options), where, "'gate' is no list of words")
    return Subject(**{**row, "gate": tuple(options)}, lists=lists)


def read_table(path=TABLE):
    try:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            rows = json.load(file)["subjects"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TableError(f"{path}: cannot be read as {{\"subjects\": [..]}}: {error}") from None
    lists = os.path.join(os.path.dirname(path), "known")
    subjects = [_subject(row, lists, f"{path}: subjects[{i}]") for i, row in enumerate(rows)]
    names = [subject.name for subject in subjects]
    for name in names:
        _require(names.count(name) == 1, path, f"two subjects are called {name}")
    return subjects


def choose(subjects, names):
    """Those with these names, in the order of the table; all when no name is given."""
    for name in names:
        if name not in [subject.name for subject in subjects]:
            raise TableError(f"--only {name}: no such subject; there are: {', '.join(s.name for s in subjects)}")
    return [subject for subject in subjects if not names or subject.name in names]


def install(subject, seconds=3600):
    """Runs the row's own command. None when it is installed, else why not: the last line that it wrote."""
    folder = os.path.join(ROOT, "build", "adapters", "log")
    os.makedirs(folder, exist_ok=True)
    log = os.path.join(folder, f"install-{subject.name}.log")
    with open(log, "wb") as file:
        try:
            done = subprocess.run(["bash", "-c", subject.install], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=file,
                                  stderr=subprocess.STDOUT, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            return f"installing took more than {seconds} s"
    if done.returncode == 0:
        return None
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    return lines[-1][:300] if lines else f"`{subject.install}` ended with {done.returncode}"
