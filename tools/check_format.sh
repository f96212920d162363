#!/usr/bin/env bash
# check_format.sh [--fix | --which]: the project's C files are as clang-format 14 writes them (other versions differ).
# --fix rewrites them; --which prints the program that is used, or nothing. What git keeps must be sources: no program is among it.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

program=''
for candidate in "${CLANG_FORMAT:-}" clang-format-14 clang-format; do
  if [ -n "$candidate" ] && "$candidate" --version 2>/dev/null | grep -q 'version 14\.'; then
    program=$candidate
    break
  fi
done
if [ "${1:-}" = --which ]; then
  printf '%s' "$program"
  exit 0
fi
if [ -z "$program" ]; then
  echo 'check_format.sh: clang-format 14 is not installed' >&2
  exit 2
fi

if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  programs=$(git ls-files -z | xargs -0 grep -laP '\A\x7fELF' -- 2>/dev/null || true)
  [ -z "$programs" ] || { printf 'check_format.sh: a built program is committed: %s\n' $programs >&2; exit 1; }
fi

mode=(--dry-run -Werror)
[ "${1:-}" != --fix ] || mode=(-i)
files=()
while IFS= read -r -d '' file; do files+=("$file"); done < <(
  find include src tests fuzz docs coverage adapters bench -name '*.[ch]' -not -path '*/build/*' -print0 | sort -z)
[ ${#files[@]} -gt 0 ] || { echo 'check_format.sh: found no C file' >&2; exit 2; }
"$program" --style=file "${mode[@]}" "${files[@]}"
echo "${#files[@]} files are formatted"
