#!/usr/bin/env bash
# floors.sh BUILD: what targets reach from their seeds in so many executions, which hardly changes from run to run: bins of the
# behaviour model and edges of the code under test. BUILD is a build folder with UO_FUZZ. Exit code 1 when a target reaches
# less than its floor: seeds, mutator or counters have come loose.
set -euo pipefail
build=$(cd -- "$1" && pwd -P)
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
failed=0

# TARGET EXECUTIONS BINS EDGES; edges of one compiler are not those of another, so that floor is low.
while read -r target runs bins edges; do
  mkdir -- "$scratch/$target"
  : >"$scratch/bins"
  UNIQUE_ORACLE_BINS=$scratch/bins "$build/fuzz/$target" -seed=1 -runs="$runs" -max_len=256 -artifact_prefix="$scratch/" \
    "$scratch/$target" "$root/corpus/seeds/$target" >"$scratch/log" 2>&1 || { tail -n 20 -- "$scratch/log" && exit 1; }
  have_bins=$(wc -l <"$scratch/bins")
  have_edges=$(sed -n 's/.*DONE *cov: \([0-9]*\) .*/\1/p' "$scratch/log")
  word=reaches
  [ "$have_bins" -ge "$bins" ] && [ "${have_edges:-0}" -ge "$edges" ] || { word=LACKS && failed=1; }
  printf '%-7s %-13s %6d executions: %3d bins (floor %3d), %4d edges (floor %4d)\n' "$word" "$target" "$runs" "$have_bins" \
    "$bins" "${have_edges:-0}" "$edges"
done <<'END'
fuzz_unique 20000 140 140
fuzz_subject 20000 140 160
fuzz_golden 5000 0 140
fuzz_vectors 20000 0 250
fuzz_onnx 20000 0 160
fuzz_answers 20000 0 230
END
exit "$failed"
