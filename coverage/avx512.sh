#!/usr/bin/env bash
# avx512.sh: whether this processor has AVX-512, by the exit code. Elsewhere nothing reaches what only that reaches, so it
# is not counted.
# avx512.sh --lines: these lines, FILE:LINE each: src/reference/vector_sort*, functions named *_in_vectors, and lines that name
# the level or a share of its own.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

if [ "${1:-}" != --lines ]; then
  grep -qw avx512f /proc/cpuinfo 2>/dev/null
  exit
fi
exec awk '
  FNR == 1 { inside = 0 }
  /^static .*_in_vectors\(/ { inside = 1 }
  inside || FILENAME ~ /vector_sort/ || /LEVEL_AVX512|vector_share/ { print FILENAME ":" FNR }
  /^}/ { inside = 0 }' src/reference/*.[ch]
