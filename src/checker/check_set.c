/* Which policies explain an answer. */
#include <string.h>

#include "checker/check.h"
#include "checker/view.h"
#include "tensor/guard.h"

#define POLICY_COUNT (1u << UO_CHOICE_COUNT)

/* What X holds that choices speak of. */
typedef struct features {
  bool nan;
  bool negative_zero;
  bool positive_zero;
  bool complex;
  bool byte_ee; /* a byte EE or EF in a string: it begins U+E000 to U+FFFF */
  bool byte_f0; /* a byte F0 to F4: it begins what UTF-16 writes with surrogates */
} features;

static void look_at_parts(features *found, const uo_view *view, const unsigned char *element) {
  for (size_t at = 0; at < view->size; at += view->part) {
    uint64_t bits = uo_view_load(element + at, view->part);
    found->positive_zero = found->positive_zero || bits == 0;
    found->negative_zero = found->negative_zero || bits == view->magnitude + 1;
  }
  found->nan = found->nan || uo_element_has_nan(view->items.tensor->dtype, element);
}

static void look_at_string(features *found, const unsigned char *element) {
  uo_bytes string;
  memcpy(&string, element, sizeof string);
  for (size_t b = 0; b < string.size; b++) {
    unsigned char byte = (unsigned char)string.data[b];
    found->byte_ee = found->byte_ee || byte == 0xEE || byte == 0xEF;
    found->byte_f0 = found->byte_f0 || (byte >= 0xF0 && byte <= 0xF4);
  }
}

static features features_of(const uo_tensor *x) {
  features found = {0};
  uo_view view = uo_view_of(x, -1, UO_POLICY_ONNX);
  found.complex = x->dtype == UO_TYPE_COMPLEX64 || x->dtype == UO_TYPE_COMPLEX128;
  for (int64_t i = 0; i < view.items.count; i++) {
    const unsigned char *element = uo_view_element(&view, i);
    if (view.part != 0) look_at_parts(&found, &view, element);
    if (x->dtype == UO_TYPE_STRING) look_at_string(&found, element);
  }
  return found;
}

/* The choices that can make a difference to Unique of this X: the others leave every answer as it is. */
static uo_policy relevant_choices(const uo_check_question *question) {
  features found = features_of(question->x);
  bool subtensors = question->axis >= 0 && question->x->rank > 1;
  uo_policy relevant = 0;
  if (found.nan) {
    relevant |= subtensors ? UO_NAN_SUBTENSOR_DISTINCT : UO_NAN_DISTINCT; /* SIL-01, SIL-05, SIL-22 */
    relevant |= UO_REPRESENTATIVE_ANY;                                    /* SIL-03 */
    if (question->sorted) relevant |= UO_NAN_FIRST;                       /* SIL-02 */
    if (found.complex) relevant |= UO_NAN_COMPLEX_BY_PART;                /* SIL-07 */
  }
  if (found.negative_zero && found.positive_zero) relevant |= UO_ZERO_DISTINCT | UO_REPRESENTATIVE_ANY; /* SIL-04 */
  if (found.complex && question->sorted) relevant |= UO_COMPLEX_BY_MODULUS;                             /* SIL-07 */
  if (found.byte_ee && found.byte_f0 && question->sorted) relevant |= UO_STRING_UTF16;                  /* SIL-09 */
  return relevant;
}

/* Whether some member of the set answers the relevant choices as `choices` does. */
static bool is_asked(const uo_policy_set *set, uo_policy relevant, uo_policy choices) {
  for (uo_policy member = 0; member < POLICY_COUNT; member++) {
    if ((member & relevant) == choices && uo_policy_set_has(set, member)) return true;
  }
  return false;
}

/* The members whose relevant choices were found to explain the answer. */
static uo_policy_set narrowed(const uo_policy_set *set, uo_policy relevant, const uo_policy_set *explaining) {
  uo_policy_set kept = {{0}};
  for (uo_policy member = 0; member < POLICY_COUNT; member++) {
    if (!uo_policy_set_has(set, member) || !uo_policy_set_has(explaining, member & relevant)) continue;
    kept.word[member / 64] |= (uint64_t)1 << (member % 64);
  }
  return kept;
}

/* Fills `explaining` with those combinations of relevant choices, asked for by `set`, under which nothing is violated.
 */
static uo_error_code try_choices(const uo_check_question *question, uo_policy relevant, const uo_policy_set *set,
                                 uo_arena *arena, uo_policy_set *explaining, uo_error *error) {
  uo_report report;
  for (uo_policy choices = 0; choices < POLICY_COUNT; choices++) {
    if ((choices & ~relevant) != 0 || !is_asked(set, relevant, choices)) continue;
    bool explains = uo_policy_set_has(explaining, choices & ~(uo_policy)UO_REPRESENTATIVE_ANY); /* any includes first */
    if (!explains) {
      uo_arena_reset(arena);
      UO_TRY(uo_check_judge(question, choices, UO_CHECK_HURRY, arena, &report, error));
      explains = report.count == 0;
    }
    if (explains) explaining->word[choices / 64] |= (uint64_t)1 << (choices % 64);
  }
  return UO_ERROR_NONE;
}

uo_error_code uo_check_set(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                           const uo_outputs *claimed, const uo_allocator *allocator, uo_policy_set *set,
                           uo_error *error) {
  UO_REQUIRE(set != NULL, error, UO_ERROR_ARGUMENT, "there must be a set to narrow");
  uo_check_question question;
  UO_TRY(uo_check_question_make(x, attributes, wanted, claimed, &question, error));
  uo_policy relevant = relevant_choices(&question);
  uo_policy_set explaining = {{0}};
  uo_arena arena = {.allocator = allocator};
  uo_error_code code = try_choices(&question, relevant, set, &arena, &explaining, error);
  uo_arena_release(&arena);
  if (code != UO_ERROR_NONE) return code;
  *set = narrowed(set, relevant, &explaining);
  return UO_ERROR_NONE;
}
