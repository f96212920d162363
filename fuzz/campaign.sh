#!/usr/bin/env bash
# campaign.sh BUILD PROGRAM KEEP [OPTIONS]: a fuzzing campaign. BUILD is a build folder with UO_FUZZ, PROGRAM unique-oracle
# without sanitizers, KEEP the folder where the corpus and the findings stay: the next campaign goes on from there.
# Exit code 0 without findings, 1 with findings, 2 when nothing could be run. docs/fuzzing.md says more.
set -uo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
usage='usage: fuzz [--seconds S] [--jobs J] [--target T[,T...]] [--plugin FILE.so] [--policy P]
  --seconds S      how long it all takes (default 60)
  --jobs J         processes side by side (default: the number of processors)
  --target T       unique, subject, golden, vectors, onnx, answers; default: all but subject, with --plugin subject alone
  --plugin FILE    the implementation that subject tests; without, it is the example of docs/example/
  --policy P       the policy that subject is judged under (default onnx)'

die() {
  printf 'fuzz: %s\n' "$*" >&2
  exit 2
}

build=$1 program=$2 keep=$3
shift 3
seconds=60 jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) targets='' plugin='' policy=onnx
while [ $# -gt 0 ]; do
  case "$1" in
    --help) printf '%s\n' "$usage" && exit 0 ;;
    --seconds | --jobs | --target | --plugin | --policy) [ $# -ge 2 ] || die "$1 needs a value" ;;
    *) die "'$1' is no option"$'\n'"$usage" ;;
  esac
  case "$1" in
    --seconds) seconds=$2 ;;
    --jobs) jobs=$2 ;;
    --target) targets="$targets ${2//,/ }" ;;
    --plugin) plugin=$(cd -- "$(dirname -- "$2")" 2>/dev/null && pwd -P)/$(basename -- "$2") ;;
    --policy) policy=$2 ;;
  esac
  shift 2
done
[[ $seconds =~ ^[1-9][0-9]*$ ]] || die "--seconds $seconds: a whole number from 1 on is right"
[[ $jobs =~ ^[1-9][0-9]*$ ]] || die "--jobs $jobs: a whole number from 1 on is right"
[ -z "$plugin" ] || [ -f "$plugin" ] || die "--plugin $plugin: there is no such file"
[ -n "${targets// /}" ] || targets=$([ -n "$plugin" ] && echo subject || echo unique golden vectors onnx answers)
for target in $targets; do
  [ -x "$build/fuzz/fuzz_$target" ] || die "--target $target: there is no such target"
done

corpus=$keep/corpus findings=$keep/findings
[ -z "$plugin" ] || findings=$findings/$(basename -- "$plugin" .so)
logs=$(mktemp -d)
export UNIQUE_ORACLE_PLUGIN=$plugin UNIQUE_ORACLE_POLICY=$policy
# A small quarantine and short stacks: malloc is quicker by two thirds.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:quarantine_size_mb=4:malloc_context_size=8"

# ---- Findings -----------------------------------------------------------------------------------------------------

signature_of() { # LOG: what was found, in a few words
  local line
  line=$(grep -a -m 1 '^unique-oracle-finding: ' "$1") && { printf '%s\n' "${line#unique-oracle-finding: }" && return; }
  line=$(grep -a -m 1 '^SUMMARY: ' "$1") || line='SUMMARY: libFuzzer: ended without a word'
  [[ $line != *'deadly signal'* ]] || line+=" in $(grep -a -o -m 1 ' in [A-Za-z_0-9]* [^ ]*\.[ch]\>' "$1" | cut -d ' ' -f 3)"
  # shellcheck disable=SC2001 # paths and addresses go, what and where stays
  printf 'crash %s\n' "$(sed -e 's/^SUMMARY: [^:]*: //' -e 's/[^ ]*\///g' -e 's/0x[0-9a-f]*//g' -e 's/:[0-9]*:[0-9]* / /' <<<"$line" | tr -s ' ')"
}

slug() { printf '%s' "$1" | tr -c 'A-Za-z0-9.\n' '-' | tr -s '-' | cut -c 1-100; }

is_case_target() { [ "$1" = unique ] || [ "$1" = subject ]; }

# The case of a finding, the smallest that fails alike, and that one explained.
shrink() { # TARGET FOLDER
  local folder=$2 subject=()
  [ -z "$plugin" ] || subject=(--plugin "$plugin")
  [ "$1" = subject ] && [ -z "$plugin" ] && return 0
  "$build/fuzz/show_case" "$folder/input" >"$folder/case.jsonl" 2>/dev/null || return 0
  local shrinker # a plug-in that was built with sanitizers loads only in a program that was
  for shrinker in "$program" "$build/unique-oracle"; do
    timeout 120 "$shrinker" shrink "${subject[@]}" --policy "$policy" "$folder/case.jsonl" \
      >"$folder/smallest.jsonl" 2>"$folder/shrink.log"
    [ ! -s "$folder/smallest.jsonl" ] || break
  done
  [ -s "$folder/smallest.jsonl" ] || cp -- "$folder/case.jsonl" "$folder/smallest.jsonl"
  local form
  for form in text json c numpy; do
    timeout 60 "$program" explain "$folder/smallest.jsonl" --as "$form" >"$folder/explained.$form" 2>/dev/null ||
      rm -f -- "$folder/explained.$form"
  done
  rm -rf -- "$folder/explained.onnx"
  timeout 60 "$program" explain "$folder/smallest.jsonl" --as onnx --output "$folder/explained.onnx" >/dev/null 2>&1
}

# Keeps what a worker found. Returns 1 when it was known, and could not be passed over: the worker cannot go on then.
keep_finding() { # TARGET LOG ARTIFACT-FOLDER
  local target=$1 log=$2 signature folder input
  signature=$(signature_of "$log")
  folder=$findings/$target-$(slug "$signature")
  input=$(find "$3" -type f -print -quit)
  if ! mkdir -p -- "$findings" || ! mkdir -- "$folder" 2>/dev/null; then
    rm -rf -- "${3:?}"/*
    return 1 # another worker was quicker, or a crash came again
  fi
  printf '%s\n' "$signature" >"$folder/signature"
  [ -z "$input" ] || mv -- "$input" "$folder/input"
  tail -n 60 -- "$log" >"$folder/log"
  printf '%s\n' "$signature" >>"$findings/known.$target"
  if [ -e "$folder/input" ] && is_case_target "$target"; then shrink "$target" "$folder"; fi
  return 0
}

# Findings of earlier campaigns that no longer fail are put aside; the others are known.
recheck() {
  local target folder
  for target in $targets; do
    rm -f -- "$findings/known.$target"
    for folder in "$findings/$target"-*/; do
      [ -e "$folder/signature" ] || continue
      if [ -e "$folder/input" ] && timeout 60 "$build/fuzz/fuzz_$target" "$folder/input" >/dev/null 2>&1; then
        mkdir -p -- "$findings/gone" && rm -rf -- "$findings/gone/$(basename -- "$folder")" && mv -- "$folder" "$findings/gone/"
      else
        cat -- "$folder/signature" >>"$findings/known.$target"
      fi
    done
  done
}

# A working corpus that has grown large is cut down to what adds features.
minimise() {
  local target folder
  for target in $targets; do
    folder=$corpus/fuzz_$target
    [ "$(find "$folder" -type f 2>/dev/null | wc -l)" -gt 4000 ] || continue
    rm -rf -- "$folder.new" && mkdir -- "$folder.new"
    timeout 300 "$build/fuzz/fuzz_$target" -merge=1 "$folder.new" "$folder" >/dev/null 2>&1 || continue
    rm -rf -- "$folder" && mv -- "$folder.new" "$folder"
  done
}

# ---- Workers ------------------------------------------------------------------------------------------------------

# How long inputs may be in the n-th slice of a worker: cases mostly short ones, which are quick, sometimes long ones, for
# tables that grow and for what happens beyond 256 items.
longest() { # TARGET SLICE
  is_case_target "$1" || [ "$1" = golden ] || { echo 4096 && return; }
  [ $(($2 % 3)) -eq 2 ] && echo 2048 || echo 96
}

# Runs one target until its time is over, in slices; starts it again after each finding.
work() { # TARGET NUMBER SECONDS
  local target=$1 log=$logs/$2 end=$((SECONDS + $3)) artifacts=$logs/$2.artifacts left slice=0 status child=''
  local length=$(($3 / 3 > 4 ? $3 / 3 : 4)) seeds=() folder
  trap 'end=0; [ -z "$child" ] || kill "$child" 2>/dev/null' INT TERM
  for folder in "$root"/corpus/{seeds,regressions}/fuzz_"$target"; do [ ! -d "$folder" ] || seeds+=("$folder"); done
  mkdir -p -- "$corpus/fuzz_$target" "$artifacts"
  while left=$((end - SECONDS)) && [ "$left" -gt 0 ]; do
    [ ! -e "$log.now" ] || cat -- "$log.now" >>"$log.past"
    UNIQUE_ORACLE_KNOWN_FINDINGS=$findings/known.$target "$build/fuzz/fuzz_$target" \
      -max_total_time=$((left < length ? left : length)) -max_len="$(longest "$target" "$slice")" -print_final_stats=1 \
      -reload=1 -timeout=25 -rss_limit_mb=4096 -artifact_prefix="$artifacts/" \
      "$corpus/fuzz_$target" "${seeds[@]}" >"$log.now" 2>&1 &
    child=$!
    [ "$end" -ne 0 ] || kill "$child" 2>/dev/null # told to stop while it started
    wait "$child"
    status=$?
    [ "$end" -ne 0 ] || wait "$child" # interrupted: it still says what it did
    slice=$((slice + 1))
    case $status in
      0 | 72 | 130 | 143) ;;
      *) [ "$end" -eq 0 ] || keep_finding "$target" "$log.now" "$artifacts" || return ;;
    esac
  done
}

sum() { # PATTERN FILE...: of the numbers behind the pattern
  local pattern=$1
  shift
  cat -- "$@" 2>/dev/null | grep -a -o "$pattern *[0-9]*" | awk '{ total += $NF } END { printf "%d", total }'
}

field() { # NAME FILE: the last value of cov: or ft: in a log
  grep -a -o "$1: [0-9]*" "$2" 2>/dev/null | tail -n 1 | awk '{ print $2 }'
}

row() { # TARGET NUMBERS SECONDS
  local target=$1 number runs=0 edges=0 features=0 now kept past last speed
  for number in $2; do
    past=$(sum 'number_of_executed_units:' "$logs/$number.past")
    last=$(grep -a -o '^#[0-9][0-9]*' "$logs/$number.now" 2>/dev/null | tail -n 1)
    last=${last#\#}
    runs=$((runs + past + ${last:-0}))
    now=$(field cov "$logs/$number.now") && [ "${now:-0}" -gt "$edges" ] && edges=$now
    now=$(field ft "$logs/$number.now") && [ "${now:-0}" -gt "$features" ] && features=$now
  done
  kept=$(find "$findings" -maxdepth 2 -path "*/$target-*/signature" 2>/dev/null | wc -l)
  speed=$((runs / ($3 > 0 ? $3 : 1)))
  printf '%-10s %14d %10d/s %8s %9s %7d %9d\n' "$target" "$runs" "$speed" "$edges" "$features" \
    "$(find "$corpus/fuzz_$target" -type f 2>/dev/null | wc -l)" "$kept"
}

table() {
  printf '%-10s %14s %12s %8s %9s %7s %9s\n' target executions speed edges features corpus findings
  local target
  for target in $unique_targets; do row "$target" "${numbers[$target]}" "${time_of[$target]}"; done
}

# ---- The campaign -------------------------------------------------------------------------------------------------

declare -A numbers time_of
unique_targets=$(tr ' ' '\n' <<<"$targets" | awk 'NF && !seen[$0]++' | tr '\n' ' ')
count=$(wc -w <<<"$unique_targets")
share=$((seconds / ((count + jobs - 1) / jobs))) # of each worker, so that all together take that long
[ "$share" -gt 0 ] || share=1
workers=$((count > jobs ? count : jobs))
recheck
minimise

pids=() stopped=''
stop() {
  stopped=1
  for pid in "${pids[@]}"; do kill -TERM "$pid" 2>/dev/null; done
}
trap stop INT TERM
trap 'rm -rf -- "$logs"' EXIT

running() {
  local pid n=0
  for pid in "${pids[@]}"; do ! kill -0 "$pid" 2>/dev/null || n=$((n + 1)); done
  echo "$n"
}

lines=0
show() { # on a terminal the table stays in its place
  [ -t 1 ] || return 0
  [ "$lines" -eq 0 ] || printf '\033[%dA\033[J' "$lines"
  table
  lines=$((count + 1))
}

list=($unique_targets)
for ((number = 0; number < workers; number++)); do
  target=${list[number % count]}
  numbers[$target]="${numbers[$target]:-} $number"
  time_of[$target]=$(($(wc -w <<<"${numbers[$target]}") * share))
done
for ((number = 0; number < workers && ! stopped; number++)); do
  while [ "$(running)" -ge "$jobs" ] && [ -z "$stopped" ]; do sleep 1 && show; done
  [ -z "$stopped" ] || break
  work "${list[number % count]}" "$number" "$share" &
  pids+=($!)
done
while [ "$(running)" -gt 0 ]; do sleep 1 && show; done
wait

[ -t 1 ] && [ "$lines" -gt 0 ] && printf '\033[%dA\033[J' "$lines"
table
found=$(find "$findings" -mindepth 1 -path "$findings/gone" -prune -o -name signature -print 2>/dev/null | sort)
for target in $unique_targets; do
  while IFS= read -r file; do
    [[ $(basename -- "$(dirname -- "$file")") == "$target"-* ]] || continue
    printf '\n%s: %s\n  %s\n' "$target" "$(cat -- "$file")" "$(dirname -- "$file")"
    folder=$(dirname -- "$file")
    [ ! -s "$folder/explained.text" ] || sed 's/^/  /' "$folder/explained.text"
    any=1
  done <<<"$found"
done
if ! grep -aq '^#[0-9]' "$logs"/*.now 2>/dev/null; then
  cat -- "$logs"/*.now 2>/dev/null | tail -n 20 >&2
  die 'no target ran'
fi
[ -z "${any:-}" ] || exit 1
exit 0
