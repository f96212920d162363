#!/usr/bin/env bash
# floors.sh BUILD-FOLDER FLOORS [OBJECTS]: judges BUILD-FOLDER/src.info, what lcov counted, against the floors of each room.
# Writes BUILD-FOLDER/rooms.txt (room, lines hit and found, branches hit and found) and BUILD-FOLDER/unreached.txt. Fails when a
# file of src/ is missing, or a room is below its floor; then it lists every line and branch of it that no test reaches.
# OBJECTS: where the object files of src/ are (BUILD-FOLDER/src): they tell which files have code.
set -euo pipefail
export LC_ALL=C
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$(cd -- "${1:?floors.sh BUILD-FOLDER FLOORS}" && pwd -P)
floors=$(realpath -- "${2:?floors.sh BUILD-FOLDER FLOORS}")
objects=$(realpath -- "${3:-$build/src}")
cd -- "$root"

# Whether a file has code of its own: a source defines a function, a header an inline one. Others have nothing to count,
# nor do files for other platforms (`./run portable posix` runs those).
has_code() {
  local object
  object=$(find "$objects" -path "*.dir/${1#src/}.o" -print -quit)
  case $1 in
    *.h) grep -q 'inline' -- "$1" ;;
    src/*/platform/*) [ -n "$object" ] ;;
    *) [ -z "$object" ] || nm -- "$object" | grep -q ' [Tt] ' ;;
  esac
}

missing_files() {
  local file
  comm -23 <(find src -name '*.[ch]' | sort) <(sed -n "s|^SF:$root/||p" "$build/src.info" | sort) | while IFS= read -r file; do
    ! has_code "$file" || printf '%s\n' "$file"
  done
}

# Sums of each room; to standard error what was not reached. A branch of a line that never ran counts as one not taken.
sums() {
  awk -F '[:,]' -v top="$root/src/" '
    /^SF:/ { file = substr($0, 4); room = substr(file, length(top) + 1); sub(/\/.*/, "", room); file = "src/" substr(file, length(top) + 1) }
    /^DA:/ { lines[room]++; if ($3 > 0) hit[room]++; else print room " " file ":" $2 ": line" > "/dev/stderr" }
    /^BRDA:/ {
      branches[room]++
      if ($5 != "-" && $5 > 0) taken[room]++
      else print room " " file ":" $2 ": branch " $4 ($5 == "-" ? " of a line that never ran" : "") > "/dev/stderr"
    }
    END { for (r in lines) print r, hit[r] + 0, lines[r], taken[r] + 0, branches[r] + 0 }' "$build/src.info" 2>"$build/unreached.txt" | sort
}

# The table; its exit code says whether every room is at its floor.
compare() {
  awk -v unreached="$build/unreached.txt" '
    function percent(part, whole) { return whole == 0 ? 100 : 100 * part / whole }
    function row(name, l, lf, b, bf, note) { printf "%-10s %5d of %5d lines %7.2f %%   %5d of %5d branches %7.2f %%%s\n", name, l, lf, percent(l, lf), b, bf, percent(b, bf), note }
    FILENAME == ARGV[1] { if ($0 !~ /^#/ && NF == 3) { line_floor[$1] = $2; branch_floor[$1] = $3 } next }
    {
      low = !($1 in line_floor) || percent($2, $3) < line_floor[$1] || percent($4, $5) < branch_floor[$1]
      if (low) { bad++; failed[$1] = 1 }
      row($1, $2, $3, $4, $5, low ? "   BELOW THE FLOOR: " ($1 in line_floor ? line_floor[$1] " and " branch_floor[$1] : "none is set") : "")
      l += $2; lf += $3; b += $4; bf += $5; seen[$1] = 1
    }
    END {
      row("src", l, lf, b, bf, "")
      for (room in line_floor) if (!(room in seen)) { print room ": has a floor and no file"; bad++ }
      if (lf == 0 || bf == 0) { print "nothing was counted"; bad++ }
      while ((getline line < unreached) > 0) { split(line, part, " "); if (part[1] in failed) print "  " substr(line, length(part[1]) + 2) }
      exit bad > 0
    }' "$floors" "$build/rooms.txt"
}

missing=$(missing_files)
sums >"$build/rooms.txt"
status=0
compare || status=1
if [ -n "$missing" ]; then
  printf 'missing from the total: %s\n' $missing
  status=1
fi
exit $status
