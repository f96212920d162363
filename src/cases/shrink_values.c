/* Moves that change values: a candidate is made from a new value for each distinct one, or for a single element. */
#include <string.h>

#include "cases/shrink_moves.h"
#include "cases/sort.h"
#include "tensor/shape.h"

/* ---- The palette ------------------------------------------------------------------------------------------------- */

/* Values to be sorted by their positions. */
typedef struct row {
  int32_t dtype;
  const uo_value *value;
} row;

static int compare_in_row(const void *context, uint32_t a, uint32_t b) {
  const row *values = context;
  return uo_value_compare(values->dtype, &values->value[a], &values->value[b]);
}

/* The positions of `values` in ascending order; NULL when there is no memory. */
static const uint32_t *sort_row(const row *values, uint64_t count, uo_arena *arena) {
  if (count > UINT32_MAX) return NULL;
  uint32_t *order = uo_arena_allocate(arena, (size_t)count, sizeof *order);
  uint32_t *scratch = uo_arena_allocate(arena, (size_t)count, sizeof *scratch);
  if (order == NULL || scratch == NULL) return NULL;
  for (uint32_t i = 0; i < count; i++) order[i] = i;
  uo_sort_numbers(order, scratch, (size_t)count, compare_in_row, values);
  return order;
}

/* Room for tables of `count` elements and values; false when there is none. */
static bool make_tables(uo_palette *palette, uo_arena *arena) {
  size_t count = (size_t)palette->count;
  palette->which = uo_arena_allocate(arena, count, sizeof *palette->which);
  palette->value = uo_arena_allocate(arena, count, sizeof *palette->value);
  palette->times = uo_arena_allocate(arena, count, sizeof *palette->times);
  palette->cost = uo_arena_allocate(arena, count, sizeof *palette->cost);
  return palette->which != NULL && palette->value != NULL && palette->times != NULL && palette->cost != NULL;
}

static void add_up(uo_palette *palette) {
  for (uint64_t k = 0; k < palette->size; k++) {
    palette->cost[k] = uo_value_cost(palette->dtype, &palette->value[k]);
    palette->total = uo_add_costs(palette->total, uo_multiply_costs(palette->times[k], palette->cost[k]));
    if (palette->cost[k] < palette->cost[palette->plainest]) palette->plainest = k;
  }
}

uo_palette *uo_palette_make(const uo_tensor *x, uo_arena *arena) {
  uo_palette *palette = uo_arena_allocate(arena, 1, sizeof *palette);
  if (palette == NULL) return NULL;
  palette->dtype = x->dtype;
  palette->count = (uint64_t)uo_items_of(x, -1).count;
  uo_value *all = uo_arena_allocate(arena, (size_t)palette->count, sizeof *all);
  if (all == NULL || !make_tables(palette, arena)) return NULL;
  for (uint64_t i = 0; i < palette->count; i++) all[i] = uo_value_load(x, (int64_t)i);
  const row values = {x->dtype, all};
  const uint32_t *order = sort_row(&values, palette->count, arena);
  if (order == NULL) return NULL;
  for (uint64_t i = 0; i < palette->count; i++) {
    bool fresh = i == 0 || compare_in_row(&values, order[i - 1], order[i]) != 0;
    if (fresh) palette->value[palette->size++] = all[order[i]];
    palette->which[order[i]] = palette->size - 1;
    palette->times[palette->size - 1]++;
  }
  add_up(palette);
  return palette;
}

/* ---- Candidates from a palette ----------------------------------------------------------------------------------- */

/* Puts `made[k]`, of type `dtype`, in the place of distinct value k. */
static uo_moved repaint(const uo_palette *palette, int32_t dtype, const uo_value *made, uo_arena *arena,
                        uo_case *candidate) {
  void *data = uo_arena_allocate(arena, (size_t)palette->count, uo_type_size(dtype));
  if (data == NULL) return UO_MOVED_NO_MEMORY;
  for (uint64_t i = 0; i < palette->count; i++) uo_value_store(dtype, &made[palette->which[i]], data, (int64_t)i);
  candidate->x.dtype = dtype;
  candidate->x.data = data;
  return UO_MOVED;
}

/* How many different values there are among `made`, and what they cost in all elements. */
static bool weigh(const uo_palette *palette, int32_t dtype, const uo_value *made, uo_arena *arena, uint64_t *distinct,
                  uint64_t *total) {
  const row values = {dtype, made};
  const uint32_t *order = sort_row(&values, palette->size, arena);
  if (order == NULL) return false;
  *total = 0;
  for (uint64_t k = 0; k < palette->size; k++) {
    *total = uo_add_costs(*total, uo_multiply_costs(palette->times[k], uo_value_cost(dtype, &made[k])));
  }
  *distinct = palette->size > 0;
  for (uint64_t k = 1; k < palette->size; k++) *distinct += compare_in_row(&values, order[k - 1], order[k]) != 0;
  return true;
}

/* The candidate with these values, if it is simpler than the current case. */
static uo_moved repaint_if_simpler(const uo_palette *palette, int32_t dtype, const uo_value *made, uo_arena *arena,
                                   uo_case *candidate) {
  uint64_t distinct;
  uint64_t total;
  if (!weigh(palette, dtype, made, arena, &distinct, &total)) return UO_MOVED_NO_MEMORY;
  bool fewer = distinct < palette->size;
  bool plainer = distinct == palette->size && total < palette->total;
  bool same = distinct == palette->size && total == palette->total;
  bool other_type = same && uo_type_cost(dtype) < uo_type_cost(palette->dtype);
  if (!fewer && !plainer && !other_type) return UO_MOVED_NOT;
  return repaint(palette, dtype, made, arena, candidate);
}

/* A copy of the palette's values to be changed; NULL when there is no memory. */
static uo_value *copy_values(const uo_palette *palette, uo_arena *arena) {
  uo_value *made = uo_arena_allocate(arena, (size_t)palette->size, sizeof *made);
  if (made != NULL && palette->size > 0) memcpy(made, palette->value, (size_t)palette->size * sizeof *made);
  return made;
}

/* ---- Fewer distinct values --------------------------------------------------------------------------------------- */

/* What stands in for the values [start, start + chunk): the plainest of the others, the next below, the next above. */
static bool stand_in(const uo_palette *palette, uint64_t start, uint64_t chunk, uint64_t choice, uint64_t *other) {
  uint64_t end = start + chunk;
  if (choice == 1 && start > 0) {
    *other = start - 1;
    return true;
  }
  if (choice == 2 && end < palette->size) {
    *other = end;
    return true;
  }
  bool found = false;
  for (uint64_t k = 0; choice == 0 && k < palette->size; k++) {
    if (k >= start && k < end) continue;
    if (!found || palette->cost[k] < palette->cost[*other]) *other = k;
    found = true;
  }
  return found;
}

uo_moved uo_move_distinct(const uo_palette *palette, uint64_t move, uo_arena *arena, uo_case *candidate) {
  enum { CHOICES = 3, MANY = 32, PIECES = 256 };
  if (palette->size < 2) return UO_MOVED_END;
  uint64_t choices = palette->size > MANY ? 1 : CHOICES;
  for (uint64_t chunk = palette->size - palette->size / 2;; chunk -= chunk / 2) {
    uint64_t pieces = (palette->size + chunk - 1) / chunk;
    if (uo_move_within(&move, pieces * choices)) {
      uint64_t start = move / choices * chunk;
      uint64_t length = palette->size - start < chunk ? palette->size - start : chunk;
      uint64_t other = 0;
      uo_value *made = copy_values(palette, arena);
      if (made == NULL) return UO_MOVED_NO_MEMORY;
      if (!stand_in(palette, start, length, move % choices, &other)) return UO_MOVED_NOT;
      for (uint64_t k = start; k < start + length; k++) made[k] = palette->value[other];
      return repaint_if_simpler(palette, palette->dtype, made, arena, candidate);
    }
    /* Single ones of very many would use up every caller's patience. */
    if (chunk <= (palette->size + PIECES - 1) / PIECES) return UO_MOVED_END;
  }
}

/* ---- Plainer values ---------------------------------------------------------------------------------------------- */

/* Values that an ordinary number cannot stand in for without a loss: zeros, infinities, NaN. */
static bool is_special(int32_t dtype, const uo_value *value) {
  if (dtype == UO_TYPE_STRING) return false;
  uint64_t cost = uo_value_cost(dtype, value);
  return cost == 0 || cost >= UO_SPECIAL_COST;
}

/* What becomes of special values when the others are numbered. */
enum special { SPECIAL_NUMBERED, SPECIAL_KEPT, SPECIAL_DEFAULT_NAN, SPECIALS };

/* How many values stand below zero and can be numbered downwards from -1. */
static uint64_t count_negative(const uo_palette *palette) {
  uo_value zero = {{0, 0}, {NULL, 0}};
  uint64_t count = 0;
  for (uint64_t k = 0; k < palette->size && palette->dtype != UO_TYPE_STRING; k++) {
    bool below = uo_value_compare(palette->dtype, &palette->value[k], &zero) < 0;
    count += below && !is_special(palette->dtype, &palette->value[k]);
  }
  return count;
}

/* The values in ascending order become 0, 1, 2, ...; with special ones kept, negative ones .., -2, -1 and positive ones
 * 1, 2, ... */
static uo_moved number_values(const uo_palette *palette, enum special special, uo_arena *arena, uo_value *made) {
  const int32_t dtype = palette->dtype;
  uint64_t negative = special == SPECIAL_NUMBERED ? 0 : count_negative(palette);
  uint64_t label = special == SPECIAL_NUMBERED || dtype == UO_TYPE_STRING ? 0 : 1;
  for (uint64_t k = 0; k < palette->size; k++) {
    uo_moved moved = UO_MOVED;
    if (special != SPECIAL_NUMBERED && is_special(dtype, &made[k])) {
      if (special == SPECIAL_DEFAULT_NAN) made[k] = uo_value_default_nan(dtype, &made[k]);
    } else if (negative > 0) {
      moved = uo_value_of_number(dtype, true, negative--, &made[k]) ? UO_MOVED : UO_MOVED_NOT;
    } else {
      moved = uo_plain_label(dtype, label++, arena, &made[k]);
    }
    if (moved != UO_MOVED) return moved;
  }
  return UO_MOVED;
}

static uo_moved move_number(const uo_palette *palette, uint64_t move, uo_arena *arena, uo_case *candidate) {
  uo_value *made = copy_values(palette, arena);
  if (made == NULL) return UO_MOVED_NO_MEMORY;
  uo_moved moved = number_values(palette, (enum special)move, arena, made);
  if (moved != UO_MOVED) return moved;
  return repaint_if_simpler(palette, palette->dtype, made, arena, candidate);
}

/* The longest string, up to which all of them are changed together. */
static uint64_t longest(const uo_palette *palette) {
  enum { BYTES = 256 };
  uint64_t most = 0;
  if (palette->dtype != UO_TYPE_STRING) return 0;
  for (uint64_t k = 0; k < palette->size; k++) {
    if (palette->value[k].text.size > most) most = palette->value[k].text.size;
  }
  return most < BYTES ? most : BYTES;
}

/* Without the bytes [start, start + chunk) in every string, as far as it has them. */
static uo_moved move_cut_strings(const uo_palette *palette, uint64_t start, uint64_t chunk, uo_arena *arena,
                                 uo_case *candidate) {
  uo_value *made = copy_values(palette, arena);
  if (made == NULL) return UO_MOVED_NO_MEMORY;
  for (uint64_t k = 0; k < palette->size; k++) {
    uo_bytes *text = &made[k].text;
    if (text->size <= start) continue;
    uint64_t gone = text->size - start < chunk ? text->size - start : chunk;
    char *bytes = uo_arena_copy(arena, text->data, text->size);
    if (bytes == NULL) return UO_MOVED_NO_MEMORY;
    memmove(bytes + start, bytes + start + gone, text->size - start - gone);
    if (!uo_stays_utf8(text, bytes, text->size - gone)) return UO_MOVED_NOT;
    *text = (uo_bytes){bytes, text->size - gone};
  }
  return repaint_if_simpler(palette, palette->dtype, made, arena, candidate);
}

/* The letter a as byte `position` of every string that has it. */
static uo_moved move_letter(const uo_palette *palette, uint64_t position, uo_arena *arena, uo_case *candidate) {
  uo_value *made = copy_values(palette, arena);
  if (made == NULL) return UO_MOVED_NO_MEMORY;
  for (uint64_t k = 0; k < palette->size; k++) {
    uo_bytes *text = &made[k].text;
    if (text->size <= position) continue;
    char *bytes = uo_arena_copy(arena, text->data, text->size);
    if (bytes == NULL) return UO_MOVED_NO_MEMORY;
    bytes[position] = 'a';
    if (!uo_stays_utf8(text, bytes, text->size)) return UO_MOVED_NOT;
    text->data = bytes;
  }
  return repaint_if_simpler(palette, palette->dtype, made, arena, candidate);
}

static uo_moved move_strings(const uo_palette *palette, uint64_t *move, uo_arena *arena, uo_case *candidate) {
  uint64_t length = longest(palette);
  for (uint64_t chunk = length / 2; chunk > 0; chunk /= 2) {
    uint64_t pieces = (length + chunk - 1) / chunk;
    if (uo_move_within(move, pieces)) return move_cut_strings(palette, *move * chunk, chunk, arena, candidate);
  }
  if (uo_move_within(move, length)) return move_letter(palette, *move, arena, candidate);
  return UO_MOVED_END;
}

static uo_moved move_single(const uo_palette *palette, uint64_t k, uint64_t move, uo_arena *arena, uo_case *candidate) {
  uo_value plainer;
  uo_moved moved = uo_plain_suggestion(palette->dtype, &palette->value[k], move, arena, &plainer);
  if (moved == UO_MOVED_NO_MEMORY) return moved;
  if (moved != UO_MOVED || uo_value_cost(palette->dtype, &plainer) >= palette->cost[k]) return UO_MOVED_NOT;
  uo_value *made = copy_values(palette, arena);
  if (made == NULL) return UO_MOVED_NO_MEMORY;
  made[k] = plainer;
  return repaint_if_simpler(palette, palette->dtype, made, arena, candidate);
}

uo_moved uo_move_value(const uo_palette *palette, uint64_t move, uo_arena *arena, uo_case *candidate) {
  /* Of one value at most so many suggestions, and of many values only the first ones: a search has an end. */
  enum { SUGGESTIONS = 140, VALUES = 64 };
  if (uo_move_within(&move, SPECIALS)) return move_number(palette, move, arena, candidate);
  uo_moved moved = move_strings(palette, &move, arena, candidate);
  if (moved != UO_MOVED_END) return moved;
  uint64_t values = palette->size < VALUES ? palette->size : VALUES;
  if (!uo_move_within(&move, values * SUGGESTIONS)) return UO_MOVED_END;
  return move_single(palette, move / SUGGESTIONS, move % SUGGESTIONS, arena, candidate);
}

/* ---- Single elements --------------------------------------------------------------------------------------------- */

uo_moved uo_move_element(const uo_palette *palette, uint64_t move, uo_arena *arena, uo_case *candidate) {
  enum { ELEMENTS = 64, VALUES = 8 };
  if (palette->count > ELEMENTS || palette->size > VALUES || move >= palette->count * palette->size) {
    return UO_MOVED_END;
  }
  uint64_t position = move / palette->size;
  uint64_t value = move % palette->size;
  if (palette->cost[value] >= palette->cost[palette->which[position]]) return UO_MOVED_NOT;
  if (repaint(palette, palette->dtype, palette->value, arena, candidate) != UO_MOVED) return UO_MOVED_NO_MEMORY;
  size_t size = uo_type_size(palette->dtype);
  char *data = uo_arena_copy(arena, candidate->x.data, (size_t)palette->count * size);
  if (data == NULL) return UO_MOVED_NO_MEMORY;
  uo_value_store(palette->dtype, &palette->value[value], data, (int64_t)position);
  candidate->x.data = data;
  return UO_MOVED;
}

/* ---- One number an item ------------------------------------------------------------------------------------------ */

/* Items of a tensor as sequences of its distinct values. */
typedef struct item_rows {
  const uo_palette *palette;
  uo_items items;
} item_rows;

static int compare_items(const void *context, uint32_t a, uint32_t b) {
  const item_rows *rows = context;
  const uo_items *items = &rows->items;
  for (int64_t o = 0; o < items->outer; o++) {
    for (int64_t t = 0; t < items->inner; t++) {
      uint64_t left = rows->palette->which[(o * items->count + a) * items->inner + t];
      uint64_t right = rows->palette->which[(o * items->count + b) * items->inner + t];
      if (left != right) return left < right ? -1 : 1;
    }
  }
  return 0;
}

uo_moved uo_move_items(const uo_case *current, uo_arena *arena, uo_case *candidate) {
  const int32_t axis = uo_shrink_axis(current);
  const int32_t dtype = current->x.dtype;
  item_rows rows = {uo_palette_make(&current->x, arena), uo_items_of(&current->x, axis)};
  if (rows.palette == NULL) return UO_MOVED_NO_MEMORY;
  if (axis < 0 || rows.palette->count == 0 || rows.items.count > UINT32_MAX) return UO_MOVED_NOT;
  size_t count = (size_t)rows.items.count;
  uint32_t *order = uo_arena_allocate(arena, count, sizeof *order);
  uint32_t *scratch = uo_arena_allocate(arena, count, sizeof *scratch);
  int64_t *dims = uo_arena_allocate(arena, 1, sizeof *dims);
  void *data = uo_arena_allocate(arena, count, uo_type_size(dtype));
  if (order == NULL || scratch == NULL || dims == NULL || data == NULL) return UO_MOVED_NO_MEMORY;
  for (uint32_t i = 0; i < count; i++) order[i] = i;
  uo_sort_numbers(order, scratch, count, compare_items, &rows);
  uint64_t label = 0;
  for (size_t i = 0; i < count; i++) {
    uo_value value;
    label += i > 0 && compare_items(&rows, order[i - 1], order[i]) != 0;
    uo_moved moved = uo_plain_label(dtype, label, arena, &value);
    if (moved != UO_MOVED) return moved;
    uo_value_store(dtype, &value, data, order[i]);
  }
  dims[0] = rows.items.count;
  candidate->x = (uo_tensor){dtype, 1, dims, data};
  candidate->attributes.has_axis = 0;
  candidate->attributes.axis = 0;
  return UO_MOVED;
}

/* ---- Plainer type ------------------------------------------------------------------------------------------------ */

/* The same numbers in another type. */
static uo_moved move_convert(const uo_palette *palette, int32_t dtype, uo_arena *arena, uo_case *candidate) {
  uo_value *made = copy_values(palette, arena);
  if (made == NULL) return UO_MOVED_NO_MEMORY;
  for (uint64_t k = 0; k < palette->size; k++) {
    if (!uo_value_convert(palette->dtype, &palette->value[k], dtype, &made[k])) return UO_MOVED_NOT;
  }
  return repaint_if_simpler(palette, dtype, made, arena, candidate);
}

/* Where the values cannot be said in the other type: its plainest ones in the same order. */
static uo_moved move_relabel(const uo_palette *palette, int32_t dtype, uo_arena *arena, uo_case *candidate) {
  uo_value *made = copy_values(palette, arena);
  if (made == NULL) return UO_MOVED_NO_MEMORY;
  for (uint64_t k = 0; k < palette->size; k++) {
    uo_moved moved = uo_plain_label(dtype, k, arena, &made[k]);
    if (moved != UO_MOVED) return moved;
  }
  return repaint_if_simpler(palette, dtype, made, arena, candidate);
}

uo_moved uo_move_type(const uo_palette *palette, uint64_t move, uo_arena *arena, uo_case *candidate) {
  static const int32_t plain[] = {UO_TYPE_FLOAT, UO_TYPE_INT32, UO_TYPE_INT64, UO_TYPE_DOUBLE};
  if (move >= 2 * sizeof plain / sizeof plain[0]) return UO_MOVED_END;
  int32_t dtype = plain[move / 2];
  if (uo_type_cost(dtype) >= uo_type_cost(palette->dtype)) return UO_MOVED_NOT;
  if (move % 2 == 0) return move_convert(palette, dtype, arena, candidate);
  return move_relabel(palette, dtype, arena, candidate);
}
