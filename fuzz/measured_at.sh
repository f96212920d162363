#!/usr/bin/env bash
# measured_at.sh: a sentence for pages of figures: when they were measured, and of which commit. What has changed since is
# then for everybody to see: git log COMMIT.. -- fuzz src tests/faulty
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
today=$(date -u +%Y-%m-%d)
of='; of which commit is not known, as this copy has no history'
if [ "$(git -C "$root" rev-parse --show-toplevel 2>/dev/null || true)" = "$root" ]; then # not that of a folder around it
  commit=$(git -C "$root" describe --always --dirty)
  of=" of commit ${commit%-dirty} ($(TZ=UTC git -C "$root" log -1 --date=short-local --format=%cd))"
  [ "$commit" = "${commit%-dirty}" ] || of+=' with changes that were not committed'
fi
printf 'Measured on %s%s.\n' "$today" "$of"
