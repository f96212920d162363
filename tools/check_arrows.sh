#!/usr/bin/env bash
# check_arrows.sh [SOURCE-FOLDER]: includes between the rooms of src/ only point upwards (docs/architecture.md).
# Before it looks at the sources it plants one breach of each rule in a folder of its own and sees that each is found.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

# Prints one line for each breach under the folder $1. Rooms on one line of the picture never include each other.
breaches() {
  find "$1" -name '*.[ch]' -print | LC_ALL=C sort | while IFS= read -r file; do
    awk -v file="$file" -v top="$1" '
      BEGIN {
        level["tensor"] = 0
        level["reference"] = level["checker"] = level["cases"] = 1
        level["files"] = 2; level["subjects"] = 3; level["gate"] = 4; level["cli"] = 5
        room = substr(file, length(top) + 2)
        sub(/\/.*/, "", room)
        if (!(room in level)) breach("stands in no room")
      }
      function breach(why) { printf "%s:%d: %s\n", file, NR, why }
      /^[ \t]*#[ \t]*include[ \t]*"/ {
        split($0, part, "\"")
        name = part[2]
        other = name
        sub(/\/.*/, "", other)
        if (name ~ /\.pb-c\.h$/ || other == "unique_oracle") next # made at build time; the public face
        if (!(other in level)) breach("includes \"" name "\", which is in no room")
        else if (other != room && level[other] >= level[room]) breach(room " includes " name)
        else if (room == "reference" && name == "tensor/order.h") breach("reference includes the checker'"'"'s order")
      }
      /^[ \t]*#[ \t]*include[ \t]*[<"]unique_oracle\/checker.h/ {
        if (room != "checker" && level[room] < level["gate"]) breach(room " includes the checker")
      }
      room == "checker" && /(^|[^a-z_])uo_unique *\(/ { breach("checker calls the reference") }
    ' "$file"
  done
}

plant() { # FILE LINE: one breach under $planted
  mkdir -p -- "$planted/$(dirname -- "$1")"
  printf '%s\n' "$2" >"$planted/$1"
  expected=$((expected + 1))
}

planted=$(mktemp -d)
trap 'rm -rf -- "$planted"' EXIT
expected=0
plant tensor/a.c '#include "cases/case.h"'
plant reference/a.c '#include "checker/check.h"'
plant checker/a.c '#include "reference/key.h"'
plant cases/a.c '#include "checker/check.h"'
plant files/a.c '#  include "subjects/subject.h"'
plant gate/a.c '#include "cli/cli.h"'
plant gate/b.c '#include "../tests/support/x.h"'
plant reference/b.c '#include "tensor/order.h"'
plant subjects/a.c '#include <unique_oracle/checker.h>'
plant checker/b.c '  return uo_unique(x, attributes);'
plant elsewhere/a.c 'int x;'
mkdir -p "$planted/cli" && printf '#include "gate/run.h"\n#include "tensor/order.h"\n' >"$planted/cli/right.c"
found=$(breaches "$planted" | wc -l)
if [ "$found" -ne "$expected" ]; then
  echo "check_arrows.sh finds $found of $expected planted breaches: it is broken itself" >&2
  exit 2
fi

list=$(breaches "${1:-src}")
if [ -n "$list" ]; then
  printf '%s\n' "$list"
  exit 1
fi
echo "no arrow points down in $(find "${1:-src}" -name '*.[ch]' | wc -l) files (and $expected planted ones are found)"
