#!/usr/bin/env bash
# The page of ./run coverage (coverage/page.py), from what its steps leave: it is one file, says what was not measured, and shows
# what is missing.
. "$(dirname -- "$0")/common.sh"
python=${UO_PYTHON:-python3}
command -v "$python" >/dev/null || { echo 'skipped: no Python'; exit 0; }

page() { # the page of the folder `counted`
  ran='page.py counted'
  status=0
  "$python" "$UO_SOURCE_DIR/coverage/page.py" counted >out 2>err || status=$?
  expect_status 0
  sed 's/>/>\n/g; s/</\n</g' counted/index.html >out # text and tags on lines of their own
}

mkdir counted
run gate --level 0 --vectors "$official" --behaviours counted/behaviours.json
"$UO_SOURCE_DIR/coverage/trace.sh" --table counted/trace.tsv >out
echo 'tensor 9 10 99 100' >counted/rooms.txt
printf 'tensor src/tensor/shape.c:7: %s\n' line 'branch 1' >counted/unreached.txt
printf 'FAIL  lines and branches\nskip  MC/DC of three rooms\n' >counted/summary.txt

# Six cases leave holes; nothing was tried but these, and lines are below their floor.
page
expect_out 'Below the floor: lines and branches\.'
expect_out 'Skipped: MC/DC of three rooms\.'
expect_out 'MC/DC: was not measured'
expect_out 'The faults were not tried in this run\.'
expect_out '^[0-9].* never exercised\.'
expect_out '^rank\.0$'
expect_out '^90\.00 %$'
expect_out 'No test reaches 1 line and 1 branch, in 1 file\.'
if grep -Eq '(src|href)="?(https?:)?//|@import|url\(' counted/index.html; then fail 'the page should need nothing but itself'; fi

# A fault that was caught stands with its clause; one that was missed is a hole.
{
  echo '{"name": "last_index", "verdict": "wrong", "clauses": ["IDX-01"], "case": "x", "cases": 21, "seconds": 0.1, "shrunk": 2, "six": true, "what": "<last>"}'
  echo '{"name": "silent_one", "verdict": "missed", "clauses": [], "case": null, "cases": 99, "seconds": 0.1, "shrunk": null, "six": false, "what": "-"}'
} >counted/faults.jsonl
echo 'tensor        10 of    10 conditions  100.00 %' >counted/mcdc.txt
page
expect_out '^1 / 2$'
expect_out '^Not caught: $'
expect_out '^&lt;last&gt;$'
expect_out 'of 10 conditions, MC/DC'

finish
