#include "files/vector.h"

uo_outputs uo_vector_outputs(const uo_vector *vector) {
  uo_outputs outputs = {0};
  if (!vector->has_expected || vector->rejected != NULL) return outputs;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((vector->question.wanted & 1u << output) != 0) outputs.tensor[output] = &vector->expected[output];
  }
  return outputs;
}
