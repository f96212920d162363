/*
 * The sandbox of plug-ins: what the gate and the forked child that runs the plug-in share.
 *
 * Each case of a batch has a slot. A slot has rooms of one size, each followed by a guard that cannot be touched:
 *
 *   input    NODE [uo_sandbox_node ... dims]  DATA [... elements of X]  BYTES [... bytes of X's strings]
 *   output   Y [... elements]  INDICES  INVERSE_INDICES  COUNTS  Y_BYTES [bytes of Y's strings ...]
 *
 * What a plug-in sees ends exactly at the guard, so that one element too far faults; in front of an output stands a
 * canary. The input's pages are mapped twice: the gate writes through one view, the child reads through the other and
 * has dropped the first, so that a write to the input faults. Nothing is mapped or protected for a single case.
 *
 * The child is not trusted: whatever it leaves in shared memory is checked before use.
 */
#ifndef UO_SUBJECTS_SANDBOX_H
#define UO_SUBJECTS_SANDBOX_H

#include "subjects/platform.h"
#include "subjects/subject.h"

#include <stdatomic.h>

enum uo_input_room { UO_ROOM_NODE, UO_ROOM_DATA, UO_ROOM_BYTES, UO_INPUT_ROOMS };
/* The output rooms are numbered as enum uo_output, and then: */
enum uo_output_room { UO_ROOM_Y_BYTES = UO_OUTPUT_COUNT, UO_OUTPUT_ROOMS };

/* In front of each output: at least this many bytes are filled and checked, and at most that many. */
#define UO_CANARY_LEAST 64
#define UO_CANARY_MOST  8192
#define UO_CANARY_BYTE  0xC5

#define UO_SANDBOX_TEXT 240

/* The question, at the start of the room NODE; `x` points into the child's view. */
typedef struct uo_sandbox_node {
  uo_tensor x;
  uo_attributes attributes;
  uint32_t wanted;
  int64_t most_elements; /* what allocate grants for one output */
  size_t most_bytes;     /* what put_string grants in all */
} uo_sandbox_node;

/* An element of a string Y in the room Y: its bytes in the room Y_BYTES. */
typedef struct uo_sandbox_string {
  size_t offset;
  size_t size;
} uo_sandbox_string;

typedef struct uo_sandbox_output {
  int32_t given;
  int32_t dtype;
  int32_t rank;
  int64_t count; /* elements */
  int64_t dims[UO_MAX_RANK];
} uo_sandbox_output;

/* The child's answer to one case. */
typedef struct uo_sandbox_slot {
  atomic_uint answered;       /* number of the batch in which this slot was last answered */
  int32_t kind;               /* uo_answer_kind: OUTPUTS, REJECTED, UNSUPPORTED, FAILED, CLOBBERED, LEAKED, BROKEN */
  char text[UO_SANDBOX_TEXT]; /* the message */
  size_t bytes_used;          /* of the room Y_BYTES */
  uo_sandbox_output outputs[UO_OUTPUT_COUNT];
} uo_sandbox_slot;

enum uo_load_state { UO_LOAD_LIBRARY, UO_LOAD_ENTRY, UO_LOAD_REFUSED, UO_LOAD_DONE };

typedef struct uo_sandbox_control {
  /* Loading. */
  atomic_int load_state; /* enum uo_load_state: what is under way, or how it ended */
  char name[64];
  char version[64];
  char text[UO_SANDBOX_TEXT + 160]; /* why the plug-in was refused */
  /* The batch, set before the doorbell rings: slots [first, first + count). */
  uint32_t batch;
  uint32_t first;
  uint32_t count;
  double seconds; /* limit for one case */
  /* Progress. */
  atomic_uint finished; /* the last batch that was done */
  atomic_uint begun;    /* how many cases were begun in this child, so that time per case can be measured */
  atomic_int repeating; /* whether the case is being asked again to see whether it leaks */
  /* A fault, set by the signal handler. */
  atomic_int faulted;
  int32_t access; /* uo_access */
  uintptr_t address;
  uo_sandbox_slot slots[UO_BATCH_MAX + 1]; /* the last one is for repeats, whose answers are thrown away */
} uo_sandbox_control;

typedef struct uo_sandbox_layout {
  size_t room;  /* bytes of one room */
  size_t guard; /* bytes of one guard */
  size_t slots; /* at most UO_BATCH_MAX; output slot number `slots` is for repeats */
  size_t input_size;
  size_t output_size;
  unsigned char *input_writable; /* the gate's view */
  unsigned char *input_readable; /* the child's view */
  unsigned char *output;
  uo_sandbox_control *control;
} uo_sandbox_layout;

/* ---- sandbox_layout.c: both sides ------------------------------------------------------------------------------ */

/* Bytes that a room needs for this case, with all that the plug-in may ask for. 0 when it overflows. */
size_t uo_sandbox_need(const uo_case *question);

/* How many slots a layout with rooms of this size has. */
size_t uo_sandbox_slots(size_t room);

/* The smallest room size that is offered and holds `need` bytes: a power of two. */
size_t uo_sandbox_room_for(size_t need);

/* Maps rooms of `room` bytes (a result of uo_sandbox_room_for). UO_ERROR_MEMORY when the system refuses. */
UO_MUST_USE uo_error_code uo_sandbox_map(size_t room, uo_sandbox_layout *layout, uo_error *error);
void uo_sandbox_unmap(uo_sandbox_layout *layout);

/* In the child: gives up the view through which the input can be written. */
void uo_sandbox_drop_writable(uo_sandbox_layout *layout);

/* Offset of the end of a room, where its guard begins, in the input or the output views. */
size_t uo_input_room_end(const uo_sandbox_layout *layout, size_t slot, int room);
size_t uo_output_room_end(const uo_sandbox_layout *layout, size_t slot, int room);

/* Puts a case into a slot. The layout must have room for it. */
void uo_sandbox_put(const uo_sandbox_layout *layout, size_t slot, const uo_case *question);

/* ---- sandbox_child.c: the child -------------------------------------------------------------------------------- */

/*
 * Loads the plug-in, sends a byte through the socket `bell` when that is done, then answers a batch for each byte that
 * it receives and sends one when it is finished, until the gate closes its end.
 */
_Noreturn void uo_sandbox_child(const char *path, const uo_sandbox_layout *layout, int bell, pid_t parent);

/* ---- sandbox_sink.c: what the plug-in calls --------------------------------------------------------------------- */

typedef struct uo_sandbox_sink {
  uo_sink sink; /* first: the plug-in holds a pointer to it */
  const uo_sandbox_layout *layout;
  const uo_sandbox_node *node;
  uo_sandbox_slot *slot;
  size_t slot_number;
} uo_sandbox_sink;

/* An empty sink for the case `node`, filling this slot. */
void uo_sandbox_sink_open(uo_sandbox_sink *sink, const uo_sandbox_layout *layout, const uo_sandbox_node *node,
                          size_t slot_number);

/* After the call, which returned `returned`: looks at the canaries and settles the slot's kind and text. */
void uo_sandbox_sink_close(uo_sandbox_sink *sink, int returned);

/* ---- sandbox_read.c: the gate's side of an answer --------------------------------------------------------------- */

/* Copies a slot's answer into the arena. What the child cannot have written rightly is BROKEN. */
UO_MUST_USE uo_error_code uo_sandbox_read(const uo_sandbox_layout *layout, size_t slot, uo_arena *arena,
                                          uo_answer *answer, uo_error *error);

/* What a death by SIGSEGV or SIGBUS in this slot means: true and a text when memory of the gate was touched. */
bool uo_sandbox_explain_fault(const uo_sandbox_layout *layout, size_t slot, char *text, size_t size);

#endif
