/* A subject that ends the process in which it is asked: said as what it is. */
#ifndef UO_FUZZ_SUBJECT_EXIT_H
#define UO_FUZZ_SUBJECT_EXIT_H

#include <stdbool.h>

/*
 * Whether the process may be ended as usual. While it may not, exit, _exit, _Exit and quick_exit raise the finding
 * "crash: the subject called exit with status N".
 */
void uo_subject_may_exit(bool may);

#endif
