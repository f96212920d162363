/* A subtensor of strings is compared as one long string, so ["ab", "c"] equals ["a", "bc"]: thoughtworks/recce
 * issue 66. */
#include "naive.h"

/* Byte `place` of the joined strings of an item, or -1 behind them. */
static int byte_at(const naive *work, int64_t item, size_t place) {
  for (int64_t t = 0; t < work->outer * work->inner; t++) {
    uo_bytes string = naive_string(naive_element(work, item, t));
    if (place < string.size) return (unsigned char)string.data[place];
    place -= string.size;
  }
  return -1;
}

static bool same(const naive *work, int64_t i, int64_t k) {
  if (work->x->dtype != UO_TYPE_STRING || work->outer * work->inner > 64) return naive_same(work, i, k);
  size_t place = 0;
  for (int byte = 0; byte >= 0; place++) {
    byte = byte_at(work, i, place);
    if (byte != byte_at(work, k, place)) return false;
  }
  return true;
}

NAIVE_PLUGIN("strings of a row joined", .same = same)
