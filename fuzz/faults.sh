#!/usr/bin/env bash
# faults.sh BUILD PROGRAM FOLDER [NAME...]: a campaign against each wrong plug-in that ONNX's own six cases do not catch
# (docs/faults.md), or those named, from the seeds alone, until the first finding. FOLDER has the plug-ins (UO_FAULTS).
# Writes of which commit the figures are, and a row for each: seconds until it was found, elements of X in the smallest case, and whether the five forms of
# that case show the fault again. UO_SECONDS limits a campaign (default 60), UO_JOBS the processes of one (default 2),
# UO_NUMPY is as for campaign.sh. Exit code 1 when one is not found.
set -uo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$1 program=$2 folder=$3
shift 3
limit=${UO_SECONDS:-60} jobs=${UO_JOBS:-2}
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
trap 'exit 130' INT TERM
[ $# -gt 0 ] || mapfile -t names < <(awk -F'|' '/^\| `.*\| no \|$/ { gsub(/[` ]/, "", $2); print $2 }' "$root/docs/faults.md")
[ $# -eq 0 ] || names=("$@")

elements() { # of the tensor X in a line of JSON
  sed -n 's/.*"X": *{[^[]*"shape": *\[\([^]]*\)\].*/\1/p' "$1" | tr ',' ' ' |
    awk '{ n = 1; for (i = 1; i <= NF; i++) n *= $i; print n }'
}

fails() { # COMMAND...: ends with another code than 0 and 2: a judgement, or a death
  local status
  { "$@" >"$scratch/out" 2>&1; } 2>/dev/null
  status=$?
  [ "$status" -ne 0 ] && [ "$status" -ne 2 ]
}

# Which of the forms do not show the fault; numpy's needs only to run, it knows no plug-in.
silent_forms() { # FINDING PLUGIN
  local silent=''
  grep -q 'right answer' "$1/explained.text" 2>/dev/null || silent+=' text'
  { echo '{"vectors": 1, "policy": "onnx", "origin": "faults.sh"}' && cat -- "$1/explained.json"; } >"$scratch/one.jsonl" 2>/dev/null
  fails "$program" gate --plugin "$2" --vectors "$scratch/one.jsonl" --level 0 || silent+=' json'
  fails "$program" gate --plugin "$2" --vectors "$1/explained.onnx" --level 0 || silent+=' onnx'
  cc -std=c11 -I "$root/include" -x c "$1/explained.c" -ldl -o "$scratch/one" 2>"$scratch/cc" &&
    fails timeout 20 "$scratch/one" "$2" || silent+=' c'
  if [ -n "${UO_NUMPY:-}" ]; then
    "$UO_NUMPY" "$1/explained.numpy" >"$scratch/out" 2>&1
    [ $? -le 1 ] && ! grep -q Traceback "$scratch/out" || silent+=' numpy'
  fi
  printf '%s' "${silent:- -}"
}

measure() { # NAME
  local plugin=$folder/$1.so keep=$scratch/keep begin finding input seconds
  rm -rf -- "$keep" && mkdir -- "$keep"
  begin=$(date +%s%N)
  UO_NUMPY='' UO_NUMPY_MISSING='not asked here' "$root/fuzz/campaign.sh" "$build" "$program" "$keep" --plugin "$plugin" \
    --seconds "$limit" --jobs "$jobs" --memory 256 --fail-fast >"$scratch/log" 2>&1
  finding=$(find "$keep/findings" -name signature -not -path '*/pending/*' | head -n 1)
  if [ -z "$finding" ]; then
    printf '%s|not found|%d|-|-|%s\n' "$1" "$limit" "$(awk '$1 == "subject" { print $2; exit }' "$scratch/log")"
    return 1
  fi
  finding=$(dirname -- "$finding")
  input=$(find "$finding/inputs" -type f -print -quit) # written when the target stopped
  seconds=$(awk -v begin="$begin" -v end="$(date -r "$input" +%s%N)" 'BEGIN { printf "%.1f", (end - begin) / 1e9 }')
  printf '%s|%s|%s|%s|%s|%s\n' "$1" "$(cat -- "$finding/signature")" "$seconds" "$(elements "$finding/smallest.jsonl")" \
    "$(silent_forms "$finding" "$plugin" | sed 's/^ //')" "$(awk '$1 == "subject" { print $2; exit }' "$scratch/log")"
}

"$root/fuzz/measured_at.sh" && echo
echo '| plug-in | found as | seconds | executions | elements | forms that do not show it |'
echo '|---|---|---:|---:|---:|---|'
missed=0
for name in "${names[@]}"; do
  row=$(measure "$name") || missed=$((missed + 1))
  awk -F'|' '{ printf "| `%s` | %s | %s | %s | %s | %s |\n", $1, $2, $3, $6, $4, $5 }' <<<"$row"
done
echo "${#names[@]} wrong plug-ins, $missed not found in $limit s" >&2
[ "$missed" -eq 0 ]
