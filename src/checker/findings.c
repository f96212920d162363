#include "checker/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const uo_finding *find(const uo_report *report, uo_clause clause, int output) {
  for (int i = 0; i < report->count; i++) {
    const uo_finding *finding = &report->findings[i];
    if (finding->clause == clause && finding->output == output) return finding;
  }
  return NULL;
}

uo_finding *uo_report_add(uo_report *report, uo_clause clause, int output, int64_t position) {
  const uo_finding *known = find(report, clause, output);
  if (known != NULL) {
    report->findings[known - report->findings].places++;
    return NULL;
  }
  if (report->count == UO_MAX_FINDINGS) return NULL;
  uo_finding *finding = &report->findings[report->count++];
  *finding = (uo_finding){.clause = clause, .output = output, .position = position, .places = 1};
  return finding;
}

void uo_report_whole(uo_report *report, uo_clause clause, int output, const char *have, const char *want) {
  uo_finding *finding = uo_report_add(report, clause, output, -1);
  if (finding == NULL) return;
  uo_finding_text(finding->have, "%s", have);
  uo_finding_text(finding->want, "%s", want);
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
  return find(report, clause, output) != NULL;
}
