/*
 * Where an output goes. A path is followed once, link by link: what it leads to decides how it is written. A file, or
 * one that is not there yet, is replaced as a whole; standard output, a descriptor that this process was given
 * (/dev/stdout, /dev/fd/3, /proc/self/fd/3), a FIFO and a device are written as they are, and never replaced.
 */
#ifndef UO_GATE_OUTPUT_PLACE_H
#define UO_GATE_OUTPUT_PLACE_H

#include <unique_oracle/unique.h>

#include <sys/stat.h>

/* How long a FIFO without a reader is waited for. */
#define UO_READER_SECONDS 3

/* A zeroed one is closed. */
typedef struct uo_output_place {
  const char *path; /* as the user named it, for messages; it must outlive the place */
  char *target;     /* the file, behind all links; NULL when it is written through `descriptor` */
  int descriptor;   /* without a target: where to write */
  bool own;         /* closed by uo_output_place_close */
} uo_output_place;

/* Which file a path leads to, so that two paths can be compared. */
typedef struct uo_output_identity {
  bool standard_output; /* by whatever name */
  bool there;           /* the file is there: `status` is its own, else that of its folder */
  struct stat status;
  char name[256]; /* when it is not there: its name in the folder */
} uo_output_identity;

/*
 * Whether `path` ("-" is standard output) could be written: its folder exists and may be written, it is no folder
 * itself, a descriptor is open for writing. Messages begin with the path. `identity` may be NULL.
 */
UO_MUST_USE uo_error_code uo_output_check(const char *path, uo_output_identity *identity, uo_error *error);

/* Whether both lead to the same file. Devices, which keep nothing, are never the same. */
bool uo_output_is_same(const uo_output_identity *one, const uo_output_identity *other);

/*
 * Makes it ready to be written; nothing is made, emptied or replaced yet. A FIFO is opened: without a reader it is
 * waited for UO_READER_SECONDS, and no longer than until a signal comes.
 */
UO_MUST_USE uo_error_code uo_output_place_open(const char *path, uo_output_place *place, uo_error *error);

/*
 * Writes all of it to place->descriptor. Unlike a write() that is started again after each signal, it gives up at the
 * first one: nobody has to wait for a reader that does not read.
 */
UO_MUST_USE uo_error_code uo_output_place_write(const uo_output_place *place, const char *bytes, size_t size,
                                                uo_error *error);

/* What became of an output: a failure's message gets the option in front that named it ("--junit"). */
UO_MUST_USE uo_error_code uo_output_of(const char *option, uo_error_code code, const uo_error *reason, uo_error *error);

/* Fails with "PATH: cannot be written: REASON" and what to do about it. */
UO_MUST_USE uo_error_code uo_output_fail(const char *path, int reason, uo_error *error);

void uo_output_place_close(uo_output_place *place);

#endif
