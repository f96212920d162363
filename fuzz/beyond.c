#include "fuzz/beyond.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases/shrink.h"
#include "files/text.h"
#include "tensor/guard.h"
#include "tensor/shape.h"

/* A behaviour is a bin, or a combination of bins of a cross, which is numbered behind the bins. */
enum { BEHAVIOURS = UO_BIN_COUNT + UO_CROSS_BIN_COUNT, NAMED = 2 };

struct uo_beyond {
  bool there[BEHAVIOURS]; /* exercised by the corpus, or by what was found already */
  uo_behaviour_counts counts;
  int wanted[BEHAVIOURS]; /* what the case at hand adds */
  int wanted_count;
};

/* ---- What a case adds -------------------------------------------------------------------------------------------- */

static bool is_hit(const uo_behaviour_counts *counts, int behaviour) {
  return behaviour < UO_BIN_COUNT ? counts->bins[behaviour] > 0 : counts->crosses[behaviour - UO_BIN_COUNT] > 0;
}

/* Counts one case alone. */
static uo_error_code count_alone(uo_beyond *beyond, const uo_behaviour_set *set, uo_error *error) {
  uo_behaviours_release(&beyond->counts);
  return uo_behaviours_count(&beyond->counts, set, "case", error);
}

static uo_error_code gain_of(uo_beyond *beyond, const uo_behaviour_set *set, int *gain, uo_error *error) {
  UO_TRY(count_alone(beyond, set, error));
  *gain = 0;
  for (int b = 0; b < BEHAVIOURS; b++) *gain += is_hit(&beyond->counts, b) && !beyond->there[b];
  return UO_ERROR_NONE;
}

static void want_what_is_added(uo_beyond *beyond) {
  beyond->wanted_count = 0;
  for (int b = 0; b < BEHAVIOURS; b++) {
    if (is_hit(&beyond->counts, b) && !beyond->there[b]) beyond->wanted[beyond->wanted_count++] = b;
  }
}

static uo_error_code adds_the_same(uo_beyond *beyond, const uo_case *question, bool *same, uo_error *error) {
  uo_behaviour_set set;
  UO_TRY(uo_met_sample(question, &set, error));
  UO_TRY(count_alone(beyond, &set, error));
  *same = true;
  for (int i = 0; *same && i < beyond->wanted_count; i++) *same = is_hit(&beyond->counts, beyond->wanted[i]);
  return UO_ERROR_NONE;
}

static uo_error_code note_as_there(uo_beyond *beyond, const uo_case *question, uo_error *error) {
  uo_behaviour_set set;
  UO_TRY(uo_met_sample(question, &set, error));
  UO_TRY(count_alone(beyond, &set, error));
  for (int b = 0; b < BEHAVIOURS; b++) beyond->there[b] = beyond->there[b] || is_hit(&beyond->counts, b);
  return UO_ERROR_NONE;
}

/* ---- Choosing and simplifying ------------------------------------------------------------------------------------ */

/* Elements of a case, or more than any limit for strings that are long together. */
static int64_t extent_of(const uo_case *question) {
  uo_items items = uo_items_of(&question->x, -1);
  size_t bytes = 0;
  for (int64_t i = 0; question->x.dtype == UO_TYPE_STRING && i < items.count; i++)
    bytes += ((const uo_bytes *)question->x.data)[i].size;
  return items.count + (int64_t)(bytes / 16);
}

/* The one with most behaviours for its size: 16 elements more are worth as much as the case itself. */
static uo_error_code choose(uo_beyond *beyond, const uo_met_list *met, int64_t largest, const uo_met **best,
                            uo_error *error) {
  int64_t best_gain = 0;
  int64_t best_price = 1;
  *best = NULL;
  for (size_t i = 0; i < met->count; i++) {
    int gain;
    int64_t price = 16 + extent_of(&met->cases[i].question);
    if (price - 16 > largest) continue;
    UO_TRY(gain_of(beyond, &met->cases[i].set, &gain, error));
    if (gain * best_price <= best_gain * price) continue;
    *best = &met->cases[i];
    best_gain = gain;
    best_price = price;
  }
  return UO_ERROR_NONE;
}

/* The simplest case that still adds what is wanted. */
static uo_error_code simplify(uo_beyond *beyond, uo_case *question, uo_arena *arena, uo_error *error) {
  uo_shrink shrink;
  uo_arena candidates = {0};
  uo_error_code code = UO_ERROR_NONE;
  bool more = true;
  uo_shrink_begin(&shrink, question);
  while (code == UO_ERROR_NONE && more) {
    uo_case candidate;
    bool same = false;
    code = uo_shrink_next(&shrink, &candidates, &candidate, &more, error);
    if (code == UO_ERROR_NONE && more) code = adds_the_same(beyond, &candidate, &same, error);
    if (code != UO_ERROR_NONE || !same) continue;
    uo_case kept = candidate;
    code = uo_arena_copy_tensor(arena, &candidate.x, &kept.x, error);
    if (code == UO_ERROR_NONE) uo_shrink_take(&shrink, &kept);
  }
  *question = shrink.current;
  uo_shrink_end(&shrink);
  uo_arena_release(&candidates);
  return code;
}

/* ---- Words ------------------------------------------------------------------------------------------------------- */

/* "value.nan.one", or "value.nan.one with axis.last and order.sorted". */
static void add_name(uo_text *text, int behaviour) {
  if (behaviour < UO_BIN_COUNT) {
    uo_text_add_string(text, uo_bin_name((uo_bin)behaviour));
    return;
  }
  int number = behaviour - UO_BIN_COUNT;
  for (int cross = 0; cross < UO_CROSS_COUNT; cross++) {
    int first;
    int end;
    uo_bin bins[UO_CROSS_POINTS];
    uo_cross_bins((uo_cross)cross, &first, &end);
    if (number < first || number >= end) continue;
    int points = uo_cross_points((uo_cross)cross);
    uo_cross_combination((uo_cross)cross, number, bins);
    for (int p = 0; p < points; p++) {
      if (p > 0) uo_text_add_string(text, p == 1 ? " with " : " and ");
      uo_text_add_string(text, uo_bin_name(bins[p]));
    }
  }
}

static uo_error_code comment_on(const uo_beyond *beyond, uo_arena *arena, const char **comment, uo_error *error) {
  uo_text text = {.arena = arena};
  uo_text_add_string(&text, "met by a fuzzing campaign; no vector before it has ");
  for (int i = 0; i < beyond->wanted_count && i < NAMED; i++) {
    if (i > 0) uo_text_add_string(&text, ", ");
    add_name(&text, beyond->wanted[i]);
  }
  if (beyond->wanted_count > NAMED) {
    uo_text_add_string(&text, ", and more: ");
    uo_text_add_integer(&text, beyond->wanted_count - NAMED);
  }
  return uo_text_finish(&text, comment, NULL, error);
}

/* As the package names vectors: "campaign-float-2x3-axis1-sorted0-1a2b3c4d-YI". */
static uo_error_code name_vector(const uo_case *question, const char *met, uo_arena *arena, const char **id,
                                 uo_error *error) {
  uo_text text = {.arena = arena};
  uo_text_add_string(&text, "campaign-");
  uo_text_add_string(&text, uo_type_name(question->x.dtype));
  uo_text_add_string(&text, question->x.rank == 0 ? "-scalar" : "-");
  for (int32_t d = 0; d < question->x.rank; d++) {
    if (d > 0) uo_text_add_string(&text, "x");
    uo_text_add_integer(&text, question->x.dims[d]);
  }
  uo_text_add_string(&text, question->attributes.has_axis ? "-axis" : "-flat");
  if (question->attributes.has_axis) uo_text_add_integer(&text, question->attributes.axis);
  uo_text_add_string(&text, "-sorted");
  uo_text_add_integer(&text, question->attributes.sorted);
  uo_text_add_string(&text, "-");
  uo_text_add(&text, met + strlen(met) - 8, 8);
  uo_text_add_string(&text, "-");
  for (int output = 0; output < UO_OUTPUT_COUNT; output++)
    if ((question->wanted >> output & 1u) != 0) uo_text_add(&text, &"YIVC"[output], 1);
  return uo_text_finish(&text, id, NULL, error);
}

static uo_error_code tag_vector(const uo_case *question, uo_arena *arena, const char *const **tags, uo_error *error) {
  const char **list = uo_arena_allocate(arena, 5, sizeof *list);
  char *rank = uo_arena_allocate(arena, 24, 1);
  UO_REQUIRE_MEMORY(list, error);
  UO_REQUIRE_MEMORY(rank, error);
  snprintf(rank, 24, "rank-%" PRId32, question->x.rank);
  list[0] = "campaign";
  list[1] = uo_type_name(question->x.dtype);
  list[2] = rank;
  list[3] = question->attributes.has_axis ? "axis" : "flat";
  *tags = list;
  return UO_ERROR_NONE;
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

uo_error_code uo_beyond_begin(const uo_corpus *corpus, uo_beyond **beyond, uo_error *error) {
  *beyond = calloc(1, sizeof **beyond);
  UO_REQUIRE_MEMORY(*beyond, error);
  for (size_t i = 0; i < corpus->count; i++) UO_TRY(note_as_there(*beyond, &corpus->vectors[i].vector.question, error));
  return UO_ERROR_NONE;
}

uo_error_code uo_beyond_next(uo_beyond *beyond, const uo_met_list *met, int64_t largest, uo_arena *arena,
                             uo_vector *vector, bool *found, uo_error *error) {
  static const char *const none[] = {NULL};
  const uo_met *best;
  int gain;
  UO_TRY(choose(beyond, met, largest, &best, error));
  *found = best != NULL;
  if (!*found) return UO_ERROR_NONE;
  UO_TRY(gain_of(beyond, &best->set, &gain, error));
  want_what_is_added(beyond);
  *vector = (uo_vector){.question = best->question, .clauses = none};
  UO_TRY(simplify(beyond, &vector->question, arena, error));
  UO_TRY(note_as_there(beyond, &vector->question, error));
  UO_TRY(comment_on(beyond, arena, &vector->comment, error));
  UO_TRY(name_vector(&vector->question, best->question.id, arena, &vector->question.id, error));
  return tag_vector(&vector->question, arena, &vector->tags, error);
}

void uo_beyond_end(uo_beyond *beyond) {
  if (beyond == NULL) return;
  uo_behaviours_release(&beyond->counts);
  free(beyond);
}
