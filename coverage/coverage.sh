#!/usr/bin/env bash
# coverage.sh BUILD MCDC-BUILD PROGRAM: what ./run coverage measures, once BUILD (gcov) and PROGRAM (optimised) are built.
# Prints each measure, writes BUILD/index.html, and ends non-zero when a floor does not hold, naming what is missing.
set -uo pipefail
export LC_ALL=C
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
jobs=${UO_JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}
python=${UO_PYTHON:-python3}
build=$1 mcdc_build=$2 program=$3
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

# The built-in reference on the vectors and the level-1 cases: no bin and no declared combination may be left out.
behaviours() {
  local status=0
  "$program" gate --behaviours "$build/behaviours.json" >"$build/gate.log" || status=$?
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

measure 'tests' tests_pass
measure 'lines and branches' "$root/coverage/lcov.sh" "$build"
measure 'MC/DC of tensor, reference and checker' "$root/coverage/mcdc.sh" "$mcdc_build"
rm -f -- "$build/mcdc.txt" && [ ! -e "$mcdc_build/mcdc.txt" ] || cp -- "$mcdc_build/mcdc.txt" "$build/mcdc.txt"
measure 'behaviours' behaviours
measure 'clauses' "$root/coverage/trace.sh" --ran "$build" --table "$build/trace.tsv"
measure 'page' "$python" "$root/coverage/page.py" "$build"

printf '\n'
cat -- "$summary"
[ ! -e "$build/index.html" ] || printf 'page: %s\n' "$build/index.html"
! grep -q '^FAIL' "$summary"
