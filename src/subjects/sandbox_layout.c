#include "subjects/sandbox.h"
#include "tensor/guard.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Small cases all fit in the first size; it also grants wrong plug-ins some room beyond what is right. */
#define ROOM_LEAST     ((size_t)1 << 16)
#define GUARD          ((size_t)1 << 16)
#define GRANT_ELEMENTS 1024
#define GRANT_BYTES    ((size_t)1 << 15)
/* Address space that the slots may take together; pages that are not touched cost nothing. */
#define BUDGET (sizeof(void *) > 4 ? (size_t)1 << 29 : (size_t)1 << 26)

/* ---- Sizes ----------------------------------------------------------------------------------------------------- */

static int64_t count_elements(const uo_tensor *x) {
  int64_t count = 1;
  for (int32_t d = 0; d < x->rank; d++) count *= x->dims[d]; /* valid, so it cannot overflow */
  return count;
}

static size_t count_string_bytes(const uo_tensor *x, int64_t count) {
  if (x->dtype != UO_TYPE_STRING) return 0;
  const uo_bytes *strings = x->data;
  size_t total = 0;
  for (int64_t i = 0; i < count; i++) {
    if (strings[i].size > SIZE_MAX / 4 - total) return SIZE_MAX;
    total += strings[i].size;
  }
  return total;
}

/* A wrong answer can be twice as large as the input, and any element type, and is still taken as it is. */
static int64_t elements_granted(int64_t count) { return 2 * count + GRANT_ELEMENTS; }
static size_t bytes_granted(size_t bytes) { return 2 * bytes + GRANT_BYTES; }

size_t uo_sandbox_need(const uo_case *question) {
  const int64_t widest = 16; /* complex128, strings */
  int64_t count = count_elements(&question->x);
  if ((uint64_t)count > SIZE_MAX / 8 / (uint64_t)widest) return 0;
  size_t elements = (size_t)(elements_granted(count) * widest) + UO_CANARY_LEAST;
  size_t bytes = count_string_bytes(&question->x, count);
  if (bytes > SIZE_MAX / 8) return 0;
  bytes = bytes_granted(bytes);
  return elements > bytes ? elements : bytes;
}

size_t uo_sandbox_room_for(size_t need) {
  size_t room = ROOM_LEAST;
  while (room < need) room *= 2;
  return room;
}

size_t uo_sandbox_slots(size_t room) {
  size_t slots = BUDGET / (UO_INPUT_ROOMS + UO_OUTPUT_ROOMS) / (room + GUARD);
  if (slots < 1) return 1;
  return slots < UO_BATCH_MAX ? slots : UO_BATCH_MAX;
}

/* ---- Mapping --------------------------------------------------------------------------------------------------- */

/* Guard, room, guard, room, ..., room, guard. */
static size_t room_end(const uo_sandbox_layout *layout, size_t number) {
  return (number + 1) * (layout->guard + layout->room);
}

size_t uo_input_room_end(const uo_sandbox_layout *layout, size_t slot, int room) {
  return room_end(layout, slot * UO_INPUT_ROOMS + (size_t)room);
}

size_t uo_output_room_end(const uo_sandbox_layout *layout, size_t slot, int room) {
  return room_end(layout, slot * UO_OUTPUT_ROOMS + (size_t)room);
}

static bool protect_guards(const uo_sandbox_layout *layout, unsigned char *view, size_t rooms) {
  for (size_t i = 0; i <= rooms; i++)
    if (mprotect(view + i * (layout->guard + layout->room), layout->guard, PROT_NONE) != 0) return false;
  return true;
}

static bool map_all(uo_sandbox_layout *layout) {
  size_t input_rooms = layout->slots * UO_INPUT_ROOMS;
  size_t output_rooms = (layout->slots + 1) * UO_OUTPUT_ROOMS;
  size_t stride = layout->guard + layout->room;
  if (stride > SIZE_MAX / 2 / (output_rooms + 1)) {
    errno = ENOMEM;
    return false;
  }
  layout->input_size = input_rooms * stride + layout->guard;
  layout->output_size = output_rooms * stride + layout->guard;

  layout->control = uo_platform_map_shared(sizeof *layout->control);
  if (layout->control == NULL) return false;
  layout->output = uo_platform_map_shared(layout->output_size);
  if (layout->output == NULL) return false;
  void *writable;
  void *readable;
  if (!uo_platform_map_twice(layout->input_size, &writable, &readable)) return false;
  layout->input_writable = writable;
  layout->input_readable = readable;
  return protect_guards(layout, layout->output, output_rooms) &&
         protect_guards(layout, layout->input_readable, input_rooms);
}

uo_error_code uo_sandbox_map(size_t room, uo_sandbox_layout *layout, uo_error *error) {
  memset(layout, 0, sizeof *layout);
  layout->room = room;
  layout->guard = GUARD;
  layout->slots = uo_sandbox_slots(room);
  if (map_all(layout)) return UO_ERROR_NONE;
  int reason = errno;
  uo_sandbox_unmap(layout);
  return uo_fail(error, UO_ERROR_MEMORY, "the sandbox needs rooms of %zu MiB, which the system refuses: %s", room >> 20,
                 strerror(reason));
}

static void unmap(void *view, size_t size) {
  if (view != NULL) (void)munmap(view, size);
}

void uo_sandbox_unmap(uo_sandbox_layout *layout) {
  unmap(layout->input_writable, layout->input_size);
  unmap(layout->input_readable, layout->input_size);
  unmap(layout->output, layout->output_size);
  unmap(layout->control, sizeof *layout->control);
  memset(layout, 0, sizeof *layout);
}

void uo_sandbox_drop_writable(uo_sandbox_layout *layout) {
  unmap(layout->input_writable, layout->input_size);
  layout->input_writable = NULL;
}

/* ---- Questions ------------------------------------------------------------------------------------------------- */

/* Copies `size` bytes so that they end at the room's end; returns where the child sees them. */
static const void *put_right(const uo_sandbox_layout *layout, size_t slot, int room, const void *bytes, size_t size) {
  size_t offset = uo_input_room_end(layout, slot, room) - size;
  if (size > 0) memcpy(layout->input_writable + offset, bytes, size);
  return layout->input_readable + offset;
}

static const void *put_strings(const uo_sandbox_layout *layout, size_t slot, const uo_tensor *x, int64_t count) {
  const uo_bytes *strings = x->data;
  size_t offset = uo_input_room_end(layout, slot, UO_ROOM_BYTES) - count_string_bytes(x, count);
  size_t table = uo_input_room_end(layout, slot, UO_ROOM_DATA) - (size_t)count * sizeof(uo_bytes);
  for (int64_t i = 0; i < count; i++) {
    uo_bytes seen = {(const char *)layout->input_readable + offset, strings[i].size};
    if (seen.size > 0) memcpy(layout->input_writable + offset, strings[i].data, seen.size);
    memcpy(layout->input_writable + table + (size_t)i * sizeof seen, &seen, sizeof seen);
    offset += seen.size;
  }
  return layout->input_readable + table;
}

void uo_sandbox_put(const uo_sandbox_layout *layout, size_t slot, const uo_case *question) {
  const uo_tensor *x = &question->x;
  int64_t count = count_elements(x);
  uo_sandbox_node node = {.x = *x, .attributes = question->attributes, .wanted = question->wanted};
  node.most_elements = elements_granted(count);
  node.most_bytes = bytes_granted(count_string_bytes(x, count));
  node.x.dims = put_right(layout, slot, UO_ROOM_NODE, x->dims, (size_t)x->rank * sizeof *x->dims);
  if (x->dtype == UO_TYPE_STRING)
    node.x.data = put_strings(layout, slot, x, count);
  else
    node.x.data = put_right(layout, slot, UO_ROOM_DATA, x->data, (size_t)count * uo_type_size(x->dtype));
  size_t start = uo_input_room_end(layout, slot, UO_ROOM_NODE) - layout->room;
  memcpy(layout->input_writable + start, &node, sizeof node);
}
