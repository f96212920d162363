"""Runs the tests against each mutant: those that call its function, cheapest first, until one fails."""
import contextlib
import os
import queue
import subprocess
import sys
import threading
import time

from mutation.programs import BUILD, Alone


class Server:
    """One test program that waits for requests (serve.c)."""

    def __init__(self, program, library):
        environment = {**os.environ, "LD_LIBRARY_PATH": str(library), "MALLOC_PERTURB_": "165"}
        self.process = subprocess.Popen([program], cwd=library, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.program = program.name
        self.tests = self.process.stdout.readline().split()[2:]

    def ask(self, request):
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if not answer:
            sys.exit(f"mutate.py: {self.program} gave no answer to '{request}'")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Test:
    """One test function: where it is, what it calls, and how long it may take. `calls` is None until it is measured."""

    def __init__(self, program, index, name):
        self.program, self.index, self.name = program, index, name
        self.calls, self.cost, self.limit = None, 0, 0
        self.lock = threading.Lock()

    def measure(self, servers, milliseconds):
        """False when it takes longer than that."""
        with self.lock:
            if self.calls is not None:
                return True
            answer = servers(self.program).ask(f"0 {self.index} {milliseconds}")
            if answer[0] == "failed":
                sys.exit(f"mutate.py: {self.program}: {self.name} fails without any mutant")
            if answer[0] == "timeout":
                return False
            self.calls = [int(n) for n in answer[2:]]
            self.cost = sum(self.calls)
            self.limit = 200 + 5 * int(answer[1])
            return True


# Milliseconds of processor time: more than any test takes, and what one may take to be tried first when little is judged.
PATIENT, CHEAP = 600_000, 250

# From so many calls on, comparing code costs less than the test.
DEAR = 5_000_000


class Judge:
    """`patient`: every test is measured first; else the dear ones only when a mutant survives the others."""

    def __init__(self, programs, jobs, patient):
        self.programs, self.jobs = programs, jobs
        self.function_of = {number: place for place, numbers in enumerate(programs.functions.values()) for number in numbers}
        self.file_of = [file for file, body in programs.functions]
        tests = []
        servers = Servers(programs.paths, programs.folder)
        for program in programs.paths:
            tests += [Test(program, index, name) for index, name in enumerate(servers(program).tests)]
        quick = [test for test in tests if test.measure(servers, PATIENT if patient else CHEAP)]
        servers.close()
        # By calls, which are the same each time, and not by seconds, which are not.
        quick.sort(key=lambda test: (test.cost, test.program, test.index))
        self.tests = quick + [test for test in tests if test.calls is None]

    def tests_for(self, number, servers):
        """Those that call the mutant's function; when it is in none, some function of its file, or of its room if that is a header."""
        if number in self.function_of:
            places = [self.function_of[number]]
        else:
            file = self.programs.mutants[number - 1].file
            near = file if file.endswith(".c") else os.path.dirname(file) + "/"
            places = [place for place, other in enumerate(self.file_of) if other.startswith(near)]
        for test in self.tests:
            if test.calls is None:
                test.measure(servers, PATIENT)
            if not places or any(test.calls[place] > 0 for place in places):
                yield test

    def run(self, number, servers, tests, is_same_code):
        """The first test that does not pass, and how. Before a test that takes long, code that did not change is found out."""
        compared = False
        for test in tests:
            if test.cost >= DEAR and not compared:
                compared = True
                if is_same_code():
                    return "same", ""
            answer = servers(test.program).ask(f"{number} {test.index} {test.limit}")[0]
            if answer != "passed":
                return ("timeout" if answer == "timeout" else "killed"), test.name
        return ("same" if not compared and is_same_code() else "survived"), ""

    def judge(self, number, worker):
        if number in self.programs.invalid:
            return "invalid", ""
        mutant, alone = self.programs.mutants[number - 1], worker.alone
        library = self.programs.folder
        if number in self.programs.alone:
            objects = alone.objects(mutant)
            if objects is None or not self.programs.link_library(alone.folder, objects):
                return "invalid", ""
            library = alone.folder
        with worker.servers_of(library) as servers:
            return self.run(number, servers, self.tests_for(number, worker.servers), lambda: alone.is_same_code(mutant))

    def judge_all(self):
        """The outcome of each mutant, and the test that decided it."""
        waiting, results, begin = queue.Queue(), {}, time.time()
        for number in range(1, len(self.programs.mutants) + 1):
            waiting.put(number)
        failures, said = [], [begin]

        def say():
            done, now = len(results), time.time()
            line = f"{done} of {len(self.programs.mutants)} mutants, {done / (now - begin):.1f} a second "
            if sys.stderr.isatty():
                print(f"\r{line}", end="", file=sys.stderr)
            elif now - said[0] > 60:
                said[0] = now
                print(line, file=sys.stderr, flush=True)

        def work(place):
            worker = Worker(self.programs, place)
            try:
                while not failures:
                    number = waiting.get_nowait()
                    results[number] = self.judge(number, worker)
                    say()
            except queue.Empty:
                pass
            except BaseException as failure:  # sys.exit in a thread ends only the thread
                failures.append(failure)
            finally:
                worker.close()

        threads = [threading.Thread(target=work, args=(place,)) for place in range(self.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]
        return [results[number] for number in sorted(results)]


class Servers:
    """Servers of one library, each started when it is first asked for."""

    def __init__(self, paths, library):
        self.paths, self.library, self.servers = paths, library, {}

    def __call__(self, program):
        if program not in self.servers:
            self.servers[program] = Server(self.paths[program], self.library)
        return self.servers[program]

    def close(self):
        for server in self.servers.values():
            server.close()


class Worker:
    """What one thread keeps: a folder, and servers of the library with all mutants."""

    def __init__(self, programs, place):
        self.paths, self.alone = programs.paths, Alone(programs.compiler, BUILD / f"worker-{place}")
        self.servers = Servers(programs.paths, programs.folder)

    @contextlib.contextmanager
    def servers_of(self, library):
        """The worker's own, or some for this library only."""
        servers = self.servers if library == self.servers.library else Servers(self.paths, library)
        yield servers
        if servers is not self.servers:
            servers.close()

    def close(self):
        self.servers.close()
