"""mutate.py [--quick [K]] [--sample N [--seed S]] [--room ROOM] [--file FILE] [--list] [--jobs N]: mutation score of the tests of two rooms.

Each mutant is one small change of src/reference or src/checker: a relation, an arithmetic or logical operator, a constant, a
statement left out, a call replaced (mutation/mutants.py). All are compiled at once behind a switch (mutation/switches.py) and run
one by one against the rooms' tests, those first that do least (mutation/judge.py). One is killed when a test fails. The list of mutants depends on the sources alone, and what kills is a test's result or a
limit of processor time, so that the score is the same each run.

Not counted: what does not compile, what compiles to the very same code, and what coverage/equivalent-mutants.txt lists with the
reason. Exit code 1 below the floor, or when that list has a line that fits no survivor any more (full runs).
"""
import argparse
import collections
import hashlib
import os
import random
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from mutation.judge import Judge  # noqa: E402
from mutation.mutants import ROOMS, ROOT, all_mutants  # noqa: E402
from mutation.programs import Programs  # noqa: E402

FLOOR = 95.0

# ---- What can be judged here -----------------------------------------------------------------------------------------


def reachable(mutants):
    """Without those that only AVX-512 reaches, where this processor has not got it."""
    script = str(ROOT / "coverage/avx512.sh")
    if subprocess.run([script]).returncode == 0:
        return mutants
    lines = set(subprocess.run([script, "--lines"], stdout=subprocess.PIPE, text=True, check=True).stdout.split())
    kept = [m for m in mutants if f"{m.file}:{m.line}" not in lines]
    print(f"{len(mutants) - len(kept)} mutants that only AVX-512 reaches are not judged: this processor has not got it")
    return kept


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


def report(mutants, results, everything, floor):
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
    low = [room for room, score in scores.items() if score < floor]
    if low:
        print(f"below the floor of {floor:.0f} %: {', '.join(low)}")
    return 1 if low or stale or not scores else 0


def some_of_each_function(mutants, equivalent, number):
    """A fixed sample: in each function the mutants whose texts come first in an order that has nothing to do with what they are."""
    functions = collections.defaultdict(list)
    for mutant in mutants:
        key = (mutant.file, mutant.source, mutant.change)
        if key not in equivalent and mutant.body is not None:
            functions[mutant.file, mutant.body].append((hashlib.sha256("\n".join(key).encode()).hexdigest(), mutant))
    return [mutant for place in functions.values() for rank, mutant in sorted(place, key=lambda pair: pair[0])[:number]]


def main():
    parser = argparse.ArgumentParser(prog="./run mutate", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", type=int, nargs="?", const=1, metavar="K", help="only one mutant (or K) of each function, always the same; none may survive")
    parser.add_argument("--sample", type=int, metavar="N", help="only N mutants, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of --sample (default 1)")
    parser.add_argument("--room", choices=ROOMS, help="only this room")
    parser.add_argument("--file", metavar="FILE", help="only mutants of this file, as src/ROOM/FILE")
    parser.add_argument("--list", action="store_true", help="print the mutants and stop")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("UO_JOBS", os.cpu_count() or 2)), metavar="N", help="workers")
    options = parser.parse_args()
    asked = [m for m in all_mutants() if options.room in (None, m.file.split("/")[1]) and options.file in (None, m.file)]
    mutants = reachable(asked)
    everything = len(mutants) == len(asked) and options.sample is None and options.room is None and options.file is None and options.quick is None
    if options.quick is not None:
        mutants = some_of_each_function(mutants, read_equivalent(), options.quick)
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
    programs = Programs(mutants, options.jobs)
    built = time.time()
    results = Judge(programs, options.jobs, patient=options.quick is None).judge_all()
    floor = FLOOR if options.quick is None else 100
    status = report(mutants, results, everything, floor)
    print(f"{len(mutants)} mutants in {time.time() - begin:.0f} s, {built - begin:.0f} s of them to build")
    return status


if __name__ == "__main__":
    sys.exit(main())
