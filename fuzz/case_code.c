#include "fuzz/case_code.h"

#include <string.h>

#include "cases/build.h"
#include "fuzz/palette.h"
#include "tensor/guard.h"
#include "tensor/shape.h"

#define CHOICES_WITHOUT_DIMS 5
#define AXIS_INVALID         31
#define SMALL_DIM_BYTES      192
#define SMALL_DIMS           6
#define MODE_LONG            0xff
#define MODE_LONG_DRIFTING   0xfb
#define MODE_LONG_FAR        0xf7

/* ---- Choices ----------------------------------------------------------------------------------------------------- */

/* The next byte from the end. */
static uint8_t take(const uint8_t *bytes, size_t *left) { return *left == 0 ? 0 : bytes[--*left]; }

static int64_t dim_of_byte(uint8_t byte) {
  return byte < SMALL_DIM_BYTES ? byte % SMALL_DIMS : byte - SMALL_DIM_BYTES + SMALL_DIMS;
}

static uint8_t byte_of_dim(int64_t dim) {
  return (uint8_t)(dim < SMALL_DIMS ? dim : dim - SMALL_DIMS + SMALL_DIM_BYTES);
}

/* bits 0-3 type, 4-6 outputs that are not wanted, 7 order: 0 is all outputs in ascending order */
static void read_kind(uint8_t byte, uo_code_plan *plan) {
  plan->dtype = uo_type_at((byte & 15) % UO_TYPE_COUNT);
  plan->wanted = UO_WANT_Y | (UO_WANT_ALL & ~((uint32_t)byte >> 3));
  plan->sorted = byte >> 7 == 0;
}

/* bits 0-2 rank, 3-7 axis: 0 none, 31 the attributes are invalid */
static void read_shape(uint8_t byte, uo_code_plan *plan) {
  plan->rank = ((byte & 7) + 1) & 7; /* 0 is rank 1 */
  int choice = byte >> 3;
  plan->has_axis = plan->rank > 0 && choice != 0 && choice != AXIS_INVALID;
  plan->axis = plan->has_axis ? (choice - 1) % (2 * plan->rank) - plan->rank : 0;
  plan->way = choice == AXIS_INVALID ? 0 : -1;
  plan->free_dim = plan->rank == 0 ? -1 : plan->has_axis ? (plan->axis + plan->rank) % plan->rank : 0;
}

/*
 * Dimensions that are not free become 1 where their product would be above UO_CODE_MAX_OTHERS or, when there are
 * elements, above the number of bytes: few elements repeated over and over are slow and show little. What is written
 * out element by element is never cut.
 */
static void limit_dims(uo_code_plan *plan, size_t bytes) {
  size_t most = bytes < UO_CODE_FEW_OTHERS ? UO_CODE_FEW_OTHERS : bytes;
  if (most > UO_CODE_MAX_OTHERS) most = UO_CODE_MAX_OTHERS;
  int64_t others = 1;
  for (int32_t d = 0; d < plan->rank; d++) {
    if (d == plan->free_dim) continue;
    if (others * plan->dims[d] > (int64_t)most) plan->dims[d] = 1;
    others *= plan->dims[d];
  }
}

void uo_code_read_plan(const uint8_t *bytes, size_t size, uo_code_plan *plan) {
  memset(plan, 0, sizeof *plan);
  size_t left = size;
  plan->spice = take(bytes, &left);
  read_kind(take(bytes, &left), plan);
  read_shape(take(bytes, &left), plan);
  uint8_t mode = take(bytes, &left);
  plan->mode = (uo_code_mode)((mode & 3) % UO_CODE_MODES);
  plan->table = 1 + (mode >> 2);
  bool is_long = mode == MODE_LONG || mode == MODE_LONG_DRIFTING || mode == MODE_LONG_FAR;
  plan->is_long = is_long && plan->dtype != UO_TYPE_STRING;
  plan->drifts = plan->is_long && mode != MODE_LONG;
  plan->is_far = plan->is_long && mode == MODE_LONG_FAR;
  if (plan->way == 0) plan->way = take(bytes, &left) % uo_invalid_count();
  bool empty = false;
  for (int32_t d = 0; d < plan->rank; d++) {
    if (d != plan->free_dim) plan->dims[d] = dim_of_byte(take(bytes, &left));
    empty = empty || (d != plan->free_dim && plan->dims[d] == 0);
  }
  limit_dims(plan, empty || left == 0 ? UO_CODE_MAX_OTHERS : size);
  plan->head = left;
}

static int type_position(int32_t dtype) {
  for (int position = 0; position < UO_TYPE_COUNT; position++)
    if (uo_type_at(position) == dtype) return position;
  return 0;
}

size_t uo_code_write_plan(const uo_code_plan *plan, uint8_t bytes[UO_CODE_MAX_CHOICES]) {
  uint8_t reversed[UO_CODE_MAX_CHOICES];
  size_t size = 0;
  int choice = plan->way >= 0 ? AXIS_INVALID : plan->has_axis ? 1 + plan->axis + plan->rank : 0;
  unsigned unwanted = ~plan->wanted & UO_WANT_ALL & ~UO_WANT_Y;
  reversed[size++] = plan->spice;
  reversed[size++] = (uint8_t)((unsigned)type_position(plan->dtype) | unwanted << 3 | (plan->sorted ? 0u : 128u));
  reversed[size++] = (uint8_t)(((plan->rank + 7) & 7) | choice << 3);
  unsigned mode = (unsigned)plan->mode | (unsigned)(plan->table - 1) << 2;
  if (plan->is_long) mode = plan->is_far ? MODE_LONG_FAR : plan->drifts ? MODE_LONG_DRIFTING : MODE_LONG;
  reversed[size++] = (uint8_t)mode;
  if (plan->way >= 0) reversed[size++] = (uint8_t)plan->way;
  for (int32_t d = 0; d < plan->rank; d++)
    if (d != plan->free_dim) reversed[size++] = byte_of_dim(plan->dims[d]);
  for (size_t i = 0; i < size; i++) bytes[i] = reversed[size - 1 - i];
  return size;
}

/* ---- Elements ---------------------------------------------------------------------------------------------------- */

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* Bytes of a raw element at `at`, of which `left` are there; a string may be cut short. */
static size_t raw_size(int32_t dtype, const uint8_t *at, size_t left) {
  if (dtype != UO_TYPE_STRING) return uo_type_size(dtype);
  return smaller(1 + (size_t)at[0], left);
}

size_t uo_code_unit(const uo_code_plan *plan) {
  if (plan->mode == UO_CODE_TABLE) return 1;
  if (plan->mode == UO_CODE_PALETTE) return uo_palette_bytes(plan->dtype);
  return plan->dtype == UO_TYPE_STRING ? 0 : uo_type_size(plan->dtype);
}

/* The table: where its elements begin, as many as there are. */
typedef struct table {
  int count;
  size_t start[UO_CODE_MAX_TABLE];
  size_t end;
} table;

static void read_table(const uo_code_plan *plan, const uint8_t *bytes, table *read) {
  read->count = 0;
  read->end = 0;
  while (read->count < plan->table && read->end < plan->head) {
    size_t size = raw_size(plan->dtype, bytes + read->end, plan->head - read->end);
    if (size > plan->head - read->end) break;
    read->start[read->count++] = read->end;
    read->end += size;
  }
}

size_t uo_code_table_end(const uo_code_plan *plan, const uint8_t *bytes) {
  if (plan->mode != UO_CODE_TABLE) return 0;
  table read;
  read_table(plan, bytes, &read);
  return read.end;
}

static int64_t count_raw_strings(const uint8_t *bytes, size_t head) {
  int64_t count = 0;
  for (size_t at = 0; at < head; at += raw_size(UO_TYPE_STRING, bytes + at, head - at)) count++;
  return count;
}

/* What is being decoded. */
typedef struct decoding {
  uo_code_plan plan;
  const uint8_t *bytes;
  table table;
  size_t unit;
  int64_t units; /* elements in the head */
  const uo_allocator *allocator;
} decoding;

static void count_units(decoding *d) {
  d->unit = uo_code_unit(&d->plan);
  if (d->plan.mode == UO_CODE_TABLE) {
    read_table(&d->plan, d->bytes, &d->table);
    d->units = d->table.count == 0 ? 0 : (int64_t)(d->plan.head - d->table.end);
  } else if (d->unit == 0) {
    d->units = count_raw_strings(d->bytes, d->plan.head);
  } else {
    d->units = (int64_t)(d->plan.head / d->unit);
  }
  /* Mostly so many values that an implementation which looks through all that it found still answers soon. */
  int64_t most = d->plan.drifts && !d->plan.is_far ? UO_CODE_DRIFT_UNITS : UO_CODE_LONG_UNITS;
  if (d->plan.is_long && d->units > most) d->units = most;
}

/* The free dimension takes what the others leave; elements that do not fill a subtensor are cut off. */
static int64_t settle_shape(decoding *d, int64_t *dims) {
  const uo_code_plan *plan = &d->plan;
  int64_t others = 1;
  for (int32_t i = 0; i < plan->rank; i++) {
    dims[i] = plan->dims[i];
    if (i != plan->free_dim) others *= dims[i];
  }
  if (plan->rank == 0) return 1;
  int64_t units = plan->is_long ? d->units * UO_CODE_REPEATS : d->units;
  int64_t length = others == 0 ? units : units / others;
  if (length == 0 && d->units > 0) length = 1; /* too few for one subtensor: they are repeated */
  dims[plan->free_dim] = length;
  return others * length;
}

static void store_part(size_t width, uint64_t bits, uint8_t *to) {
  uint16_t two = (uint16_t)bits;
  uint32_t four = (uint32_t)bits;
  if (width == 1) *to = (uint8_t)bits;
  if (width == 2) memcpy(to, &two, sizeof two);
  if (width == 4) memcpy(to, &four, sizeof four);
  if (width == 8) memcpy(to, &bits, sizeof bits);
}

static uint64_t load_part(size_t width, const uint8_t *from) {
  uint16_t two;
  uint32_t four;
  uint64_t eight;
  if (width == 1) return *from;
  if (width == 2) return memcpy(&two, from, sizeof two), two;
  if (width == 4) return memcpy(&four, from, sizeof four), four;
  return memcpy(&eight, from, sizeof eight), eight;
}

static uint64_t load_little_endian(size_t width, const uint8_t *from) {
  uint64_t bits = 0;
  for (size_t i = width; i-- > 0;) bits = bits << 8 | from[i];
  return bits;
}

static void store_little_endian(size_t width, uint64_t bits, uint8_t *to) {
  for (size_t i = 0; i < width; i++) to[i] = (uint8_t)(bits >> 8 * i);
}

/* The bits of a part that the bytes at `from` say, raw or by the palette. */
static uint64_t read_part(const uo_code_plan *plan, size_t width, const uint8_t *from) {
  uint64_t bits = plan->mode == UO_CODE_PALETTE ? uo_palette_bits(plan->dtype, *from) : load_little_endian(width, from);
  return plan->dtype == UO_TYPE_BOOL ? bits & 1 : bits;
}

/* Copies a string to a block of exactly its size; "" has no block. */
static uo_error_code keep_string(decoding *d, const char *text, size_t size, uo_bytes *kept, uo_error *error) {
  *kept = (uo_bytes){NULL, 0};
  if (size == 0) return UO_ERROR_NONE;
  char *copy = uo_allocate(d->allocator, size, 1);
  UO_REQUIRE_MEMORY(copy, error);
  memcpy(copy, text, size);
  *kept = (uo_bytes){copy, size};
  return UO_ERROR_NONE;
}

static uo_error_code decode_string(decoding *d, bool raw, const uint8_t *from, size_t left, uo_bytes *kept,
                                   uo_error *error) {
  char text[UO_PALETTE_TEXT];
  if (!raw) return keep_string(d, text, uo_palette_text(*from, text), kept, error);
  return keep_string(d, (const char *)from + 1, raw_size(UO_TYPE_STRING, from, left) - 1, kept, error);
}

/* Where unit i of the head stands in the bytes. */
static const uint8_t *unit_at(const decoding *d, int64_t i) {
  if (d->plan.mode != UO_CODE_TABLE) return d->bytes + (size_t)i * d->unit;
  int entry = d->bytes[d->table.end + (size_t)i] % d->table.count;
  return d->bytes + d->table.start[entry];
}

/* The unit behind unit i; the first one behind the last. */
static int64_t next_unit(const decoding *d, int64_t i) { return i + 1 == d->units ? 0 : i + 1; }

static uo_error_code decode_strings(decoding *d, int64_t count, uo_bytes *data, uo_error *error) {
  bool raw = d->plan.mode != UO_CODE_PALETTE;
  size_t at = 0; /* of raw strings one behind the other */
  for (int64_t i = 0; i < count; i++) data[i] = (uo_bytes){NULL, 0};
  for (int64_t i = 0, unit = 0; i < count && d->units > 0; i++, unit = next_unit(d, unit)) {
    if (d->unit == 0 && at >= d->plan.head) at = 0;
    const uint8_t *from = d->unit == 0 ? d->bytes + at : unit_at(d, unit);
    size_t left = d->plan.head - (size_t)(from - d->bytes);
    UO_TRY(decode_string(d, raw, from, left, &data[i], error));
    at += data[i].size + 1;
  }
  return UO_ERROR_NONE;
}

/* Elements of a fixed-size type; all 0 when the head has none. */
static void decode_fixed(const decoding *d, int64_t count, uint8_t *to) {
  const uo_code_plan *plan = &d->plan;
  size_t width = uo_part_size(plan->dtype);
  size_t parts = uo_type_size(plan->dtype) / width;
  size_t step = plan->mode == UO_CODE_PALETTE ? 1 : width;
  if (d->units == 0) {
    memset(to, 0, (size_t)count * parts * width);
    return;
  }
  for (int64_t i = 0, unit = 0; i < count; i++, unit = next_unit(d, unit)) {
    const uint8_t *from = unit_at(d, unit);
    for (size_t part = 0; part < parts; part++, from += step, to += width)
      store_part(width, read_part(plan, width, from), to);
  }
}

static uo_error_code decode_elements(decoding *d, int64_t count, void *data, uo_error *error) {
  if (d->plan.dtype == UO_TYPE_STRING) return decode_strings(d, count, data, error);
  decode_fixed(d, count, data);
  return UO_ERROR_NONE;
}

/* A long case, of which the first elements stand there: each becomes many, in place from the end. */
static void repeat(const decoding *d, int64_t count, uint8_t *data) {
  enum { STEP = 521 };
  int64_t units = d->units < count ? d->units : count;
  size_t width = uo_part_size(d->plan.dtype);
  size_t size = uo_type_size(d->plan.dtype);
  uint64_t step = d->plan.drifts && d->plan.dtype != UO_TYPE_BOOL ? STEP : 0;
  for (int64_t i = count - 1; units > 0 && i >= 0; i--) {
    uint8_t *to = data + (size_t)i * size;
    const uint8_t *from = data + (size_t)(i / UO_CODE_REPEATS % units) * size;
    for (size_t at = 0; at < size; at += width)
      store_part(width, load_part(width, from + at) + (uint64_t)(d->plan.is_far ? i : i % UO_CODE_REPEATS) * step,
                 to + at);
  }
}

static uo_error_code fill(decoding *d, uo_coded_case *coded, uo_error *error) {
  const uo_code_plan *plan = &d->plan;
  int64_t dims[UO_CODE_MAX_RANK];
  int64_t count = settle_shape(d, dims);
  coded->dims = uo_allocate(d->allocator, (size_t)plan->rank, sizeof *coded->dims);
  UO_REQUIRE_MEMORY(coded->dims, error);
  memcpy(coded->dims, dims, (size_t)plan->rank * sizeof *dims);
  coded->data = uo_allocate(d->allocator, (size_t)count, uo_type_size(plan->dtype));
  UO_REQUIRE_MEMORY(coded->data, error);
  coded->question.x = (uo_tensor){plan->dtype, plan->rank, coded->dims, coded->data};
  coded->count = plan->dtype == UO_TYPE_STRING ? count : 0;
  UO_TRY(decode_elements(d, plan->is_long && d->units < count ? d->units : count, coded->data, error));
  if (plan->is_long) repeat(d, count, coded->data);
  return UO_ERROR_NONE;
}

uo_error_code uo_code_decode(const uint8_t *bytes, size_t size, const uo_allocator *allocator, uo_coded_case *coded,
                             uo_error *error) {
  decoding d;
  d.bytes = bytes;
  d.allocator = allocator;
  uo_code_read_plan(bytes, size, &d.plan);
  count_units(&d);
  const uo_code_plan *plan = &d.plan;
  *coded = (uo_coded_case){.spice = plan->spice, .allocator = allocator};
  coded->question.id = "code";
  coded->question.wanted = plan->wanted;
  coded->question.attributes = (uo_attributes){plan->has_axis, plan->axis, plan->sorted};
  if (plan->way >= 0) uo_invalidate(plan->way, plan->rank, &coded->question.attributes);
  uo_error_code code = fill(&d, coded, error);
  if (code != UO_ERROR_NONE) uo_coded_case_release(coded);
  return code;
}

void uo_coded_case_release(uo_coded_case *coded) {
  uo_bytes *strings = coded->data;
  for (int64_t i = 0; strings != NULL && i < coded->count; i++) {
    union {
      const char *seen;
      void *owned;
    } block = {.seen = strings[i].data};
    uo_release(coded->allocator, block.owned);
  }
  uo_release(coded->allocator, coded->data);
  uo_release(coded->allocator, coded->dims);
  *coded = (uo_coded_case){0};
}

/* ---- Encoding ---------------------------------------------------------------------------------------------------- */

/* Bytes written so far; more than `room` when they did not fit. */
typedef struct encoded {
  uint8_t *bytes;
  size_t room;
  size_t size;
} encoded;

static void put(encoded *to, const void *bytes, size_t size) {
  if (size > to->room || to->size > to->room - size) {
    to->size = to->room + 1;
    return;
  }
  memcpy(to->bytes + to->size, bytes, size);
  to->size += size;
}

static void put_raw(encoded *to, const uo_tensor *x, int64_t i) {
  uint8_t raw[1 + UO_CODE_MAX_TEXT];
  size_t size = uo_type_size(x->dtype);
  if (x->dtype == UO_TYPE_STRING) {
    const uo_bytes *string = (const uo_bytes *)x->data + i;
    raw[0] = (uint8_t)string->size;
    if (string->size > 0) memcpy(raw + 1, string->data, string->size);
    put(to, raw, 1 + string->size);
    return;
  }
  size_t width = uo_part_size(x->dtype);
  const uint8_t *from = (const uint8_t *)x->data + (size_t)i * size;
  for (size_t at = 0; at < size; at += width) store_little_endian(width, load_part(width, from + at), raw + at);
  put(to, raw, size);
}

/* The element as palette bytes; false when it is not in the palette. */
static bool palette_bytes_of(const uo_tensor *x, int64_t i, uint8_t bytes[2]) {
  size_t width = uo_part_size(x->dtype);
  if (x->dtype == UO_TYPE_STRING) return uo_palette_find_text(((const uo_bytes *)x->data)[i], bytes);
  size_t size = uo_type_size(x->dtype);
  const uint8_t *from = (const uint8_t *)x->data + (size_t)i * size;
  for (size_t at = 0; at < size; at += width)
    if (!uo_palette_find(x->dtype, load_part(width, from + at), bytes++)) return false;
  return true;
}

static bool encode_by_palette(encoded *to, const uo_tensor *x, int64_t count) {
  uint8_t bytes[2];
  for (int64_t i = 0; i < count; i++) {
    if (!palette_bytes_of(x, i, bytes)) return false;
    put(to, bytes, uo_palette_bytes(x->dtype));
  }
  return true;
}

static void encode_raw(encoded *to, const uo_tensor *x, int64_t count) {
  for (int64_t i = 0; i < count; i++) put_raw(to, x, i);
}

/* A table of the different elements in the order of their first occurrence; false when there are too many. */
static bool encode_by_table(encoded *to, const uo_tensor *x, int64_t count, int *table_size) {
  size_t start[UO_CODE_MAX_TABLE + 1] = {0};
  int entries = 0;
  for (int64_t i = 0; i < count; i++) {
    uint8_t raw[1 + UO_CODE_MAX_TEXT];
    encoded one = {.bytes = raw, .room = sizeof raw};
    put_raw(&one, x, i);
    int e = 0;
    while (e < entries && (start[e + 1] - start[e] != one.size || memcmp(to->bytes + start[e], raw, one.size) != 0))
      e++;
    if (e < entries) continue;
    if (entries == UO_CODE_MAX_TABLE) return false;
    put(to, raw, one.size);
    if (to->size > to->room) return false;
    start[++entries] = to->size;
  }
  for (int64_t i = 0; i < count; i++) {
    uint8_t raw[1 + UO_CODE_MAX_TEXT];
    encoded one = {.bytes = raw, .room = sizeof raw};
    put_raw(&one, x, i);
    uint8_t e = 0;
    while (start[e + 1] - start[e] != one.size || memcmp(to->bytes + start[e], raw, one.size) != 0) e++;
    put(to, &e, 1);
  }
  *table_size = entries;
  return true;
}

/* The way in which uo_invalidate makes these attributes; -1 when there is none. */
static int find_way(const uo_case *question, int64_t *sorted) {
  for (*sorted = 1; *sorted >= 0; --*sorted) {
    for (int way = 0; way < uo_invalid_count(); way++) {
      uo_attributes made = {0, 0, *sorted};
      uo_invalidate(way, question->x.rank, &made);
      const uo_attributes *want = &question->attributes;
      if (made.sorted == want->sorted && !made.has_axis == !want->has_axis &&
          (!made.has_axis || made.axis == want->axis))
        return way;
    }
  }
  return -1;
}

static bool plan_of(const uo_case *question, uint8_t spice, uo_code_plan *plan) {
  const uo_tensor *x = &question->x;
  memset(plan, 0, sizeof *plan);
  if (x->rank > UO_CODE_MAX_RANK) return false;
  plan->spice = spice;
  plan->dtype = x->dtype;
  plan->rank = x->rank;
  plan->wanted = question->wanted;
  plan->table = 1;
  plan->sorted = question->attributes.sorted;
  plan->way = -1;
  if (uo_case_allowed(question, NULL) != UO_ERROR_NONE) {
    plan->way = find_way(question, &plan->sorted);
    if (plan->way < 0) return false;
  } else if (question->attributes.has_axis) {
    plan->has_axis = true;
    plan->axis = (int32_t)question->attributes.axis;
  }
  plan->free_dim = x->rank == 0 ? -1 : plan->has_axis ? (plan->axis + x->rank) % x->rank : 0;
  for (int32_t d = 0; d < x->rank; d++) {
    plan->dims[d] = d == plan->free_dim ? 0 : x->dims[d];
    if (plan->dims[d] > UO_CODE_MAX_DIM) return false;
  }
  return true;
}

/* Without elements the free dimension needs as many bytes as it is long, unless it is what is 0. */
static void encode_length(encoded *to, const uo_code_plan *plan, int64_t length) {
  for (int64_t i = 0; i < length; i++) put(to, "\0", uo_palette_bytes(plan->dtype) == 2 ? 2 : 1);
}

/* The shortest of the ways to write the elements. */
static void encode_elements(encoded *to, uo_code_plan *plan, const uo_tensor *x, int64_t count) {
  int entries = 1;
  plan->mode = UO_CODE_PALETTE;
  if (encode_by_palette(to, x, count)) return;
  to->size = 0;
  plan->mode = UO_CODE_TABLE;
  bool fits = encode_by_table(to, x, count, &entries);
  size_t size = to->size;
  to->size = 0;
  encode_raw(to, x, count);
  if (!fits || to->size <= size) {
    plan->mode = UO_CODE_RAW;
    return;
  }
  to->size = 0;
  plan->table = entries;
  if (!encode_by_table(to, x, count, &entries)) to->size = to->room + 1;
}

static bool strings_fit(const uo_tensor *x, int64_t count) {
  for (int64_t i = 0; x->dtype == UO_TYPE_STRING && i < count; i++)
    if (((const uo_bytes *)x->data)[i].size > UO_CODE_MAX_TEXT) return false;
  return true;
}

/* Whether the choices read back as they were meant: dimensions may be beyond what can be written. */
static bool reads_back(const uo_code_plan *plan, const encoded *from) {
  uo_code_plan read;
  uo_code_read_plan(from->bytes, from->size, &read);
  return read.way == plan->way && memcmp(read.dims, plan->dims, sizeof read.dims) == 0;
}

size_t uo_code_encode(const uo_case *question, uint8_t spice, uint8_t *bytes, size_t room) {
  encoded to = {.bytes = bytes, .room = room};
  const uo_tensor *x = &question->x;
  uo_code_plan plan;
  int64_t count;
  if (uo_tensor_validate(x, &count, NULL) != UO_ERROR_NONE || !plan_of(question, spice, &plan)) return 0;
  if (!strings_fit(x, count)) return 0;
  if (count == 0 && plan.rank > 0) {
    encode_length(&to, &plan, x->dims[plan.free_dim]);
  } else {
    encode_elements(&to, &plan, x, count);
  }
  uint8_t choices[UO_CODE_MAX_CHOICES];
  put(&to, choices, uo_code_write_plan(&plan, choices));
  return to.size <= room && reads_back(&plan, &to) ? to.size : 0;
}
