"""What judging costs: the sandbox, the vectors, a command subject, the start of the program; and where the time goes."""

import os
import re
import resource
import shutil
import statistics
import subprocess
import time

LAST = re.compile(r"^unique-oracle: (\S+)  cases=(\d+) ", re.MULTILINE)
SPENT = re.compile(r"^subject ([\d.]+) ([\d.]+)$", re.MULTILINE)
ENTRY = re.compile(r"^\s*([\d.]+)%\|(.*?)\|\s*\[(.)\]\s*(\S+)", re.MULTILINE)
SHOWN = 8  # entries of a profile


class GateCost:
    def __init__(self, options, folder, data, say):
        self.cpu, self.data, self.say = options.cpu, data, say
        self.rounds = 3 if options.quick else 5
        self.program = os.path.join(folder, "unique-oracle")
        self.plugin = os.path.join(folder, "bench", "reference_plugin.so")
        self.library = os.path.join(folder, "bench", "bench_library")
        self.few = ["--level", "0"] if options.scale else []

    def run(self, *arguments, before=(), **more):
        """Wall and CPU seconds of one run of a program on the one CPU, and what it printed."""
        own = resource.getrusage(resource.RUSAGE_CHILDREN)
        begin = time.monotonic()
        done = subprocess.run([*before, *arguments], capture_output=True, text=True, check=False,
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
            except (RuntimeError, OSError) as error:
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
        library, found = ("make - int64 0 1 1000000 1 1000000 shuffled 1\n", "make - int64 0 1 1000000 1 100000 shuffled 1\n"), {}
        calls = 3 if self.few else 40
        found["reference, int64, all different, sorted"] = self.profile([self.library], library[0] + f"time 1 YIVC {calls}\n")
        found["reference, int64, 10 % distinct, first occurrence"] = self.profile([self.library], library[1] + f"time 0 YIVC {calls}\n")
        found["checker, int64, all different, sorted"] = self.profile([self.library], library[0] + f"check 1 YIVC {calls}\n")
        found["sandbox, level 1"] = self.profile([self.program, "gate", "--quiet", "--plugin", self.plugin, *self.few])
        found["vectors"] = self.profile(["bash", "-c", f"for i in 1 2 3 4 5 6 7 8; do '{self.program}' gate --quiet --level 0; done"])
        found["command subject, both processes"] = self.profile(
            [self.program, "gate", "--quiet", "--command", f"'{self.program}' answer", "--count", "2000", *self.few])
        return found

    def profile(self, command, given=""):
        """The functions that took most of the time: share, object, name."""
        record = os.path.join(self.data, "perf")
        _, _, done = self.run("perf", "record", "--quiet", "-o", record, "--", *command, input=given)
        if done.returncode != 0 or not os.path.exists(record):
            return {"failed": f"perf: {(done.stderr.strip().splitlines() or ['it says nothing'])[-1]}"}
        _, _, report = self.run("perf", "report", "--stdio", "-i", record, "-t", "|", "--sort", "dso,symbol", "--percent-limit", "0.5")
        os.remove(record)
        entries = [[float(share), where.strip(), name] for share, where, _, name in ENTRY.findall(report.stdout)]
        entries = [entry for entry in entries if entry[2] not in MAKING]
        return {"entries": entries[:SHOWN]} if entries else {"failed": "perf has nothing to report"}


# What makes the input, and not what is profiled.
MAKING = ("bench_make", "put_element", "put_ascending", "put_mixed", "choose_kinds", "shuffle", "mix", "draw")
