# Part of campaign.sh: what a target found is named, kept, shrunk, merged with what it is the same as, and explained.
#
# TARGET-SIGNATURE/ in the target's home (state.sh) is one finding: `signature` (verdict and clauses of the smallest case),
# `policy` and `subject` (what was judged, and how), `raw` (the signatures that targets gave for it, one a line), `inputs/`
# (an input for each), `log`, and for cases `case.jsonl`, `smallest.jsonl`, `shrink.log`, `explained.*` and, where the
# smallest case does not tell everything, `note`. pending/ has those that are not shrunk yet, gone/ those that no longer
# fail, slow/ what fails under the limits of the fuzzer alone.

# LOG: what was found, in a few words.
signature_of() {
  local line
  line=$(grep -a -m 1 '^unique-oracle-finding: ' "$1") && { printf '%s\n' "${line#unique-oracle-finding: }" && return; }
  line=$(grep -a -m 1 '^SUMMARY: ' "$1") || line='SUMMARY: libFuzzer: ended without a word'
  case $line in
    *'libFuzzer: timeout'*) echo hang && return ;;
    *'libFuzzer: out-of-memory'*) echo out-of-memory && return ;;
    *'deadly signal'*) line+=" in $(grep -a -o -m 1 ' in [A-Za-z_0-9]* [^ ]*\.[ch]\>' "$1" | cut -d ' ' -f 3)" ;;
  esac
  # shellcheck disable=SC2001 # paths and addresses go, what and where stays
  printf 'crash %s\n' "$(sed -e 's/^SUMMARY: [^:]*: //' -e 's/[^ ]*\///g' -e 's/0x[0-9a-f]*//g' -e 's/:[0-9]*:[0-9]* / /' <<<"$line" | tr -s ' ')"
}

is_case_target() { [ "$1" = unique ] || [ "$1" = subject ]; }

# A limit of the fuzzer may have made it look worse than it is: sanitizers, other oracles and neighbours take time, too.
is_of_a_limit() { [ "$1" = hang ] || [ "$1" = out-of-memory ]; }

# ---- Shrinking and explaining -----------------------------------------------------------------------------------------

# How the program is told about what TARGET tests.
name_subject() {
  subject=()
  [ "$1" = subject ] || return 0
  if [ -n "$plugin" ]; then subject=(--plugin "$plugin"); else subject=(--command "'$(program_of subject | sed 's/fuzz_subject$/serve_subject/')'"); fi
}

explain() { # FOLDER SUBJECT-OPTION...: its smallest case in five forms; text and numpy have what the subject gives
  local form folder=$1 teller=${teller:-$program}
  shift
  (
    cd -- "$folder" || exit
    rm -rf -- explained.*
    for form in text json c numpy onnx; do
      case $form in
        text | numpy) "$teller" explain smallest.jsonl --as $form --policy "${policy/#spec/onnx}" --output explained.$form "$@" --timeout "$timeout" --memory "$memory" ;;
        *) "$teller" explain smallest.jsonl --as $form --policy "${policy/#spec/onnx}" --output explained.$form ;;
      esac
    done >/dev/null 2>&1
  )
}

elements() { # of the tensor X in a line of JSON
  sed -n 's/.*"X": *{[^[]*"shape": *\[\([^]]*\)\].*/\1/p' "$1" | tr ',' ' ' |
    awk '{ n = 1; for (i = 1; i <= NF; i++) n *= $i; print n; exit }'
}

# Three times the limit of the gate for a case of that size, and a minute.
longest_shrinking() { # CASE
  awk -v n="$(elements "$1")" -v limit="$timeout" 'BEGIN { limit *= n > 8192 ? n / 8192 : 1; printf "%d", 3 * limit + 60 }'
}

# Runs unique-oracle shrink on a case, with all that belongs to the subject; the exit code is its own. $teller becomes the
# program that could load the subject.
run_shrink() { # CASE OPTION...
  local status=2 longest case=$1
  shift
  longest=$(longest_shrinking "$case")
  # A plug-in that was built with sanitizers loads only in a program that was.
  for teller in "$program" "$build/unique-oracle"; do
    run_child timeout "$longest" "$teller" shrink "$@" --policy "$policy" --timeout "$timeout" --memory "$memory" "$case"
    status=$?
    ! stopped && [ "$status" -eq 2 ] || break
  done
  return "$status"
}

# The smallest case that fails like FOLDER's, with as few clauses as may be; `signature` becomes that case's.
# Returns 1 when it was interrupted, 3 when the case does not fail in the sandbox.
shrink() { # FOLDER SUBJECT-OPTION...
  local folder=$1 line status teller
  shift
  run_shrink "$folder/case.jsonl" "$@" --fewer-clauses >"$folder/smallest.jsonl" 2>"$folder/shrink.log"
  status=$?
  ! stopped || { rm -f -- "$folder/smallest.jsonl" && return 1; }
  [ "$status" -ne 0 ] || return 3
  [ -s "$folder/smallest.jsonl" ] || cp -- "$folder/case.jsonl" "$folder/smallest.jsonl"
  # Crashes stay apart by where they happened, which the shrinker does not see.
  line=$(grep -a -m 1 '^    fails    ' "$folder/shrink.log") && [ "${line##* }" != crash ] &&
    printf '%s\n' "${line#    fails    }" >"$folder/signature"
  if [ "$status" -eq 1 ]; then explain "$folder" "$@"; else explain "$folder"; fi # not asked again when it did not answer
}

# ---- From an input to a finding ---------------------------------------------------------------------------------------

# The target on one input: its exit code. With limits that are four times those of a campaign.
ask_target() { # TARGET INPUT
  local limit
  limit=$(awk -v limit="$timeout" 'BEGIN { printf "%d", 4 * limit + 1 }')
  run_child timeout $((2 * limit + 10)) "$(program_of "$1")" -handle_int=0 -timeout="$limit" -rss_limit_mb=$((4 * memory)) \
    -malloc_limit_mb=$((4 * memory)) "$2" >/dev/null 2>&1
}

# What only the limits of the fuzzer make fail is no finding. After three of them a target's others are not asked again.
note_slow() { # TARGET FOLDER
  local target=$1 folder=$2 kept size
  echo "$target" >>"$logs/slow"
  size=$(elements "$folder/case.jsonl" 2>/dev/null)
  # The campaign goes on with shorter ones.
  if [ "${size:-0}" -gt 1024 ] && [ "$size" -le "$(cat -- "$logs/largest.$target" 2>/dev/null || echo "$size")" ]; then
    echo $((size - 1)) >"$logs/largest.$target"
  fi
  kept=${home[$target]}/slow/$target-$(cksum <"$folder/input" | cut -d ' ' -f 1)
  [ "$(grep -c "^$target$" "$logs/slow")" -ge 3 ] || rmdir -- "$logs/claims/$target-$(slug "$(cat -- "$folder/raw")")"
  mkdir -p -- "${kept%/*}" && rm -rf -- "$kept" && mv -- "$folder" "$kept"
}

# The case of a pending finding, shrunk and explained. Returns 1 when it was interrupted, 3 when it is no finding.
examine() { # TARGET FOLDER RAW
  local target=$1 folder=$2 subject status
  [ -e "$folder/input" ] || return 0
  if is_of_a_limit "$3" && [ "$target" != subject ]; then
    ask_target "$target" "$folder/input"
    status=$?
    ! stopped || return 1
    [ "$status" -ne 0 ] || { "$build/fuzz/show_case" "$folder/input" >"$folder/case.jsonl" 2>/dev/null; return 3; }
  fi
  is_case_target "$target" && [ ! -e "$folder/explained.text" ] || return 0
  "$build/fuzz/show_case" "$folder/input" >"$folder/case.jsonl" 2>/dev/null || return 0
  name_subject "$target"
  shrink "$folder" "${subject[@]}"
  status=$?
  [ "$status" -eq 3 ] || return "$status"
  ! is_of_a_limit "$3" || return 3
  cp -- "$folder/case.jsonl" "$folder/smallest.jsonl"
  if [ "$target" = subject ]; then
    echo 'asked alone, in the sandbox of the gate, it does not fail: what was asked before matters, or its answers change, or what the target alone looks at is wrong; the log says what that saw' >"$folder/note"
  else
    echo 'asked alone, the reference does not fail: one of its other ways or a related question is wrong; the log says which' >"$folder/note"
  fi
  explain "$folder" "${subject[@]}"
  return 0
}

# Moves a finding to its place, or its input to the finding that it is the same as. False when the disk takes no more.
file_finding() { # FOLDER PLACE RAW
  if [ -e "$2/signature" ]; then
    printf '%s\n' "$3" >>"$2/raw" || return
  else
    rm -rf -- "$2" "$2.new"
    mkdir -p -- "$1/inputs" && cp -R -- "$1" "$2.new" && rm -f -- "$2.new/input" && mv -- "$2.new" "$2" || return
  fi
  [ ! -e "$1/input" ] || mv -- "$1/input" "$2/inputs/$(slug "$3")" || return
  rm -rf -- "$1"
} 2>/dev/null

# A pending finding becomes one of its own, or one more input of the finding that it is the same as.
settle() { # TARGET FOLDER
  local target=$1 folder=$2 raw place filed=''
  raw=$(cat -- "$folder/raw")
  # A hang takes long to shrink: that waits until all have fuzzed. That it is one decides how they go on.
  if [ "$target $raw" = 'subject hang' ] && [ ! -e "$logs/late" ] && still_fails "$target" "$folder/input" "$raw"; then
    : >"$logs/hangs.$target"
    : >"$logs/found"
    return
  fi
  examine "$target" "$folder" "$raw"
  case $? in
    1) return ;;
    3) note_slow "$target" "$folder" && return ;;
  esac
  place=${home[$target]}/$target-$(slug "$(cat -- "$folder/signature")")
  # Other workers may settle the same.
  while ! mkdir -- "$logs/claims/${place##*/}.lock" 2>/dev/null; do
    [ -d "$logs/claims/${place##*/}.lock" ] || break
    sleep 0.1
  done
  file_finding "$folder" "$place" "$raw" && filed=1
  rmdir -- "$logs/claims/${place##*/}.lock" 2>/dev/null
  if [ -z "$filed" ]; then # no room on the disk: it stays among the pending ones
    rm -rf -- "$place.new"
    printf 'fuzz: %s could not be written; the next campaign tries again with %s\n' "$place" "$folder" >&2
  fi
  [ -e "$logs/found" ] || : >"$logs/found"
}

# False when the disk takes no more.
write_pending() { # TARGET FOLDER RAW LOG INPUT
  rm -rf -- "$2"
  mkdir -p -- "$2" && { [ -z "$5" ] || cp -- "$5" "$2/input"; } && tail -n 60 -- "$4" >"$2/log" || return
  printf '%s\n' "$3" >"$2/raw" && printf '%s\n' "$3" >"$2/signature" || return
  [ "$1" != subject ] || { printf '%s\n' "$policy" >"$2/policy" && cp -- "${home[subject]%/*}/subject" "$2/subject"; } || return
  [ -z "$5" ] || rm -f -- "$5"
} 2>/dev/null

# Keeps what a worker found. Returns 1 when it was known.
keep_finding() { # TARGET LOG ARTIFACT-FOLDER
  local target=$1 log=$2 raw folder input
  raw=$(signature_of "$log")
  input=$(find "$3" -type f -print -quit)
  if ! mkdir -- "$logs/claims/$target-$(slug "$raw")" 2>/dev/null; then
    rm -rf -- "${3:?}"/*
    ! is_of_a_limit "$raw" || ! grep -q "^$target$" "$logs/slow" 2>/dev/null || echo "$target" >>"$logs/unasked"
    return 1 # another worker was quicker, or a crash came again
  fi
  folder=${home[$target]}/pending/$target-$(slug "$raw")
  printf '%s\n' "$raw" >>"$logs/known.$target"
  if write_pending "$target" "$folder" "$raw" "$log" "$input"; then
    settle "$target" "$folder"
  else
    rm -rf -- "$folder"
    echo "$raw" >>"$logs/lost"
    printf 'fuzz: %s, %s: cannot be written to %s; is the disk full?\n' "$target" "$raw" "$folder" >&2
  fi
  return 0
}

# ---- What earlier campaigns found -----------------------------------------------------------------------------------

still_fails() { # TARGET INPUT RAW
  local subject teller
  if [ "$1" = subject ] && is_of_a_limit "$3" && "$build/fuzz/show_case" "$2" >"$logs/again.jsonl" 2>/dev/null; then
    name_subject "$1"
    run_shrink "$logs/again.jsonl" "${subject[@]}" --max-calls 4 >/dev/null 2>&1
  else
    ask_target "$1" "$2"
  fi
  [ $? -ne 0 ]
}

put_aside() { # TARGET FOLDER
  local gone
  gone=${home[$1]}/gone/$(basename -- "$2")
  mkdir -p -- "${home[$1]}/gone" && rm -rf -- "$gone" && mv -- "$2" "$gone" &&
    printf 'gone: %s, %s: its inputs no longer fail; moved to %s\n' "$(under_policy "$1")" "$(head -n 1 -- "$gone/signature")" "$gone"
}

# One finding: inputs that no longer fail are dropped, with the last one the finding goes. The others are known.
recheck_finding() { # TARGET FOLDER
  local target=$1 folder=$2 raw input
  cp -- "$folder/raw" "$folder/raw.old" && : >"$folder/raw" || return
  while IFS= read -r raw; do
    input=$folder/inputs/$(slug "$raw")
    if ! stopped && [ -e "$input" ] && ! still_fails "$target" "$input" "$raw"; then
      ! stopped && mv -- "$input" "$input.gone" && continue
    fi
    printf '%s\n' "$raw" | tee -a -- "$folder/raw" >>"$logs/known.$target"
    mkdir -p -- "$logs/claims/$target-$(slug "$raw")"
    [ "$raw" != hang ] || : >"$logs/hangs.$target"
  done <"$folder/raw.old"
  rm -f -- "$folder/raw.old"
  [ -s "$folder/raw" ] || { cp -- "$folder/signature" "$folder/raw" && put_aside "$target" "$folder"; }
}

recheck_pending() { # TARGET FOLDER
  local raw
  raw=$(head -n 1 -- "$2/raw")
  if [ -e "$2/input" ] && ! is_of_a_limit "$raw" && ! still_fails "$1" "$2/input" "$raw"; then
    stopped || put_aside "$1" "$2"
  elif ! stopped && mkdir -- "$logs/claims/$1-$(slug "$raw")" 2>/dev/null; then
    printf '%s\n' "$raw" >>"$logs/known.$1"
    settle "$1" "$2"
  fi
}

# What waited until all have fuzzed.
settle_late() {
  local folder=${home[subject]:-}/pending/subject-hang
  : >"$logs/late"
  [ ! -s "$folder/raw" ] || [ ! -e "$logs/hangs.subject" ] || settle subject "$folder"
}

# A finding has both files; what else stands there is not ours to touch.
is_finding() { # FOLDER
  [ -f "$1/signature" ] && [ -s "$1/signature" ] && [ -f "$1/raw" ] && [ -s "$1/raw" ] && return 0
  printf 'fuzz: %s: no finding, as it has no signature or no raw: passed over; remove it\n' "$1" >&2
  return 1
}

# Findings under other policies are not this campaign's.
name_others() {
  local folder n
  [ -n "${home[subject]:-}" ] || return 0
  for folder in "${home[subject]%/*}"/*/; do
    folder=${folder%/}
    [ "$folder" != "${home[subject]}" ] || continue
    n=$(find "$folder" -mindepth 2 -maxdepth 2 -name signature 2>/dev/null | wc -l)
    [ "$n" -eq 0 ] || printf 'other policies: what %s has stays as it is: findings %d\n' "$folder" "$n"
  done
}

recheck() {
  local target folder
  name_others
  for target in $unique_targets; do
    rm -rf -- "${home[$target]}/$target"-*.new # a campaign that was killed left it
    for folder in "${home[$target]}/$target"-*; do
      [ -e "$folder" ] && ! stopped || continue
      [ ! -f "$folder/raw.old" ] || mv -- "$folder/raw.old" "$folder/raw" # likewise
      is_finding "$folder" && recheck_finding "$target" "$folder"
    done
    for folder in "${home[$target]}/pending/$target"-*; do
      [ -e "$folder" ] && ! stopped || continue
      is_finding "$folder" && recheck_pending "$target" "$folder"
    done
  done
  rm -f -- "$logs/found"
}
