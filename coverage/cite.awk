# Which clauses the comments of sources and tests cite. Variables: clauses, the file with the table of clauses; kind, "code" or "test".
# Prints, with tabs between:   code  CLAUSE  FILE  LINE
#                              test  CLAUSE  FILE  LINE  PROGRAM  FUNCTION
# A citation in a test belongs to the test function around it, else to the next one: static functions
# of type void (void **), which the compiler refuses when nothing refers to them. In a shell test it belongs to the whole script.
# "VAL-01 to VAL-04" cites four. Unknown ids and citations without a test are errors, on standard error.
BEGIN {
  FS = "\n"
  while ((getline row < clauses) > 0)
    if (match(row, /"[A-Z]+-[0-9]+", "/) && row ~ /^  X\(/) {
      id = substr(row, RSTART + 1, RLENGTH - 5)
      known[id] = 1
      family = id
      sub(/-.*/, "", family)
      families[family] = 1
    }
  for (id in known) count++
  if (count == 0) { print clauses ": no clause found" > "/dev/stderr"; exit 1 }
}

function complain(why) { print FILENAME ":" FNR ": " why > "/dev/stderr"; bad = 1 }

# The part of a line of C that stands in comments. `inside` lasts from line to line.
function comment_of(line,    text, i, two, quote) {
  if (!inside && index(line, "/") == 0) return ""
  text = ""
  for (i = 1; i <= length(line); i++) {
    two = substr(line, i, 2)
    if (inside) {
      if (two == "*/") { inside = 0; text = text " "; i++ } else text = text substr(line, i, 1)
    } else if (quote != "") {
      if (substr(two, 1, 1) == "\\") i++
      else if (substr(two, 1, 1) == quote) quote = ""
    } else if (two == "/*") { inside = 1; i++ }
    else if (two == "//") return text substr(line, i + 2)
    else if (substr(two, 1, 1) == "\"" || substr(two, 1, 1) == "'") quote = substr(two, 1, 1)
  }
  return text
}

function shell_comment_of(line) { return match(line, /(^|[ \t])#/) ? substr(line, RSTART + RLENGTH) : "" }

function cite(id) {
  if (!(id in known)) { complain("cites " id ", which is no clause"); return }
  if (kind == "code") print "code\t" id "\t" FILENAME "\t" FNR
  else if (shell) print "test\t" id "\t" FILENAME "\t" FNR "\t" program "\t"
  else if (current != "") print "test\t" id "\t" FILENAME "\t" FNR "\t" program "\t" current
  else waiting[++waiting_count] = id "\t" FILENAME "\t" FNR
}

function cite_all(text,    id, family, last, from, to) {
  while (match(text, /[A-Z]+-[0-9][0-9]/)) {
    id = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    family = id
    sub(/-.*/, "", family)
    if (!(family in families)) continue
    cite(id)
    if (match(text, "^ to " family "-[0-9][0-9]")) {
      from = substr(id, length(family) + 2) + 1
      to = substr(text, RSTART + RLENGTH - 2, 2) + 0
      for (last = from; last < to; last++) cite(sprintf("%s-%02d", family, last))
    }
  }
}

function give_waiting(    w) {
  for (w = 1; w <= waiting_count; w++) print "test\t" waiting[w] "\t" program "\t" current
  waiting_count = 0
}

function leave_file(    w, part) {
  for (w = 1; w <= waiting_count; w++) {
    split(waiting[w], part, "\t")
    print part[2] ":" part[3] ": cites " part[1] " where no test follows" > "/dev/stderr"
    bad = 1
  }
  waiting_count = 0
}

FNR == 1 {
  leave_file()
  inside = 0
  current = ""
  shell = FILENAME ~ /\.sh$/
  program = FILENAME
  sub(/.*\//, "", program)
  sub(/\.[a-z]+$/, "", program)
  if (shell) program = "cli_" program
}

kind == "test" && !shell && !inside && /^static void [a-z_0-9]+\(void \*\*/ {
  name = $0
  sub(/^static void /, "", name)
  sub(/\(.*/, "", name)
  current = name
  give_waiting()
}

{ cite_all(shell ? shell_comment_of($0) : comment_of($0)) }

/^}/ { current = "" }

END { leave_file(); exit bad }
