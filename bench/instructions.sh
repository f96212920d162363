#!/usr/bin/env bash
# instructions.sh PROGRAM COMPILER [--record REASON]: counts the instructions of each call of PROGRAM (instructions.c) under
# callgrind and compares them with instructions.txt, which has figures for each compiler and processor: exit code 1 when a call
# takes over 10 % more, when a call has no figure, or when there are no figures for this compiler at all.
# --record writes this compiler's figures anew and keeps the reason in the file.
set -euo pipefail
program=$1 compiler=$2
figures=${UO_FIGURES:-$(dirname -- "${BASH_SOURCE[0]}")/instructions.txt}
reason=''
if [ "${3:-}" = --record ]; then
  reason=${4:-}
  [ -n "$reason" ] || { echo 'instructions: --record needs the reason, which is kept beside the figures' >&2; exit 2; }
fi
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# The figures depend on what the compiler makes of the sources, which differs little within a major version, and on which of the
# loops that the library has for a processor's vectors run under valgrind.
case "$("$compiler" --version | head -n 1)" in *clang*) family=clang ;; *) family=gcc ;; esac
id="$family-$("$compiler" -dumpversion | cut -d. -f1)-$(uname -m)$(grep -qw avx2 /proc/cpuinfo 2>/dev/null && echo -avx2 || true)"

valgrind --tool=callgrind --callgrind-out-file="$scratch/out" --toggle-collect='counted_*' "$program" 2>"$scratch/log" ||
  { cat "$scratch/log" >&2; echo "instructions: $program failed under valgrind" >&2; exit 2; }
callgrind_annotate --inclusive=yes --threshold=100 "$scratch/out" |
  sed -nE 's/^ *([0-9,]+) \([^)]*\) +[^ ]*:counted_([a-z0-9_]+).*/\2 \1/p' | tr -d , | LC_ALL=C sort -u >"$scratch/counted"
[ -s "$scratch/counted" ] || { echo 'instructions: callgrind counted no call' >&2; exit 2; }

if [ -n "$reason" ]; then
  {
    grep '^#' "$figures" 2>/dev/null || true
    echo "# $id: $reason"
    { grep -v -e '^#' -e "^$id " "$figures" 2>/dev/null || true; sed "s/^/$id /" "$scratch/counted"; } | LC_ALL=C sort
  } >"$scratch/new"
  cp -- "$scratch/new" "$figures"
  echo "instructions: $(wc -l <"$scratch/counted") figures of $id are recorded in $figures"
  exit 0
fi

grep -q "^$id " "$figures" || {
  echo "instructions: $figures has no figures for $id, so nothing was compared. Record them from sources that are known to be" >&2
  echo "  as fast as they should be: ./run bench --record-instructions 'first figures of $id'" >&2
  exit 1
}
awk -v id="$id" '
  FNR == NR { if ($1 == id) wanted[$2] = $3; next }
  {
    seen[$1] = 1
    if (!($1 in wanted)) { printf "%-26s %10d  no figure: record it\n", $1, $2; bad++; next }
    change = $2 / wanted[$1] - 1
    note = ""
    if (change > 0.10) { note = "  MORE THAN 10 % MORE"; bad++ }
    if (change < -0.10) { note = "  over 10 % less: record it, or it may grow again unseen" }
    printf "%-26s %10d  recorded %10d  %+6.1f %%%s\n", $1, $2, wanted[$1], 100 * change, note
  }
  END {
    for (name in wanted) if (!(name in seen)) { printf "%-26s is recorded and was not called\n", name; bad++ }
    printf "instructions: %s: %d of %d calls are over their figures\n", id, bad, FNR
    exit bad > 0
  }' "$figures" "$scratch/counted"
