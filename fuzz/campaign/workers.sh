# Part of campaign.sh: the processes that fuzz, and the table of what they do.
#
# $logs/N.now is the log of worker N's target, N.past that of its earlier starts, N.spent how many milliseconds these took,
# N.began when the present one started, N.asked how many cases the subject was asked (fuzz/asked.h).

now_ms() {
  local now=${EPOCHREALTIME:-$(date +%s).000}
  now=${now/[.,]/}
  printf '%s\n' "${now:0:13}"
}

# How long inputs may be in the n-th slice of a worker: cases mostly short ones, which are quick, sometimes long ones, for
# tables that grow and for what happens beyond 256 items.
longest() { # TARGET SLICE
  is_case_target "$1" || [ "$1" = golden ] || { echo 4096 && return; }
  [ $(($2 % 3)) -eq 1 ] && echo 2048 || echo 96
}

read_seeds() { # TARGET: the folders of seeds into the array `seeds`
  local folder
  seeds=()
  for folder in "$root"/corpus/{seeds,regressions}/fuzz_"$1"; do [ ! -d "$folder" ] || seeds+=("$folder"); done
}

# Keeps the log and the time of the start that is over.
close_slice() { # LOG
  [ -e "$1.began" ] || return 0
  echo $(($(cat -- "$1.spent" 2>/dev/null || echo 0) + $(now_ms) - $(cat -- "$1.began"))) >"$1.spent"
  rm -f -- "$1.began"
}

# Runs a target for so many seconds; the exit code is its own. It looks at the clock between two inputs, fuzz_subject before
# each of the corpus as well; what still runs when a call has had its time, too, is ended.
run_slice() { # TARGET LOG SECONDS LENGTH ARTIFACT-FOLDER
  local status limit
  limit=$(awk -v limit="$timeout" 'BEGIN { printf "%d", limit < 1 ? 1 : limit + 0.5 }')
  [ ! -e "$2.now" ] || cat -- "$2.now" >>"$2.past"
  now_ms >"$2.began"
  UNIQUE_ORACLE_KNOWN_FINDINGS=$logs/known.$1 UNIQUE_ORACLE_END=$(($(date +%s) + $3 + 1)) \
    UNIQUE_ORACLE_LARGEST=$(cat -- "$logs/largest.$1" 2>/dev/null) UNIQUE_ORACLE_AHEAD=$(what_to_ask_ahead "$1") \
    UNIQUE_ORACLE_ASKED=$2.asked UNIQUE_ORACLE_BINS=$([ "$1" != subject ] || mktemp "$2.ran.XXXXXX") \
    run_child timeout -k 5 $(($3 + 2 * limit + 5)) "$(program_of "$1")" -handle_int=0 \
    -max_total_time="$3" -max_len="$4" -print_final_stats=1 \
    -reload=1 -timeout="$limit" -rss_limit_mb="$memory" -malloc_limit_mb="$memory" -artifact_prefix="$5/" \
    "$corpus/fuzz_$1" "${seeds[@]}" >"$2.now" 2>&1
  status=$?
  close_slice "$2"
  return "$status"
}

# Whether a start came to its end, or was ended: nothing is to be looked at.
is_over() { # STATUS LOG
  case $1 in
    0) grep -aq '^Done ' "$2" ;;
    72 | 124 | 130 | 137 | 143) true ;;
    *) grep -aq '^ERROR: no interesting inputs' "$2" ;; # time was over before the first one
  esac
}

# What fuzz_subject asks a child first (fuzz/ahead.h), so that what ends a process hides nothing else: once a hang is
# confirmed, hangs; once crashes came five times with nothing between, these as well, but for one start in four: other
# crashes would not be seen.
what_to_ask_ahead() { # TARGET
  [ "$1" = subject ] || return 0
  if [ -e "$logs/crashes.$1" ] && [ $((starts % 4)) -ne 0 ]; then echo crash; elif [ -e "$logs/hangs.$1" ]; then echo hang; fi
}

# Runs one target until its time is over, in slices; starts it again after each finding.
work() { # TARGET NUMBER SECONDS
  local target=$1 log=$logs/$2 end=$((SECONDS + $3)) artifacts=$logs/$2.artifacts left slice=0 again=0 starts=0 status seeds
  trap : TERM # as in the process that started it
  local length=$(($3 / 6 > 4 ? $3 / 6 : 4))
  read_seeds "$target"
  mkdir -p -- "$corpus/fuzz_$target" "$artifacts"
  while left=$((end - SECONDS)) && [ "$left" -gt 0 ] && ! stopped; do
    starts=$((starts + 1))
    run_slice "$target" "$log" $((left < length ? left : length)) "$(longest "$target" "$slice")" "$artifacts"
    status=$?
    if is_over "$status" "$log.now"; then slice=$((slice + 1)) again=0 && continue; fi
    # A crash cannot be passed over like a wrong answer; when nothing else comes any more it is enough.
    if keep_finding "$target" "$log.now" "$artifacts"; then again=0; else again=$((again + 1)); fi
    [ "$again" -lt 5 ] || [ -e "$logs/crashes.$target" ] || { : >"$logs/crashes.$target" && again=0; }
    [ "$again" -lt 20 ] || return 0
    slice=$((slice + (again == 0)))
  done
}

# ---- The table ------------------------------------------------------------------------------------------------------

# What the workers of a target did, as "executions edges features": of each start the number that it says at its end, until
# then that of its last sign of life; edges and features are those of the present starts. One pass for all of them: there
# may be hundreds.
counts_of() { # TARGET
  local number file files=(/dev/null)
  for number in ${numbers[$1]}; do
    for file in "$logs/$number".{past,now}; do [ ! -e "$file" ] || files+=("$file"); done
  done
  LC_ALL=C awk '
    function end_file() {
      if (file !~ /now$/) return
      if (said == 0) runs += last
      if (cov > edges) edges = cov
      if (ft > features) features = ft
    }
    FNR == 1 { end_file(); file = FILENAME; said = last = cov = ft = 0 }
    /number_of_executed_units:/ { runs += $NF; said += $NF }
    match($0, /^#[0-9]+/) { last = substr($0, 2, RLENGTH - 1) + 0 }
    match($0, /cov: [0-9]+/) { cov = substr($0, RSTART + 5, RLENGTH - 5) + 0 }
    match($0, /ft: [0-9]+/) { ft = substr($0, RSTART + 4, RLENGTH - 4) + 0 }
    END { end_file(); printf "%d %d %d\n", runs, edges, features }' "${files[@]}"
}

# Inputs that fuzz_subject passes over, when time is over before its corpus is read, say, are no executions.
cases_asked() {
  local number files=(/dev/null)
  for number in ${numbers[subject]}; do [ ! -e "$logs/$number.asked" ] || files+=("$logs/$number.asked"); done
  od -An -v -tu8 -- "${files[@]}" | awk '{ for (i = 1; i <= NF; i++) n += $i } END { printf "%d", n }'
}

executions_of() { # TARGET
  if [ "$1" = subject ]; then cases_asked; else counts_of "$1" | cut -d ' ' -f 1; fi
}

# How many milliseconds the workers of a target have run it.
spent_on() { # TARGET
  local number value total=0 now
  now=$(now_ms)
  for number in ${numbers[$1]}; do
    { read -r value <"$logs/$number.spent" && total=$((total + value)); } 2>/dev/null
    { read -r value <"$logs/$number.began" && total=$((total + now - value)); } 2>/dev/null
  done
  echo "$total"
}

# Bins that cases exercised which the subject answered: the corpus may be that of another one.
bins_asked() {
  [ -s "$logs/bins.all" ] || { : >"$logs/empty" && "$build/fuzz/pick_cases" "$logs/empty" 2>&1 >/dev/null; } |
    sed -n 's/.* bins=[0-9]*\/\([0-9]*\).*/\1/p' >"$logs/bins.all"
  printf '%s/%s\n' "$(cat -- "$logs"/*.ran.* 2>/dev/null | cut -d ' ' -f 2 | sort -u | grep -c .)" "$(cat -- "$logs/bins.all")"
}

# Bins of the behaviour model that the corpus of a target exercises: counted every ten seconds, it takes a while.
bins_of() { # TARGET [now]
  local file=$logs/bins.$1 seeds
  is_case_target "$1" || { echo - && return; }
  [ "$1" != subject ] || { bins_asked && return; }
  if ! told && { [ -n "${2:-}" ] || [ ! -e "$file" ] || [ $((SECONDS - $(cut -d ' ' -f 1 "$file"))) -ge 10 ]; }; then
    read_seeds "$1"
    echo "$SECONDS $(run_child "$build/fuzz/pick_cases" "$corpus/fuzz_$1" "${seeds[@]}" 2>&1 >/dev/null |
      sed -n 's/.* bins=\([0-9/]*\).*/\1/p')" >"$file"
  fi
  cut -d ' ' -f 2 "$file" 2>/dev/null | grep . || echo - # who interrupts does not wait for it
}

row() { # TARGET [now]
  local target=$1 runs spent edges features folders
  read -r runs edges features < <(counts_of "$target")
  [ "$target" != subject ] || runs=$(cases_asked)
  spent=$(spent_on "$target")
  mapfile -t folders < <(finding_folders "$target")
  printf '%-8s %12d %9d/s %8s %6d %8d %7d %8d %5d\n' "$target" "$runs" $((spent > 0 ? runs * 1000 / spent : 0)) \
    "$(bins_of "$target" "${2:-}")" "$edges" "$features" "$(find "$corpus/fuzz_$target" -type f 2>/dev/null | wc -l)" \
    "${#folders[@]}" "$(raw_of "${folders[@]}")"
}

table() { # [now]
  local target
  printf '%-8s %12s %11s %8s %6s %8s %7s %8s %5s\n' target executions speed bins edges features corpus findings raw
  for target in $unique_targets; do row "$target" "${1:-}"; done
}

lines=0
clear_table() { [ ! -t 1 ] || [ "$lines" -eq 0 ] || printf '\033[%dA\033[J' "$lines"; }

show() { # on a terminal the table stays in its place
  local text
  [ -t 1 ] || return 0
  text=$(table)
  clear_table
  printf '%s\n' "$text"
  lines=$((${#list[@]} + 1))
}
