#!/usr/bin/env bash
# trace.sh [--ran BUILD-FOLDER] [--table FILE] [--record]: every clause has code that cites it, a test that cites it and a bin that exercises it.
#   --ran BUILD-FOLDER  and every test that cites a clause passed in the last ctest run there
#   --record            writes coverage/recorded.txt anew: how often each clause is cited, how many bins it has, how many tests there
#                       are. Without it, fewer than recorded there is a failure, so that nothing goes away unseen.
#   --table FILE        writes what was found: kind, clause, place (and for tests program and function), with tabs between
# Only clauses that src/cases/behaviour_table.h declares unobservable, with the reason, may lack something.
# Also fails on an id that is no clause, in src/, tests/, include/, docs/, coverage/, fuzz/, corpus/ or reference/.
set -euo pipefail
export LC_ALL=C
here=$PWD
cd -- "${UO_TRACE_ROOT:-$(dirname -- "${BASH_SOURCE[0]}")/..}"

absolute() { case $1 in /*) printf '%s' "$1" ;; *) printf '%s' "$here/$1" ;; esac; }

clauses=include/unique_oracle/clauses.h
model=src/cases/behaviour_table.h
recorded=coverage/recorded.txt
ran='' table='' record=no
while [ $# -gt 0 ]; do
  case $1 in
    --ran) ran=$(absolute "$2") && shift 2 ;;
    --table) table=$(absolute "$2") && shift 2 ;;
    --record) record=yes && shift ;;
    *) echo "trace.sh: '$1' is none of --ran, --table, --record" >&2 && exit 2 ;;
  esac
done
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
status=0
bad() { printf '%s\n' "$*"; status=1; }

sed -nE 's/^  X\([A-Z0-9_]+, "([A-Z]+-[0-9]+)", ".*/\1/p' "$clauses" >"$scratch/ids"
[ -s "$scratch/ids" ] || { echo "trace.sh: no clause found in $clauses" >&2 && exit 2; }

# ---- What cites what ----------------------------------------------------------------------------------------------

find src -name '*.[ch]' | sort >"$scratch/sources"
{ find tests -maxdepth 1 -name 'test_*.c' && find tests/cli -name '*.sh' ! -name common.sh; } | sort >"$scratch/tests"
cite() { xargs awk -v kind="$1" -v clauses="$clauses" -f coverage/cite.awk; }
cite code <"$scratch/sources" >"$scratch/table" 2>"$scratch/errors" || status=1
cite test <"$scratch/tests" >>"$scratch/table" 2>>"$scratch/errors" || status=1
others=$(ls -d include tests fuzz bench adapters 2>"$scratch/nothing" || true)
# shellcheck disable=SC2086 # a list of folders
find $others -name '*.[ch]' ! -path 'tests/test_*' | sort | cite code >"$scratch/nothing" 2>>"$scratch/errors" || status=1
cat -- "$scratch/errors"

sed -nE 's/^ *BIN\([A-Z0-9_]+, [A-Z0-9_]+, "([^"]*)", "([^"]*)".*/\1 \2/p' "$model" |
  awk '{ for (i = 2; i <= NF; i++) print "bin\t" $i "\t" $1 }' >>"$scratch/table"
sed -n '/define UO_UNOBSERVABLE/,$p' "$model" | sed -nE 's/^ *X\("([A-Z]+-[0-9]+)", "([^"]*)".*/unobservable\t\1\t\2/p' >>"$scratch/table"

# ---- What lacks something -----------------------------------------------------------------------------------------

awk -F '\t' '
  NR == FNR { id[++ids] = $1; known[$1] = 1; next }
  !($2 in known) { print ($1 == "bin" ? "bin " $3 : "unobservable") " names " $2 ", which is no clause"; next }
  { has[$1, $2] = 1 }
  END {
    for (i = 1; i <= ids; i++) {
      c = id[i]
      if (has["bin", c] && has["unobservable", c]) print c ": is declared unobservable and has a bin"
      if (has["unobservable", c]) continue
      if (!has["code", c]) print c ": no comment in src/ cites it"
      if (!has["test", c]) print c ": no test cites it"
      if (!has["bin", c]) print c ": no behaviour exercises it (src/cases/behaviour_table.h)"
    }
  }' "$scratch/ids" "$scratch/table" >"$scratch/lacking"
[ ! -s "$scratch/lacking" ] || bad "$(cat -- "$scratch/lacking")"

# ---- What was there before ----------------------------------------------------------------------------------------

# Test functions and scripts, then for each clause its places in src/, its places in tests/ and its bins.
count_all() {
  printf 'tests %d\n' "$(xargs awk '/^static void [a-z_0-9]+\(void \*\*/ || (FNR == 1 && FILENAME ~ /\.sh$/)' <"$scratch/tests" | wc -l)"
  awk -F '\t' 'NR == FNR { id[++ids] = $1; next } { places[$2, $1]++ }
    END { for (i = 1; i <= ids; i++) { c = id[i]; print c, places[c, "code"] + 0, places[c, "test"] + 0, places[c, "bin"] + 0 } }' \
    "$scratch/ids" "$scratch/table"
}
count_all >"$scratch/counts"
if [ "$record" = yes ]; then
  {
    echo '# What coverage/trace.sh found when it was last run with --record: tests; for each clause places in src/, places in tests/, bins.'
    cat -- "$scratch/counts"
  } >"$recorded"
fi
gone=$(awk '
  /^#/ { next }
  FILENAME == ARGV[1] { for (f = 2; f <= NF; f++) before[$1, f] = $f; next }
  $1 == "tests" { if ($2 < before[$1, 2]) print "tests: " $2 ", but " before[$1, 2] " are recorded"; next }
  { split("- src/ tests/ bins", where, " ")
    for (f = 2; f <= NF; f++) if ($f < before[$1, f]) print $1 ": " $f (f < 4 ? " places in " : " ") where[f] ", but " before[$1, f] " are recorded" }
  ' "$recorded" "$scratch/counts")
[ -z "$gone" ] || bad "$gone"$'\n'"If that is meant: coverage/trace.sh --record"

families=$(sed 's/-.*//' "$scratch/ids" | sort -u | tr '\n' '|')
unknown=$({ grep -rnoIE --include='*.sh' --include='*.md' --include='*.txt' --include='*.jsonl' --include='*.py' \
  "\b(${families%|})-[0-9][0-9]\b" ./*.md tests docs coverage corpus reference fuzz 2>"$scratch/nothing" || true; } |
  awk -F : 'NR == FNR { known[$1] = 1; next } !($3 in known) && !said[$1, $3]++ { print $1 ":" $2 ": " $3 " is no clause" }' "$scratch/ids" -)
[ -z "$unknown" ] || bad "$unknown"

# ---- What did not run ---------------------------------------------------------------------------------------------

# Passed tests of the last ctest run: "PROGRAM" for the whole, "PROGRAM<tab>FUNCTION" for each of cmocka's.
passed_tests() {
  awk '
    /^[0-9]+\/[0-9]+ Test: / { program = $3 }
    /^\[ +OK \] / { sub(/^\[ +OK \] /, ""); sub(/ .*/, ""); sub(/\.$/, ""); print program "\t" $0 }
    /^Test Passed\./ { print program "\t" }' "$1"
}
if [ -n "$ran" ]; then
  log="$ran/Testing/Temporary/LastTest.log"
  [ -e "$log" ] || { echo "trace.sh: $log is not there: run ctest first" >&2 && exit 2; }
  passed_tests "$log" | sort -u >"$scratch/passed"
  awk -F '\t' '
    NR == FNR { passed[$1, $2] = 1; next }
    $1 == "test" && !(($5, $6) in passed) && !said[$5, $6]++ { print $3 ":" $4 ": cites " $2 ", but " ($6 == "" ? $5 : $5 ": " $6) " did not run or did not pass" }
  ' "$scratch/passed" "$scratch/table" >"$scratch/idle"
  [ ! -s "$scratch/idle" ] || bad "$(cat -- "$scratch/idle")"
fi

# ---- The whole ----------------------------------------------------------------------------------------------------

[ -z "$table" ] || cp -- "$scratch/table" "$table"
awk -F '\t' -v all="$(wc -l <"$scratch/ids")" -v status="$status" '
  { if (!($1 SUBSEP $2 in seen)) { seen[$1, $2] = 1; n[$1]++ } places[$1]++ }
  END {
    printf "%sclauses: %d; with code %d (%d places), with tests %d (%d places), with bins %d; unobservable %d\n",
      status == 0 ? "" : "NOT ALL TRACED: ", all, n["code"], places["code"], n["test"], places["test"], n["bin"], n["unobservable"]
  }' "$scratch/table"
exit $status
