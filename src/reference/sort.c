#include "reference/sort.h"

#include "reference/array.h"
#include "tensor/guard.h"

/* Runs of this length are made by insertion. */
#define RUN 8

typedef struct key_sorter {
  const uo_keys *keys;
  const int64_t *items;
  bool prefixes_decide;
  uint64_t comparisons;
} key_sorter;

static inline int64_t item_of(const int64_t *items, int64_t index) { return items == NULL ? index : items[index]; }

static inline bool is_before(key_sorter *sorter, uo_sort_entry a, uo_sort_entry b) {
  sorter->comparisons++;
  if (a.prefix != b.prefix) return a.prefix < b.prefix;
  if (sorter->prefixes_decide) return false;
  return uo_keys_compare(sorter->keys, item_of(sorter->items, a.index), item_of(sorter->items, b.index)) < 0;
}

static void insertion_sort(key_sorter *sorter, uo_sort_entry *entries, int64_t count) {
  for (int64_t i = 1; i < count; i++) {
    uo_sort_entry entry = entries[i];
    int64_t place = i;
    for (; place > 0 && is_before(sorter, entry, entries[place - 1]); place--) entries[place] = entries[place - 1];
    entries[place] = entry;
  }
}

/* Merges two sorted neighbours, the first entries[0..middle), into `merged`; of equals the left one comes first. */
static void merge(key_sorter *sorter, const uo_sort_entry *entries, int64_t middle, int64_t count,
                  uo_sort_entry *merged) {
  if (!is_before(sorter, entries[middle], entries[middle - 1])) { /* in order already */
    memcpy(merged, entries, (size_t)count * sizeof *merged);
    return;
  }
  int64_t left = 0, right = middle, end = 0;
  while (left < middle && right < count)
    merged[end++] = is_before(sorter, entries[right], entries[left]) ? entries[right++] : entries[left++];
  memcpy(merged + end, entries + left, (size_t)(middle - left) * sizeof *merged);
  memcpy(merged + end, entries + right, (size_t)(count - right) * sizeof *merged);
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/* Bottom-up merge sort between two buffers; returns the one that the result stands in. */
static uo_sort_entry *merge_sort(key_sorter *sorter, uo_sort_entry *entries, uo_sort_entry *spare, int64_t count) {
  for (int64_t begin = 0; begin < count; begin += RUN)
    insertion_sort(sorter, entries + begin, smaller(RUN, count - begin));
  for (int64_t run = RUN; run < count; run *= 2) {
    for (int64_t begin = 0; begin < count; begin += 2 * run) {
      int64_t length = smaller(2 * run, count - begin);
      if (length > run)
        merge(sorter, entries + begin, run, length, spare + begin);
      else
        memcpy(spare + begin, entries + begin, (size_t)length * sizeof *spare);
    }
    uo_sort_entry *result = spare;
    spare = entries;
    entries = result;
  }
  return entries;
}

uo_error_code uo_sort_by_key(const uo_keys *keys, const int64_t *items, int64_t count, const uo_allocator *allocator,
                             uo_sort_entry **sorted, uint64_t *comparisons, uo_error *error) {
  *sorted = uo_allocate_array(allocator, count, 2 * sizeof **sorted); /* and as much to merge into */
  UO_REQUIRE_MEMORY(*sorted, error);
  for (int64_t i = 0; i < count; i++) (*sorted)[i] = (uo_sort_entry){uo_keys_prefix(keys, item_of(items, i)), i};
  key_sorter sorter = {keys, items, uo_keys_are_prefixes(keys), 0};
  uo_sort_entry *result = merge_sort(&sorter, *sorted, *sorted + count, count);
  if (result != *sorted) memcpy(*sorted, result, (size_t)count * sizeof *result);
  *comparisons += sorter.comparisons;
  return UO_ERROR_NONE;
}
