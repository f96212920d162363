"""Builds what mutants run in: the test programs of both rooms on a shared library that holds all mutants (switches.py), and
libraries of their own for the few that cannot be switched."""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from mutation import switches
from mutation.mutants import ROOMS, ROOT

BUILD = ROOT / "build/mutants"
SERVE = ROOT / "coverage/mutation/serve.c"

# Pointers and integers mixed up are only warnings to old compilers; nobody would commit them.
STRICT = ["-w", "-Werror=int-conversion", "-Werror=incompatible-pointer-types"]



def run_quietly(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"mutate.py: failed: {shlex.join(map(str, command))}\n{done.stdout[-4000:]}")
    return done.stdout


class Compiler:
    """Compiles sources as the project does, but for warnings and the level of optimisation."""

    def __init__(self):
        run_quietly(["cmake", "-S", ROOT, "-B", BUILD, "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_COMPILER=gcc", "-DCMAKE_C_FLAGS=-O1",
                     "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"])
        self.commands = {}
        for entry in json.loads((BUILD / "compile_commands.json").read_text()):
            words = shlex.split(entry["command"])
            flags = words[:words.index("-o")]
            while os.path.basename(flags[0]) != "gcc":
                flags.pop(0)
            kept = [flag for flag in flags if not re.match(r"-W(?!p,)|-O|-g", flag)]
            self.commands.setdefault(entry["file"], kept)

        # What is never set has the same value each time; what passes the end of an array of known size dies, as in a sanitizer's build.
        self.switched = ["-O1", "-fPIC", "-fsanitize=bounds,shift", "-fsanitize-undefined-trap-on-error"]
        if self.knows("-ftrivial-auto-var-init=pattern"):
            self.switched.append("-ftrivial-auto-var-init=pattern")

    @staticmethod
    def knows(flag):
        return subprocess.run(["gcc", flag, "-fsyntax-only", "-x", "c", os.devnull], capture_output=True).returncode == 0

    def sources_under(self, folder):
        """What CMake compiles of it, so of its platforms this one's alone."""
        return sorted(p for p in map(pathlib.Path, self.commands) if (ROOT / folder) in p.parents)

    def compile(self, file, target, extra, source=None):
        """The errors of the compiler; None when there are none."""
        command = self.commands[str(file)]
        done = subprocess.run([command[0], *extra, *command[1:], *STRICT, "-o", target, "-c", source or file], capture_output=True, text=True)
        return None if done.returncode == 0 else done.stderr

    def must_compile(self, file, target, extra, source=None):
        errors = self.compile(file, target, extra, source)
        if errors is not None:
            sys.exit(f"mutate.py: {file} does not compile:\n{errors[-4000:]}")
        return target

    def syntax_is_right(self, file, extra, source=None):
        return self.compile(file, os.devnull, ["-fsyntax-only", *extra], source) is None


def sources_of(room):
    return sorted((ROOT / "src" / room).glob("*.c"))


class Alone:
    """Mutants one by one, each in a folder of a worker: for those without a switch, and to compare code."""

    def __init__(self, compiler, folder):
        self.compiler, self.folder, self.originals = compiler, folder, {}
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)

    def affected(self, mutant):
        """The sources that a mutant changes, and what makes them see it."""
        file = ROOT / mutant.file
        text = file.read_text()
        changed = text[:mutant.start] + mutant.text + text[mutant.end:]
        shadow = self.folder / "shadow"
        shutil.rmtree(shadow, ignore_errors=True)
        place = shadow / mutant.file.split("/", 1)[1]
        place.parent.mkdir(parents=True)
        place.write_text(changed)
        if file.suffix == ".c":
            return {file: place}, []
        return {source: source for source in sources_of(file.parent.name)}, [f"-I{shadow}"]

    def is_valid(self, mutant):
        sources, extra = self.affected(mutant)
        return all(self.compiler.syntax_is_right(file, extra, source) for file, source in sources.items())

    def original(self, file):
        if file not in self.originals:
            self.originals[file] = self.compiler.must_compile(file, self.folder / "original.o", ["-O2", "-fPIC"]).read_bytes()
        return self.originals[file]

    def is_same_code(self, mutant):
        """Whether the optimiser sees no difference."""
        sources, extra = self.affected(mutant)
        target = self.folder / "mutant.o"
        for file, source in sources.items():
            self.compiler.must_compile(file, target, ["-O2", "-fPIC", *extra], source)
            if target.read_bytes() != self.original(file):
                return False
        return True

    def objects(self, mutant):
        """file -> object, of what the mutant changes; None when it does not compile."""
        sources, extra = self.affected(mutant)
        objects = {}
        for file, source in sources.items():
            objects[file] = self.folder / f"{file.parent.name}-{file.name}.o"
            if self.compiler.compile(file, objects[file], [*self.compiler.switched, *extra], source) is not None:
                return None
        return objects


class Programs:
    """The test programs, by name in `paths`; `invalid` mutants do not compile, and `alone` ones have no switch."""

    def __init__(self, mutants, jobs):
        self.mutants, self.compiler = mutants, Compiler()
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        self.folder = BUILD / "switched"
        self.functions = switches.switchable(mutants)
        switched = {number for numbers in self.functions.values() for number in numbers}
        self.invalid, self.alone = set(), set(range(1, len(mutants) + 1)) - switched
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        tests = sorted(p.stem for room in ROOMS for p in (ROOT / "tests").glob(f"test_{room}*.c"))
        steps = [self.pool.submit(self.compile_test, test) for test in tests]
        steps += [self.pool.submit(self.compile_plain, file) for file in self.compiler.sources_under("src/tensor")]
        self.objects = {}
        self.compile_switched()
        for step in steps:
            step.result()
        self.compile_state()
        self.link_library(self.folder, {})
        self.paths = dict(zip(tests, self.pool.map(self.link_program, tests)))

    def compile_plain(self, file):
        self.objects[file] = self.compiler.must_compile(file, self.folder / f"{file.parent.name}-{file.name}.o", ["-O1", "-fPIC"])

    # ---- Mutants -----------------------------------------------------------------------------------------------------

    def compile_switched(self):
        """Whatever does not compile is taken out, until everything does."""
        files = [file for room in ROOMS for file in sources_of(room)]
        while files:
            for room in ROOMS:
                (self.folder / room).mkdir(exist_ok=True)
                for file in (ROOT / "src" / room).glob("*.[ch]"):
                    name = file.relative_to(ROOT).as_posix()
                    text = switches.with_switches(name, file.read_text(), self.functions, self.mutants, self.invalid | self.alone)
                    (self.folder / room / file.name).write_text(text)
            flagged, failed = set(), []
            for file, errors in zip(files, self.pool.map(self.compile_file, files)):
                if errors is None:
                    continue
                numbers = {int(n) for n in re.findall(r"^mutant-(\d+):\d+:(?:\d+:)? (?:fatal )?error", errors, re.M)}
                if not numbers:
                    sys.exit(f"mutate.py: {file} does not compile with switches:\n{errors[-4000:]}")
                flagged |= numbers
                failed.append(file)
            # An error may come of the mutant before: each is asked alone, and one that compiles so is built so.
            alone = Alone(self.compiler, BUILD / "syntax")
            for number in sorted(flagged):
                (self.alone if alone.is_valid(self.mutants[number - 1]) else self.invalid).add(number)
            files = failed

    def compile_file(self, file):
        target = self.folder / f"{file.parent.name}-{file.name}.o"
        errors = self.compiler.compile(file, target, [*self.compiler.switched, f"-I{self.folder}"], self.folder / file.parent.name / file.name)
        self.objects[file] = target
        return errors

    def compile_state(self):
        source = self.folder / "state.c"
        source.write_text(f"#include <stdint.h>\nint uo_mutant;\nconst int uo_function_count = {len(self.functions)};\n"
                          f"uint64_t uo_function_calls[{len(self.functions) + 1}];\n")
        run_quietly(["gcc", "-O1", "-fPIC", "-o", self.folder / "state.o", "-c", source])

    def link_library(self, folder, replaced):
        objects = [replaced.get(file, built) for file, built in sorted(self.objects.items())]
        done = subprocess.run(["gcc", "-shared", "-Wl,-soname,libmutants.so", "-o", folder / "libmutants.so", *objects,
                               self.folder / "state.o", "-lm"], capture_output=True)
        return done.returncode == 0

    # ---- Tests -------------------------------------------------------------------------------------------------------

    def support_of(self, test):
        """The sources of tests/support that a test includes the headers of, and those that these include."""
        found, waiting = [], [ROOT / f"tests/{test}.c"]
        while waiting:
            file = waiting.pop()
            for name in re.findall(r'^#include "(support/\w+)\.h"', file.read_text(), re.M):
                header, source = ROOT / f"tests/{name}.h", ROOT / f"tests/{name}.c"
                waiting += [other for other in (header, source) if other.exists() and other not in found]
                found += [other for other in (header, source) if other.exists() and other not in found]
        return [file for file in found if file.suffix == ".c"]

    def compile_test(self, test):
        self.compiler.must_compile(ROOT / f"tests/{test}.c", self.folder / f"{test}.o", ["-O1", "-D_cmocka_run_group_tests=uo_serve_mutants"])
        for source in self.support_of(test):
            self.compiler.must_compile(source, self.folder / f"{test}-{source.stem}.o", ["-O1"])

    def link_program(self, test):
        objects = [self.folder / f"{test}.o", *(self.folder / f"{test}-{source.stem}.o" for source in self.support_of(test))]
        flags = run_quietly(["pkg-config", "--cflags", "--libs", "cmocka"]).split()
        run_quietly(["gcc", "-std=c11", "-O1", "-o", self.folder / test, SERVE, *objects, self.folder / "libmutants.so", *flags, "-lm"])
        return self.folder / test
