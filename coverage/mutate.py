"""mutate.py [--sample N [--seed S]] [--room ROOM] [--file FILE] [--list] [--jobs N]: mutation score of the tests of two rooms.

Each mutant is one small change of src/reference or src/checker: a relation, an arithmetic or logical operator, a constant, a
statement left out, a call replaced. It is compiled into a shared library that the room's tests are linked with, and killed when
one of them fails; those that survive meet tests/test_oracles.c, too. The list of mutants depends on the sources alone, and what
kills is the tests' result or a limit of processor time, so that the score is the same each run.

Not counted: what does not compile, what compiles to the very same code, and what coverage/equivalent-mutants.txt lists with the
reason. Exit code 1 below the floor, or when that list has a line that fits no survivor any more (full runs).
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import queue
import random
import re
import resource
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/mutants"
ROOMS = ("reference", "checker")
FLOOR = 95.0

# ---- Tokens -----------------------------------------------------------------------------------------------------------

Token = collections.namedtuple("Token", "kind text start")

TOKENS = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*)
  | (?P<directive>^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*)
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<char>'(?:[^'\\\n]|\\.)*')
  | (?P<number>(?:0[xX][0-9a-fA-F]+|[0-9]+\.[0-9]+|[0-9]+)[uUlL]*)
  | (?P<word>[A-Za-z_][A-Za-z_0-9]*)
  | (?P<operator><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]])
""", re.X | re.M | re.S)

TYPES = {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool", "size_t", "const", "static", "struct",
         "enum", "union", "inline", "va_list", "extern", "volatile"}
KEYWORDS = {"if", "else", "for", "while", "do", "switch", "case", "default", "return", "break", "continue", "sizeof", "goto", "typedef"}


def tokenize(text):
    return [Token(match.lastgroup, match.group(), match.start()) for match in TOKENS.finditer(text)
            if match.lastgroup not in ("comment", "directive")]


def type_names():
    names = set(TYPES) | {f"{sign}int{bits}_t" for sign in ("u", "") for bits in (8, 16, 32, 64)} | {"uintptr_t", "ptrdiff_t"}
    for file in list((ROOT / "src").glob("*/*.[ch]")) + list((ROOT / "include/unique_oracle").glob("*.h")):
        text = file.read_text()
        names.update(re.findall(r"^\} (\w+);", text, re.M))
        names.update(re.findall(r"^typedef [^;{]*?\b(\w+)(?:\([^;]*\))?;", text, re.M))
    return names


# ---- Mutants ----------------------------------------------------------------------------------------------------------

RELATIONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}
ARITHMETIC = {"+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("*",), "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",),
              "^": ("&",), "+=": ("-=",), "-=": ("+=",), "*=": ("+=",), "/=": ("*=",), "|=": ("&=",), "&=": ("|=",), "^=": ("|=",),
              "++": ("--",), "--": ("++",)}
LOGIC = {"&&": ("||",), "||": ("&&",)}

Mutant = collections.namedtuple("Mutant", "file start end text line column source change")


class Finder:
    """All mutants of one file."""

    def __init__(self, file, types):
        self.file, self.types = file, types
        self.text = (ROOT / file).read_text()
        self.tokens = tokenize(self.text)
        self.lines = self.text.splitlines()
        self.line_starts = [0] + [m.end() for m in re.finditer("\n", self.text)]
        self.partner = self.match_brackets()
        self.found, self.repeated = [], collections.Counter()

    def match_brackets(self):
        stack, partner = [], {}
        for i, token in enumerate(self.tokens):
            if token.text in "([{" and token.kind == "operator":
                stack.append(i)
            elif token.text in ")]}" and token.kind == "operator":
                opening = stack.pop()
                partner[opening], partner[i] = i, opening
        return partner

    def add(self, start, end, new, what):
        line = next(i for i in range(len(self.line_starts), 0, -1) if self.line_starts[i - 1] <= start)
        change = f"{what}: {' '.join(self.text[start:end].split())} -> {new or 'nothing'}"
        self.repeated[line, change] += 1
        if self.repeated[line, change] > 1:
            change += f" #{self.repeated[line, change]}"
        column = start - self.line_starts[line - 1] + 1
        self.found.append(Mutant(self.file, start, end, new, line, column, self.lines[line - 1].strip(), change))

    def swap(self, token, news, what):
        for new in news:
            self.add(token.start, token.start + len(token.text), new, what)

    def in_function(self):
        """For each token whether it stands in a function's body."""
        inside, until = [], -1
        for i, token in enumerate(self.tokens):
            if i > until and token.text == "{" and i > 0 and self.tokens[i - 1].text == ")":
                until = self.partner[i]
                inside.append(False)
            else:
                inside.append(i < until)
        return inside

    def is_binary(self, i):
        """Whether + - * & between i - 1 and i + 1 has two operands."""
        before = self.tokens[i - 1]
        if before.kind in ("number", "char"):
            return True
        if before.kind == "word":
            return before.text not in KEYWORDS and before.text not in self.types
        if before.text == "]":
            return True
        if before.text != ")":
            return False
        opening = self.partner[i - 1]  # (type *) and (type) are casts; what follows if (...) is a statement
        if opening > 0 and self.tokens[opening - 1].text in KEYWORDS - {"sizeof"}:
            return False
        words = [t.text for t in self.tokens[opening + 1:i - 1] if t.text != "*"]
        is_cast = bool(words) and all(w in self.types for w in words) and not (opening > 0 and self.tokens[opening - 1].text == "sizeof")
        return not is_cast

    def operators(self, i, token):
        name = token.text
        if name in RELATIONS:
            self.swap(token, RELATIONS[name], "relation")
        elif name in LOGIC:
            self.swap(token, LOGIC[name], "logic")
        elif name == "!":
            self.swap(token, ("",), "logic")
        elif name == "~" or (name == "-" and not self.is_binary(i)):
            self.swap(token, ("",), "arithmetic")
        elif name in ARITHMETIC and (name not in ("+", "-", "*", "&") or self.is_binary(i)):
            self.swap(token, ARITHMETIC[name], "arithmetic")

    def constant(self, token):
        digits = re.match(r"0[xX][0-9a-fA-F]+|\d+", token.text).group()
        suffix = token.text[len(digits):]
        if suffix.startswith("."):
            return
        value = int(digits, 16) if digits[:2].lower() == "0x" else int(digits)
        written = (lambda n: hex(n)) if digits[:2].lower() == "0x" else str
        self.swap(token, [written(n) + suffix for n in (value + 1, value - 1) if n >= 0], "constant")

    def condition(self, i):
        """if (x) without an operator that is mutated anyway."""
        opening, closing = i + 1, self.partner[i + 1]
        inner = self.tokens[opening + 1:closing]
        if any(t.text in RELATIONS or t.text in LOGIC or t.text == "!" for t in inner):
            return
        start, end = inner[0].start, inner[-1].start + len(inner[-1].text)
        self.add(start, end, f"!({self.text[start:end]})", "logic")

    def statement(self, i):
        """Leaves out the expression statement that begins at token i, if one does."""
        first = self.tokens[i]
        if first.kind == "word" and (first.text in self.types or first.text in KEYWORDS - {"break", "continue", "return"}):
            return
        if first.kind == "operator" and first.text not in ("*", "++", "--"):
            return
        if first.kind == "word" and self.tokens[i + 1].text == ":":
            return
        end = i
        while self.tokens[end].text != ";":
            if self.tokens[end].text in (")", "]", "}", ",", ":"):
                return  # the members of a compound literal, or an enumerator
            end = self.partner[end] + 1 if self.tokens[end].text in ("(", "[", "{") else end + 1
        if first.text == "return" and end > i + 1:
            return
        self.add(first.start, self.tokens[end].start, "", "statement")

    def call(self, i, starts_statement):
        """A call whose value is used: 0 and 1 in its place."""
        closing = self.partner[i + 1]
        if starts_statement and self.tokens[closing + 1].text == ";":
            return
        name = self.tokens[i].text
        if name in KEYWORDS or name in self.types or name.isupper() or name.startswith("UO_"):
            return
        for new in ("0", "1"):
            self.add(self.tokens[i].start, self.tokens[closing].start + 1, new, "call")

    def find(self):
        inside, depth = self.in_function(), 0
        for i, token in enumerate(self.tokens):
            depth += (token.text == "(") - (token.text == ")")
            before = self.tokens[i - 1].text if i else ";"
            if not inside[i]:
                if token.kind == "number" and before in ("{", ",", "(") and i > 1:
                    self.constant(token)
                continue
            starts = depth == 0 and (before in (";", "{", "}") or before == "else" or (before == ":" and self.in_switch(i)) or (
                before == ")" and self.tokens[self.partner[i - 1] - 1].text in ("if", "for", "while")))
            if starts:
                self.statement(i)
            if token.kind == "operator":
                self.operators(i, token)
            elif token.kind == "number":
                self.constant(token)
            elif token.text in ("true", "false"):
                self.swap(token, ("false" if token.text == "true" else "true",), "constant")
            elif token.text == "if":
                self.condition(i)
            elif token.kind == "word" and self.tokens[i + 1].text == "(":
                self.call(i, starts)
        for match in re.finditer(r"^#define \w+ +\(?(?:U?INT64_C\()?(\d+)", self.text, re.M):
            self.constant(Token("number", match[1], match.start(1)))
        return sorted(self.found, key=lambda m: (m.start, m.end, m.change))

    def in_switch(self, i):
        """Whether the colon before token i ends a case, not a part of ?: or a bit-field."""
        k = i - 2
        while k >= 0 and self.tokens[k].text not in (";", "{", "}"):
            if self.tokens[k].text in ("case", "default"):
                return True
            if self.tokens[k].text == "?":
                return False
            k -= 1
        return False


def all_mutants(rooms):
    types = type_names()
    for room in rooms:
        for file in sorted((ROOT / "src" / room).glob("*.[ch]")):
            yield from Finder(file.relative_to(ROOT).as_posix(), types).find()


# ---- Building and running ---------------------------------------------------------------------------------------------

def run_quietly(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"mutate.py: failed: {shlex.join(map(str, command))}\n{done.stdout[-4000:]}")


class Tests:
    """The base build, and the test programs linked with a shared library that each worker makes its own of."""

    def __init__(self, jobs):
        tests = sorted(p.stem for room in ROOMS for p in (ROOT / "tests").glob(f"test_{room}*.c")) + ["test_oracles"]
        options = ["-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_COMPILER=gcc", "-DCMAKE_C_FLAGS=-O1", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
        run_quietly(["cmake", "-S", ROOT, "-B", BUILD, *options])
        run_quietly(["cmake", "--build", BUILD, "--parallel", str(jobs), "--target", *tests])
        self.commands = self.read_commands()
        self.objects = {file: BUILD / "src" / f"CMakeFiles/uo_{room}.dir/{room}/{file.name}.o"
                        for room in ("tensor", *ROOMS) for file in sorted((ROOT / "src" / room).glob("*.c"))}
        base = BUILD / "base"
        base.mkdir(exist_ok=True)
        self.link_library(base, {})
        self.programs = {test: self.link_program(test, base) for test in tests}
        self.limits, self.times = {}, {}
        self.measure(base)
        self.of_room = {room: sorted((t for t in tests if t.startswith(f"test_{room}")), key=self.times.get) + ["test_oracles"]
                        for room in ROOMS}

    def read_commands(self):
        import json
        commands = {}
        for entry in json.loads((BUILD / "compile_commands.json").read_text()):
            file = pathlib.Path(entry["file"])
            if file.parent.parent == ROOT / "src" and file.parent.name in ROOMS:
                words = shlex.split(entry["command"])
                at = words.index("-o")
                commands[file] = words[:at] + ["-w", "-Werror=int-conversion", "-Werror=incompatible-pointer-types"]
        return commands

    def link_library(self, folder, replaced):
        objects = [str(replaced.get(file, built)) for file, built in self.objects.items()]
        return subprocess.run(["gcc", "-shared", "-Wl,-soname,libunder.so", "-o", folder / "libunder.so", *objects, "-lm"], capture_output=True).returncode == 0

    def link_program(self, test, base):
        archives = [BUILD / "tests/libuo_test_support.a"] + [BUILD / f"src/libuo_{room}.a" for room in ("gate", "subjects", "files", "cases")]
        built = [str(a) for a in archives if a.exists()]
        libraries = subprocess.run(["pkg-config", "--libs", "cmocka", "json-c", "libprotobuf-c"], capture_output=True, text=True, check=True)
        program = base / test
        run_quietly(["gcc", "-o", program, BUILD / f"tests/CMakeFiles/{test}.dir/{test}.c.o", "-Wl,--start-group", *built, "-Wl,--end-group",
                     base / "libunder.so", *libraries.stdout.split(), "-lm", "-ldl", "-lpthread"])
        return program

    def measure(self, base):
        for test in self.programs:
            begin = os.times()
            outcome = self.run(test, base, 300)
            end = os.times()
            if outcome != "passed":
                sys.exit(f"mutate.py: {test} {outcome} without any change")
            seconds = end.children_user + end.children_system - begin.children_user - begin.children_system
            self.times[test] = seconds
            self.limits[test] = int(4 + 6 * seconds)

    def run(self, test, folder, seconds):
        """passed, failed, or timeout after so many seconds of processor time."""
        def limit():
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        process = subprocess.Popen([self.programs[test]], cwd=folder, preexec_fn=limit, stdin=subprocess.DEVNULL,
                                   env={**os.environ, "LD_LIBRARY_PATH": str(folder)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            status = process.wait(timeout=seconds * 20 + 20)
        except subprocess.TimeoutExpired:
            status = None
        try:
            os.killpg(process.pid, 9)
        except ProcessLookupError:
            pass
        process.wait()
        if status == 0:
            return "passed"
        return "timeout" if status in (None, -24, -9) else "failed"  # -24: SIGXCPU


class Worker:
    """Builds and judges one mutant at a time in a folder of its own."""

    def __init__(self, tests, number):
        self.tests, self.folder = tests, BUILD / f"worker-{number}"
        (self.folder / "src").mkdir(parents=True, exist_ok=True)
        self.originals = {}

    def compile(self, file, source, extra=()):
        """The object of `source`, or None. Compiled under a fixed relative name, so that equal code makes equal objects."""
        room = file.parent.name
        place = self.folder / "src" / room
        place.mkdir(exist_ok=True)
        (place / file.name).write_text(source)
        target = place / (file.name + ".o")
        command = self.tests.commands[file]
        done = subprocess.run([command[0], *extra, *command[1:], "-o", target, "-c", f"src/{room}/{file.name}"], cwd=self.folder,
                              capture_output=True)
        return target if done.returncode == 0 else None

    def original(self, file):
        if file not in self.originals:
            self.originals[file] = self.compile(file, file.read_text()).read_bytes()
        return self.originals[file]

    def build(self, mutant):
        """invalid, same, or built."""
        file = ROOT / mutant.file
        text = file.read_text()
        changed = text[:mutant.start] + mutant.text + text[mutant.end:]
        if file.suffix == ".c":
            sources, extra = {file: changed}, ()
        else:  # a header: every source of the room, with the changed one found first
            shadow = self.folder / "shadow" / file.parent.name
            shadow.mkdir(parents=True, exist_ok=True)
            for old in shadow.iterdir():
                old.unlink()
            (shadow / file.name).write_text(changed)
            sources = {c: c.read_text() for c in self.tests.commands if c.parent == file.parent}
            extra = ("-Ishadow",)
        replaced, same = {}, True
        for source, content in sources.items():
            before = self.original(source)
            built = self.compile(source, content, extra)
            if built is None:
                return "invalid"
            same = same and built.read_bytes() == before
            replaced[source] = built
        if same:
            return "same"
        return "built" if self.tests.link_library(self.folder, replaced) else "invalid"

    def judge(self, mutant):
        built = self.build(mutant)
        if built != "built":
            return built, ""
        for test in self.tests.of_room[mutant.file.split("/")[1]]:
            outcome = self.tests.run(test, self.folder, self.tests.limits[test])
            if outcome != "passed":
                return ("killed" if outcome == "failed" else "timeout"), test
        return "survived", ""


def judge_all(mutants, tests, jobs):
    workers = queue.Queue()
    for number in range(jobs):
        workers.put(Worker(tests, number))

    def judge(mutant):
        worker = workers.get()
        try:
            return worker.judge(mutant)
        finally:
            workers.put(worker)

    results, begin = [], time.time()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for number, result in enumerate(pool.map(judge, mutants), 1):
            results.append(result)
            if sys.stderr.isatty():
                print(f"\r{number} of {len(mutants)}, {number / (time.time() - begin):.1f} a second ", end="", file=sys.stderr)
    return results


# ---- The report -------------------------------------------------------------------------------------------------------

def read_equivalent():
    """(file, source line, change) -> line number of the list."""
    path = ROOT / "coverage/equivalent-mutants.txt"
    rows = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = line.split(" @@ ")
        if len(parts) != 4 or not parts[3].strip():
            sys.exit(f"{path.name}:{number}: four parts expected: FILE @@ LINE @@ CHANGE @@ WHY")
        rows[tuple(part.strip() for part in parts[:3])] = number
    return rows


def report(mutants, results, everything):
    equivalent, used, survivors = read_equivalent(), set(), []
    counts = {room: collections.Counter() for room in ROOMS}
    for mutant, (outcome, test) in zip(mutants, results):
        key = (mutant.file, mutant.source, mutant.change)
        if outcome == "survived" and key in equivalent:
            outcome = "equivalent"
            used.add(key)
        elif outcome == "survived":
            survivors.append(mutant)
        counts[mutant.file.split("/")[1]][outcome] += 1
    print(f"{'room':10} {'mutants':>8} {'invalid':>8} {'same':>8} {'equivalent':>11} {'killed':>8} {'timeout':>8} {'survived':>9} {'score':>9}")
    total = sum(counts.values(), collections.Counter())
    scores = {}
    for room, row in [*counts.items(), ("both", total)]:
        caught, judged = row["killed"] + row["timeout"], row["killed"] + row["timeout"] + row["survived"]
        if judged:
            scores[room] = 100 * caught / judged
        print(f"{room:10} {sum(row.values()):8} {row['invalid']:8} {row['same']:8} {row['equivalent']:11} {row['killed']:8} {row['timeout']:8} "
              f"{row['survived']:9} {scores.get(room, 100):7.2f} %")
    for mutant in survivors:
        print(f"survived: {mutant.file}:{mutant.line}:{mutant.column}: {mutant.change}\n    {mutant.source}")
    stale = [number for key, number in equivalent.items() if key not in used] if everything else []
    for number in stale:
        print(f"coverage/equivalent-mutants.txt:{number}: fits no survivor: remove the line")
    low = [room for room, score in scores.items() if score < FLOOR]
    if low:
        print(f"below the floor of {FLOOR:.0f} %: {', '.join(low)}")
    return 1 if low or stale or not scores else 0


def main():
    parser = argparse.ArgumentParser(prog="./run mutate", description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, metavar="N", help="only N mutants, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of --sample (default 1)")
    parser.add_argument("--room", choices=ROOMS, help="only this room")
    parser.add_argument("--file", metavar="FILE", help="only mutants of this file, as src/ROOM/FILE")
    parser.add_argument("--list", action="store_true", help="print the mutants and stop")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("UO_JOBS", os.cpu_count() or 2)), metavar="N", help="workers")
    options = parser.parse_args()
    mutants = [m for m in all_mutants([options.room] if options.room else ROOMS) if options.file in (None, m.file)]
    everything = options.sample is None and options.room is None and options.file is None
    if options.sample is not None and options.sample < len(mutants):
        chosen = sorted(random.Random(options.seed).sample(range(len(mutants)), options.sample))
        mutants = [mutants[i] for i in chosen]
    if not mutants:
        sys.exit("mutate.py: no mutant to judge")
    if options.list:
        for mutant in mutants:
            print(f"{mutant.file}:{mutant.line}:{mutant.column}: {mutant.change}")
        return 0
    begin = time.time()
    results = judge_all(mutants, Tests(options.jobs), options.jobs)
    status = report(mutants, results, everything)
    print(f"{len(mutants)} mutants in {time.time() - begin:.0f} s")
    return status


if __name__ == "__main__":
    sys.exit(main())
