# The man page, from what options.awk and sections.awk write. Variables: version, date.
function escape(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  sub(/^[.']/, "\\\\\\&&", text)
  return text
}
# Escaped, in lines of at most 78 characters.
function fill(text,   count, i, words, line, lines) {
  count = split(text, words, " ")
  for (i = 1; i <= count; i++) {
    if (line != "" && length(escape(line " " words[i])) > 78) {
      lines = lines escape(line) "\n"
      line = ""
    }
    line = line (line == "" ? "" : " ") words[i]
  }
  return lines escape(line) "\n"
}
BEGIN {
  FS = "\t"
  printf ".TH UNIQUE\\-ORACLE 1 \"%s\" \"unique\\-oracle %s\" \"User Commands\"\n", date, version
  print ".SH NAME\nunique\\-oracle \\- test oracle and conformance gate for ONNX Unique\n.SH SYNOPSIS"
}
$1 == "command" { names[++count] = $2; usage[$2] = $3; summary[$2] = $4 }
$1 == "paragraph" { details[$2] = details[$2] ".PP\n" fill($3) }
$1 == "example" { details[$2] = details[$2] ".PP\n.RS 4\n.nf\n" escape($3) "\n.fi\n.RE\n" }
$1 == "section" { sections[$2] = sections[$2] ".TP\n" escape($3) "\n" fill($4) }
$1 == "option" { options[$2] = options[$2] ".TP\n\\fB" escape($3) "\\fR" ($4 == "" ? "" : " \\fI" escape($4) "\\fR") "\n" fill($5) }
END {
  for (i = 1; i <= count; i++) printf "%s\\fBunique\\-oracle %s\\fR %s\n", (i > 1 ? ".br\n" : ""), escape(names[i]), escape(usage[names[i]])
  print ".SH DESCRIPTION"
  printf "%s", fill("Tells whether an implementation of the ONNX operator Unique is right, which clause of the operator it breaks, and with which smallest input.")
  print ".SH COMMANDS"
  for (i = 1; i <= count; i++) {
    printf ".SS unique\\-oracle %s\n%s\n", escape(names[i]), escape(summary[names[i]])
    printf "%s%s", details[names[i]], options[names[i]]
  }
  printf ".SH EXIT STATUS\n%s", sections["exit status"]
  printf ".SH ENVIRONMENT\n%s", sections["environment"]
}
