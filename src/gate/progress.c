#include "gate/progress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "subjects/process.h"

#define FIRST_AFTER 0.5
#define PAUSE       0.1

/* What the environment says, for terminals that do not tell their width. */
static int usual_columns(void) {
  const char *text = getenv("COLUMNS");
  int columns = text == NULL || strlen(text) > 4 ? 0 : atoi(text);
  return columns > 0 ? columns : 80;
}

uo_progress uo_progress_begin(FILE *stream) {
  return (uo_progress){.stream = stream, .columns = usual_columns(), .begun = uo_seconds_now()};
}

/* As wide as it is now: it may have been resized. */
static int columns_now(const uo_progress *progress) {
  struct winsize size;
  bool told = ioctl(fileno(progress->stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return told ? size.ws_col : progress->columns;
}

char *uo_progress_duration(double seconds, char *text, size_t size) {
  uint64_t whole = seconds < 1e9 ? (uint64_t)(seconds + 0.5) : 1000000000;
  if (whole < 60) {
    snprintf(text, size, "%" PRIu64 " s", whole);
  } else if (whole < 3600) {
    snprintf(text, size, "%" PRIu64 " min %02" PRIu64 " s", whole / 60, whole % 60);
  } else {
    snprintf(text, size, "%" PRIu64 " h %02" PRIu64 " min", whole / 3600, whole % 3600 / 60);
  }
  return text;
}

void uo_progress_show(uo_progress *progress, uint64_t done, uint64_t total, uint64_t failed) {
  if (progress->stream == NULL || done == 0) return;
  double now = uo_seconds_now();
  if (now - progress->begun < FIRST_AFTER || now - progress->shown_at < PAUSE) return;
  progress->shown_at = now;
  int columns = columns_now(progress);
  if (columns < UO_LEAST_COLUMNS) {
    fputs("\r\033[K", progress->stream); /* of the line that it was wide enough for */
  } else {
    double rate = (double)done / (now - progress->begun);
    char line[200];
    char left[32];
    snprintf(line, sizeof line,
             "%3.0f %%  %" PRIu64 " of %" PRIu64 " cases, %" PRIu64 " failed, %.0f a second, %s left",
             100.0 * (double)done / (double)total, done, total, failed, rate,
             uo_progress_duration((double)(total - done) / rate, left, sizeof left));
    fprintf(progress->stream, "\r%.*s\033[K", columns - 1, line); /* in its last column a line may be torn */
  }
  fflush(progress->stream);
}

void uo_progress_end(uo_progress *progress) {
  if (progress->stream == NULL || progress->shown_at == 0) return;
  fputs("\r\033[K", progress->stream);
  fflush(progress->stream);
}
