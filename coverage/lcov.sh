#!/usr/bin/env bash
# lcov.sh BUILD-FOLDER [FLOORS]: lines and branches of src/, from the tests that ran in a build with UO_COVERAGE.
# Writes BUILD-FOLDER/src.info, then judges it (floors.sh).
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$(cd -- "${1:?lcov.sh BUILD-FOLDER}" && pwd -P)
cd -- "$root"

# Without the option in every single call, lcov drops all branches and says nothing.
lcov() { command lcov --quiet --rc lcov_branch_coverage=1 "$@" 2> >(grep -v '^Subroutine .* redefined' >&2); }

# Counts of sources that are no longer there, neither in src/ nor among those that the build makes.
find "$build/src" -name '*.gcno' -o -name '*.gcda' | while IFS= read -r counts; do
  source=${counts#*.dir/} && source=${source%.*}
  [ -e "src/$source" ] || [ -e "$build/src/$source" ] || rm -f -- "$counts"
done

lcov --capture --initial --directory "$build/src" --output-file "$build/initial.info" # files that never ran count, too
lcov --capture --directory "$build/src" --output-file "$build/ran.info"
lcov --add-tracefile "$build/initial.info" --add-tracefile "$build/ran.info" --output-file "$build/all.info"
lcov --extract "$build/all.info" "$root/src/*" --output-file "$build/src.info"
if ! "$root/coverage/avx512.sh"; then
  echo 'lines and branches that only AVX-512 reaches are not counted: this processor has not got it'
  mv -- "$build/src.info" "$build/all.info"
  "$root/coverage/avx512.sh" --lines | awk -F '[:,]' -v top="$root/" '
    FILENAME == "-" { out[$1, $2]; next }
    /^SF:/ { file = substr($0, length("SF:" top) + 1) }
    !(/^(DA|BRDA):/ && (file, $2) in out)' - "$build/all.info" >"$build/src.info"
fi
exec "$root/coverage/floors.sh" "$build" "${2:-$root/coverage/floors.txt}"
