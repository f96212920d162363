"""The programs that are timed, each a process of its own on one CPU, and the watch over what else the machine does."""

import os
import select
import subprocess
import time

TICK = 1 / os.sysconf("SC_CLK_TCK")


class Died(Exception):
    """A program ended, or said nothing for too long, instead of answering."""

    def __init__(self, name, why):
        super().__init__(f"{name} {why}")
        self.name = name


class Program:
    """A process that answers a line by a line (library.c, peer.py)."""

    PATIENCE = 180  # seconds for one answer

    def __init__(self, name, command, cpu, log):
        self.name, self.command, self.cpu, self.log = name, command, cpu, log
        self.start()

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, bufsize=1,
                start_new_session=True,  # Ctrl-C is for the driver
                preexec_fn=lambda: os.sched_setaffinity(0, {self.cpu}))

    def ask(self, *words):
        line = " ".join(str(word) for word in words)
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # read_line says how it ended
        return self.read_line(line)

    def read_line(self, after):
        """One line of its output; at the start it says a line unasked."""
        is_ready = select.select([self.process.stdout], [], [], self.PATIENCE)[0]
        answer = self.process.stdout.readline() if is_ready else ""
        if not answer:
            self.stop(5 if is_ready else 0)  # output ends a moment before the process
            how = f"ended with {self.process.returncode}" if is_ready else f"said nothing for {self.PATIENCE} s"
            raise Died(self.name, f"{how} at `{after}`: see {os.path.basename(self.log)}")
        return answer.rstrip("\n")

    def restart(self):
        self.stop()
        self.start()
        return self

    def cpu_seconds(self):
        try:
            with open(f"/proc/{self.process.pid}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) * TICK
        except (OSError, IndexError):
            return 0.0

    def stop(self, seconds=0):
        """Kills it unless it ends by itself within so many seconds."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass


class Watch:
    """What others did on this machine since `begin`, in CPUs: busy time of all processors less that of our programs."""

    MOST = 0.08  # a timing beside more than this is taken again

    def begin(self, programs):
        self.programs = list(programs)
        self.at, self.busy, self.own = time.monotonic(), self._busy(), self._own()

    def elapsed(self):
        return time.monotonic() - self.at

    def foreign(self):
        seconds = self._busy() - self.busy - (self._own() - self.own)
        return max(0.0, seconds - 2 * TICK) / max(self.elapsed(), TICK)  # each count is right to a tick

    def _own(self):
        times = os.times()
        return times.user + times.system + sum(program.cpu_seconds() for program in self.programs)

    @staticmethod
    def _busy():
        with open("/proc/stat") as file:
            user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, file.readline().split()[1:9])
        return (user + nice + system + irq + softirq + steal) * TICK
