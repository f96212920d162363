#include "cases/sort.h"

#include <stdbool.h>
#include <string.h>

/* Merges from[begin..middle) and from[middle..end), both sorted, into the same places of `to`. */
static void merge(const uint32_t *from, uint32_t *to, size_t begin, size_t middle, size_t end,
                  uo_number_compare *compare, const void *context) {
  size_t left = begin;
  size_t right = middle;
  for (size_t place = begin; place < end; place++) {
    bool take_left = left < middle && (right == end || compare(context, from[left], from[right]) <= 0);
    to[place] = take_left ? from[left++] : from[right++];
  }
}

/* Runs of this length are sorted by insertion. */
#define RUN ((size_t)8)

static void insert(uint32_t *numbers, size_t count, uo_number_compare *compare, const void *context) {
  for (size_t i = 1; i < count; i++) {
    uint32_t number = numbers[i];
    size_t place = i;
    for (; place > 0 && compare(context, number, numbers[place - 1]) < 0; place--) numbers[place] = numbers[place - 1];
    numbers[place] = number;
  }
}

void uo_sort_numbers(uint32_t *numbers, uint32_t *scratch, size_t count, uo_number_compare *compare,
                     const void *context) {
  for (size_t begin = 0; begin < count; begin += RUN) {
    insert(numbers + begin, count - begin < RUN ? count - begin : RUN, compare, context);
  }
  for (size_t width = RUN; width < count; width *= 2) {
    memcpy(scratch, numbers, count * sizeof(*numbers));
    for (size_t begin = 0; begin < count; begin += 2 * width) {
      size_t middle = count - begin < width ? count : begin + width;
      size_t end = count - middle < width ? count : middle + width;
      bool in_order = middle == end || compare(context, scratch[middle - 1], scratch[middle]) <= 0;
      if (in_order) continue; /* `numbers` holds these already */
      merge(scratch, numbers, begin, middle, end, compare, context);
    }
  }
}
