#include "reference/effort.h"

uo_error_code uo_unique_with_hash(const uo_tensor *x, const uo_attributes *attributes, uint32_t wanted,
                                  uo_policy policy, uo_hash_function *hash, const uo_allocator *allocator,
                                  uo_outputs *outputs, uint64_t *comparisons, uo_error *error) {
  const uo_way way = {.tuning = {.most_items = 0}, .hash = hash};
  return uo_unique_tuned(x, attributes, wanted, policy, &way, allocator, outputs, comparisons, error);
}
