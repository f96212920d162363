"""bench.py: the library beside its peers (./run bench --help; bench/README.md says how it measures)."""

import argparse
import datetime
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time

BENCH = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(BENCH)
sys.path.insert(0, BENCH)

import cells  # noqa: E402
from extras import Extras  # noqa: E402
from gate_cost import GateCost  # noqa: E402
import machine  # noqa: E402
import render  # noqa: E402
import verdicts  # noqa: E402
from programs import Died, Program  # noqa: E402
from timing import LARGE, Timing  # noqa: E402

PEERS = ("numpy", "pandas", "polars", "pyarrow", "onnxruntime", "torch", "duckdb", "collapse")
GROUPS = ("grid", "order", "rows")  # of inputs
PARTS = ("growth", "memory", "latency", "gate")


def arguments():
    parser = argparse.ArgumentParser(prog="./run bench", description=(
        "Times the library beside its peers, in turn, each in its own process on one CPU, and writes what came out as a page, plots and "
        "JSON: docs/performance.md of a complete run, build/bench/performance.md of any other. Exit code 0: it was measured, whatever came "
        "out; 2: it could not be; 130: interrupted."))
    parser.add_argument("--quick", action="store_true", help="few types and sizes, three rounds: a few minutes")
    parser.add_argument("--only", metavar="WORD[,WORD...]", help=(
        f"only these: parts ({', '.join(GROUPS + PARTS)}), types (int64, string-8, ...), sizes (n=10000); "
        "e.g. --only grid,int64,double,n=1000000"))
    parser.add_argument("--peers", metavar="NAME[,NAME...]", help=f"only these of {', '.join(PEERS)}; `none` for the library alone")
    parser.add_argument("--resume", action="store_true", help="go on with a run that was interrupted")
    parser.add_argument("--render", action="store_true", help="time nothing, write the page of docs/performance.json anew")
    parser.add_argument("--out", metavar="FOLDER", help="where page, plots and JSON go")
    parser.add_argument("--keep", metavar="FOLDER", default=os.path.join(ROOT, "build", "bench"),
                        help="where results are kept while the run goes on (default build/bench)")
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)), help="where the programs run (default: the last)")
    parser.add_argument("--patience", type=int, metavar="SECONDS", default=180,
                        help="how long timings that others disturbed may be repeated, in all (default 180)")
    parser.add_argument("--minutes", type=int, metavar="N", default=45,
                        help="inputs that are not begun after so many minutes are left out, and the page says which (default 45)")
    parser.add_argument("--scale", type=int, metavar="N", help="every size divided by N: a rehearsal, whose figures mean nothing")
    return parser.parse_args()


def refuse(why):
    print(f"bench: {why}", file=sys.stderr)
    sys.exit(2)


# ---- What is timed -------------------------------------------------------------------------------------------------------


def chosen(options):
    """The inputs of the grid and its like, and the other parts."""
    words = set(options.only.split(",")) if options.only else set()
    groups, parts = words & set(GROUPS), words & set(PARTS)
    sizes = {word for word in words if word.startswith("n=")}
    types = words - groups - parts - sizes
    unknown = types - {f"{dtype}-{width}" if width else dtype for dtype, width in cells.columns()}
    if unknown:
        refuse(f"--only: {', '.join(sorted(unknown))} is no part ({', '.join(GROUPS + PARTS)}), no type and no n=SIZE")
    if not words:
        groups, parts = set(GROUPS), set(PARTS)
    elif not groups and not parts:
        groups = set(GROUPS)
    try:
        sizes = {int(float(word[2:])) for word in sizes}
    except ValueError:
        refuse(f"--only: {', '.join(sorted(sizes))}: a size is n=10000 or n=1e4")
    inputs = [one for one in cells.plan(options.quick)
              if one.group in groups and (not sizes or one.items in sizes) and (not types or one.type in types)]
    parts = [part for part in PARTS if part in parts]
    if not inputs and not parts:
        refuse(f"--only {options.only}: there is no such input in this plan")
    return cells.scaled(inputs, options.scale) if options.scale else inputs, parts


# ---- The programs --------------------------------------------------------------------------------------------------------


def install(names):
    """What each peer is called and its version, or why it is not here."""
    found = {}
    for name in names:
        if name == "collapse":
            has = shutil.which("Rscript") and subprocess.run(["Rscript", "-e", "library(collapse)"], capture_output=True).returncode == 0
            found[name] = "" if has else "R with its package collapse is not installed"
            continue
        if os.environ.get("UO_NO_INSTALL") and not os.path.exists(os.path.join(ROOT, "build", "adapters", name, "made-from")):
            found[name] = "is not installed, and UO_NO_INSTALL is set"
            continue
        own = os.path.join(BENCH, "peers", name + ".txt")
        wanted = os.path.relpath(own, ROOT) if os.path.exists(own) else name
        done = subprocess.run([os.path.join(ROOT, "adapters", "python", "install"), wanted], capture_output=True, text=True)
        reason = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        found[name] = "" if done.returncode == 0 else f"does not install: {reason}"
    return found


def start_peers(options, log):
    """The programs of the peers, and of each peer its version or why it takes no part."""
    names = [] if options.peers == "none" else options.peers.split(",") if options.peers else PEERS
    unknown = [name for name in names if name not in PEERS]
    if unknown:
        refuse(f"--peers: {', '.join(unknown)} is none of {', '.join(PEERS)}")
    programs, said = {}, {}
    for name, reason in install(names).items():
        if reason:
            said[name] = {"missing": reason}
            continue
        python = os.path.join(ROOT, "build", "adapters", name, "bin", "python")
        command = [python, os.path.join(BENCH, "peer.py"), name]
        if name == "collapse":
            command = ["Rscript", "--vanilla", os.path.join(BENCH, "collapse.R")]
        program = Program(name, command, options.cpu, log)
        try:
            said[name] = {"version": program.read_line("start").split()[-1]}
            programs[name] = program
        except Died as died:
            said[name] = {"missing": str(died)}
    return programs, said


# ---- The run -------------------------------------------------------------------------------------------------------------


class Results:
    """What is known so far, written after each part, so that an interrupted run keeps what it has."""

    def __init__(self, path, resume, options):
        self.path = path
        self.known = {"inputs": {}}
        if resume:
            if not os.path.exists(path):
                refuse(f"--resume: there is no {path}: no run was interrupted here")
            with open(path) as file:
                self.known = json.load(file)
            if self.known.get("options") != options:
                refuse(f"--resume: {path} is of a run with other options: {self.known.get('options')}")
        self.known["options"] = options

    def save(self):
        with open(self.path + ".new", "w") as file:
            json.dump(self.known, file, indent=None, separators=(",", ":"))
        os.replace(self.path + ".new", self.path)


def say(text):
    print(f"{datetime.datetime.now():%H:%M:%S} {text}", file=sys.stderr, flush=True)


def time_inputs(inputs, results, timing, until):
    for number, one in enumerate(inputs, 1):
        begin = time.monotonic()
        record = results.known["inputs"].get(one.key)
        if record is not None:
            for operation, entry in record["operations"].items():
                timing.remember(one, operation, entry)
            continue
        if begin > until:
            results.known["left_out"].append(one.key)
            continue
        try:
            record = timing.time_input(one, cells.OPERATIONS)
        except Exception as error:  # a mistake at one input must not cost the whole run
            record = {**one.record(), "failed": repr(error), "operations": {}}
            timing.restart_all()
        results.known["inputs"][one.key] = record
        results.save()
        told = record.get("failed") or "  ".join(told_of(one, name, entry) for name, entry in record["operations"].items())
        say(f"{number}/{len(inputs)} {one.key} {time.monotonic() - begin:.1f} s: {told}")


def measure_parts(parts, results, extras, gate_cost):
    measure = {"growth": extras.growth, "memory": extras.memory, "latency": extras.latency, "gate": gate_cost.measure}
    for part in parts:
        if "failed" not in results.known.get(part, {"failed": ""}):
            continue
        try:
            results.known[part] = measure[part]()
        except Exception as error:  # as above
            results.known[part] = {"failed": repr(error)}
            say(f"{part}: {error!r}")
        results.save()


def told_of(one, name, entry):
    whole = {peer: found["ratio"] for peer, found in entry["peers"].items() if "ratio" in found and not found.get("less")}
    text = f"{name}: {entry['ns'] / one.items:.2f} ns"
    if whole:
        fastest = min(whole, key=whole.get)
        text += f" x{whole[fastest]:.2f} {fastest}"
    return text + (" (disturbed)" if entry["disturbed"] else "")


def render_again(options):
    path = os.path.join(ROOT, "docs", "performance.json")
    if not os.path.exists(path):
        refuse(f"--render: there is no {path}: ./run bench makes it")
    with open(path) as file:
        render.write(json.load(file), options.out or os.path.join(ROOT, "docs"))


def write_page(options, results, folder):
    target = options.out or (os.path.join(ROOT, "docs") if results.known["complete"] else folder)
    render.write(results.known, target)
    say(f"written: {os.path.relpath(os.path.join(target, 'performance.md'), os.getcwd())}")
    for bar in verdicts.bars(results.known):
        if bar.holds is not None:
            say(f"{'holds      ' if bar.holds else 'FALLS SHORT'} {bar.what}: {bar.measured} {bar.where}")


def main():
    options = arguments()
    if options.render:
        return render_again(options)
    inputs, parts = chosen(options)
    if not os.path.exists("/proc/stat"):
        refuse("there is no /proc/stat: what else the machine does cannot be seen here; use Linux")
    folder, built = options.keep, os.path.join(ROOT, "build", "bench")
    data = os.path.join(folder, "data")
    os.makedirs(data, exist_ok=True)
    lock = open(os.path.join(folder, "lock"), "w")  # held until the process ends
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        refuse(f"another run is under way in {folder}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    results = Results(os.path.join(folder, "results.json"), options.resume,
                      {name: getattr(options, name) for name in ("quick", "only", "peers", "scale")})
    log = os.path.join(folder, "programs.log")
    peers, said = start_peers(options, log)
    command = [os.path.join(built, "bench", "bench_library")]
    library = Program("library", command, options.cpu, log)
    results.known.update(complete=False, machine=machine.describe(options.cpu, built), peers=said, commit=machine.commit(ROOT),
                         begun=results.known.get("begun") or f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC")
    results.known["left_out"] = []
    begin = time.monotonic()
    timing = Timing(library, peers, data, options.quick, options.patience)
    is_interrupted = False
    try:
        largest = [one for one in inputs if one.elements > LARGE]
        time_inputs([one for one in inputs if one.elements <= LARGE], results, timing, begin + 60 * options.minutes)
        measure_parts(parts, results, Extras(options, command, peers, data, log, say), GateCost(options, built, data, say))
        time_inputs(largest, results, timing, begin + 60 * options.minutes)
        results.known["complete"] = not (options.only or options.quick or options.scale or options.peers)
    except KeyboardInterrupt:
        is_interrupted = True
        say("interrupted: what is there is written; --resume goes on")
    finally:
        results.known["minutes"] = results.known.get("minutes", 0) + (time.monotonic() - begin) / 60
        results.save()
        for program in (library, *peers.values()):
            program.stop()
    write_page(options, results, folder)
    return 130 if is_interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
