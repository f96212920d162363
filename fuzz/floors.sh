#!/usr/bin/env bash
# floors.sh BUILD [reach|counters|mutator...]: what the targets reach in so many executions, which hardly changes from run to
# run. BUILD is a build folder with UO_FUZZ. Without a name all three, and then once more with the counters and the mutator
# turned off, which must fail: a floor that never fails says nothing. Exit code 1 when something is below its floor.
set -euo pipefail
build=$(cd -- "$1" && pwd -P)
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
shift
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
failed=0

say() { # WHETHER-IT-REACHES FORMAT VALUE...
  local word=reaches
  [ "$1" -eq 1 ] || { word=LACKS && failed=1; }
  # shellcheck disable=SC2059 # the format is of this script
  printf "%-7s $2\n" "$word" "${@:3}"
}

run() { # TARGET OPTION...: its log in $scratch/log
  local target=$1
  shift
  "$build/fuzz/$target" -seed=1 -artifact_prefix="$scratch/" "$@" >"$scratch/log" 2>&1
}

last() { # cov|ft: what the target counted at its end
  sed -n "s/.*DONE .*$1: \([0-9]*\) .*/\1/p" "$scratch/log" | grep . || echo 0
}

# Bins of the behaviour model and edges of the code under test, from the seeds. Edges of one compiler are not those of
# another, so that floor is low; without the seeds all stay below it.
reach() {
  local target runs bins edges have_bins
  while read -r target runs bins edges; do
    mkdir -p -- "$scratch/$target"
    : >"$scratch/bins"
    UNIQUE_ORACLE_BINS=$scratch/bins run "$target" -runs="$runs" -max_len=256 "$scratch/$target" "$root/corpus/seeds/$target" ||
      { tail -n 20 -- "$scratch/log" && failed=1 && continue; }
    have_bins=$(wc -l <"$scratch/bins")
    say $((have_bins >= bins && $(last cov) >= edges)) '%-13s %6d executions: %3d bins (floor %3d), %4d edges (floor %4d)' \
      "$target" "$runs" "$have_bins" "$bins" "$(last cov)" "$edges"
  done <<'END'
fuzz_unique 0 120 140
fuzz_subject 0 120 130
fuzz_unique 20000 140 160
fuzz_subject 20000 140 160
fuzz_golden 5000 0 140
fuzz_vectors 20000 0 250
fuzz_onnx 20000 0 160
fuzz_answers 20000 0 230
END
}

# Features that the counters of behaviours add to those of the code when the seeds are run.
counters() {
  local target with without
  for target in fuzz_unique fuzz_subject; do
    run "$target" -runs=0 "$root/corpus/seeds/$target"
    with=$(last ft)
    UNIQUE_ORACLE_STEER=0 run "$target" -runs=0 "$root/corpus/seeds/$target"
    without=$(last ft)
    say $((with - without >= 110)) '%-13s counters: %4d features, without %4d: %3d more (floor 110)' "$target" "$with" \
      "$without" $((with - without))
  done
}

# How often a fault that particular values show, in a plug-in that is not instrumented, is found in 10,000 executions from
# nothing: the mutator makes them, bytes that change at random hardly ever do.
mutator() {
  local found=0 tried=0 seed plugin
  for plugin in "$build"/fuzz/rare/*.so; do
    for seed in 1 2 3 4; do
      tried=$((tried + 1))
      UNIQUE_ORACLE_PLUGIN=$plugin run fuzz_subject -seed="$seed" -runs=10000 -max_len=512 || found=$((found + 1))
    done
  done
  say $((found >= 5)) '%-13s mutator: finds rare faults in %d of %d runs (floor 5)' fuzz_subject "$found" "$tried"
}

# The floors see it when what they are for is missing.
red() { # SETTING FLOOR
  if (export "$1" && failed=0 && "$2" >"$scratch/red" && exit "$failed"); then
    printf 'BLIND   %s: with %s nothing is below its floor\n' "$2" "$1" && failed=1
  else
    printf 'fails   as it must with %s: %s\n' "$1" "$(grep -m 1 LACKS "$scratch/red" | tr -s ' ')"
  fi
}

for floor in "${@:-all}"; do
  case $floor in
    reach | counters | mutator) "$floor" ;;
    all) reach && counters && mutator && red UNIQUE_ORACLE_STEER=0 counters && red UNIQUE_ORACLE_MUTATE=0 mutator ;;
    *) echo "floors.sh: '$floor' is none of reach, counters, mutator" >&2 && exit 2 ;;
  esac
done
exit "$failed"
