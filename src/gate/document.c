#include "gate/document.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gate/append.h"
#include "gate/output_file.h"
#include "subjects/process.h"
#include "tensor/guard.h"

/* Replacing a file takes the longer the longer the file is: a tenth of the time at most goes into it. */
#define LEAST_SECONDS 0.2
#define SHARE         10.0

uo_error_code uo_described(void (*describe)(const uo_run *, const uo_outcome *, FILE *), const uo_run *run,
                           const uo_outcome *outcome, char **text, uo_error *error) {
  size_t size = 0;
  *text = NULL;
  FILE *memory = open_memstream(text, &size);
  UO_REQUIRE_MEMORY(memory, error);
  describe(run, outcome, memory);
  if (fclose(memory) == 0 && *text != NULL) return UO_ERROR_NONE; /* it may close well and have had no room at all */
  free(*text);
  *text = NULL;
  return uo_fail(error, UO_ERROR_MEMORY, "out of memory");
}

char *uo_document_incomplete(const uo_document *document, const uo_run *run, char *text, size_t size) {
  if (document->over) return uo_run_incomplete(run, text, size);
  text[0] = '\0';
  uo_append(text, size, "the run is not over: the gate is still at work, or was killed; cases so far: %" PRIu64,
            run->tally.cases);
  return text;
}

static bool copy_body(FILE *body, FILE *stream) {
  char block[16384];
  size_t size;
  if (fseek(body, 0, SEEK_SET) != 0) return false; /* what it holds back is written first */
  while ((size = fread(block, 1, sizeof block, body)) > 0) {
    if (fwrite(block, 1, size, stream) != size) break; /* the stream keeps its error */
  }
  return ferror(body) == 0 && fseek(body, 0, SEEK_END) == 0;
}

static uo_error_code write_whole(uo_document *document, const uo_run *run, uo_error *error) {
  uo_output_file file;
  UO_TRY(uo_output_open(&document->place, &file, error));
  document->form->head(document, run, file.stream);
  if (!copy_body(document->body, file.stream)) {
    uo_output_abandon(&file);
    return uo_fail(error, UO_ERROR_SYSTEM, "%s: its temporary file cannot be read", document->place.path);
  }
  document->form->tail(document, run, file.stream);
  return uo_output_commit(&file, error);
}

static uo_error_code write_now(uo_document *document, const uo_run *run, uo_error *error) {
  uo_error reason = {0};
  double before = uo_seconds_now();
  uo_error_code code = write_whole(document, run, &reason);
  UO_TRY(uo_output_of(document->form->option, code, &reason, error));
  document->written_at = uo_seconds_now();
  document->write_needed = document->written_at - before;
  return UO_ERROR_NONE;
}

/* Whether a file is replaced as a whole, and so can be again. */
static bool is_replaced(const uo_document *document) { return document->place.target != NULL; }

static bool is_due(const uo_document *document) {
  double pause = document->write_needed * SHARE;
  if (pause < LEAST_SECONDS) pause = LEAST_SECONDS;
  return is_replaced(document) && uo_seconds_now() - document->written_at > pause;
}

static uo_error_code add_case(uo_document *document, const uo_run *run, const uo_outcome *outcome, uo_error *error) {
  UO_TRY(document->form->add(document, run, outcome, document->body, error));
  UO_REQUIRE(ferror(document->body) == 0, error, UO_ERROR_SYSTEM,
             "%s %s: no room for a temporary file; make room for it in the folder of temporary files",
             document->form->option, document->place.path);
  return is_due(document) ? write_now(document, run, error) : UO_ERROR_NONE;
}

static uo_error_code hear(uo_reporter *reporter, const uo_event *event, uo_error *error) {
  uo_document *document = (uo_document *)reporter;
  switch (event->kind) {
    case UO_EVENT_START:
      return is_replaced(document) ? write_now(document, event->run, error) : UO_ERROR_NONE;
    case UO_EVENT_CASE:
      return add_case(document, event->run, event->outcome, error);
    case UO_EVENT_END:
    default:
      if (document->over && !is_replaced(document)) return UO_ERROR_NONE; /* what is said cannot be taken back */
      document->over = true;
      return write_now(document, event->run, error);
  }
}

static void close_files(uo_document *document) {
  if (document->body != NULL) fclose(document->body);
  uo_output_place_close(&document->place);
}

static void close_document(uo_reporter *reporter) {
  uo_document *document = (uo_document *)reporter;
  if (document->form->forget != NULL) document->form->forget(document);
  close_files(document);
  free(reporter);
}

static uo_error_code open_files(uo_document *document, const char *path, uo_error *error) {
  const char *option = document->form->option;
  uo_error reason = {0};
  uo_error_code code = uo_output_place_open(path, &document->place, &reason);
  UO_TRY(uo_output_of(option, code, &reason, error));
  document->body = tmpfile();
  UO_REQUIRE(document->body != NULL, error, UO_ERROR_SYSTEM, "%s %s: no temporary file: %s", option, path,
             strerror(errno));
  return UO_ERROR_NONE;
}

uo_error_code uo_document_open(const uo_document_form *form, const char *path, uo_reporter **reporter,
                               uo_error *error) {
  uo_document *document = calloc(1, form->size);
  UO_REQUIRE_MEMORY(document, error);
  document->base = (uo_reporter){hear, close_document};
  document->form = form;
  uo_error_code code = open_files(document, path, error);
  if (code == UO_ERROR_NONE) {
    *reporter = &document->base;
  } else {
    close_files(document);
    free(document);
  }
  return code;
}
