#include "checker/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static uo_finding *find(uo_report *report, uo_clause clause, int output) {
  for (int i = 0; i < report->count; i++) {
    uo_finding *finding = &report->findings[i];
    if (finding->clause == clause && finding->output == output) return finding;
  }
  return NULL;
}

uo_finding *uo_report_add(uo_report *report, uo_clause clause, int output, int64_t position) {
  uo_finding *known = find(report, clause, output);
  if (known != NULL) {
    known->places++;
    return NULL;
  }
  if (report->count == UO_MAX_FINDINGS) return NULL;
  uo_finding *finding = &report->findings[report->count++];
  *finding = (uo_finding){.clause = clause, .output = output, .position = position, .places = 1};
  return finding;
}

void uo_finding_text(char text[UO_FINDING_TEXT], const char *format, ...) {
  static const char ellipsis[] = "...";
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, UO_FINDING_TEXT, format, arguments);
  va_end(arguments);
  if (length < UO_FINDING_TEXT) return;
  size_t keep = UO_FINDING_TEXT - sizeof ellipsis;
  while (keep > 0 && ((unsigned char)text[keep] & 0xC0) == 0x80) keep--; /* not in the middle of a UTF-8 sequence */
  memcpy(text + keep, ellipsis, sizeof ellipsis);
}

bool uo_report_has(const uo_report *report, uo_clause clause, int output) {
  for (int i = 0; i < report->count; i++) {
    if (report->findings[i].clause == clause && report->findings[i].output == output) return true;
  }
  return false;
}
