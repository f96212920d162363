#!/usr/bin/env bash
# The reference behind the line protocol, and subjects that break it.
. "$(dirname -- "$0")/common.sh"

cp "$official" cases.jsonl
"$UO_PROGRAM" generate --seed 3 --count 500 >>cases.jsonl
tail -n +2 cases.jsonl >questions.jsonl

# `answer` as a command subject and as a maker of answers.
run gate --command "$program answer" --vectors cases.jsonl --level 0
expect_status 0
expect_summary conforms 'cases=506 pass=506 '
"$UO_PROGRAM" answer <questions.jsonl >answers.jsonl
[ "$(wc -l <answers.jsonl)" -eq 506 ] || fail 'one answer a case expected'
run gate --answers answers.jsonl --vectors cases.jsonl --level 0
expect_status 0
expect_summary conforms 'cases=506 pass=506 '

# Standard streams that are closed are not taken for something else: by a pipe to the subject, by a report.
for subject in "--command $program\ answer" "--answers answers.jsonl"; do
  for streams in '<&-' '>&-' '<&- >&-'; do
    ran="gate $subject $streams" status=0
    eval "'$UO_PROGRAM' gate $subject --vectors '$official' --level 0 --junit junit.xml >out 2>err $streams" || status=$?
    case $streams in
      '<&-') expect_status 0 && expect_summary conforms 'cases=6 pass=6 ' ;;
      *) expect_status 2 && expect_err 'cannot be written: Bad file descriptor' ;;
    esac
    grep -q '</testsuites>$' junit.xml || fail 'a whole report expected'
  done
done

# Answers that are missing are named, one by one; the rest passes.
grep -v '"3:7"\|"3:70"' answers.jsonl >some.jsonl
run gate --answers some.jsonl --vectors cases.jsonl --level 0 --junit junit.xml
expect_status 1
expect_summary does-not-conform 'cases=506 pass=504 .*failed=2 '
[ "$(failed_ids junit.xml | tr '\n' ' ')" = '3:7 3:70 ' ] || fail '3:7 and 3:70 should fail'
expect_out 'broken-adapter'

# The protocol by hand.
printf '%s\n' '{"cmd": "start", "protocol": 1}' "$(sed -n 1p questions.jsonl | sed 's/^{/{"cmd": "run", /')" '{"cmd": "stop"}' >talk
"$UO_PROGRAM" answer <talk >out
[ "$(wc -l <out)" -eq 2 ] || fail 'a reply to start and one to run expected'
sed -n 1p out | grep -Eq '"started": *true, *"protocol": *1, *"name": *"[^"]+", *"version": *"[^"]+", *"dtypes": *\[' || fail 'started'
sed -n 2p out | grep -q '"id": *"test_unique_sorted_without_axis"' || fail 'the id comes back'

# Subjects written in shell, each with one fault: they pass lines to the reference and spoil the answer to one case.
head -n 9 cases.jsonl >few.jsonl
spoilt=test_unique_sorted_with_axis
cat >relay.sh <<'END'
#!/usr/bin/env bash
# Usage: relay.sh FAULT ID
true_counts='[2, 1]' false_counts='[1, 2]'
coproc reference { exec "$UO_PROGRAM" answer; }
while IFS= read -r line; do
  printf '%s\n' "$line" >&"${reference[1]}"
  case $line in *'"stop"'*) exit 0 ;; esac
  IFS= read -r answer <&"${reference[0]}" || exit 1
  case $line in
    *"\"$2\""*) ;;
    *) printf '%s\n' "$answer" && continue ;;
  esac
  case $1 in
    garbage) echo 'Segmentation fault (core dumped)' ;;
    empty) echo ;;
    half) printf '%s' "${answer:0:30}" && exit 0 ;;
    other_id) printf '%s\n' "${answer/\"id\": \"/\"id\": \"not-}" ;;
    twice) printf '%s\n%s\n' "$answer" "$answer" ;;
    silent) sleep 60 ;;
    dies) exit 3 ;;
    killed) kill -SEGV $$ ;;
    stderr) echo 'warning: slow path' >&2 && printf '%s\n' "$answer" ;;
    failed) printf '%s\n' "${answer%%, *}, \"failed\": \"out of luck\"}" ;;
    flood) head -c 3000000 /dev/zero | tr '\0' x && printf '\n' ;;
    lies) printf '%s\n' "${answer/"$true_counts"/"$false_counts"}" ;;
  esac
done
END
chmod +x relay.sh
export UO_PROGRAM

relay() { # FAULT VERDICT [STATUS]: the spoilt case has the verdict, every other one passes
  run gate --command "./relay.sh $1 $spoilt" --vectors few.jsonl --level 0 --timeout 2 --junit junit.xml
  expect_status "${3:-1}"
  if [ "${3:-1}" -eq 0 ]; then
    expect_summary conforms 'cases=8 pass=8 '
  else
    expect_summary does-not-conform 'cases=8 pass=7 .*failed=1 '
    [ "$(failed_ids junit.xml)" = "$spoilt" ] || fail "$1: exactly $spoilt should fail"
    expect_out "$2"
  fi
}

relay garbage broken-adapter
expect_out 'Segmentation fault' # the offending text is quoted
relay empty broken-adapter
relay half 'broken-adapter|crash'
relay other_id broken-adapter
relay silent hang
relay dies crash
ulimit -Sc unlimited 2>/dev/null || true
relay killed crash
[ -z "$(find . -name 'core*')" ] || fail 'a subject that dies should leave no core file'
relay failed rejects-valid
expect_out 'out of luck'
relay flood broken-adapter
relay lies wrong
expect_out 'CNT-01'
relay stderr pass 0
expect_err 'slow path' # the subject's own messages are passed on
run gate --command "./relay.sh twice $spoilt" --vectors few.jsonl --level 0 --timeout 2
expect_status 1
expect_out broken-adapter

finish
