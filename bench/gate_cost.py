"""What judging costs: the sandbox, the vectors, a command subject, the start of the program; and where the time goes."""

import os
import re
import resource
import shutil
import signal
import statistics
import subprocess
import time

from programs import Died, Program

LAST = re.compile(r"^unique-oracle: (\S+)  cases=(\d+) ", re.MULTILINE)
SPENT = re.compile(r"^subject ([\d.]+) ([\d.]+)$", re.MULTILINE)
ENTRY = re.compile(r"^\s*([\d.]+)%\s*\|(.*?)\s*\|\s*\[.\]\s*(\S+)", re.MULTILINE)
SHOWN = 8  # entries of a profile


class GateCost:
    def __init__(self, options, folder, data, say):
        self.cpu, self.say = options.cpu, say
        self.record = os.path.join(data, "perf")
        self.rounds = 3 if options.quick else 5
        self.program = os.path.join(folder, "unique-oracle")
        self.plugin = os.path.join(folder, "bench", "reference_plugin.so")
        self.library = os.path.join(folder, "bench", "bench_library")
        self.few = ["--level", "0"] if options.scale else []

    def run(self, *arguments, before=(), **more):
        """Wall and CPU seconds of one run of a program on the one CPU, and what it printed."""
        own = resource.getrusage(resource.RUSAGE_CHILDREN)
        begin = time.monotonic()
        done = subprocess.run([*before, *arguments], capture_output=True, text=True, check=False, timeout=300,
                              preexec_fn=lambda: os.sched_setaffinity(0, {self.cpu}), **more)
        wall = time.monotonic() - begin
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        return wall, now.ru_utime + now.ru_stime - own.ru_utime - own.ru_stime, done

    def gate(self, *arguments):
        wall, cpu, done = self.run(self.program, "gate", "--quiet", *arguments)
        found = LAST.search(done.stdout)
        if not found or found.group(1) != "conforms":
            raise RuntimeError(f"gate {' '.join(arguments)}: {done.stdout[-300:]} {done.stderr[-300:]}")
        return wall, cpu, int(found.group(2)), done

    def measure(self):
        cost = {}
        for name, part in (("sandbox", self.sandbox), ("vectors", self.vectors), ("command", self.command), ("start", self.start),
                           ("profiles", self.profiles)):
            try:
                cost[name] = part()
                if name != "profiles":
                    self.say(f"gate {name}: {cost[name]}")
            except (RuntimeError, OSError, subprocess.SubprocessError) as error:
                cost[name] = {"failed": str(error)}
                self.say(f"gate {name}: failed: {error}")
        return cost

    def sandbox(self):
        """Level 1 of an in-process plug-in, gate and sandbox on one core; and the built-in reference, without a sandbox."""
        plugin = [self.gate("--plugin", self.plugin, *self.few) for _ in range(self.rounds)]
        builtin = [self.gate(*self.few) for _ in range(self.rounds)]
        seconds = statistics.median(one[0] for one in plugin)
        return {"cases": plugin[0][2], "seconds": seconds, "cases_a_second": plugin[0][2] / seconds,
                "builtin_seconds": statistics.median(one[0] for one in builtin)}

    def vectors(self):
        """All bundled vectors, read and judged."""
        runs = [self.gate("--level", "0") for _ in range(2 * self.rounds + 1)]
        seconds = statistics.median(one[0] for one in runs)
        return {"vectors": runs[0][2], "seconds": seconds, "vectors_a_second": runs[0][2] / seconds}

    def command(self):
        """A pipelined command subject: CPU of the subject, and of the gate beside it."""
        subject = f"bash -c \"TIMEFORMAT='subject %U %S'; time '{self.program}' answer\""
        runs = []
        for _ in range(self.rounds):
            wall, cpu, cases, done = self.gate("--command", subject, "--count", "2000", *self.few)
            spent = SPENT.search(done.stderr)
            if not spent:
                raise RuntimeError(f"the subject's time is not told: {done.stderr[-300:]}")
            own = float(spent.group(1)) + float(spent.group(2))
            runs.append((wall, own, cpu - own))
        of = lambda place: statistics.median(run[place] for run in runs)  # noqa: E731
        return {"cases": cases, "seconds": of(0), "subject_us": of(1) / cases * 1e6, "gate_us": of(2) / cases * 1e6}

    def start(self):
        """Program starts: one that reads nothing, and one that judges a single case."""
        found = {}
        for name, arguments in (("clauses", ("clauses",)), ("one_case", ("gate", "--quiet", "--case", "1:0"))):
            runs = [self.run(self.program, *arguments)[0] for _ in range(4 * self.rounds + 1)]
            found[name + "_ms"] = statistics.median(runs) * 1000
        return found

    # ---- Profiles ----------------------------------------------------------------------------------------------------

    def profiles(self):
        if not shutil.which("perf"):
            return {"failed": "perf is not installed: no profile was taken"}
        calls = 3 if self.few else 40
        found = {}
        for name, distinct, command in (("reference, int64, all different, sorted", 1_000_000, f"time 1 YIVC {calls}"),
                                        ("reference, int64, 10 % distinct, first occurrence", 100_000, f"time 0 YIVC {calls}"),
                                        ("checker, int64, all different, sorted", 1_000_000, f"check 1 YIVC {calls}")):
            found[name] = self.profile_calls(f"make - int64 0 1 1000000 1 {distinct} shuffled 1", command)
        found["sandbox, level 1"] = self.profile([self.program, "gate", "--quiet", "--plugin", self.plugin, *self.few])
        found["vectors"] = self.profile(["bash", "-c", f"for i in 1 2 3 4 5 6 7 8; do '{self.program}' gate --quiet --level 0; done"])
        found["command subject, both processes"] = self.profile(
            [self.program, "gate", "--quiet", "--command", f"'{self.program}' answer", "--count", "2000", *self.few])
        return found

    def profile(self, command):
        """Of a program from its start to its end: the functions that took most of the time, as share, object, name."""
        _, _, done = self.run("perf", "record", "--quiet", "-o", self.record, "--", *command)
        if done.returncode != 0:
            return {"failed": f"perf: {(done.stderr.strip().splitlines() or ['it says nothing'])[-1]}"}
        return self.report()

    def profile_calls(self, make, command):
        """Of the library's calls alone, without the making of their input."""
        program = Program("library", [self.library], self.cpu, os.devnull)
        try:
            program.ask(make)
            recording = subprocess.Popen(["perf", "record", "--quiet", "-o", self.record, "-p", str(program.process.pid)],
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.5)  # until perf has attached itself
            program.ask(command)
            recording.send_signal(signal.SIGINT)
            recording.wait(60)
        except Died as died:
            return {"failed": str(died)}
        finally:
            program.stop()
        return self.report()

    def report(self):
        if not os.path.exists(self.record):
            return {"failed": "perf recorded nothing"}
        _, _, report = self.run("perf", "report", "--stdio", "-i", self.record, "-t", "|", "--sort", "dso,symbol", "--percent-limit", "0.5")
        os.remove(self.record)
        entries = [[float(share), where, name] for share, where, name in ENTRY.findall(report.stdout)]
        return {"entries": entries[:SHOWN]} if entries else {"failed": "perf has nothing to report"}
