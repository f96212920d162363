#include "cases/case.h"

#include "tensor/shape.h"

/* ATT-02, AXIS-04, AXIS-06 */
uo_error_code uo_case_allowed(const uo_case *question, uo_error *reason) {
  int32_t axis;
  return uo_attributes_resolve(&question->attributes, question->x.rank, &axis, reason);
}
