#!/usr/bin/env bash
# check.sh BUILD [SECONDS]: every fault that is planted for a target is found by it within SECONDS (default 60) of CPU
# time each, from an empty corpus where the target needs no form, from its seeds otherwise. BUILD is a build folder with
# UO_FUZZ. Exit code 1 when a fault stays hidden, or something else than the fault is found.
set -euo pipefail
build=$(cd -- "$1" && pwd -P)
seconds=${2:-60}
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
failed=0

# expect NAME PATTERN SEEDS COMMAND...: the target must end with output that has the pattern. SEEDS may be empty.
expect() {
  local name=$1 pattern=$2 seeds=${3:+$root/corpus/seeds/$3} begin=$SECONDS
  shift 3
  mkdir -p -- "$scratch/$name"
  if timeout $((seconds * 10)) "$@" -max_total_time="$seconds" -artifact_prefix="$scratch/$name/" "$scratch/$name" \
    ${seeds:+"$seeds"} >"$scratch/$name.log" 2>&1; then
    printf 'HIDDEN  %-18s not found in %d s\n' "$name" "$seconds"
  elif grep -aq -E -- "$pattern" "$scratch/$name.log"; then
    printf 'found   %-18s %3d s  %s\n' "$name" $((SECONDS - begin)) "$(grep -a -o -m 1 -E -- "$pattern.*" "$scratch/$name.log" | sed "s, on address.*,,")"
    return 0
  else
    printf 'WRONG   %-18s ended otherwise than expected\n' "$name"
    tail -n 20 -- "$scratch/$name.log"
  fi
  failed=1
}

program() { printf '%s/fuzz/must_fail_%s' "$build" "$1"; }

# A finding that is known is passed over: relations alone must find the wrong sort behind the blind checker, also where
# the caller's buffers, which are filled in another way, would show it first.
printf '%s\n' 'checker-overlooks '{Y,indices,inverse_indices,counts} buffers 'buffers capacity' >"$scratch/known"

# The checker must find the wrong sort by itself: what relations and the caller's buffers find before it is passed over.
relations=$(sed -nE 's/^  X\([A-Z_]+, "([a-z]+)", .*/\1/p' "$root/fuzz/relations.h")
{
  for relation in $relations; do printf "metamorphic $relation %s\n" Y indices inverse_indices counts; done
  printf '%s\n' buffers 'buffers capacity'
} >"$scratch/known_relations"
[ -n "$relations" ]

# A golden with one value edited: the first count of a vector.
cp -R -- "$root/corpus/vectors" "$scratch/vectors"
sed -i '200s/\("counts": {"dtype": "int64", "shape": \[[0-9]*\], "data": \[\)/\19/' "$scratch/vectors/int8.jsonl"
if cmp -s -- "$root/corpus/vectors/int8.jsonl" "$scratch/vectors/int8.jsonl"; then
  echo 'check.sh: no value was edited in int8.jsonl; choose another line' >&2
  exit 2
fi

expect reference_sort 'unique-oracle-finding: wrong .*(ORD-01|VAL-01)' '' \
  env UNIQUE_ORACLE_KNOWN_FINDINGS="$scratch/known_relations" "$(program reference_sort)"
expect relations 'unique-oracle-finding: metamorphic' '' \
  env UNIQUE_ORACLE_KNOWN_FINDINGS="$scratch/known" "$(program relations)"
expect checker_counts 'unique-oracle-finding: checker-overlooks counts' '' "$(program checker_counts)"
expect golden 'unique-oracle-finding: (wrong|metamorphic)' fuzz_golden \
  env UNIQUE_ORACLE_VECTORS="$scratch/vectors" "$build/fuzz/fuzz_golden"
expect vectors 'ERROR: AddressSanitizer' fuzz_vectors "$(program vectors)"
expect answers 'ERROR: AddressSanitizer' fuzz_answers "$(program answers)"
expect onnx 'ERROR: AddressSanitizer' fuzz_onnx "$(program onnx)"
expect subject 'unique-oracle-finding: wrong CNT-01' '' \
  env UNIQUE_ORACLE_PLUGIN="$(program subject).so" "$build/fuzz/fuzz_subject"
exit "$failed"
