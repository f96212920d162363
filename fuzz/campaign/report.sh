# Part of campaign.sh: what is said at the end.

finding_folders() { # TARGET
  local folder
  for folder in "${home[$1]}/$1"-*/; do [ ! -s "$folder/signature" ] || [ ! -s "$folder/raw" ] || printf '%s\n' "${folder%/}"; done
}

count_findings() {
  local target
  for target in $unique_targets numpy; do finding_folders "$target"; done | wc -l
}

count_pending() {
  local target folder n=0
  for target in $unique_targets; do
    for folder in "${home[$target]}/pending/$target"-*/; do [ ! -s "$folder/raw" ] || n=$((n + 1)); done
  done
  echo "$n"
}

raw_of() { # FOLDER...: how many raw findings stand behind them
  [ $# -gt 0 ] || { echo 0 && return; }
  local folder
  for folder in "$@"; do cat -- "$folder/raw" 2>/dev/null; done | wc -l
}

# "wrong VAL-01" of "wrong VAL-01 SHAPE-01": findings of one group are often one fault.
group_of() { cut -d ' ' -f 1,2 -- "$1/signature" | tr -d ','; }

# "subject under policy onnx"; the other targets have no policy.
under_policy() { # TARGET
  if [ "$1" = subject ]; then printf '%s under policy %s' "$1" "$policy"; else printf '%s' "$1"; fi
}

# The line that asks the implementation again, to paste into a shell.
rerun_of() { # FOLDER
  local subject
  [ -e "$1/explained.onnx/model.onnx" ] || return 0
  name_subject subject
  printf '    rerun:'
  printf ' %q' "$root/run" gate "${subject[@]}" --policy "$policy" --timeout "$timeout" --level 0 --vectors "$1/explained.onnx"
  printf '\n'
}

report_findings() {
  local target folder group last=''
  for target in $unique_targets numpy; do
    while IFS=$'\t' read -r group folder; do
      [ "$target: $group" = "$last" ] || printf '\n%s: %s\n' "$(under_policy "$target")" "$group"
      last="$target: $group"
      printf '  %s, found %d times in another form\n  %s\n' "$(cat -- "$folder/signature")" $(($(raw_of "$folder") - 1)) "$folder" |
        sed 's/, found 0 times in another form//; s/found 1 times/found once/'
      [ ! -s "$folder/note" ] || sed 's/^/  note: /' "$folder/note"
      [ ! -s "$folder/explained.text" ] || sed 's/^/    /' "$folder/explained.text"
      [ "$target" != subject ] || rerun_of "$folder"
      [ "$target $policy" != 'subject spec' ] || echo '    (under policy spec whatever one set of choices gives is right)'
    done < <(finding_folders "$target" | while IFS= read -r folder; do printf '%s\t%s\n' "$(group_of "$folder")" "$folder"; done | sort)
  done
}

report_slow() {
  local target n unasked how
  for target in $unique_targets; do
    n=$(grep -c "^$target$" "$logs/slow" 2>/dev/null) || continue
    unasked=$(grep -c "^$target$" "$logs/unasked" 2>/dev/null)
    printf 'slow: %d inputs of %s went beyond a limit of the fuzzer (%s s, %s MiB) and pass when they are asked alone: no finding; %s\n' \
      "$n" "$target" "$timeout" "$memory" "${home[$target]}/slow"
    [ "${unasked:-0}" -eq 0 ] || printf 'slow: %d more came later and were not asked again\n' "$unasked"
  done
  for how in hang crash; do
    n=$(cat -- "$logs"/*.now "$logs"/*.past 2>/dev/null | grep -a -c "^unique-oracle-ahead: $how$")
    [ "$n" -eq 0 ] || printf 'passed over: %d cases of subject that end in a %s, after the first was a finding; the next campaign asks them again\n' "$n" "$how"
  done
  grep -a -h '^unique-oracle-pace: ' "$logs"/*.now "$logs"/*.past 2>/dev/null | sort -k 2n | sed -n '1s/^unique-oracle-pace: /slow: /p'
}

# A campaign that asked next to nothing has found next to nothing out.
report_few() {
  local target runs
  for target in $unique_targets; do
    runs=$(executions_of "$target")
    [ "$runs" -ge $((20 * seconds)) ] ||
      printf 'few: %s was asked %d times only in %d s: what was not asked is not judged; is it slow, or does it end all the time?\n' "$target" "$runs" "$seconds"
  done
}

# The last line. What was found and waits for the next campaign counts as well.
summarise() {
  local text waiting
  waiting=$(count_pending)
  text="findings $(count_findings)"
  [ "$waiting" -eq 0 ] || text+=", $waiting not yet looked at"
  [ ! -e "$logs/lost" ] || text+=", $(wc -l <"$logs/lost") could not be kept"
  : >"$logs/summary"
  printf 'time: %d s in all, of which it was to fuzz %d s\n' $((SECONDS - began)) "$seconds"
  can_write "$corpus" 2>/dev/null ||
    printf 'fuzz: %s: nothing can be written there any more; is the disk full? What came last may not be kept\n' "$corpus" >&2
  if told; then
    printf 'partial summary: interrupted by SIG%s after %d s; %s; everything is kept, the next campaign goes on from here; numpy was not asked\n' \
      "$(cat -- "$logs/told")" $((SECONDS - began)) "$text"
  else
    printf 'summary: %s\n' "$text"
  fi
}
