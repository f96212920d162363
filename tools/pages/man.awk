# The man page, from what options.awk writes. Variables: version.
function escape(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  sub(/^[.']/, "\\\\\\&&", text)
  return text
}
BEGIN {
  FS = "\t"
  printf ".TH UNIQUE\\-ORACLE 1 \"\" \"unique\\-oracle %s\" \"User Commands\"\n", version
  print ".SH NAME\nunique\\-oracle \\- test oracle and conformance gate for ONNX Unique\n.SH SYNOPSIS"
}
$1 == "command" { names[++count] = $2; usage[$2] = $3; summary[$2] = $4 }
$1 == "detail" { details[$2] = details[$2] ".br\n" escape($3) "\n" }
$1 == "option" { options[$2] = options[$2] ".TP\n\\fB" escape($3) "\\fR" ($4 == "" ? "" : " \\fI" escape($4) "\\fR") "\n" escape($5) "\n" }
END {
  for (i = 1; i <= count; i++) printf "%s\\fBunique\\-oracle %s\\fR %s\n", (i > 1 ? ".br\n" : ""), escape(names[i]), escape(usage[names[i]])
  print ".SH DESCRIPTION"
  print "Tells whether an implementation of the ONNX operator Unique is right, which clause of the operator it breaks, and with which smallest input."
  print ".SH COMMANDS"
  for (i = 1; i <= count; i++) {
    printf ".SS unique\\-oracle %s\n%s\n", escape(names[i]), escape(summary[names[i]])
    printf "%s%s", details[names[i]], options[names[i]]
  }
  print ".SH EXIT STATUS"
  print ".TP\n0\nthe subject conforms; for other subcommands, all went well\n.TP\n1\nit does not conform\n.TP\n2\nno judgement could be made; the message says what to do"
  print ".SH ENVIRONMENT\n.TP\nUNIQUE_ORACLE_CORPUS\nthe vectors that are judged where \\-\\-vectors is not given"
}
