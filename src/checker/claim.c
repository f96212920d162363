#include "checker/claim.h"

#include <stdio.h>

#include "checker/findings.h"
#include "tensor/format.h"

uo_clause uo_shape_clause(const uo_items *x) {
  if (x->axis < 0) return x->tensor->rank == 0 ? UO_CLAUSE_SHAPE_03 : UO_CLAUSE_SHAPE_01;
  if (x->count == 0) return UO_CLAUSE_SHAPE_05;
  return x->inner == 0 ? UO_CLAUSE_SHAPE_06 : UO_CLAUSE_SHAPE_02;
}

/* The clause that an output breaks when its shape cannot be read. */
static uo_clause unreadable_clause(int output, const uo_items *x) {
  switch (output) {
    case UO_INDICES:
      return UO_CLAUSE_IDX_03;
    case UO_INVERSE_INDICES:
      return UO_CLAUSE_INV_03;
    case UO_COUNTS:
      return UO_CLAUSE_CNT_02;
    default:
      return uo_shape_clause(x);
  }
}

/* OUT-01, OUT-02, OUT-04: whether the output is there to be judged. */
static bool is_given(const uo_tensor *tensor, int output, bool wanted, uo_report *report) {
  if ((tensor != NULL) == wanted) return wanted;
  uo_clause clause = output == UO_Y ? UO_CLAUSE_OUT_01 : UO_CLAUSE_OUT_04;
  uo_report_whole(report, clause, output, wanted ? "not given" : "given",
                  wanted ? "given: it is wanted" : "not given: it is not wanted");
  return false;
}

/* The name of a type, or its number where it is outside T. */
static const char *type_text(int32_t dtype, char text[UO_FINDING_TEXT]) {
  const char *name = uo_type_name(dtype);
  if (name != NULL) return name;
  uo_finding_text(text, "element type %ld, which is outside T", (long)dtype);
  return text;
}

/* TYP-01: Y is of X's type. TYP-04: the others are int64. */
static bool has_type(const uo_tensor *tensor, int output, int32_t x_dtype, uo_report *report) {
  int32_t want = output == UO_Y ? x_dtype : UO_TYPE_INT64;
  if (tensor->dtype == want) return true;
  uo_clause clause = output == UO_Y ? UO_CLAUSE_TYP_01 : UO_CLAUSE_TYP_04;
  char have[UO_FINDING_TEXT];
  uo_report_whole(report, clause, output, type_text(tensor->dtype, have), uo_type_name(want));
  return false;
}

/* A rank, dims or size that no tensor has. */
static bool has_shape(uo_claimed *claimed, int output, const uo_items *x, uo_report *report) {
  uo_error why;
  const uo_tensor *tensor = claimed->tensor;
  uo_error_code code = uo_shape_count(tensor->rank, tensor->dims, uo_type_size(tensor->dtype), &claimed->count, &why);
  if (code == UO_ERROR_NONE) return true;
  uo_report_whole(report, unreadable_clause(output, x), output, why.message, "a shape");
  return false;
}

/* Elements without data are an output that was not given. */
static bool has_data(const uo_claimed *claimed, int output, uo_report *report) {
  if (claimed->count == 0 || claimed->tensor->data != NULL) return true;
  uo_clause clause = output == UO_Y ? UO_CLAUSE_OUT_01 : UO_CLAUSE_OUT_04;
  char have[UO_FINDING_TEXT];
  uo_finding_text(have, "%lld elements without data", (long long)claimed->count);
  uo_report_whole(report, clause, output, have, "data for them");
  return false;
}

static bool read_claim(uo_claimed *claimed, int output, const uo_items *x, uo_report *report) {
  bool typed = has_type(claimed->tensor, output, x->tensor->dtype, report);
  claimed->shaped = has_shape(claimed, output, x, report);
  return claimed->shaped && has_data(claimed, output, report) && typed;
}

/* Strings that say that they have bytes must have them. */
static bool has_strings(const uo_claimed *y, uo_report *report) {
  if (y->tensor->dtype != UO_TYPE_STRING) return true;
  bool all = true;
  const unsigned char *at = y->tensor->data;
  for (int64_t i = 0; i < y->count; i++, at += sizeof(uo_bytes)) {
    uo_bytes string;
    memcpy(&string, at, sizeof string);
    if (string.data != NULL || string.size == 0) continue;
    all = false;
    uo_finding *finding = uo_report_add(report, UO_CLAUSE_VAL_02, UO_Y, i);
    if (finding == NULL) continue;
    uo_finding_text(finding->have, "a string of %zu bytes without data", string.size);
    uo_finding_text(finding->want, "an element of X");
  }
  return all;
}

/* SHAPE-01: 1-D. SHAPE-02: X's shape but for the dimension along the axis. */
static bool y_is_formed(const uo_tensor *y, const uo_items *x) {
  if (x->axis < 0) return y->rank == 1;
  if (y->rank != x->tensor->rank) return false;
  for (int32_t d = 0; d < y->rank; d++) {
    if (d != x->axis && y->dims[d] != x->tensor->dims[d]) return false;
  }
  return true;
}

/* Without axis the elements of Y can be judged whatever its shape is; with axis they make no subtensors in another one.
 */
static void read_y(uo_claims *claims, const uo_items *x) {
  uo_claimed *y = &claims->output[UO_Y];
  claims->y_formed = y->shaped && y_is_formed(y->tensor, x);
  y->usable = y->usable && (claims->y_formed || x->axis < 0);
  if (!y->usable) return;
  bool flat = x->axis < 0;
  claims->y_tensor =
      (uo_tensor){x->tensor->dtype, flat ? 1 : x->tensor->rank, flat ? &y->count : y->tensor->dims, y->tensor->data};
}

void uo_claims_read(uo_claims *claims, const uo_outputs *claimed, uint32_t wanted, const uo_items *x,
                    uo_report *report) {
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    uo_claimed *claim = &claims->output[output];
    bool is_wanted = (wanted >> output & 1u) != 0;
    if (!is_given(claimed->tensor[output], output, is_wanted, report)) continue;
    claim->tensor = claimed->tensor[output];
    claim->usable = read_claim(claim, output, x, report);
  }
  uo_claimed *y = &claims->output[UO_Y];
  y->usable = y->usable && has_strings(y, report);
  read_y(claims, x);
}
