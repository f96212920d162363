#!/usr/bin/env bash
# coverage.sh [--short] BUILD MCDC-BUILD FAULTS-BUILD: what ./run coverage measures, once BUILD (gcov) and FAULTS-BUILD (optimised,
# with the wrong plug-ins) are built. Prints each measure, writes BUILD/index.html, and ends non-zero when a floor does not hold,
# naming what is missing.
# --short: the tests ran in BUILD already; neither MC/DC nor faults nor a page.
set -uo pipefail
export LC_ALL=C
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
jobs=${UO_JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}
python=${UO_PYTHON:-python3}
short=no
[ "$1" != --short ] || { short=yes && shift; }
build=$1 mcdc_build=$2 faults_build=$3
summary="$build/summary.txt"
: >"$summary"

# measure NAME COMMAND...: runs it and notes how it ended; 77 is a step that was skipped, and said why.
measure() {
  local name=$1 status
  shift
  printf '\n== %s\n' "$name"
  "$@"
  status=$?
  case $status in
    0) echo "pass  $name" >>"$summary" ;;
    77) echo "skip  $name" >>"$summary" ;;
    *) echo "FAIL  $name" >>"$summary" ;;
  esac
}

tests_pass() {
  find "$build" -name '*.gcda' -delete # what earlier runs counted
  if ctest --test-dir "$build" --parallel "$jobs" --output-on-failure --no-tests=error >"$build/tests.log" 2>&1 </dev/null; then
    grep -E 'tests passed' "$build/tests.log"
  else
    tail -n 100 "$build/tests.log"
    return 1
  fi
}

mcdc() {
  local status
  "$root/coverage/mcdc.sh" "$mcdc_build"
  status=$?
  [ ! -e "$mcdc_build/mcdc.txt" ] || cp -- "$mcdc_build/mcdc.txt" "$build/mcdc.txt"
  return "$status"
}

# The built-in reference on the vectors and the level-1 cases: no bin and no declared combination may be left out.
behaviours() {
  local status=0
  "$faults_build/unique-oracle" gate --behaviours "$build/behaviours.json" >"$build/gate.log" || status=$?
  grep -E '^(behaviours|unique-oracle):' "$build/gate.log" || { cat -- "$build/gate.log" && return 1; }
  "$python" - "$build/behaviours.json" <<'PYTHON' || status=1
import json, sys
report = json.load(open(sys.argv[1], encoding="utf-8"))
holes = [f["name"] for p in report["points"] for f in p["bins"] if f["hits"] == 0]
holes += [" x ".join(hole) for cross in report["crosses"] for hole in cross["holes"]]
for hole in holes[:50]:
    print("  never exercised: " + hole)
if len(holes) > 50:
    print(f"  and {len(holes) - 50} more")
sys.exit(len(holes) > 0 or report["totals"]["holes"] > 0 or report["totals"]["bins"] == 0)
PYTHON
  return "$status"
}

# Every wrong plug-in against level 1; the last line, and the rows of those that were missed or late.
faults() {
  local status=0
  UO_PROGRAM="$faults_build/unique-oracle" UO_BINARY_DIR="$faults_build" UO_JOBS=$jobs \
    "$root/tests/faulty/table.sh" --json "$build/faults.jsonl" >"$build/faults.txt" || status=$?
  grep -E ' missed |\(slow\)|^faults:' "$build/faults.txt"
  return "$status"
}

report() {
  genhtml --quiet --branch-coverage --prefix "$root" --title 'unique-oracle' --output-directory "$build/html" "$build/src.info" &&
    "$python" "$root/coverage/page.py" "$build"
}

rm -f -- "$build"/{index.html,mcdc.txt,faults.jsonl,behaviours.json,trace.tsv}
[ "$short" = yes ] || measure 'tests' tests_pass
measure 'lines and branches' "$root/coverage/lcov.sh" "$build"
[ "$short" = yes ] || measure 'MC/DC of tensor, reference and checker' mcdc
measure 'behaviours' behaviours
measure 'clauses' "$root/coverage/trace.sh" --ran "$build" --table "$build/trace.tsv"
if [ "$short" = no ]; then
  measure 'faults' faults
  measure 'page' report
fi

printf '\n'
cat -- "$summary"
[ ! -e "$build/index.html" ] || printf 'page: %s\n' "$build/index.html"
! grep -q '^FAIL' "$summary"
