/* A program with its standard input and output in our hands, as lines. Its standard error is passed on. */
#ifndef UO_SUBJECTS_CHANNEL_H
#define UO_SUBJECTS_CHANNEL_H

#include <unique_oracle/unique.h>

#include <sys/types.h>

typedef struct uo_channel {
  pid_t process; /* 0 when none runs */
  int input;     /* its standard input; -1 when closed */
  int output;    /* its standard output; -1 when closed */
  bool ended;    /* end of file was read */
  char *buffer;  /* what was read and not yet taken: buffer[start, end) */
  size_t start;
  size_t end;
  size_t capacity;
  size_t searched; /* no line feed in buffer[start, searched) */
} uo_channel;

/* A closed channel; `channel` may be zeroed memory. */
void uo_channel_init(uo_channel *channel);

/* Starts words[0], searched in PATH, in a process group of its own. UO_ERROR_INPUT when it cannot be started. */
UO_MUST_USE uo_error_code uo_channel_start(uo_channel *channel, char *const words[], uo_error *error);

/* Kills what still runs, forgets what was read; returns the wait status. The channel can be started again. */
int uo_channel_kill(uo_channel *channel);

/* Lets the process end by itself: closes its input, waits, asks with SIGTERM, waits, kills. */
void uo_channel_close(uo_channel *channel);

/* Frees the buffer of a channel that does not run. */
void uo_channel_release(uo_channel *channel);

/*
 * Waits at most `milliseconds` until there is something to read or, with `to_write`, room to write; reads what is there
 * and writes what fits. Returns how many of the `size` bytes it wrote. A reader that has gone away takes everything.
 */
UO_MUST_USE uo_error_code uo_channel_step(uo_channel *channel, const char *bytes, size_t size, int milliseconds,
                                          size_t *written, uo_error *error);

/* Takes the next whole line, without its line feed; it stays until the next step. False when there is none. */
bool uo_channel_line(uo_channel *channel, const char **line, size_t *size);

/* What was read and not taken: the beginning of a line, or lines. */
const char *uo_channel_rest(const uo_channel *channel, size_t *size);

#endif
