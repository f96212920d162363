#!/usr/bin/env bash
# The floors of lines and branches (coverage/floors.sh): counts at their floors pass; one line, one branch, one file or one room
# less fails and is named.
. "$(dirname -- "$0")/common.sh"

judge() { # FLOORS
  ran="floors.sh $1"
  status=0
  "$UO_SOURCE_DIR/coverage/floors.sh" counts "$1" "$UO_BINARY_DIR/src" >out 2>err </dev/null || status=$?
}

# What lcov would have written if every file of src/ had one line and two branches, all reached.
count_all() {
  mkdir -p counts
  find "$UO_SOURCE_DIR/src" -name '*.[ch]' | while IFS= read -r file; do
    printf 'SF:%s\nDA:7,1\nBRDA:7,0,0,1\nBRDA:7,0,1,3\nend_of_record\n' "$file"
  done >counts/src.info
}

# In the record of src/FILE, one line instead of another.
change() { # FILE OLD NEW
  sed -i "\\|^SF:.*/src/$1\$|,/^end/s/^$2\$/$3/" counts/src.info
}

floors="$UO_SOURCE_DIR/coverage/floors.txt"
rooms=$(find "$UO_SOURCE_DIR/src" -mindepth 1 -maxdepth 1 -type d | wc -l)

count_all
judge "$floors"
expect_status 0
[ "$(grep -c '100\.00 % .* 100\.00 %$' out)" -eq $((rooms + 1)) ] || fail 'a row for each room, and their sum'

# A line and a branch of a room whose floor is 100.
change tensor/shape.c DA:7,1 DA:7,0
judge "$floors"
expect_status 1
expect_out '^tensor .* BELOW THE FLOOR: 100 and 100$'
expect_out '^  src/tensor/shape.c:7: line$'
count_all
change checker/check.c BRDA:7,0,1,3 BRDA:7,0,1,-
judge "$floors"
expect_status 1
expect_out '^checker .* BELOW THE FLOOR: 100 and 100$'
expect_out '^  src/checker/check.c:7: branch 1 of a line that never ran$'
if grep -q '^tensor .*BELOW' out; then fail 'tensor is at its floor'; fi

# A room whose floor is raised above what its tests reach; one without a floor; a floor without a room.
count_all
change cli/main.c BRDA:7,0,0,1 BRDA:7,0,0,0
sed 's/^cli .*/cli 100 100/' "$floors" >raised.txt
judge raised.txt
expect_status 1
expect_out '^cli .* BELOW THE FLOOR: 100 and 100$'
expect_out '^  src/cli/main.c:7: branch 0$'
grep -v '^gate ' "$floors" >without.txt
judge without.txt
expect_status 1
expect_out '^gate .* BELOW THE FLOOR: none is set$'
{ cat "$floors" && echo 'attic 95 95'; } >extra.txt
judge extra.txt
expect_status 1
expect_out '^attic: has a floor and no file$'

# A file that nobody counted, and nothing at all.
count_all
sed -i '\|^SF:.*/src/files/bytes.c$|,/^end/d' counts/src.info
judge "$floors"
expect_status 1
expect_out '^missing from the total: src/files/bytes.c$'
sed -i '/^SF:/!d' counts/src.info
judge "$floors"
expect_status 1
expect_out '^nothing was counted$'

finish
