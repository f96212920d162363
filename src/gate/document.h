/*
 * A report that is one document: something stands before its cases and behind them. While the run goes on, the file at
 * its path is replaced by a whole newer one again and again, so that it can be read at every moment, whatever becomes
 * of the gate; until the run is over it says that it is not. A report to standard output, a pipe or a device is written
 * once, at the end.
 */
#ifndef UO_GATE_DOCUMENT_H
#define UO_GATE_DOCUMENT_H

#include "gate/outcome.h"
#include "gate/output_place.h"

typedef struct uo_document uo_document;

/* How the kinds of document differ. A write that fails shows in the stream. */
typedef struct uo_document_form {
  const char *option; /* "--junit" */
  size_t size;        /* of the report, which begins with a uo_document */
  /* What a case adds. */
  uo_error_code (*add)(uo_document *document, const uo_run *run, const uo_outcome *outcome, FILE *body,
                       uo_error *error);
  void (*head)(const uo_document *document, const uo_run *run, FILE *stream);
  void (*tail)(const uo_document *document, const uo_run *run, FILE *stream);
  void (*forget)(uo_document *document); /* frees what the report holds beside the document; may be NULL */
} uo_document_form;

struct uo_document {
  uo_reporter base; /* first */
  const uo_document_form *form;
  uo_output_place place;
  FILE *body;          /* what the cases added: an unnamed file */
  bool over;           /* the run has ended, however it did */
  double written_at;   /* when the file was last replaced */
  double write_needed; /* seconds that this took */
};

/* Makes a zeroed report of form->size. Messages begin with the option and the path. */
UO_MUST_USE uo_error_code uo_document_open(const uo_document_form *form, const char *path, uo_reporter **reporter,
                                           uo_error *error);

/* What `describe` writes, as text on the heap. */
UO_MUST_USE uo_error_code uo_described(void (*describe)(const uo_run *, const uo_outcome *, FILE *), const uo_run *run,
                                       const uo_outcome *outcome, char **text, uo_error *error);

/* Why the report does not tell of a whole run that judged the subject, as uo_run_incomplete or "the run is not over".
 */
char *uo_document_incomplete(const uo_document *document, const uo_run *run, char *text, size_t size);

#endif
