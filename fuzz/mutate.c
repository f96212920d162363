/*
 * Mutations that know what the bytes of a case code mean: they move whole elements and subtensors, keep equal things
 * equal, and change one choice at a time. One mutation in four is the engine's own.
 */
#include <stdlib.h>
#include <string.h>

#include "cases/build.h"
#include "fuzz/case_code.h"
#include "fuzz/palette.h"
#include "fuzz/poison.h"
#include "fuzz/target.h"

/* A byte string that is being mutated: elements in place, choices apart until the end. */
typedef struct editor {
  uint8_t *bytes;
  size_t room; /* for the elements */
  uint64_t random;
  uo_code_plan plan;
  size_t first; /* where the elements begin: behind the table */
  size_t unit;  /* bytes of an element, 0 for raw strings */
  size_t count; /* of elements */
} editor;

/* A number below `bound`, which is not 0. */
static size_t draw(editor *e, size_t bound) {
  e->random = e->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (size_t)((e->random >> 33) % bound);
}

/* ---- Elements ---------------------------------------------------------------------------------------------------- */

static size_t string_end(const editor *e, size_t at) {
  size_t size = 1 + (size_t)e->bytes[at];
  return size < e->plan.head - at ? at + size : e->plan.head;
}

/* Where element i begins; the end of the elements for i == count. */
static size_t element_at(const editor *e, size_t i) {
  if (e->unit != 0) return e->first + i * e->unit;
  size_t at = 0;
  while (i-- > 0 && at < e->plan.head) at = string_end(e, at);
  return at;
}

/* Looks at the elements anew after a change of choices or of the head. */
static void measure(editor *e) {
  e->first = uo_code_table_end(&e->plan, e->bytes);
  e->unit = uo_code_unit(&e->plan);
  if (e->unit != 0) {
    e->count = (e->plan.head - e->first) / e->unit;
    return;
  }
  e->count = 0;
  for (size_t at = 0; at < e->plan.head; at = string_end(e, at)) e->count++;
}

/* Makes room for `size` bytes at `at`, or takes `-size` away. False when there is no room. */
static bool shift(editor *e, size_t at, size_t removed, size_t added) {
  if (added > removed && added - removed > e->room - e->plan.head) return false;
  memmove(e->bytes + at + added, e->bytes + at + removed, e->plan.head - at - removed);
  e->plan.head = e->plan.head - removed + added;
  return true;
}

/* Puts a copy of elements [from, from + n) in the place of [to, to + over). */
static void copy_elements(editor *e, size_t from, size_t n, size_t to, size_t over) {
  uint8_t copy[1024];
  size_t start = element_at(e, from);
  size_t size = element_at(e, from + n) - start;
  size_t place = element_at(e, to);
  if (size > sizeof copy) return;
  memcpy(copy, e->bytes + start, size);
  if (!shift(e, place, element_at(e, to + over) - place, size)) return;
  memcpy(e->bytes + place, copy, size);
}

static void duplicate_over(editor *e) {
  if (e->count > 1) copy_elements(e, draw(e, e->count), 1, draw(e, e->count), 1);
}

static void insert_copy(editor *e) {
  if (e->count == 0) return;
  size_t from = draw(e, e->count);
  size_t left = e->count - from;
  copy_elements(e, from, 1 + draw(e, left < 8 ? left : 8), draw(e, e->count + 1), 0);
}

static void erase(editor *e) {
  if (e->count < 2) return;
  size_t from = draw(e, e->count);
  size_t left = e->count - from;
  size_t n = 1 + draw(e, left < 8 || draw(e, 4) == 0 ? left : 8);
  size_t at = element_at(e, from);
  (void)shift(e, at, element_at(e, from + n) - at, 0);
}

static void swap_bytes(uint8_t *a, uint8_t *b, size_t size) {
  for (size_t i = 0; i < size; i++) {
    uint8_t moved = a[i];
    a[i] = b[i];
    b[i] = moved;
  }
}

static void swap(editor *e) {
  if (e->count < 2 || e->unit == 0) return;
  swap_bytes(e->bytes + element_at(e, draw(e, e->count)), e->bytes + element_at(e, draw(e, e->count)), e->unit);
}

static void reverse(editor *e) {
  if (e->unit == 0) return;
  size_t from = e->count == 0 ? 0 : draw(e, e->count);
  for (size_t i = from, k = e->count; i + 1 < k; i++)
    swap_bytes(e->bytes + element_at(e, i), e->bytes + element_at(e, --k), e->unit);
}

/* All elements once more. */
static void double_all(editor *e) {
  size_t size = e->plan.head - e->first;
  if (size > e->room - e->plan.head) return;
  memcpy(e->bytes + e->plan.head, e->bytes + e->first, size);
  e->plan.head += size;
}

/* Many elements that are one more than the one before: tables grow, sorts change their ways. */
static void append_ramp(editor *e) {
  if (e->unit == 0 || e->count == 0) return;
  size_t n = 4 + draw(e, draw(e, 4) == 0 ? 60 : 8);
  for (; n > 0 && e->unit <= e->room - e->plan.head; n--) {
    uint8_t *next = e->bytes + e->plan.head;
    memmove(next, next - e->unit, e->unit);
    for (size_t i = 0; i < e->unit && ++next[i] == 0; i++) continue;
    e->plan.head += e->unit;
  }
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

static void set_part(editor *e, uint8_t *at, uint8_t byte) {
  size_t width = uo_part_size(e->plan.dtype);
  uint64_t bits = uo_palette_bits(e->plan.dtype, byte);
  for (size_t i = 0; i < width; i++) at[i] = (uint8_t)(bits >> 8 * i);
}

/* A byte of the palette: often one of the first 64, which are the troublesome floats, or an end of the integers. */
static uint8_t draw_value(editor *e) {
  static const uint8_t ends[] = {0, 127, 191, 254, 255}; /* 0, least and greatest signed, the two greatest unsigned */
  if (draw(e, 4) == 0) return ends[draw(e, sizeof ends)];
  return (uint8_t)draw(e, draw(e, 2) == 0 ? 64 : 256);
}

/* One element, or one of the table, becomes a value of the palette. */
static void plant(editor *e) {
  uint8_t byte = draw_value(e);
  bool is_string = e->plan.dtype == UO_TYPE_STRING;
  if (e->plan.mode == UO_CODE_PALETTE || (e->plan.mode == UO_CODE_TABLE && draw(e, 2) == 0)) {
    if (e->count > 0) e->bytes[e->first + draw(e, e->plan.head - e->first)] = byte;
    return;
  }
  size_t size = uo_type_size(e->plan.dtype);
  size_t entries = is_string ? 0 : (e->plan.mode == UO_CODE_TABLE ? e->first : e->plan.head) / size;
  if (entries == 0) return;
  size_t parts = size / uo_part_size(e->plan.dtype);
  set_part(e, e->bytes + draw(e, entries * parts) * uo_part_size(e->plan.dtype), byte);
}

/* A neighbour: one more or one less, or one bit. */
static void nudge(editor *e) {
  if (e->plan.head == 0) return;
  uint8_t *at = e->bytes + draw(e, e->plan.head);
  switch (draw(e, 3)) {
    case 0:
      ++*at;
      break;
    case 1:
      --*at;
      break;
    default:
      *at ^= (uint8_t)(1u << draw(e, 8));
      break;
  }
}

/* A string that begins like another: a copy of it, longer or shorter at the end. */
static void make_prefix(editor *e) {
  if (e->unit != 0 || e->count == 0) return;
  size_t to = draw(e, e->count);
  copy_elements(e, draw(e, e->count), 1, to, draw(e, 2));
  size_t start = element_at(e, to);
  if (start >= e->plan.head) return;
  size_t length = string_end(e, start) - start - 1;
  size_t grown = 1 + draw(e, draw(e, 8) == 0 ? 16 : 1);
  if (draw(e, 2) == 0 && length > 0) {
    (void)shift(e, start + length, 1, 0);
    e->bytes[start] = (uint8_t)(length - 1);
  } else if (length + grown <= UO_CODE_MAX_TEXT && shift(e, start + 1 + length, 0, grown)) {
    static const uint8_t ends[] = {0, 'a', 0xff, 0x80, 0x7f, ' '};
    memset(e->bytes + start + 1 + length, ends[draw(e, sizeof ends)], grown);
    e->bytes[start] = (uint8_t)(length + grown);
  }
}

/* ---- Subtensors -------------------------------------------------------------------------------------------------- */

/* Items along the axis, in elements: as many as are whole. */
typedef struct items {
  size_t count;
  size_t outer;
  size_t inner;
} items;

static bool find_items(const editor *e, items *found) {
  const uo_code_plan *plan = &e->plan;
  if (!plan->has_axis || e->unit == 0) return false;
  *found = (items){1, 1, 1};
  for (int32_t d = 0; d < plan->rank; d++) {
    if (d < plan->free_dim) found->outer *= (size_t)plan->dims[d];
    if (d > plan->free_dim) found->inner *= (size_t)plan->dims[d];
  }
  size_t others = found->outer * found->inner;
  if (others == 0) return false;
  found->count = e->count / others;
  return found->count > 1;
}

/* Copies or swaps two subtensors; a copy may then differ in one element. */
static void move_subtensor(editor *e) {
  items x;
  if (!find_items(e, &x)) return;
  size_t from = draw(e, x.count);
  size_t to = draw(e, x.count);
  size_t what = draw(e, 4);
  size_t run = x.inner * e->unit;
  for (size_t o = 0; o < x.outer; o++) {
    uint8_t *a = e->bytes + e->first + (o * x.count + from) * run;
    uint8_t *b = e->bytes + e->first + (o * x.count + to) * run;
    if (what == 0) {
      swap_bytes(a, b, run);
    } else {
      memmove(b, a, run);
    }
  }
  if (what != 1) return;
  /* An implementation that does not look at all of it looks at its beginning. */
  bool is_last = draw(e, 3) == 0;
  size_t outer = is_last ? x.outer - 1 : draw(e, x.outer);
  size_t at = (outer * x.count + to) * run + (is_last ? run - 1 : draw(e, run));
  e->bytes[e->first + at]++;
}

/* ---- Choices ----------------------------------------------------------------------------------------------------- */

/* Where inputs may be long there are long subtensors as well, which differ behind what an implementation looks at. */
static bool has_long_rows(const editor *e) { return e->room >= 4 * UO_CODE_MAX_OTHERS; }

/* Dimensions that are not free, small, rarely 0. */
static int64_t draw_dim(editor *e) {
  if (draw(e, 24) == 0) return 0;
  static const uint8_t large[] = {16, 32, 42, 63, 64, 65, UO_CODE_MAX_DIM};
  if (has_long_rows(e) && draw(e, 6) == 0) return large[draw(e, sizeof large)];
  return 1 + (int64_t)draw(e, 3);
}

/* Elements for three subtensors. */
static void fill_rows(editor *e) {
  size_t others = 1;
  for (int32_t d = 0; d < e->plan.rank; d++)
    if (d != e->plan.free_dim) others *= (size_t)e->plan.dims[d];
  measure(e);
  for (int n = 0; n < 9 && others <= UO_CODE_MAX_OTHERS && e->count > 0 && e->count < 3 * others; n++) {
    double_all(e);
    measure(e);
  }
}

static void settle_free_dim(editor *e) {
  uo_code_plan *plan = &e->plan;
  int32_t free_dim = plan->rank == 0 ? -1 : plan->has_axis ? (plan->axis + plan->rank) % plan->rank : 0;
  if (free_dim == plan->free_dim) return;
  if (plan->free_dim >= 0 && plan->free_dim < plan->rank) plan->dims[plan->free_dim] = draw_dim(e);
  plan->free_dim = free_dim;
  if (free_dim >= 0) plan->dims[free_dim] = 0;
}

static void reshape(editor *e) {
  uo_code_plan *plan = &e->plan;
  if (draw(e, 2) == 0) plan->rank = (int32_t)draw(e, draw(e, 8) == 0 ? UO_CODE_MAX_RANK + 1 : 4);
  if (plan->rank == 0 || (plan->has_axis && (plan->axis >= plan->rank || plan->axis < -plan->rank))) {
    plan->has_axis = false;
    plan->axis = 0;
  }
  plan->free_dim = -1;
  for (int32_t d = 0; d < plan->rank; d++)
    if (plan->dims[d] == 0 || draw(e, 3) == 0) plan->dims[d] = draw_dim(e);
  settle_free_dim(e);
  if (has_long_rows(e)) fill_rows(e);
}

static void change_axis(editor *e) {
  uo_code_plan *plan = &e->plan;
  plan->way = draw(e, 24) == 0 ? (int)draw(e, (size_t)uo_invalid_count()) : -1;
  if (plan->rank == 0 || plan->way >= 0) {
    plan->has_axis = false;
  } else if (plan->has_axis && draw(e, 3) == 0) {
    plan->axis += plan->axis < 0 ? plan->rank : -plan->rank;
  } else if (plan->has_axis && draw(e, 4) == 0) {
    plan->has_axis = false;
  } else {
    plan->has_axis = true;
    plan->axis = (int32_t)draw(e, 2 * (size_t)plan->rank) - plan->rank;
  }
  if (!plan->has_axis) plan->axis = 0;
  settle_free_dim(e);
}

/* Raw elements of another width: integers keep their low bytes, others their high ones, where sign and exponent are. */
static void convert(editor *e, size_t end, size_t old_size, size_t new_size) {
  bool low = e->plan.dtype != UO_TYPE_FLOAT && e->plan.dtype != UO_TYPE_DOUBLE && e->plan.dtype != UO_TYPE_FLOAT16;
  size_t kept = old_size < new_size ? old_size : new_size;
  size_t count = end / old_size;
  if (new_size > old_size && count * (new_size - old_size) > e->room - e->plan.head) return;
  for (size_t n = 0; n < count; n++) {
    size_t i = new_size > old_size ? count - 1 - n : n; /* so that nothing is overwritten that is still needed */
    uint8_t element[16] = {0};
    memcpy(element + (low ? 0 : new_size - kept), e->bytes + i * old_size + (low ? 0 : old_size - kept), kept);
    if (n == 0 && new_size > old_size) (void)shift(e, count * old_size, 0, count * (new_size - old_size));
    memcpy(e->bytes + i * new_size, element, new_size);
  }
  if (new_size < old_size) (void)shift(e, count * new_size, count * (old_size - new_size), 0);
}

/* Where bytes name values of a palette these stay what they are, as far as the new type has them. */
static void change_type(editor *e) {
  int32_t old = e->plan.dtype;
  e->plan.dtype = uo_type_at((int)draw(e, UO_TYPE_COUNT));
  if (e->plan.mode == UO_CODE_PALETTE || old == UO_TYPE_STRING || e->plan.dtype == UO_TYPE_STRING) return;
  size_t end = e->plan.mode == UO_CODE_TABLE ? e->first : e->plan.head;
  convert(e, end, uo_type_size(old), uo_type_size(e->plan.dtype));
}

static void change_mode(editor *e) {
  e->plan.is_long = false;
  e->plan.drifts = false;
  e->plan.is_far = false;
  e->plan.mode = (uo_code_mode)draw(e, UO_CODE_MODES);
  e->plan.table = 1 + (int)draw(e, draw(e, 4) == 0 ? UO_CODE_MAX_TABLE : 4);
}

/* Elements until there are so many: copies of one, or of those that are there, or each the next of the palette. The
 * last one may be another, which occurs nowhere before. */
static void fill_up(editor *e, size_t units) {
  size_t way = e->plan.is_far ? 0 : e->plan.drifts ? 2 : draw(e, 2);
  size_t from = draw(e, e->count);
  while (e->count < units && e->unit <= e->room - e->plan.head) {
    copy_elements(e, way == 0 ? from : way == 1 ? draw(e, e->count) : e->count - 1, 1, e->count, 0);
    if (way == 2) e->bytes[e->plan.head - 1]++;
    e->count++;
  }
  if (draw(e, 2) == 0) e->bytes[e->plan.head - 1] = (uint8_t)draw(e, 256);
}

static void flatten(uo_code_plan *plan) {
  plan->rank = 1;
  plan->has_axis = false;
  plan->axis = 0;
  plan->way = -1;
  plan->free_dim = 0;
}

/* A long case, where inputs may be long: beyond what bytes and 16 bits count, blocks, and tables of thousands. */
static void lengthen(editor *e) {
  e->plan.mode = UO_CODE_PALETTE;
  e->plan.is_long = true;
  size_t way = draw(e, 8);
  e->plan.drifts = way >= 5;
  e->plan.is_far = way == 7;
  if (draw(e, 4) != 0) flatten(&e->plan);
  if (draw(e, 2) == 0) e->plan.wanted = UO_WANT_ALL;
  measure(e);
  size_t most = e->plan.drifts && !e->plan.is_far ? UO_CODE_DRIFT_UNITS : UO_CODE_LONG_UNITS;
  if (e->count > 0) fill_up(e, draw(e, 4) == 0 ? 1 + draw(e, most) : most);
}

/* One costs as much as hundreds of others, so they are made seldom. */
static bool wants_long(editor *e) {
  return e->room >= UO_CODE_LONG_UNITS && e->plan.dtype != UO_TYPE_STRING && draw(e, 250) == 0;
}

/* What comes of a long case is short again, or everything would soon be slow. */
static void shorten(editor *e) {
  if (!e->plan.is_long) return;
  e->plan.is_long = false;
  e->plan.drifts = false;
  e->plan.is_far = false;
  if (e->plan.head > 64) e->plan.head = 1 + draw(e, 64);
}

static void toggle_output(editor *e) { e->plan.wanted ^= 1u << (1 + draw(e, 3)); }

static void toggle_order(editor *e) { e->plan.sorted = e->plan.sorted == 0; }

/* What to do and under which policy are choices of their own. */
static void change_spice(editor *e) {
  unsigned other = (unsigned)draw(e, 256);
  unsigned kept = draw(e, 2) == 0 ? 0x3fu : 0xc0u;
  e->plan.spice = (uint8_t)((e->plan.spice & kept) | (other & ~kept));
}

/* ---- Engine ------------------------------------------------------------------------------------------------------ */

typedef void move(editor *e);

/* As many that take elements away as that add some: small cases are quick, and find most of what there is to find. */
static move *const moves[] = {
    duplicate_over, duplicate_over, duplicate_over, insert_copy,    insert_copy,    erase,
    erase,          erase,          erase,          swap,           reverse,        double_all,
    append_ramp,    plant,          plant,          plant,          nudge,          nudge,
    make_prefix,    make_prefix,    reshape,        move_subtensor, move_subtensor, change_axis,
    change_type,    change_mode,    toggle_output,  toggle_order,   change_spice,   change_spice,
};

/* The engine's own mutation; not every engine has one to be called. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
static size_t mutate_bytes(uint8_t *data, size_t size, size_t room) {
  if (LLVMFuzzerMutate != NULL) size = LLVMFuzzerMutate(data, size, room);
  UO_WRITTEN(data, size); /* by the engine, which is not instrumented */
  return size;
}

/* Off when UNIQUE_ORACLE_MUTATE is 0: to measure what it is worth. */
static bool is_on(void) {
  static int on = -1;
  if (on < 0) {
    const char *setting = getenv("UNIQUE_ORACLE_MUTATE");
    on = setting == NULL || strcmp(setting, "0") != 0;
  }
  return on == 1;
}

/* Engines like to make a byte 0xff. What that makes a long case by chance, and short enough for a campaign of short
 * ones, would cost as much as hundreds of them: it stays short. */
static size_t mutate_short(uint8_t *data, size_t size, size_t room) {
  enum { SHORT = 96, MODE_FROM_END = 4 };
  size = mutate_bytes(data, size, room);
  uo_code_plan plan;
  uo_code_read_plan(data, size, &plan);
  if (plan.is_long && size <= SHORT) data[size - MODE_FROM_END] &= 0x7f;
  return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned int seed) {
  editor e = {.bytes = data, .random = seed};
  (void)draw(&e, 1);
  if (!is_on() || room < UO_CODE_MAX_CHOICES) return mutate_bytes(data, size, room);
  uo_code_read_plan(data, size, &e.plan);
  e.room = room - UO_CODE_MAX_CHOICES;
  if (e.plan.head > e.room || (!e.plan.is_long && draw(&e, 4) == 0)) return mutate_short(data, size, room);
  shorten(&e);
  for (size_t n = 1 + draw(&e, 3); n > 0; n--) {
    measure(&e);
    moves[draw(&e, sizeof moves / sizeof moves[0])](&e);
  }
  if (wants_long(&e)) lengthen(&e);
  return e.plan.head + uo_code_write_plan(&e.plan, data + e.plan.head);
}

/* Some elements of `other` between those of the edited one, or, so that cases do not grow only, in the place of as
 * many. */
static void splice(editor *e, const uint8_t *other, size_t other_head) {
  measure(e);
  size_t unit = e->unit == 0 ? 1 : e->unit;
  size_t units = other_head / unit;
  if (units == 0) return;
  size_t from = draw(e, units);
  size_t size = (1 + draw(e, units - from)) * unit;
  size_t place = element_at(e, e->count == 0 ? 0 : draw(e, e->count + 1));
  size_t left = e->plan.head - place;
  size_t over = draw(e, 3) == 0 ? 0 : size < left ? size : left;
  if (shift(e, place, over, size)) memcpy(e->bytes + place, other + from * unit, size);
}

/* Elements of one among those of the other, or the elements of one under the choices of the other. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out,
                                 size_t room, unsigned int seed) {
  editor e = {.bytes = out, .random = seed};
  uo_code_plan other;
  if (!is_on() || room < UO_CODE_MAX_CHOICES) return 0;
  (void)draw(&e, 1);
  uo_code_read_plan(a, a_size, &e.plan);
  uo_code_read_plan(b, b_size, &other);
  if (e.plan.is_long || other.is_long) return 0;
  e.room = room - UO_CODE_MAX_CHOICES;
  if (e.plan.head > e.room) e.plan.head = e.room;
  memcpy(out, a, e.plan.head);
  if (draw(&e, 4) == 0) {
    other.head = e.plan.head;
    e.plan = other;
  } else {
    splice(&e, b, other.head);
  }
  return e.plan.head + uo_code_write_plan(&e.plan, out + e.plan.head);
}
