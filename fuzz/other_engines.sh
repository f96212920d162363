#!/usr/bin/env bash
# other_engines.sh BUILD [SECONDS]: the targets under AFL++, and under engines that come as an archive. BUILD is a build
# folder with UO_FUZZ that afl-clang-fast compiled (./run fuzz --other-engines makes it). Every target of cases passes its
# seeds, and faults that are planted for it are found, without libFuzzer and without the mutator of tensors, within SECONDS
# (default 60) of the engine's time each. Exit code 1 when one stays hidden.
set -euo pipefail
build=$(cd -- "$1" && pwd -P)
seconds=${2:-60}
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
failed=0

# A campaign in a script: no screen, no advice about the machine, and it ends with the first crash.
export AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 AFL_BENCH_UNTIL_CRASH=1
mkdir -- "$scratch/seeds"
printf '\0\0\0\0' >"$scratch/seeds/empty" # no element: no fault shows, and AFL++ wants a seed that passes

replay() { # TARGET [BUILD]: its seeds, one after the other in one process
  local seeds=("$root/corpus/seeds/$1"/*)
  if "${2:-$build}/fuzz/$1" "${seeds[@]}" >"$scratch/log" 2>&1; then
    printf 'passed  %-18s %d seeds\n' "$1" "${#seeds[@]}"
  else
    printf 'FAILED  %-18s on its seeds\n' "$1" && tail -n 20 -- "$scratch/log" && failed=1
  fi
}

# expect NAME PATTERN PROGRAM: AFL++ finds an input on which the program says PATTERN.
expect() {
  local begin=$SECONDS crash line
  timeout $((seconds * 10)) afl-fuzz -V "$seconds" -i "$scratch/seeds" -o "$scratch/$1" -- "$3" >"$scratch/$1.log" 2>&1 || true
  for crash in "$scratch/$1"/default/crashes/id:*; do
    [ -e "$crash" ] || continue
    line=$({ timeout 60 env LD_PRELOAD="${AFL_PRELOAD:-}" "$3" "$crash" 2>&1 || true; } 2>/dev/null | grep -a -o -m 1 -E -- "$2.*") || continue
    printf 'found   %-18s %3d s  %s\n' "$1" $((SECONDS - begin)) "$line"
    return 0
  done
  printf 'HIDDEN  %-18s not found in %d s\n' "$1" "$seconds"
  tail -n 10 -- "$scratch/$1.log"
  failed=1
}

replay fuzz_unique
replay fuzz_subject
expect reference_sort 'unique-oracle-finding: (wrong|metamorphic|checker-overlooks)' "$build/fuzz/must_fail_reference_sort"
# A plug-in that is instrumented as well must be there before the target is.
export UNIQUE_ORACLE_PLUGIN=$build/fuzz/must_fail_subject.so AFL_PRELOAD=$build/fuzz/must_fail_subject.so
expect subject 'unique-oracle-finding: wrong CNT-01' "$build/fuzz/fuzz_subject"
unset UNIQUE_ORACLE_PLUGIN AFL_PRELOAD

# ---- Engines that come as an archive, as $LIB_FUZZING_ENGINE often is -------------------------------------------------

archives=$build-archives
link() { # NAME ENGINE: fuzz_unique and one that must fail, with that engine
  local engine=$2
  cmake -S "$root" -B "$archives" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_COMPILER=clang -DUO_SANITIZE=address \
    -DUO_FUZZ=ON -DUO_TESTS=OFF -DUO_FUZZ_ENGINE="$engine" >"$scratch/log" 2>&1 &&
    cmake --build "$archives" --parallel "${UO_JOBS:-2}" --target fuzz_unique must_fail_reference_sort >>"$scratch/log" 2>&1 &&
    printf 'linked  %-18s %s\n' "$1" "$engine" && return 0
  printf 'FAILED  %-18s does not link with %s\n' "$1" "$engine" && tail -n 20 -- "$scratch/log"
  failed=1
  return 1
}

# The plainest engine: a main that feeds the files that it is given.
clang -c -I "$root" "$root/fuzz/replay.c" -o "$scratch/replay.o" && ar rcs "$scratch/standalone.a" "$scratch/replay.o"
link standalone "$scratch/standalone.a" && replay fuzz_unique "$archives"
libfuzzer=$(clang -print-file-name="libclang_rt.fuzzer-$(uname -m).a")
[ -e "$libfuzzer" ] || libfuzzer=$(clang -print-runtime-dir)/libclang_rt.fuzzer.a # where the folder has the machine's name
if [ ! -e "$libfuzzer" ]; then
  echo 'left out: libFuzzer as an archive: this clang has none'
elif link libfuzzer "$libfuzzer -lstdc++ -lm -lpthread"; then # it is in C++, and a C compiler links it here
  timeout $((seconds * 10)) "$archives/fuzz/must_fail_reference_sort" -seed=1 -max_total_time="$seconds" \
    -artifact_prefix="$scratch/" >"$scratch/log" 2>&1 || true
  line=$(grep -a -o -m 1 'unique-oracle-finding: .*' "$scratch/log") && printf 'found   %-18s      %s\n' libfuzzer "$line" ||
    { echo 'HIDDEN  libfuzzer' && tail -n 10 -- "$scratch/log" && failed=1; }
fi
exit "$failed"
