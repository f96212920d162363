#include "files/vector.h"

#include "tensor/guard.h"

uo_outputs uo_vector_outputs(const uo_vector *vector) {
  uo_outputs outputs = {0};
  if (!vector->has_expected || vector->rejected != NULL) return outputs;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((vector->question.wanted & 1u << output) != 0) outputs.tensor[output] = &vector->expected[output];
  }
  return outputs;
}

uo_error_code uo_id_check(const char *id, const char *where, uo_error *error) {
  UO_REQUIRE(*id != '\0', error, UO_ERROR_INPUT, "%s: id: empty; a name that no other case has is right", where);
  for (const char *at = id; *at != '\0'; at++)
    UO_REQUIRE((unsigned char)*at >= 0x20 && *at != 0x7F, error, UO_ERROR_INPUT,
               "%s: id: has a control character (0x%02x); take it out", where, (unsigned)(unsigned char)*at);
  return UO_ERROR_NONE;
}
