#!/usr/bin/env bash
# mcdc.sh BUILD-FOLDER: modified condition/decision coverage of src/tensor, src/reference and src/checker by their tests: each
# condition of a decision was seen to decide it alone. Needs clang 18 or later; where there is none the step is skipped aloud
# (exit code 77). `mcdc.sh --compiler` only prints which clang would be taken.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
jobs=${UO_JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}
python=${UO_PYTHON:-python3}
have() { command -v "$1" >/dev/null 2>&1; }

# The suffix of a clang that can, with its llvm-profdata and llvm-cov: "-19", or "" when plain `clang` is new enough.
find_suffix() {
  local version
  for version in 25 24 23 22 21 20 19 18; do
    if have "clang-$version" && have "llvm-cov-$version" && have "llvm-profdata-$version"; then
      echo "-$version" && return 0
    fi
  done
  have clang && have llvm-cov && have llvm-profdata || return 1
  version=$(clang -dumpversion)
  [ "${version%%.*}" -ge 18 ] && echo ''
}

if ! suffix=$(find_suffix); then
  echo 'MC/DC: skipped: no clang >= 18 with its llvm-cov and llvm-profdata is installed (Debian: clang-19 llvm-19 libclang-rt-19-dev)'
  exit 77
fi
[ "${1:-}" != --compiler ] || { echo "clang$suffix" && exit 0; }
if ! "$root/coverage/avx512.sh"; then
  echo 'MC/DC: skipped: this processor has no AVX-512, without which some decisions of src/reference go one way only'
  exit 77
fi
build=${1:?mcdc.sh BUILD-FOLDER}
mkdir -p -- "$build"
build=$(cd -- "$build" && pwd -P)

quietly() { # says nothing unless it fails
  "$@" >"$build/mcdc.log" 2>&1 </dev/null || { tail -n 60 -- "$build/mcdc.log" >&2; echo "mcdc.sh: failed: $*" >&2; return 1; }
}

programs=()
for source in "$root"/tests/test_{tensor,reference,checker,oracles}*.c; do programs+=("$(basename -- "$source" .c)"); done
generator='Unix Makefiles'
! have ninja || generator=Ninja
[ -e "$build/CMakeCache.txt" ] || quietly cmake -S "$root" -B "$build" -G "$generator" -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_C_COMPILER="clang$suffix" -DCMAKE_C_FLAGS='-fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc'
# Compiled anew each time, for the warnings: what clang cannot measure must not go unseen.
rm -rf -- "$build"/src/CMakeFiles/uo_{tensor,reference,checker}.dir/*/*.o
quietly cmake --build "$build" --parallel "$jobs" --target "${programs[@]}"
cp -- "$build/mcdc.log" "$build/build.log"

rm -rf -- "$build/profiles"
LLVM_PROFILE_FILE="$build/profiles/%p-%m.profraw" quietly ctest --test-dir "$build" --parallel "$jobs" --output-on-failure \
  --no-tests=error --tests-regex '^test_(tensor|reference|checker|oracles)'
quietly "llvm-profdata$suffix" merge --sparse --output="$build/all.profdata" "$build"/profiles/*.profraw

objects=("$build/tests/${programs[0]}") # the first one without --object, or a source would be taken for it
for program in "${programs[@]:1}"; do objects+=(--object "$build/tests/$program"); done
"llvm-cov$suffix" export --instr-profile="$build/all.profdata" "${objects[@]}" "$root"/src/{tensor,reference,checker}/*.[ch] \
  >"$build/mcdc.json" 2>"$build/mcdc.log" || { cat -- "$build/mcdc.log" >&2; exit 1; }
status=0
"$python" "$root/coverage/mcdc.py" "$root" "$build/mcdc.json" "$root/coverage/mcdc-exceptions.txt" | tee "$build/mcdc.txt" || status=1
if grep -E '/src/(tensor|reference|checker)/.*unsupported MC/DC' "$build/build.log" | sed "s|^$root/|  |; s/: warning:.*/: clang cannot measure this decision: write it plainly/" | sort -u | grep .; then
  status=1
fi
exit $status
