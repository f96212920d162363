#!/usr/bin/env python3
"""What the counters of behaviours and the mutator of tensors are worth, in executions.

measure_steering.py BUILD [OPTIONS]: BUILD is a build folder with UO_FUZZ and UO_FAULTS; sanitizers change nothing but
the time that it takes. Every figure is of runs from an empty corpus, without and with the two, for several seeds of the
engine. Executions do not depend on the machine or on what else it does.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "steering.md"
BEGIN, END = "<!-- measured -->", "<!-- end -->"

# Wrong plug-ins of tests/faulty/ that only few cases show, and what such a case must have.
FAULTS = {
    "unstable_beyond_16": "more than 16 items, some of them equal",
    "unsorted_beyond_256": "more than 256 different values",
    "lost_when_table_grows": "as many different values as fill a table",
    "strings_first_8": "strings that differ behind 8 equal bytes",
    "strings_first_15": "strings that differ behind 15 equal bytes",
    "strings_first_16": "strings that differ behind 16 equal bytes",
    "int64_by_weak_hash": "int64 whose halves XOR to the same",
    "complex_by_swapped_hash": "complex numbers with their parts exchanged",
    "int64_min_sorts_last": "the least int64 and another one",
    "uint64_max_is_a_mark": "the greatest uint64 and the one below",
    "largest_subnormal_rounded": "the largest subnormal double and the least normal one",
    "float16_nan_is_infinity": "NaN and infinity in float16",
    "nan_quietened": "a NaN whose bits are not the default ones",
    "once_in_500_calls": "500 calls in one process",
}

CONFIGURATIONS = [
    ("counters and mutator", {}),
    ("mutator alone", {"UNIQUE_ORACLE_STEER": "0"}),
    ("counters alone", {"UNIQUE_ORACLE_MUTATE": "0"}),
    ("neither", {"UNIQUE_ORACLE_STEER": "0", "UNIQUE_ORACLE_MUTATE": "0"}),
]


def run(program, environment, seed, runs, longest):
    """Executions until the target ended, and whether it found something."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, f"-seed={seed}", f"-runs={runs}", f"-max_len={longest}", "-print_final_stats=1",
                   "-verbosity=0", "-detect_leaks=0", f"-artifact_prefix={folder}/"]
        done = subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, check=False)
    text = done.stderr.decode(errors="replace")
    executions = re.search(r"stat::number_of_executed_units: +(\d+)", text)
    found = "unique-oracle-finding" in text or "ERROR: " in text
    if executions is None or (done.returncode != 0 and not found):
        sys.exit(f"measure_steering.py: {' '.join(command)} ended with {done.returncode}:\n{text[-2000:]}")
    return int(executions.group(1)), found


def until_found(options, fault, environment, seed):
    """Executions, or None when the fault stays hidden."""
    plugin = options.build / "faulty" / f"{fault}.so"
    executions, found = run(options.build / "fuzz" / "fuzz_subject",
                            {**environment, "UNIQUE_ORACLE_PLUGIN": str(plugin)}, seed, options.runs, options.longest)
    return executions if found else None


def bins_of(options, environment, seed):
    """The bins that a run hit: {name: execution}."""
    with tempfile.NamedTemporaryFile("r") as bins:
        run(options.build / "fuzz" / "fuzz_unique", {**environment, "UNIQUE_ORACLE_BINS": bins.name}, seed, options.runs,
            options.longest)
        return {name: int(number) for number, name in (line.split() for line in bins)}


def median(values, runs):
    """Of executions, None counting as more than `runs`."""
    middle = statistics.median_low([runs + 1 if value is None else value for value in values])
    return f"> {runs:,}" if middle > runs else f"{middle:,}"


def fault_table(options, pool):
    jobs = {(fault, name, seed): pool.submit(until_found, options, fault, environment, seed)
            for fault in options.faults for name, environment in CONFIGURATIONS for seed in options.seeds}
    yield "| fault | needs | " + " | ".join(name for name, _ in CONFIGURATIONS) + " |"
    yield "|---|---|" + "---:|" * len(CONFIGURATIONS)
    for fault in options.faults:
        cells = []
        for name, _ in CONFIGURATIONS:
            values = [jobs[fault, name, seed].result() for seed in options.seeds]
            found = sum(value is not None for value in values)
            cells.append(median(values, options.runs) + ("" if found == len(values) else f" ({found} of {len(values)})"))
        yield f"| `{fault}` | {FAULTS.get(fault, '')} | " + " | ".join(cells) + " |"
        print(f"{fault}: {' | '.join(cells)}", file=sys.stderr, flush=True)


def executions_until(hits, reachable, share):
    """The execution by which `share` of the reachable bins were hit, or None."""
    wanted = -(-len(reachable) * share // 100)
    in_order = sorted(hits.values())
    return in_order[wanted - 1] if len(in_order) >= wanted else None


def bin_table(options, pool):
    jobs = {(name, seed): pool.submit(bins_of, options, environment, seed)
            for name, environment in CONFIGURATIONS for seed in options.seeds}
    hits = {key: job.result() for key, job in jobs.items()}
    reachable = set().union(*hits.values())
    yield f"Reachable are the {len(reachable)} bins that any of these runs hit."
    yield ""
    yield "| of the reachable bins | " + " | ".join(name for name, _ in CONFIGURATIONS) + " |"
    yield "|---|" + "---:|" * len(CONFIGURATIONS)
    for share in (80, 90, 95, 100):
        cells = [median([executions_until(hits[name, seed], reachable, share) for seed in options.seeds], options.runs)
                 for name, _ in CONFIGURATIONS]
        yield f"| {'all' if share == 100 else f'{share} %'} | " + " | ".join(cells) + " |"
    cells = [str(statistics.median_low([len(hits[name, seed]) for seed in options.seeds])) for name, _ in CONFIGURATIONS]
    yield f"| hit in {options.runs:,} executions | " + " | ".join(cells) + " |"


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=30_000, help="executions at most (default 30,000)")
    parser.add_argument("--longest", type=int, default=512, help="bytes of an input at most (default 512)")
    parser.add_argument("--seeds", type=int, default=5, help="how many seeds of the engine (default 5)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes side by side")
    parser.add_argument("--fault", action="append", help="only this one of tests/faulty/; repeatable")
    parser.add_argument("--page", action="store_true", help=f"put the tables into {PAGE.relative_to(ROOT)}")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.seeds = range(1, options.seeds + 1)
    options.faults = options.fault or list(FAULTS)
    for fault in options.faults:
        if not (options.build / "faulty" / f"{fault}.so").exists():
            parser.error(f"--fault {fault}: there is no {options.build}/faulty/{fault}.so")
    return options


def main():
    options = read_options()
    os.nice(10)
    measured_at = subprocess.run([ROOT / "fuzz" / "measured_at.sh"], check=True, capture_output=True, text=True).stdout
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        lines = [measured_at.strip(), "", f"Medians of {len(options.seeds)} seeds, executions; at most {options.runs:,} of inputs of up to "
                 f"{options.longest:,} bytes, from an empty corpus.", ""]
        lines += [*fault_table(options, pool), ""]
        lines += bin_table(options, pool)
    print("\n".join(lines))
    if options.page:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        _, _, after = rest.partition(END)
        PAGE.write_text("\n".join([before + BEGIN, *lines, END + after]), encoding="utf-8")


if __name__ == "__main__":
    main()
