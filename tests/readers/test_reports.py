"""The gate's reports, read by other people's parsers: whole ones, those of 10,000 failures, those of a killed gate."""

import html
import html.parser
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import junitparser
import pytest
from tap.parser import Parser

PROGRAM = os.environ["UO_PROGRAM"]
FAULTY = Path(os.environ["UO_BINARY_DIR"]) / "faulty"
OFFICIAL = Path(os.environ["UO_SOURCE_DIR"]) / "corpus/vectors/official.jsonl"
HEADER = '{"vectors": 1, "policy": "onnx", "origin": "tests/readers"}\n'
KINDS = {"events": "events.jsonl", "junit": "junit.xml", "tap": "report.tap", "sarif": "report.sarif", "html": "report.html"}
# What a terminal would obey, or a reader be deceived by.
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def options(folder):
    return [word for kind, name in KINDS.items() for word in (f"--{kind}", str(folder / name))]


def gate(folder, *arguments, **more):
    """Runs the gate in `folder` with every report."""
    command = [PROGRAM, "gate", *arguments, *options(folder)]
    return subprocess.run(command, cwd=folder, capture_output=True, timeout=900, check=False, **more)


# ---- Readers: each returns what the report says in one form -------------------------------------------------------


def read_events(folder):
    lines = [json.loads(line) for line in (folder / KINDS["events"]).read_bytes().splitlines()]
    assert lines[0]["event"] == "start" and lines[0]["events"] == 1
    last = lines[-1] if lines[-1]["event"] == "end" else None
    cases = [line for line in lines[1:] if line["event"] == "case"]
    assert len(cases) == len(lines) - 1 - (last is not None)
    keys = ["event", "id", "verdict", "fails", "known", "clauses", "silent_points", "origin", "dtype", "shape", "axis", "sorted",
            "outputs", "policy", "seconds", "message"]
    for case in cases:
        assert list(case) == keys + (["findings", "case", "rerun"] if case["fails"] else [])
    return {"start": lines[0], "cases": cases, "end": last,
            "complete": last is not None and last["incomplete"] is None,
            "failed": [case["id"] for case in cases if case["fails"] and not case["known"]]}


def read_junit(folder):
    suites = junitparser.JUnitXml.fromfile(str(folder / KINDS["junit"]))
    (suite,) = list(suites)
    cases = list(suite)
    failed = [case.name for case in cases if any(isinstance(result, junitparser.Failure) for result in case.result)]
    errors = [case.name for case in cases if any(isinstance(result, junitparser.Error) for result in case.result)]
    skipped = [case for case in cases if any(isinstance(result, junitparser.Skipped) for result in case.result)]
    assert (suites.tests, suites.failures, suites.errors, suites.skipped) == (len(cases), len(failed), len(errors), len(skipped))
    assert (suite.tests, suite.failures, suite.errors) == (len(cases), len(failed), len(errors))
    assert errors in ([], ["the run came to its end"])
    return {"complete": not errors, "failed": failed, "cases": [case.name for case in cases if case.name not in errors]}


def read_tap(folder):
    lines = list(Parser().parse_file(str(folder / KINDS["tap"])))
    assert lines[0].category == "version" and lines[0].version == 14
    assert not [line for line in lines if line.category == "unknown"]
    tests = [line for line in lines if line.category == "test"]
    (plan,) = [line for line in lines if line.category == "plan"]
    bail = [line for line in lines if line.category == "bail"]
    assert plan.expected_tests == len(tests)
    assert [test.number for test in tests] == list(range(1, len(tests) + 1))
    failed = [test for test in tests if not test.ok and not test.todo]
    for test in failed[:10000]:
        if test.yaml_block is not None:
            assert test.yaml_block["severity"] == "fail" and test.yaml_block["message"]
    return {"complete": not bail, "tests": tests, "failed": [test.description.removeprefix("- ") for test in failed]}


def read_sarif(folder):
    text = (folder / KINDS["sarif"]).read_text(encoding="utf-8")
    model = pytest.importorskip("pydantic_sarif.model")
    model.StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate_json(text)
    (run,) = json.loads(text)["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        place = location["physicalLocation"]["artifactLocation"]
        assert place.get("uriBaseId") == (None if place["uri"].startswith("file:///") else "ROOT") and location["logicalLocations"][0]["fullyQualifiedName"]
    prints = [result["partialFingerprints"]["caseAndVerdict/v1"] for result in run["results"] if "partialFingerprints" in result]
    assert len(set(prints)) == len(prints)
    return {"complete": run["invocations"][0]["executionSuccessful"], "run": run, "results": run["results"],
            "failed": [result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] for result in run["results"]
                       if "suppressions" not in result]}


class Page(html.parser.HTMLParser):
    """Sees that elements are closed in order, and keeps what the scripts and the banner hold."""

    EMPTY = {"meta", "input", "br"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.scripts, self.banner, self.cells = [], [], "", 0

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        assert "src" not in attributes and "href" not in attributes, "the page should need nothing else"
        if tag in self.EMPTY:
            return
        self.open.append((tag, attributes))
        if tag == "script":
            self.scripts.append([attributes, ""])
        self.cells += "data-filter" in attributes

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        if not self.open:
            return
        tag, attributes = self.open[-1]
        if tag == "script":
            self.scripts[-1][1] += data
        if "banner" in attributes.get("class", ""):
            self.banner += data


def read_html(folder):
    path = folder / KINDS["html"]
    assert path.stat().st_size < 5_000_000
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    assert not page.open
    data = {script[0].get("id"): json.loads(script[1]) for script in page.scripts if script[0].get("type")}
    rows, run = data["failures"], data["run"]
    for row in rows:
        assert len(row) == 14 and run["verdicts"][row[1]] and run["types"][row[3]] and run["axes"][row[4]]
        assert (run["rerun"][: row[11][0]] + row[11][1]).count(" --case ") == 1
    groups = run["groups"]
    assert sorted({row[13] for row in rows}) == list(range(len(groups)))
    for number, (title, count, _) in enumerate(groups):
        members = [row for row in rows if row[13] == number]
        assert len(members) <= count and {run["verdicts"][row[1]] for row in members} == {title.split(":")[0].split(",")[0]}
    return {"complete": not page.banner.startswith("Not judged"), "banner": page.banner, "rows": rows, "run": run,
            "failed": [row[0] for row in rows if not row[12]]}


READERS = {"events": read_events, "junit": read_junit, "tap": read_tap, "sarif": read_sarif, "html": read_html}


def read_all(folder):
    reports = {kind: reader(folder) for kind, reader in READERS.items()}
    assert not list(folder.glob("*.tmp"))
    return reports


# ---- Whole reports -------------------------------------------------------------------------------------------------


def test_every_report_tells_the_same(tmp_path):
    run = gate(tmp_path, "--plugin", FAULTY / "last_index.so", "--vectors", OFFICIAL, "--level", "0")
    assert run.returncode == 1
    reports = read_all(tmp_path)
    failed = reports["events"]["failed"]
    assert len(failed) == 5
    for kind, report in reports.items():
        assert report["complete"], kind
        assert report["failed"] == failed, kind
    case = reports["events"]["cases"][0]
    assert case["clauses"] == ["IDX-01", "INV-05"] and case["findings"][0]["want"] == "1, where 1.0 occurs first"
    result = reports["sarif"]["results"][0]
    assert result["ruleId"] == "IDX-01" and result["level"] == "error"
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 2
    assert result["properties"]["findings"] == case["findings"] and case["rerun"] in result["message"]["text"]
    assert reports["html"]["banner"] == "Does not conform: 5 of 6 cases fail."
    # The smallest case that fails so stands in each of them, too.
    smallest = reports["events"]["end"]["smallest"]
    assert [(group["group"], group["case"]["X"]["data"]) for group in smallest] == [
        ("wrong: IDX-01, INV-05 in indices", [0, 0]), ("wrong: IDX-01, IDX-04, INV-05 in indices", [0, 1, 0])]
    assert reports["sarif"]["run"]["properties"]["smallest"] == smallest
    line = "float[2] [0.0, 0.0] no axis sorted=1 outputs=Y,indices,inverse_indices"
    for kind in ("junit", "tap", "html"):
        assert (tmp_path / KINDS[kind]).read_text(encoding="utf-8").count(line) == 1, kind
    assert reports["html"]["run"]["groups"] == [["wrong: IDX-01, INV-05 in indices", 4, line], [
        "wrong: IDX-01, IDX-04, INV-05 in indices", 1, "float[3] [0.0, 1.0, 0.0] no axis sorted=0 outputs=Y,indices,inverse_indices"]]
    again = subprocess.run(case["rerun"], shell=True, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert again.returncode == 1 and "cases=1 " in again.stdout


def test_a_perfect_run(tmp_path):
    assert gate(tmp_path, "--vectors", OFFICIAL, "--level", "0").returncode == 0
    for kind, report in read_all(tmp_path).items():
        assert report["complete"] and report["failed"] == [], kind


def test_known_failures_stale_entries_and_unsupported_cases(tmp_path):
    (tmp_path / "known").write_text("test_unique_sorted_with_axis wrong  # upstream\ntest_unique_length_1 wrong  # mended\n")
    run = gate(tmp_path, "--plugin", FAULTY / "last_index.so", "--vectors", OFFICIAL, "--level", "0", "--known-failures", "known")
    assert run.returncode == 1
    reports = read_all(tmp_path)
    assert len(reports["events"]["failed"]) == 4 and reports["events"]["end"]["stale_known_failures"] == 1
    assert len(reports["junit"]["failed"]) == 5  # and the stale entry
    assert reports["tap"]["failed"][-1] == "known failures: test_unique_length_1"
    assert [test.description for test in reports["tap"]["tests"] if test.todo] == ["- test_unique_sorted_with_axis"]
    suppressed = [result for result in reports["sarif"]["results"] if "suppressions" in result]
    assert [result["suppressions"][0]["justification"] for result in suppressed] == ["upstream"]
    stale = [result for result in reports["sarif"]["results"] if result["ruleId"] == "known-failures"]
    assert [result["locations"][0]["physicalLocation"]["region"]["startLine"] for result in stale] == [2]
    assert [row[0] for row in reports["html"]["rows"] if row[12]] == ["test_unique_sorted_with_axis"]


SUBJECT = r"""
import json, sys
ANSWERS = json.loads(sys.argv[1])
for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "start":
        print(json.dumps({"started": True, "protocol": 1, "name": "na\u202eme\x1b[31m </script><b>", "version": "1"}), flush=True)
    elif message["cmd"] == "run":
        print(json.dumps({"id": message["id"], **ANSWERS}), flush=True)
    else:
        break
"""


@pytest.mark.parametrize("answers", [
    {"failed": "\x1b[2J\u202egnorw </script><!-- ]]> \u2028 # \\ \ud83d\ude00 {\x85}"},
    {"unsupported": "</failure>\x07 # TODO \u200b"},
])
def test_text_of_a_subject_is_only_shown(tmp_path, answers):
    (tmp_path / "subject.py").write_text(SUBJECT)
    strings = ["b", "\u202ea\x00\x1b[1m", "</script>", {"base64": "gP8="}]
    vector = {"id": "<&\"'> # \\ \u202e", "X": {"dtype": "string", "shape": [4], "data": strings}, "axis": None, "sorted": 1,
              "outputs": ["Y"], "comment": "]]> \u2066 --> ..."}
    plain = {"id": "plain", "X": {"dtype": "int8", "shape": [1], "data": [1]}, "axis": None, "sorted": 1, "outputs": ["Y"]}
    (tmp_path / "a.jsonl").write_text(HEADER + json.dumps(vector) + "\n" + json.dumps(plain) + "\n")
    command = f"'{sys.executable}' subject.py '{json.dumps(answers)}'".replace("\\", "\\\\")
    run = gate(tmp_path, "--command", command, "--vectors", "a.jsonl", "--level", "0", "--require-dtypes", "string")
    assert run.returncode == 1, run.stderr
    reports = read_all(tmp_path)
    for kind, report in reports.items():
        assert report["complete"] and len(report["failed"]) == (1 if "unsupported" in answers else 2), kind
    for text in [run.stdout, run.stderr, *((tmp_path / name).read_bytes() for name in KINDS.values())]:
        shown = [line for line in text.decode("utf-8").splitlines() if "rerun" not in line and "case" not in line]
        assert not [line for line in shown if "\x1b" in line]
    assert not OBEYED.search(run.stdout.decode("utf-8").replace("\n", "").split("rerun")[0])
    assert not OBEYED.search((tmp_path / KINDS["events"]).read_text(encoding="utf-8").replace("\n", ""))


# ---- 10,000 failures -----------------------------------------------------------------------------------------------


def test_ten_thousand_failures(tmp_path):
    run = gate(tmp_path, "--plugin", FAULTY / "last_index.so", "--shard", "0/4", "--no-shrink", "--quiet")
    assert run.returncode == 1 and run.stdout.count(b"\n") == 1
    reports = read_all(tmp_path)
    failed = reports["events"]["failed"]
    assert len(failed) >= 10000
    assert reports["junit"]["failed"] == failed == reports["tap"]["failed"]
    rows = reports["html"]["rows"]
    assert len(rows) >= 10000 and set(reports["html"]["failed"]) <= set(failed)
    run = reports["sarif"]["run"]
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert len(run["results"]) + int(note["message"]["text"].split()[0]) == len(failed)


# ---- The page in a browser ------------------------------------------------------------------------------------------

BROWSER = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome", "chrome"])), None)

# Opens what can be opened, then tells how wide the page is and what reaches out of it, or is cut where nothing scrolls.
MEASURE = """
<script>
addEventListener("load", () => {
  for (let i = 0; i < 3; i++) document.querySelectorAll("details").forEach((details, n) => { details.open = n < 300; });
  setTimeout(() => {
    const width = document.documentElement.clientWidth, said = new Set();
    const name = (element) => element.tagName + "." + element.className + ": " + element.textContent.slice(0, 40);
    document.querySelectorAll("body *").forEach((element) => {
      const box = element.getBoundingClientRect();
      if (box.width > 0 && (box.right > width + 1 || box.left < -1)) said.add("out " + name(element));
      if (box.width > 0 && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 &&
          getComputedStyle(element).overflowX !== "visible") said.add("cut " + name(element));
    });
    document.querySelectorAll("th, td, button").forEach((cell) => { /* a word of a table is never broken */
      const range = document.createRange();
      for (const node of cell.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || cell.offsetWidth === 0) continue;
        for (const word of node.data.matchAll(/[A-Za-z0-9]+/g)) {
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) said.add("broken " + word[0]);
        }
      }
    });
    document.querySelectorAll(".data").forEach((data) => { /* bits never stand within a number */
      if (/0x[0-9a-f]+ \\[0x[0-9a-f]+\\][0-9a-f]/.test(data.textContent)) said.add("bits " + data.textContent);
    });
    parent.postMessage({ width, opened: document.querySelectorAll("details.case[open]").length, said: [...said].slice(0, 20) }, "*");
  }, 300);
});
</script></body>"""
FRAME = """<!DOCTYPE html><body><iframe src="page.html" style="border: 0; width: WIDTHpx; height: 800px"></iframe><script>
addEventListener("message", (message) => { document.body.textContent = JSON.stringify(message.data); });
</script></body>"""


@pytest.fixture(scope="module")
def page_of_every_verdict(tmp_path_factory):
    """Thousands of failures with all verdicts but those that need minutes, under a policy that makes freedoms, some known."""
    folder = tmp_path_factory.mktemp("page")
    plugin, source = folder / "every_verdict.so", Path(os.environ["UO_SOURCE_DIR"])
    subprocess.run(["cc", "-shared", "-fPIC", "-I", source / "include", "-o", plugin, source / "tests/readers/every_verdict.c"], check=True)
    (folder / "known").write_text("bool-0-flat-sorted1-empty-YV rejects-valid  # upstream\n")
    command = ["--plugin", plugin, "--policy", "nan-order=first,zero=distinct", "--timeout", "0.2", "--memory", "600", "--no-shrink",
               "--dtype", "float,bool,int8", "--quiet", "--known-failures", "known"]
    assert gate(folder, *command).returncode == 1
    return folder / KINDS["html"]


def measured(path, width, folder):
    text = path.read_text(encoding="utf-8")
    (folder / "page.html").write_text(MEASURE.join(text.rsplit("</body>", 1)), encoding="utf-8")
    (folder / "frame.html").write_text(FRAME.replace("WIDTH", str(width)), encoding="utf-8")
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1500,900", f"--user-data-dir={folder}/profile",
               "--virtual-time-budget=20000", "--dump-dom", (folder / "frame.html").as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False).stdout
    found = re.search(r"<body>(\{.*\})</body>", shown, re.DOTALL)
    assert found, shown[-500:]
    return json.loads(html.unescape(found[1]))


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium; ./run test readers installs it where apt-get may be used")
@pytest.mark.parametrize("width", [390, 768, 1024, 1366])
def test_nothing_is_wider_than_the_window(tmp_path, page_of_every_verdict, width):
    seen = measured(page_of_every_verdict, width, tmp_path)
    assert seen["width"] in (width, width - 15), seen  # less the bar that scrolls
    assert seen["opened"] >= 10 and seen["said"] == []


def test_columns_of_zeros_are_not_shown(page_of_every_verdict):
    tables = page_of_every_verdict.read_text(encoding="utf-8").split("<table")[1:]
    assert len(tables) == 3
    for table in tables:
        columns = re.findall(r'<th scope="col" class="n">([a-z-]+)</th>', table)
        for column in columns:
            assert re.search(rf'data-verdict="{column}">[1-9]', table), column
    assert {"freedom", "wrong"} <= set(re.findall(r'class="n">([a-z-]+)</th>', tables[0])) and "unsupported" not in tables[0]
    rows = read_html(page_of_every_verdict.parent)["run"]["verdicts"]
    shown = set(re.findall(r'class="n">([a-z-]+)</th>', tables[1]))
    assert {"pass", "freedom", "unsupported", "wrong", "rejects-valid", "accepts-invalid", "crash", "hang", "clobbers", "unstable",
            "broken-adapter"} <= shown <= set(rows)


# ---- A gate that is killed -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.21, 0.43, 0.8, 1.3])
@pytest.mark.parametrize("plugin", ["last_index", None])
def test_killed_at_any_moment(tmp_path, seconds, plugin):
    subject = ["--plugin", FAULTY / f"{plugin}.so"] if plugin else []
    command = [PROGRAM, "gate", *subject, "--level", "2", *options(tmp_path)]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        end = time.monotonic() + 60
        while not (tmp_path / KINDS["html"]).exists() or not (tmp_path / KINDS["events"]).exists():
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.005)
        time.sleep(seconds)
        assert process.poll() is None
        process.send_signal(signal.SIGKILL)
    for kind, name in KINDS.items():
        if (tmp_path / name).stat().st_size > 0:  # events: emptied, and nothing written yet
            report = READERS[kind](tmp_path)
            assert not report["complete"], kind
    if seconds > 0.4:
        assert read_events(tmp_path)["cases"]


# ---- On a terminal -------------------------------------------------------------------------------------------------


def on_a_terminal(arguments, environment, until=None):
    """Runs the gate with a terminal; Ctrl-C is typed once `until` was seen. Returns the exit code and what was shown."""
    process, terminal = pty.fork()
    if process == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell ignores it for what it starts in the background
        os.execve(PROGRAM, [PROGRAM, "gate", *map(str, arguments)], {"PATH": os.environ["PATH"], **environment})
    shown, end = b"", time.monotonic() + 120
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        shown += data
        if until and until in shown:
            os.write(terminal, b"\x03")
            until = None
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), shown.decode("utf-8")


def test_ctrl_c(tmp_path):
    code, shown = on_a_terminal(["--level", "2", "--tap", tmp_path / "report.tap"], {"TERM": "xterm"}, b" left")
    assert code == 130, shown[-1000:]
    assert re.search(r"\r *\d+ %  \d+ of \d+ cases, 0 failed, \d+ a second, [^\r]* left\x1b\[K", shown)
    assert re.search(r"partial summary\x1b\[0m: interrupted by SIGINT after \d+ cases", shown)
    assert shown.splitlines()[-1].startswith("unique-oracle: not-judged  cases=")
    assert not read_tap(tmp_path)["complete"]


@pytest.mark.parametrize("environment, coloured", [
    ({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({}, False),
])
def test_colours(environment, coloured):
    arguments = ["--plugin", FAULTY / "last_index.so", "--vectors", OFFICIAL, "--level", "0", "--no-shrink"]
    code, shown = on_a_terminal(arguments, environment)
    assert code == 1
    assert ("\x1b[1;31mwrong: IDX-01" in shown) == coloured
    assert ("\x1b[1" in shown) == coloured
    assert shown.splitlines()[-1].startswith("unique-oracle: does-not-conform")
