# Part of campaign.sh: what the reference met is answered by numpy in one batch, and some of it frozen.

# The inputs that stand for cases, into the array `inputs`.
read_inputs() {
  local target seeds
  inputs=()
  for target in $unique_targets; do
    is_case_target "$target" || continue
    read_seeds "$target"
    inputs+=("$corpus/fuzz_$target" "${seeds[@]}")
    while IFS= read -r input; do inputs+=("$input"); done \
      < <(find "${home[$target]}" -mindepth 3 -maxdepth 3 -path "*/$target-*/inputs/*" -type f -print 2>/dev/null | sort)
  done
}

package() { PYTHONPATH="$root/reference" "$UO_NUMPY" -m unique_oracle_reference "$@"; }

# What could not be done is said; what was found is reported all the same, and without findings the exit code is 2.
cannot() {
  printf 'fuzz: %s\n' "$*" >&2
  : >"$logs/cannot"
}

# numpy's answers to a file of cases; the reference must give the same, and the checker accept them. Returns 1 when they
# do not, 2 when it cannot be told.
ask_numpy() { # CASES ANSWERED REPORT
  local status
  run_child env PYTHONPATH="$root/reference" "$UO_NUMPY" -m unique_oracle_reference answer "$1" >"$2" || {
    ! stopped || return 0
    cannot "numpy did not answer the cases of $1"
    return 2
  }
  run_child "$program" gate --vectors "$2" --level 0 --max-shown 1 >"$3" 2>&1
  status=$?
  ! stopped || return 0
  [ "$status" -ne 2 ] || { tail -n 5 -- "$3" >&2 && cannot "the answers of numpy in $2 could not be judged"; }
  return "$status"
}

# A group of disagreements as a finding: the reference or numpy breaks a clause, or both keep all and differ.
keep_disagreement() { # REPORT-HEADER ID
  local folder signature=${1%%:*} rest=${1#*: }
  [[ $rest != *-[0-9]* ]] || signature+=" $(sed -E 's/ in .*//; s/: .*//; s/,//g' <<<"$rest")"
  folder=$findings/numpy-$(slug "$signature")
  rm -rf -- "$folder" && mkdir -p -- "$folder/inputs" || return
  printf '%s\n' "$signature" | tee -- "$folder/raw" >"$folder/signature"
  grep -F "{\"id\": \"$2\"" "$keep/numpy/met.jsonl" >"$folder/case.jsonl"
  "$program" gate --vectors "$keep/numpy/answered.jsonl" --level 0 --case "$2" >"$folder/log" 2>&1
  printf '\nnumpy, judged by the checker alone:\n' >>"$folder/log"
  local numpy="env PYTHONPATH='$root/reference' '$UO_NUMPY' -m unique_oracle_reference.subject --corrected"
  shrink "$folder"
  if ! grep -q '^    fails ' "$folder/shrink.log"; then shrink "$folder" --command "$numpy"; fi
  [ -s "$folder/explained.text" ] || { cp -- "$folder/case.jsonl" "$folder/smallest.jsonl" && explain "$folder"; }
  cat -- "$folder/shrink.log" >>"$folder/log"
}

keep_disagreements() { # REPORT
  local header id policy=onnx
  while IFS=$'\t' read -r header id; do keep_disagreement "$header" "$id"; done \
    < <(awk '/^[a-z]/ { header = $0 } /^    [^ ]/ && header != "" { print header "\t" $1; header = "" }' "$1")
}

# Returns 1 when numpy and the reference differ anywhere; an interrupt ends it.
compare_with_numpy() {
  local inputs counts kinds picked status
  read_inputs
  [ "${#inputs[@]}" -gt 0 ] || return 0
  rm -rf -- "$findings"/numpy-*
  counts=$("$build/fuzz/pick_cases" --at-most 20000 "${inputs[@]}" 2>&1 >"$keep/numpy/met.jsonl") || {
    cannot "$keep/numpy: the cases for numpy could not be written: ${counts##*$'\n'}"
    return 0
  }
  kinds=${counts##*kinds=} kinds=${kinds%% *} picked=${counts##*picked=} picked=${picked%% *}
  [ -n "${UO_NUMPY:-}" ] || { printf 'numpy: left out: %s\n' "${UO_NUMPY_MISSING:-UO_NUMPY names no Python that has it}" && return 0; }
  [ "$picked" = "$kinds" ] || picked="$picked of $kinds"
  ask_numpy "$keep/numpy/met.jsonl" "$keep/numpy/answered.jsonl" "$keep/numpy/report"
  status=$?
  [ "$status" -ne 2 ] || return 0
  if [ "$status" -eq 0 ]; then
    ! stopped || return 0
    printf '%s agrees with reference and checker on %s cases, one of each kind met\n' \
      "$(sed -n '1s/.* with \(numpy [^"]*\).*/\1/p' "$keep/numpy/answered.jsonl")" "$picked"
    return 0
  fi
  printf 'numpy: DISAGREES on some of %s cases, one of each kind met:\n' "$picked"
  tail -n 1 -- "$keep/numpy/report"
  keep_disagreements "$keep/numpy/report"
  return 1
}

# Few of the cases met, which exercise what the frozen vectors do not, become vectors. Returns 1 when that failed.
freeze() {
  local inputs counts
  read_inputs
  counts=$("$build/fuzz/pick_cases" --at-most "$freeze" --beyond "$root/corpus/vectors" "${inputs[@]}" \
    2>&1 >"$keep/numpy/chosen.jsonl") || { cannot "--freeze: $keep/numpy: ${counts##*$'\n'}" && return; }
  [ -s "$keep/numpy/chosen.jsonl" ] || { echo 'freeze: the frozen vectors have every behaviour that was met' && return 0; }
  ask_numpy "$keep/numpy/chosen.jsonl" "$keep/numpy/frozen.jsonl" "$keep/numpy/frozen.report"
  case $? in
    1) tail -n 20 -- "$keep/numpy/frozen.report" && echo 'freeze: nothing is frozen while the oracles disagree' && return 1 ;;
    2) return ;;
  esac
  package freeze "$keep/numpy/chosen.jsonl" --corpus "$root/corpus" || { cannot '--freeze: nothing was frozen' && return; }
  package goldens --check --corpus "$root/corpus"
}
