/* A fault for fuzz_unique to find: sorting looks at the first word or the first eight bytes of a key and no further. */
#define uo_sort_by_key right_sort_by_key
#include "reference/sort.c"
#undef uo_sort_by_key

uo_error_code uo_sort_by_key(const uo_keys *keys, const int64_t *items, int64_t count, const uo_allocator *allocator,
                             uo_sort_entry **sorted, uint64_t *comparisons, uo_error *error);

uo_error_code uo_sort_by_key(const uo_keys *keys, const int64_t *items, int64_t count, const uo_allocator *allocator,
                             uo_sort_entry **sorted, uint64_t *comparisons, uo_error *error) {
  UO_TRY(right_sort_by_key(keys, items, count, allocator, sorted, comparisons, error));
  for (int64_t i = 1; i < count; i++) { /* equal beginnings back into the order of the list */
    uo_sort_entry moved = (*sorted)[i];
    int64_t to = i;
    for (; to > 0 && (*sorted)[to - 1].prefix == moved.prefix && (*sorted)[to - 1].index > moved.index; to--)
      (*sorted)[to] = (*sorted)[to - 1];
    (*sorted)[to] = moved;
  }
  return UO_ERROR_NONE;
}
