/* Asking a subject three cases of which the middle one is the fault under test. */
#ifndef TESTS_SUBJECTS_ASKING_H
#define TESTS_SUBJECTS_ASKING_H

#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <time.h>

#include <cmocka.h>

#include "subjects/subject.h"

typedef struct three {
  uo_arena arena;
  int64_t data[3][3];
  int64_t dims[3][1];
  uo_case cases[3];
  uo_answer answers[3];
} three;

/* What is zeroed at first can be prepared again and again. before: [1, 2, 1]; fault: [first, 2, 1]; after: [3, 3, 4];
 * sorted=0, `wanted` outputs. */
static inline void three_prepare(three *t, int64_t first, uint32_t wanted) {
  static const char *const ids[3] = {"before", "fault", "after"};
  static const int64_t data[3][3] = {{1, 2, 1}, {0, 2, 1}, {3, 3, 4}};
  memcpy(t->data, data, sizeof data);
  t->data[1][0] = first;
  for (int i = 0; i < 3; i++) {
    t->dims[i][0] = 3;
    t->cases[i] = (uo_case){.id = ids[i],
                            .x = {.dtype = UO_TYPE_INT64, .rank = 1, .dims = t->dims[i], .data = t->data[i]},
                            .attributes = {.has_axis = 0, .axis = 0, .sorted = 0},
                            .wanted = wanted};
  }
}

static inline void assert_y_is(const uo_answer *answer, int64_t first, int64_t second) {
  assert_string_equal(answer->message, "");
  assert_int_equal(answer->kind, UO_ANSWER_OUTPUTS);
  const uo_tensor *y = answer->outputs.tensor[UO_Y];
  assert_non_null(y);
  assert_int_equal(y->dtype, UO_TYPE_INT64);
  assert_int_equal(y->rank, 1);
  assert_int_equal(y->dims[0], 2);
  const int64_t want[2] = {first, second};
  assert_memory_equal(y->data, want, sizeof want);
}

/* Asks the three and checks that the two around the fault were answered rightly; returns the fault's answer. */
static inline const uo_answer *three_ask(three *t, uo_subject *subject, int64_t first, uint32_t wanted) {
  uo_error error;
  three_prepare(t, first, wanted);
  assert_int_equal(uo_subject_ask(subject, t->cases, 3, &t->arena, t->answers, &error), UO_ERROR_NONE);
  assert_y_is(&t->answers[0], 1, 2);
  assert_y_is(&t->answers[2], 3, 4);
  return &t->answers[1];
}

static inline void assert_answer(const uo_answer *answer, uo_answer_kind kind, const char *part_of_message) {
  if (strstr(answer->message, part_of_message) == NULL)
    fail_msg("have message \"%s\", want one with \"%s\"", answer->message, part_of_message);
  assert_int_equal(answer->kind, kind);
}

/* Open descriptors of this process. */
static inline int count_descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  assert_non_null(folder);
  int count = 0;
  while (readdir(folder) != NULL) count++;
  assert_int_equal(closedir(folder), 0);
  return count;
}

/* From here on a child's children come to this process when they are orphaned. */
static inline void adopt_orphans(void) {
#ifdef __linux__
  assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
#endif
}

/* No child is left, dead or alive. */
static inline void assert_no_child(void) {
  errno = 0;
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
  assert_int_equal(errno, ECHILD);
}

/* Adopted orphans have been killed, if perhaps a moment ago. */
static inline void assert_no_orphan_lives(void) {
  const struct timespec moment = {0, 100000000};
  (void)nanosleep(&moment, NULL);
  while (waitpid(-1, NULL, WNOHANG) > 0) continue;
  assert_no_child();
}

#endif
