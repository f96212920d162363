"""Running the gate on a subject, and reading its JUnit report."""

import os
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple

from table import ROOT

PROGRAM = os.environ.get("UO_PROGRAM", os.path.join(ROOT, "build", "release", "unique-oracle"))


class Verdict(NamedTuple):
    """What the gate said about one case. `group` is the report's heading: verdict, clauses or silent points, output."""

    id: str
    verdict: str
    group: str
    message: str

    @property
    def clauses(self):
        return tuple(re.findall(r"\b[A-Z]+-[0-9]+\b", self.group))


class Run(NamedTuple):
    exit: int
    summary: str  # the last line
    properties: dict  # of the JUnit report
    seconds: float
    verdicts: list
    error: str  # why nothing was judged


def run(subject, policy, options=(), known=""):
    """The gate on this subject under this policy at level 1, with the options of its row."""
    with tempfile.TemporaryDirectory(prefix="scoreboard-") as folder:
        junit = os.path.join(folder, "junit.xml")
        command = [PROGRAM, "gate", *subject.as_option, "--policy", policy, "--junit", junit, "--no-shrink", *subject.gate]
        if known:
            command += ["--known-failures", known]
        errors = os.path.join(folder, "errors")
        with open(errors, "wb") as file:
            done = subprocess.run([*command, *options], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=file, check=False)
        lines = done.stdout.decode("utf-8", "replace").splitlines()
        if not os.path.exists(junit):
            return Run(done.returncode, lines[-1] if lines else "", {}, 0.0, [], _last_line(errors))
        return Run(done.returncode, lines[-1], *read_junit(junit), "")


def _last_line(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    return lines[-1][:400] if lines else "the gate said nothing"


def read_junit(path):
    """The properties, the seconds, and a Verdict for each case."""
    properties, verdicts, seconds = {}, [], 0.0
    for event, element in ElementTree.iterparse(path, events=("start", "end")):
        if event == "start" and element.tag == "testsuites":
            seconds = float(element.get("time"))
        elif event == "end" and element.tag == "property":
            properties[element.get("name")] = element.get("value")
        elif event == "end" and element.tag == "testcase":
            if element.get("classname") != "known-failures":
                verdicts.append(_verdict(element))
            element.clear()
    return properties, seconds, verdicts


def _verdict(element):
    identifier = element.get("name")
    for child in element:
        message = child.get("message", "")
        if child.tag == "failure":
            group, _, rest = message.partition(": ") if child.get("type") not in ("wrong", "freedom") else (message, "", "")
            return Verdict(identifier, child.get("type"), group, rest)
        if child.tag == "skipped":
            known = re.match(r"known failure \(([a-z-]+)\)", message)
            return Verdict(identifier, known.group(1) if known else "unsupported", "", message)
        if child.tag == "system-out":
            return Verdict(identifier, "freedom", child.text or "", "")
    return Verdict(identifier, "pass", "", "")
