#!/usr/bin/env bash
# What level 1 makes of each wrong plug-in of this folder; `./run faults` builds them and runs this.
# Exit code 1 when one is not caught, or not within the limit; 2 for a name that is none of them. --fast: neither shrunk cases nor
# what the six cases of ONNX say.
set -euo pipefail
: "${UO_PROGRAM:?run me with ./run faults}" "${UO_BINARY_DIR:?}"
export LC_ALL=C

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
vectors="$here/../../corpus/vectors"
limit=10 # seconds until a fault must be caught
jobs=${UO_JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}
limits=(--memory 256)

# The wrong plug-ins of expected.txt, each with the first policy that it is judged by there, and for how many seconds a case may
# take: few for those that hang, so that the time until they are caught is that of finding the case.
wrong_ones() {
  awk '!/^#/ && NF == 4 && $3 != "pass" && $3 != "unsupported" && $1 !~ /^unusual_/ && !seen[$1]++ {
    print $1, $2, $3 == "hang" ? 2 : 10 }' \
    "$here/expected.txt"
}

# ---- One plug-in --------------------------------------------------------------------------------------------------

# The comment at the head of a source file, as one line.
head_comment() {
  awk '{ print } /\*\// { exit }' "$here/$1.c" | tr '\n' ' ' | sed 's/^[^*]*\*//; s/\*\/.*//; s/ \* / /g; s/  */ /g; s/^ //; s/ $//'
}

# Number of elements of the tensor X in a line of JSON.
elements() {
  sed -n 's/.*"X": *{[^[]*"shape": *\[\([^]]*\)\].*/\1/p' "$1" | tr ',' ' ' |
    awk '{ n = 1; for (i = 1; i <= NF; i++) n *= $i; print n }'
}

# The shrunk case's size; "-" where answers change from call to call, so that there is nothing to hold on to.
shrunk_size() { # NAME POLICY VERDICT CASE
  local calls=2000
  case $4 in grid:139035 | grid:139036) calls=20 ;; esac # 65,552 distinct values: a call takes half a second
  if [ "$3" != unstable ] &&
    ! "$UO_PROGRAM" shrink "$vectors" --plugin "$UO_BINARY_DIR/faulty/$1.so" --policy "$2" --case "$4" "${limits[@]}" \
      --max-calls "$calls" >smallest 2>shrink && ! grep -q 'given back as it was' shrink && [ -s smallest ]; then
    elements smallest
  else
    echo -
  fi
}

# would_catch ARGUMENTS...: whether a run ends with exit code 1.
would_catch() {
  local status=0
  "$UO_PROGRAM" gate "$@" >out 2>err || status=$?
  [ "$status" -eq 1 ]
}

# One line, the fields separated by "|": name verdict clauses case cases seconds shrunk six, and what it does.
measure() { # NAME POLICY SECONDS
  limits+=(--timeout "$3")
  local gate=(--plugin "$UO_BINARY_DIR/faulty/$1.so" --policy "$2" "${limits[@]}" --fail-fast --max-shown 1 --no-shrink)
  local verdict=missed clauses=- case=- cases seconds shrunk=- six=no TIMEFORMAT='%R %U %S'
  { time would_catch "${gate[@]}"; } 2>seconds || true
  if grep -q '^unique-oracle: does-not-conform ' out; then
    verdict=$(sed -n '1s/[,:].*//p' out)
    clauses=$(sed -nE '1s/^[a-z-]+(, inconsistent)?: ([A-Z]+-[0-9]+(, [A-Z]+-[0-9]+)*).*/\2/p' out | tr -d ' ')
    case=$(awk -v verdict="$verdict" 'NR > 1 && $2 == verdict { print $1; exit }' out)
    cases=$(sed -n 's/^unique-oracle: .* cases=\([0-9]*\) .*/\1/p' out)
    [ "$fast" = yes ] || shrunk=$(shrunk_size "$1" "$2" "$verdict" "$case")
  else
    cases=$(sed -n 's/^unique-oracle: .* cases=\([0-9]*\) .*/\1/p' out)
  fi
  # Late, perhaps because the machine has other things to do: then the processor's time counts.
  seconds=$(tail -n 1 seconds | awk -v limit="$limit" '{ printf "%.3f", $1 <= limit ? $1 : $2 + $3 }')
  if [ "$fast" = yes ]; then
    six=-
  elif would_catch "${gate[@]}" --level 0 --vectors "$vectors/official.jsonl"; then
    six=yes
  fi
  printf '%s|%s|%s|%s|%s|%s|%s|%s|%s\n' "$1" "$verdict" "${clauses:--}" "$case" "${cases:-0}" "$seconds" "$shrunk" "$six" \
    "$(head_comment "$1" | tr '|' '/')"
}

# In a process and a folder of its own: several plug-ins are measured side by side.
if [ "${1:-}" = --row ]; then
  scratch=$(mktemp -d)
  trap 'rm -rf -- "$scratch"' EXIT
  cd -- "$scratch"
  fast=$2
  read -r name policy seconds <<<"$3"
  measure "$name" "$policy" "$seconds"
  exit 0
fi

# ---- All of them --------------------------------------------------------------------------------------------------

as_text() {
  awk -F '|' -v limit="$limit" '
    BEGIN { form = "%-38s %-16s %7s %8s %7s  %-4s %s\n"; printf form, "plug-in", "verdict", "cases", "seconds", "shrunk", "six", "clauses" }
    { printf form, $1, $2 ($6 > limit ? " (slow)" : ""), $5, $6, $7, $8, $3 }'
}

# Without seconds, so that it is the same everywhere.
as_markdown() {
  echo '| plug-in | what it does | verdict | clauses | cases | shrunk | six |'
  echo '|---|---|---|---|---:|---:|---|'
  awk -F '|' '{ gsub(/,/, ", ", $3); printf "| `%s` | %s | %s | %s | %s | %s | %s |\n", $1, $9, $2, $3, $5, $7, $8 }'
}

as_json() {
  awk -F '|' '
    function text(s) { gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); return "\"" s "\"" }
    {
      clauses = $3 == "-" ? "" : text($3); gsub(/,/, "\", \"", clauses)
      printf "{\"name\": %s, \"verdict\": %s, \"clauses\": [%s], \"case\": %s, \"cases\": %d, \"seconds\": %s, ", \
        text($1), text($2), clauses, $4 == "-" ? "null" : text($4), $5, $6
      printf "\"shrunk\": %s, \"six\": %s, \"what\": %s}\n", $7 == "-" ? "null" : $7, $8 == "yes" ? "true" : $8 == "no" ? "false" : "null", text($9)
    }'
}

# The last line; fails unless each one was caught in time.
sum_up() {
  awk -F '|' -v limit="$limit" -v fast="$fast" '
    { caught += $2 != "missed"; slow += $6 > limit; six += $8 == "yes" }
    END {
      printf "faults: caught %d of %d at level 1, %d of them later than %d s", caught, NR, slow, limit
      if (fast == "no") printf "; by ONNX'"'"'s six cases %d of %d", six, NR
      printf "\n"
      exit NR == 0 || caught < NR || slow > 0
    }'
}

form=text json='' fast=no wanted=()
while [ $# -gt 0 ]; do
  case $1 in
    --markdown) form=markdown ;;
    --json) json=${2:?--json FILE} && shift ;;
    --fast) fast=yes ;;
    -*) echo "faults: '$1' is none of --markdown, --json FILE, --fast" >&2 && exit 2 ;;
    *)
      wrong_ones | grep -q "^$1 " || { echo "faults: no wrong plug-in is called '$1'; tests/faulty/expected.txt has them" >&2 && exit 2; }
      wanted+=("$1")
      ;;
  esac
  shift
done

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
wrong_ones >"$work/all"
if [ "${#wanted[@]}" -eq 0 ]; then
  cp -- "$work/all" "$work/plug-ins"
else
  for name in "${wanted[@]}"; do grep "^$name " "$work/all"; done >"$work/plug-ins"
fi
xargs -d '\n' -P "$jobs" -I{} bash "$here/table.sh" --row "$fast" {} <"$work/plug-ins" >"$work/unordered"
# In the order of expected.txt.
awk -F '[ |]' 'NR == FNR { place[$1] = NR; next } { print place[$1] "|" $0 }' "$work/plug-ins" "$work/unordered" |
  sort -t '|' -k 1,1n | cut -d '|' -f 2- >"$work/rows"

"as_$form" <"$work/rows"
[ -z "$json" ] || as_json <"$work/rows" >"$json"
if [ "$form" = markdown ]; then sum_up <"$work/rows" >&2; else sum_up <"$work/rows"; fi
