"""Commands of the project as they stand in a page: whether their verbs, steps and options exist."""

import re
import shlex
import subprocess

# Where the options of a verb of ./run are read.
OPTION_SOURCES = {
    "bench": ["bench/bench.py"],
    "bench": ["run", "bench/*", "bench/*/*.py"],
    "coverage": [], "setup": [], "test": [],
    "export": ["run"],
    "faults": ["tests/faulty/table.sh"],
    "fuzz": ["run", "fuzz/*.sh", "fuzz/*.py", "fuzz/*/check.sh"],
    "goldens": ["reference/unique_oracle_reference/*.py"],
    "mutate": ["coverage/mutate.py"],
    "portable": ["tools/portable.sh"],
    "scoreboard": ["adapters/scoreboard/*.py"],
}


class Commands:
    def __init__(self, root, program):
        self.root, self.program, self.helps = root, program, {}
        self.verbs = set(re.findall(r"^verb_(\w+)\(\)", (root / "run").read_text(), re.M)) | {"help"}
        self.steps = set(re.findall(r"^step_(\w+)\(\)", (root / "run").read_text(), re.M)) | {"list"}
        self.presets = set(re.findall(r'"name": "([\w-]+)"', (root / "CMakePresets.json").read_text()))

    def help(self, subcommand):
        if subcommand not in self.helps:
            run = subprocess.run([self.program, *subcommand.split(), "--help"], capture_output=True, text=True, check=False)
            self.helps[subcommand] = run.stdout if run.returncode == 0 else None
        return self.helps[subcommand]

    def problem(self, command):
        """Why a command (a simple one, as text) cannot work; None when it may."""
        try:
            words = shlex.split(command, comments=True)
        except ValueError:
            return None  # words with one quote: not a whole command
        while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
            words.pop(0)
        if not words:
            return None
        name = words[0].rsplit("/", 1)[-1]
        if words[0] in ("./run", "unique-oracle/run"):
            return self.problem_of_run(words[1:])
        if name == "unique-oracle" and (words[0] == name or "/" in words[0]):
            return self.problem_of_program(words[1:])
        if words[:1] == ["cmake"] and "--preset" in words:
            preset = words[words.index("--preset") + 1]
            return None if preset in self.presets else f"there is no preset {preset}"
        return None

    def problem_of_run(self, words):
        if not words:
            return None
        verb = words[0]
        if verb not in self.verbs:
            return f"./run has no verb {verb}" if re.fullmatch(r"[\w-]+", verb) else None
        if verb == "gate":
            return self.problem_of_program(words)
        if verb == "test":
            missing = [word for word in words[1:] if re.fullmatch(r"\w+", word) and word not in self.steps]
            return f"./run test has no step {missing[0]}" if missing else None
        sources = "".join(path.read_text(errors="replace") for pattern in OPTION_SOURCES.get(verb, []) for path in self.root.glob(pattern)
                          if path.is_file())
        return self.unknown_option(words, sources, f"./run {verb}")

    def problem_of_program(self, words):
        if not words or not re.fullmatch(r"[a-z-]+", words[0]):
            return None
        if words[0].startswith("--"):
            return self.unknown_option(words, self.help("") + " --help", "unique-oracle")
        text = self.help(words[0])
        if text is None:
            return f"unique-oracle has no subcommand {words[0]}"
        return self.unknown_option(words, text, f"unique-oracle {words[0]}")

    @staticmethod
    def unknown_option(words, text, whose):
        for word in words:
            option = re.match(r"\[?(--[a-z][a-z-]*)", word)
            if option and option[1] != "--help" and not re.search(re.escape(option[1]) + r"(?![a-z-])", text):
                return f"{whose} has no option {option[1]}"
        return None

    def synopsis_problem(self, synopsis):
        """A line with [OPTIONAL] words is what --help begins with."""
        words = synopsis.split()
        if words[0] != "unique-oracle":
            return self.problem(re.sub(r"[\[\]|]", " ", synopsis))
        text = self.help(words[1])
        if text is None:
            return f"unique-oracle has no subcommand {words[1]}"
        usage = re.match(r"usage: (.*?)(  [<>].*)?\n", text)[1]
        return None if usage == synopsis else f"--help says: {usage}"
