/* Child processes: time, waiting, killing, and saying how they ended. */
#ifndef UO_SUBJECTS_PROCESS_H
#define UO_SUBJECTS_PROCESS_H

#include <unique_oracle/unique.h>

#include <sys/types.h>

/*
 * Ends a forked process without running what its parent registered for its own exit. In builds that measure coverage it
 * writes the counts down first, which _exit would lose, as would exec and a fatal signal: these are preceded by
 * uo_save_counts.
 */
_Noreturn void uo_leave(int status);
void uo_save_counts(void); /* does nothing in other builds */

/* read() and write(), again when a signal interrupts them. */
ssize_t uo_read_some(int file, void *bytes, size_t size);
ssize_t uo_write_some(int file, const void *bytes, size_t size);

/* Seconds on a clock that only goes forward. */
double uo_seconds_now(void);

/* Whether the child has ended. It is not reaped. */
bool uo_process_has_ended(pid_t child);

/* Waits until the child has ended, at most `seconds`; false when it still runs. */
bool uo_process_wait(pid_t child, double seconds);

/* Kills the child with everything in its process group, reaps it, and returns its wait status: how it had ended if it
 * had. */
int uo_process_end(pid_t child);

#define UO_DEATH_TEXT 80

/* "signal 11 (Segmentation fault)" or "exited with status 3". */
void uo_process_describe(int status, char text[UO_DEATH_TEXT]);

/* Seconds that a subject has for starting, from the limit for one case. */
double uo_start_seconds(double case_seconds);

/*
 * Whether a process group holds too much memory. Looking costs time, so it looks at its leader every few milliseconds
 * and at the whole group less often.
 */
typedef struct uo_memory_watch {
  pid_t group;
  size_t most;
  double next;
  double next_group;
} uo_memory_watch;

/* Starts watching: the limit is `mib` above what the group holds now. */
uo_memory_watch uo_memory_watch_start(pid_t group, size_t mib);
bool uo_memory_is_over(uo_memory_watch *watch, double now);

/* Bytes as a quoted text for a message: what does not print as \xNN, cut with "..." to fit in `size`. Returns `text`.
 */
char *uo_quote(const char *bytes, size_t count, char *text, size_t size);

#endif
