/* A subject: an implementation of Unique under test, however it is reached. */
#ifndef UO_SUBJECTS_SUBJECT_H
#define UO_SUBJECTS_SUBJECT_H

#include <signal.h>

#include "cases/answer.h"
#include "cases/case.h"
#include "tensor/memory.h"

typedef struct uo_limits {
  double seconds;    /* for one case; larger ones get more: uo_case_seconds */
  size_t memory_mib; /* for the subject, above what it holds when it has started */
  /* Where a signal handler puts the number of a signal after which nobody waits any more; NULL: nowhere. Starting and
   * asking then end the subject and return UO_ERROR_SYSTEM. */
  const volatile sig_atomic_t *interrupt;
} uo_limits;

/*
 * The seconds for this case: the limit, once for each UO_ELEMENTS_IN_TIME elements of X that there are. An
 * implementation may look through all that it found so far, so that time grows faster than X does.
 */
#define UO_ELEMENTS_IN_TIME 8192
double uo_case_seconds(const uo_limits *limits, const uo_case *question);

/* Whether such a signal came. */
bool uo_is_interrupted(const uo_limits *limits);

typedef struct uo_subject uo_subject;

typedef struct uo_subject_info {
  const char *name;
  const char *version;
  uint32_t dtypes; /* what it says that it offers: bits 1u << UO_TYPE_* */
} uo_subject_info;

/* How the kinds differ. `ask` and `close` as uo_subject_ask and uo_subject_close. */
struct uo_subject {
  uo_subject_info info;
  uo_error_code (*ask)(uo_subject *subject, const uo_case *cases, size_t count, uo_arena *arena, uo_answer *answers,
                       uo_error *error);
  void (*close)(uo_subject *subject);
};

/* The reference itself, under a policy, in this process. */
UO_MUST_USE uo_error_code uo_subject_open_builtin(uo_policy policy, uo_subject **subject, uo_error *error);

/*
 * A shared library with the plug-in ABI, loaded and run in a forked child (sandbox.h). A file that is missing, does not
 * load, lacks the symbol or has another ABI number is UO_ERROR_INPUT.
 */
UO_MUST_USE uo_error_code uo_subject_open_plugin(const char *path, const uo_limits *limits, uo_subject **subject,
                                                 uo_error *error);

/* A long-lived process that speaks the line protocol; the command line is split like a shell's words, but no shell
 * runs. */
UO_MUST_USE uo_error_code uo_subject_open_command(const char *command, const uo_limits *limits, uo_subject **subject,
                                                  uo_error *error);

/* A file of answer lines, matched by id. A case without an answer, with two, or with one that cannot be read is BROKEN;
 * a line without an id is UO_ERROR_INPUT. */
UO_MUST_USE uo_error_code uo_subject_open_answers(const char *path, uo_subject **subject, uo_error *error);

/* The most cases that one call of ask may hold. */
#define UO_BATCH_MAX 64

/*
 * Asks `count` cases (1 to UO_BATCH_MAX, ids distinct) in this order and fills answers[0..count). What the subject does
 * wrong is an answer, not an error; an error means that the harness could not go on (fork refused, say). Answers live
 * until the arena is reset or the next ask, whichever is first. Types outside info.dtypes are answered UNSUPPORTED
 * without asking.
 */
UO_MUST_USE uo_error_code uo_subject_ask(uo_subject *subject, const uo_case *cases, size_t count, uo_arena *arena,
                                         uo_answer *answers, uo_error *error);

/* Ends the subject and frees it; NULL is fine. */
void uo_subject_close(uo_subject *subject);

#endif
