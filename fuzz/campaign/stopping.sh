# Part of campaign.sh: how everything ends before its time. Nothing but the first process listens to signals: bash may run a
# handler while it is in the middle of something, and then says strange things. That one leaves a note, and ends what runs;
# the others look for the note whenever something has ended.
#
# $logs/told names the signal; $logs/enough is there when the first finding ends it all; $logs/child.N is the command that
# process N waits for.

told() { [ -e "$logs/told" ]; }
stopped() { [ -e "$logs/told" ] || [ -e "$logs/enough" ]; }

end_children() {
  local file pid
  for file in "$logs"/child.*; do
    read -r pid <"$file" && kill -TERM "$pid"
  done 2>/dev/null
}

# timeout leads a process group of its own. Ended at the moment at which it starts its command, it leaves that running.
end_group() { # PID
  local tries
  for ((tries = 0; tries < 50; tries++)); do
    kill -TERM -- "-$1" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -KILL -- "-$1" 2>/dev/null
}

# Runs a command that this ends as well; the exit code is its own.
run_child() {
  local status pid
  "$@" &
  pid=$!
  echo "$pid" >"$logs/child.$BASHPID"
  ! stopped || kill -TERM "$pid" 2>/dev/null # the note came while it started
  wait "$pid" 2>/dev/null
  status=$?
  rm -f -- "$logs/child.$BASHPID"
  ! stopped || end_group "$pid"
  return "$status"
}
