#include "fuzz/signature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tensor/format.h"

#define SIGNATURE 512

char *uo_signature_clauses(const uo_report *report, char *text, size_t size) {
  bool named[UO_CLAUSE_COUNT] = {false};
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < report->count; i++) named[report->findings[i].clause] = true;
  for (int clause = 0; clause < UO_CLAUSE_COUNT && used < size; clause++) {
    if (!named[clause]) continue;
    int written = snprintf(text + used, size - used, "%s%s", used == 0 ? "" : " ", uo_clause_id((uo_clause)clause));
    used += written < 0 ? 0 : (size_t)written;
  }
  return text;
}

/* Whether the file of known findings has this line. */
static bool is_known(const char *signature) {
  const char *path = getenv("UNIQUE_ORACLE_KNOWN_FINDINGS");
  FILE *file = path == NULL || path[0] == '\0' ? NULL : fopen(path, "r");
  if (file == NULL) return false;
  char line[SIGNATURE];
  bool known = false;
  while (!known && fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    known = strcmp(line, signature) == 0;
  }
  fclose(file);
  return known;
}

/* Known findings come again and again: what was looked up last is remembered. */
static bool is_known_again(const char *signature) {
  static char last[SIGNATURE];
  if (last[0] != '\0' && strcmp(last, signature) == 0) return true;
  if (!is_known(signature)) return false;
  memcpy(last, signature, sizeof last);
  return true;
}

static void print_case(const uo_case *question) {
  char text[2048];
  fprintf(stderr, "X = %s\n", uo_format_tensor(&question->x, text, sizeof text));
  if (question->attributes.has_axis) fprintf(stderr, "axis = %lld\n", (long long)question->attributes.axis);
  fprintf(stderr, "sorted = %lld\noutputs =", (long long)question->attributes.sorted);
  for (int output = 0; output < UO_OUTPUT_COUNT; output++)
    if ((question->wanted >> output & 1u) != 0) fprintf(stderr, " %s", uo_output_name(output));
  fprintf(stderr, "\n");
}

static void print_report(const uo_report *report) {
  for (int i = 0; i < report->count; i++) {
    const uo_finding *finding = &report->findings[i];
    fprintf(stderr, "%s in %s at %lld: have %s, want %s\n", uo_clause_id(finding->clause),
            uo_output_name(finding->output), (long long)finding->position, finding->have, finding->want);
  }
}

void uo_raise(const char *verdict, const char *clauses, const uo_case *question, const uo_report *report) {
  char signature[SIGNATURE] = {0};
  snprintf(signature, sizeof signature, "%s%s%s", verdict, clauses[0] == '\0' ? "" : " ", clauses);
  if (is_known_again(signature)) return;
  fprintf(stderr, "\nunique-oracle-finding: %s\n", signature);
  if (question != NULL) print_case(question);
  if (report != NULL) print_report(report);
  fflush(stderr);
  abort();
}
