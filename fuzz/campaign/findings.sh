# Part of campaign.sh: what a target found is named, kept, shrunk, merged with what it is the same as, and explained.
#
# $findings/TARGET-SIGNATURE/ is one finding: `signature` (verdict and clauses of the smallest case), `raw` (the signatures
# that targets gave for it, one a line), `inputs/` (an input for each), `log`, and for cases `case.jsonl`,
# `smallest.jsonl`, `shrink.log` and `explained.*`. $findings/pending/ has those that are not shrunk yet.

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

# TEXT: as a name of a file. Long ones are cut; a number tells those apart that begin alike.
slug() {
  local name
  name=$(printf '%s' "$1" | tr -c 'A-Za-z0-9.\n' '-' | tr -s '-')
  [ "${#name}" -le 100 ] || name=${name:0:90}-$(cksum <<<"$1" | cut -d ' ' -f 1)
  printf '%s' "$name"
}

is_case_target() { [ "$1" = unique ] || [ "$1" = subject ]; }

# Runs a command that a signal to the worker ends, too.
run_child() {
  "$@" &
  child=$!
  wait "$child"
}

# How the program is told about what TARGET tests.
name_subject() {
  subject=()
  [ "$1" = subject ] || return 0
  if [ -n "$plugin" ]; then subject=(--plugin "$plugin"); else subject=(--command "'$(program_of subject | sed 's/fuzz_subject$/serve_subject/')'"); fi
}

explain() { # FOLDER: its smallest case in five forms
  local form
  (
    cd -- "$1" || exit
    for form in text json c numpy; do
      "$program" explain smallest.jsonl --as "$form" --policy "${policy/#spec/onnx}" >"explained.$form" 2>/dev/null ||
        rm -f -- "explained.$form"
    done
    rm -rf -- explained.onnx
    "$program" explain smallest.jsonl --as onnx --policy "${policy/#spec/onnx}" --output explained.onnx >/dev/null 2>&1
  )
}

# The smallest case that fails like FOLDER's, with as few clauses as may be; `signature` becomes that case's.
# Returns 1 when it was interrupted.
shrink() { # FOLDER SUBJECT-OPTION...
  local folder=$1 shrinker line status
  shift
  # A plug-in that was built with sanitizers loads only in a program that was.
  for shrinker in "$program" "$build/unique-oracle"; do
    run_child timeout 120 "$shrinker" shrink "$@" --policy "$policy" --memory "$memory" --fewer-clauses "$folder/case.jsonl" \
      >"$folder/smallest.jsonl" 2>"$folder/shrink.log"
    status=$?
    [ -z "${interrupted:-}" ] || { rm -f -- "$folder/smallest.jsonl" && return 1; }
    [ "$status" -eq 2 ] || break
  done
  [ -s "$folder/smallest.jsonl" ] || cp -- "$folder/case.jsonl" "$folder/smallest.jsonl"
  # Crashes stay apart by where they happened, which the shrinker does not see.
  line=$(grep -a -m 1 '^    fails    ' "$folder/shrink.log") && [ "${line##* }" != crash ] &&
    printf '%s\n' "${line#    fails    }" >"$folder/signature"
  explain "$folder"
}

# A pending finding becomes one of its own, or one more input of the finding that it is the same as.
settle() { # TARGET FOLDER
  local target=$1 folder=$2 raw final name
  raw=$(cat -- "$folder/raw")
  if is_case_target "$target" && [ -e "$folder/input" ] && [ ! -e "$folder/explained.text" ]; then
    name_subject "$target"
    "$build/fuzz/show_case" "$folder/input" >"$folder/case.jsonl" 2>/dev/null && { shrink "$folder" "${subject[@]}" || return; }
  fi
  final=$findings/$target-$(slug "$(cat -- "$folder/signature")")
  name=$(slug "$raw")
  while ! mkdir -- "$final.lock" 2>/dev/null; do sleep 0.1; done
  if [ -d "$final" ]; then
    printf '%s\n' "$raw" >>"$final/raw"
  else
    mkdir -p -- "$folder/inputs" && cp -R -- "$folder" "$final.new" && rm -f -- "$final.new/input" && mv -- "$final.new" "$final"
  fi
  rmdir -- "$final.lock"
  if [ ! -d "$final" ]; then # no room on the disk: it stays among the pending ones
    rm -rf -- "$final.new"
    printf 'fuzz: %s could not be written; the next campaign tries again with %s\n' "$final" "$folder" >&2
    : >"$logs/found"
    return
  fi
  [ ! -e "$folder/input" ] || mv -- "$folder/input" "$final/inputs/$name"
  rm -rf -- "$folder"
  [ -e "$logs/found" ] || : >"$logs/found"
}

# Keeps what a worker found. Returns 1 when it was known.
keep_finding() { # TARGET LOG ARTIFACT-FOLDER
  local target=$1 log=$2 raw folder input
  raw=$(signature_of "$log")
  input=$(find "$3" -type f -print -quit)
  if ! mkdir -- "$logs/claims/$target-$(slug "$raw")" 2>/dev/null; then
    rm -rf -- "${3:?}"/*
    return 1 # another worker was quicker, or a crash came again
  fi
  folder=$findings/pending/$target-$(slug "$raw")
  rm -rf -- "$folder" && mkdir -p -- "$folder"
  printf '%s\n' "$raw" | tee -- "$folder/raw" >"$folder/signature"
  tail -n 60 -- "$log" >"$folder/log"
  [ -z "$input" ] || mv -- "$input" "$folder/input"
  printf '%s\n' "$raw" >>"$logs/known.$target"
  settle "$target" "$folder"
  return 0
}

# ---- What earlier campaigns found -----------------------------------------------------------------------------------

still_fails() { # TARGET INPUT
  ! run_child timeout 60 "$(program_of "$1")" -rss_limit_mb="$memory" -malloc_limit_mb="$memory" "$2" >/dev/null 2>&1
}

put_aside() { # FOLDER
  local gone
  gone=$findings/gone/$(basename -- "$1")
  mkdir -p -- "$findings/gone" && rm -rf -- "$gone" && mv -- "$1" "$gone"
}

# One finding: inputs that no longer fail are dropped, with the last one the finding goes. The others are known.
recheck_finding() { # TARGET FOLDER
  local target=$1 folder=$2 raw input
  cp -- "$folder/raw" "$folder/raw.old" && : >"$folder/raw"
  while IFS= read -r raw; do
    input=$folder/inputs/$(slug "$raw")
    if [ -z "${interrupted:-}" ] && [ -e "$input" ] && ! still_fails "$target" "$input"; then
      [ -z "${interrupted:-}" ] && mv -- "$input" "$input.gone" && continue
    fi
    printf '%s\n' "$raw" | tee -a -- "$folder/raw" >>"$logs/known.$target"
    mkdir -p -- "$logs/claims/$target-$(slug "$raw")"
  done <"$folder/raw.old"
  rm -f -- "$folder/raw.old"
  [ -s "$folder/raw" ] || put_aside "$folder"
}

recheck() {
  local target folder
  find "$findings" -maxdepth 1 \( -name '*.lock' -o -name '*.new' \) -exec rm -rf {} + 2>/dev/null
  for target in $unique_targets; do
    for folder in "$findings/$target"-*/; do
      [ ! -e "$folder/signature" ] || recheck_finding "$target" "${folder%/}"
    done
    for folder in "$findings/pending/$target"-*/; do
      [ -e "$folder/raw" ] && [ -z "${interrupted:-}" ] || continue
      if [ -e "$folder/input" ] && ! still_fails "$target" "$folder/input"; then
        [ -n "${interrupted:-}" ] || put_aside "${folder%/}"
      elif mkdir -- "$logs/claims/$target-$(slug "$(cat -- "$folder/raw")")" 2>/dev/null; then
        cat -- "$folder/raw" >>"$logs/known.$target"
        settle "$target" "${folder%/}"
      fi
    done
  done
  rm -f -- "$logs/found"
}

# ---- The report -----------------------------------------------------------------------------------------------------

finding_folders() { # TARGET
  local folder
  for folder in "$findings/$1"-*/; do [ ! -e "$folder/signature" ] || printf '%s\n' "${folder%/}"; done
}

raw_of() { # FOLDER...: how many raw findings stand behind them
  [ $# -gt 0 ] || { echo 0 && return; }
  local folder
  for folder in "$@"; do cat -- "$folder/raw" 2>/dev/null; done | wc -l
}

# "wrong VAL-01" of "wrong VAL-01 SHAPE-01": findings of one group are often one fault.
group_of() { cut -d ' ' -f 1,2 -- "$1/signature" | tr -d ','; }

report_findings() {
  local target folder group last=''
  for target in $unique_targets numpy; do
    while IFS=$'\t' read -r group folder; do
      [ "$target: $group" = "$last" ] || printf '\n%s: %s\n' "$target" "$group"
      last="$target: $group"
      printf '  %s, found %d times in another form\n  %s\n' "$(cat -- "$folder/signature")" $(($(raw_of "$folder") - 1)) "$folder" |
        sed 's/, found 0 times in another form//; s/found 1 times/found once/'
      [ ! -s "$folder/explained.text" ] || sed 's/^/    /' "$folder/explained.text"
    done < <(finding_folders "$target" | while IFS= read -r folder; do printf '%s\t%s\n' "$(group_of "$folder")" "$folder"; done | sort)
  done
}
