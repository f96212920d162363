#!/usr/bin/env bash
# speed.sh FOLDER [ROUNDS]: how fast fuzz_unique is on inputs of up to 64 bytes, relative to a target that does nothing.
# Marginal rates (what the second, longer run takes more) in CPU time, so that a busy machine disturbs less; the two
# programs take turns and the median of the rounds' ratios counts. Exit code 1 when it is below UO_FLOOR (default 0.05).
set -euo pipefail
folder=$1
rounds=${2:-5}
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
TIMEFORMAT='%U %S'

list=''
for i in $(seq 32); do
  head -c $((2 * i)) /dev/zero | tr '\0' "\\$(printf '%03o' $((i * 7)))" >"$scratch/$i"
  list="$list${list:+,}$scratch/$i"
done

run() { # PROGRAM RUNS -> milliseconds of CPU time
  { time "$1" -max_len=64 -len_control=0 -seed="$round" -seed_inputs="$list" -runs="$2" >"$scratch/log" 2>&1; } 2>&1 |
    awk '{printf "%d\n", ($1 + $2) * 1000}'
}

rate() { # PROGRAM FEW MANY -> executions a second
  local few many
  few=$(run "$1" "$2")
  many=$(run "$1" "$3")
  echo $((($3 - $2) * 1000 / (many > few ? many - few : 1)))
}

for round in $(seq "$rounds"); do
  empty=$(rate "$folder/fuzz_empty" 500000 2000000)
  target=$(rate "$folder/fuzz_unique" 50000 200000)
  awk -v round="$round" -v empty="$empty" -v target="$target" \
    'BEGIN { printf "round %d: empty %d/s, fuzz_unique %d/s, ratio %.4f\n", round, empty, target, target / empty }'
done | tee "$scratch/rounds"

sed 's/.*ratio //' "$scratch/rounds" | sort -n | awk -v floor="${UO_FLOOR:-0.05}" '
  { ratio[NR] = $1 }
  END {
    median = ratio[int((NR + 1) / 2)]
    printf "median ratio %.4f, floor %s\n", median, floor
    exit median < floor
  }'
