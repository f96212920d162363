/* Subtensors are ordered by their last element first. */
#include "naive.h"

static int order(const naive *work, int64_t i, int64_t k) {
  for (int64_t t = work->outer * work->inner - 1; t >= 0; t--) {
    int order = naive_order_element(work->x->dtype, naive_element(work, i, t), naive_element(work, k, t));
    if (order != 0) return order;
  }
  return 0;
}

NAIVE_PLUGIN("last element first", .order = order)
