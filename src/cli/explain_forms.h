/* The forms of a case that run by themselves. */
#ifndef UO_CLI_EXPLAIN_FORMS_H
#define UO_CLI_EXPLAIN_FORMS_H

#include <stdio.h>

#include "files/vector.h"
#include "gate/judge.h"

/* What a subject gave when it was asked, and how that was judged. */
typedef struct uo_explained_answer {
  const char *name; /* the option and argument that name the subject: "--plugin ./libmine.so" */
  uo_answer answer;
  uo_judgement judgement;
} uo_explained_answer;

/* A case with the right answer as its expected one, and the policy that this follows. */
typedef struct uo_explained {
  const uo_vector *right;
  const char *policy;
  const uo_explained_answer *given; /* NULL: no subject was named */
} uo_explained;

/* A C11 program that needs the plug-in ABI's header only: it runs the case on a plug-in. */
void uo_explain_as_c(const uo_explained *explained, FILE *stream);

/* A Python script that needs numpy only: it runs the case through numpy.unique, and shows what the subject gave. */
void uo_explain_as_numpy(const uo_explained *explained, FILE *stream);

/* An ONNX backend-test folder at `path`, which must not exist. */
UO_MUST_USE uo_error_code uo_explain_as_onnx(const uo_explained *explained, const char *path, uo_error *error);

/*
 * What both programs begin with, each line behind `comment` ("//", "#"): id, X, the node, the policy. Only printable
 * ASCII, so that nothing in it can end the comment.
 */
void uo_explain_heading(const uo_explained *explained, const char *comment, FILE *stream);

/* Text with everything but printable ASCII as '?'. */
void uo_explain_plainly(const char *text, FILE *stream);

/* A string literal of C and of Python (there of bytes): quotes and octal escapes. */
void uo_explain_literal(const char *bytes, size_t size, FILE *stream);

#endif
