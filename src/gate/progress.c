#include "gate/progress.h"

#include <inttypes.h>

#include "subjects/process.h"

#define FIRST_AFTER 0.5
#define PAUSE       0.1

uo_progress uo_progress_begin(FILE *stream) { return (uo_progress){.stream = stream, .begun = uo_seconds_now()}; }

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
  double rate = (double)done / (now - progress->begun);
  char left[32];
  fprintf(progress->stream,
          "\r%3.0f %%  %" PRIu64 " of %" PRIu64 " cases, %" PRIu64 " failed, %.0f a second, %s left\033[K",
          100.0 * (double)done / (double)total, done, total, failed, rate,
          uo_progress_duration((double)(total - done) / rate, left, sizeof left));
  fflush(progress->stream);
}

void uo_progress_end(uo_progress *progress) {
  if (progress->stream == NULL || progress->shown_at == 0) return;
  fputs("\r\033[K", progress->stream);
  fflush(progress->stream);
}
