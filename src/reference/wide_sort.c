/* Sorting wide items by eight bytes of them at a time. */
#include <string.h>

#include "reference/radix.h"
#include "reference/wide.h"
#include "tensor/guard.h"

/* ---- Eight bytes in order --------------------------------------------------------------------------------------- */

/* The first of at most eight bytes is the most significant; where there are fewer, zeros follow. */
static inline uint64_t big_endian(const unsigned char *at, size_t size) {
  uint64_t word = 0;
  if (size >= 8) {
    for (size_t k = 0; k < 8; k++) word = word << 8 | at[k];
    return word;
  }
  for (size_t k = 0; k < size; k++) word |= (uint64_t)at[k] << (56 - 8 * k);
  return word;
}

/*
 * Number `depth` of the words that order a string like its bytes (SIL-09). Behind its end they are 0, which NULs are,
 * too: what differs in such words alone differs in length, and goes by that.
 */
static uint64_t word_of_string(uo_bytes string, int64_t depth, bool by_length) {
  if (by_length) return string.size;
  size_t at = 8 * (size_t)depth;
  return at >= string.size ? 0 : big_endian((const unsigned char *)string.data + at, string.size - at);
}

/* Number `depth` of the words that order an item of fixed size (SIL-06): its elements' codes, as many as fit in one. */
static uint64_t word_of_row(const uo_wide *wide, int64_t item, int64_t depth) {
  const uo_element_code *code = &wide->code;
  const unsigned char *row = wide->rows + (size_t)item * wide->size;
  uint64_t words[8]; /* of the elements that fit in one, or all of a complex number */
  if (code->words > 1 || code->width == 8) {
    uo_encode(code, row + (size_t)(depth / code->words) * wide->element_size, 1, words);
    return words[depth % code->words];
  }
  int64_t fit = 8 / code->width;
  int64_t left = wide->elements - depth * fit;
  int64_t count = left < fit ? left : fit;
  uo_encode(code, row + (size_t)(depth * fit) * wide->element_size, count, words);
  uint64_t word = 0;
  for (int64_t k = 0; k < count; k++) word |= words[k] << (64 - 8 * code->width * (int)(k + 1));
  return word;
}

/* How many words order an item of fixed size. */
static int64_t words_of_row(const uo_wide *wide) {
  if (wide->code.words > 1) return wide->elements * wide->code.words;
  int64_t fit = 8 / wide->code.width;
  return (wide->elements + fit - 1) / fit;
}

/* ---- Words that are kept ---------------------------------------------------------------------------------------- */

/* So many tell nearly all rows apart; each costs memory for all of them. */
#define KEPT_MOST 4

/* Elements that are encoded at a time. */
#define CHUNK 64

typedef struct sorter {
  const uo_wide *wide;
  const uint32_t *items; /* NULL: all */
  int64_t count;
  int64_t depths;  /* words of an item of fixed size */
  int64_t kept;    /* words of each that are made before, in the order of `items`: their items stand all over X */
  uint64_t *words; /* these: of all the first, then of all the second and so on */
  uo_sort_entry *entries;
  uo_sort_entry *spare;
  struct run *waiting;
  int64_t runs;
} sorter;

static int64_t item_of(const sorter *s, int64_t k) { return s->items == NULL ? k : s->items[k]; }

/* Elements of 8 bytes and complex numbers: their codes are the words. */
static void keep_codes(const sorter *s) {
  const uo_wide *wide = s->wide;
  int64_t elements = (s->kept + wide->code.words - 1) / wide->code.words; /* that the kept words are of */
  int64_t made = elements * wide->code.words;
  size_t size = (size_t)elements * wide->element_size;
  unsigned char gathered[CHUNK * KEPT_MOST * 16];
  uint64_t words[CHUNK * KEPT_MOST * UO_CODE_WORDS_MAX];
  for (int64_t begin = 0, some; begin < s->count; begin += some) {
    some = s->count - begin < CHUNK ? s->count - begin : CHUNK;
    for (int64_t k = 0; k < some; k++)
      memcpy(gathered + (size_t)k * size, wide->rows + (size_t)item_of(s, begin + k) * wide->size, size);
    uo_encode(&wide->code, gathered, some * elements, words);
    for (int64_t depth = 0; depth < s->kept; depth++)
      for (int64_t k = 0; k < some; k++) s->words[depth * s->count + begin + k] = words[k * made + depth];
  }
}

static void keep_words(const sorter *s) {
  const uo_wide *wide = s->wide;
  if (wide->strings != NULL) {
    for (int64_t k = 0; k < s->count; k++) s->words[k] = word_of_string(wide->strings[item_of(s, k)], 0, false);
  } else if (wide->code.width == 8) {
    keep_codes(s);
  } else {
    for (int64_t depth = 0; depth < s->kept; depth++)
      for (int64_t k = 0; k < s->count; k++) s->words[depth * s->count + k] = word_of_row(wide, item_of(s, k), depth);
  }
}

/* ---- Ties ------------------------------------------------------------------------------------------------------- */

/* Entries that are equal to the one before have numbers below 0 from when that is known on. */
static int64_t number_of(uo_sort_entry entry) { return entry.index < 0 ? ~entry.index : entry.index; }

/* Whether a string ends before so many words. */
static bool is_at_end(const sorter *s, int64_t k, int64_t depth) {
  return s->wide->strings != NULL && s->wide->strings[item_of(s, k)].size <= 8 * (size_t)depth;
}

static uint64_t word_of(const sorter *s, int64_t k, int64_t depth, bool by_length) {
  if (depth < s->kept) return s->words[depth * s->count + k]; /* no string ends before its first word */
  return s->wide->strings == NULL ? word_of_row(s->wide, item_of(s, k), depth)
                                  : word_of_string(s->wide->strings[item_of(s, k)], depth, by_length);
}

static bool are_equal(const sorter *s, int64_t a, int64_t b) {
  const uo_wide *wide = s->wide;
  size_t one = (size_t)item_of(s, a), other = (size_t)item_of(s, b);
  if (wide->strings == NULL)
    return memcmp(wide->rows + one * wide->size, wide->rows + other * wide->size, wide->size) == 0;
  uo_bytes left = wide->strings[one], right = wide->strings[other];
  return left.size == right.size && (left.size == 0 || memcmp(left.data, right.data, left.size) == 0);
}

/* Below 0, 0 or above: how two compare whose words before `depth` are the same. */
static int compare(const sorter *s, int64_t a, int64_t b, int64_t depth) {
  if (are_equal(s, a, b)) return 0;
  for (;; depth++) {
    bool by_length = is_at_end(s, a, depth) && is_at_end(s, b, depth);
    uint64_t left = word_of(s, a, depth, by_length), right = word_of(s, b, depth, by_length);
    if (left != right) return left < right ? -1 : 1;
  }
}

/* So many that two words do not tell apart are sorted by insertion: they are equal, or each pair is compared as far as
 * it needs. */
#define FEW_TIES 8

static void insert_few(const sorter *s, uo_sort_entry *entries, int64_t count, int64_t depth) {
  for (int64_t i = 1; i < count; i++) {
    uo_sort_entry entry = entries[i];
    int64_t place = i;
    int order = 1;
    for (; place > 0; place--) {
      order = compare(s, entry.index, number_of(entries[place - 1]), depth);
      if (order >= 0) break;
      entries[place] = entries[place - 1];
    }
    if (order == 0) entry.index = ~entry.index;
    entries[place] = entry;
  }
}

/* Items whose words before `depth` are the same; two at least. */
typedef struct run {
  int64_t begin;
  int64_t count;
  int64_t depth;
} run;

/* Whether all strings of a run end before its depth: they differ in length alone. */
static bool all_are_at_end(const sorter *s, run r) {
  int64_t k = 0;
  while (k < r.count && is_at_end(s, s->entries[r.begin + k].index, r.depth)) k++;
  return k == r.count;
}

/* Whether all of a run are equal. Items are looked at whole for that, so not at each depth. */
static bool all_are_equal(const sorter *s, run r) {
  if ((r.depth & (r.depth - 1)) != 0) return false;
  const uo_sort_entry *entries = s->entries + r.begin;
  int64_t k = 1;
  while (k < r.count && are_equal(s, entries[0].index, entries[k].index)) k++;
  return k == r.count;
}

static void mark_equal(sorter *s, int64_t begin, int64_t end) {
  for (int64_t k = begin + 1; k < end; k++) s->entries[k].index = ~s->entries[k].index;
}

/* Sorts a run by its word at its depth; what is still the same in it waits, unless that was the last word. */
static void sort_by_word(sorter *s, run r) {
  uo_sort_entry *entries = s->entries;
  int64_t run_end = r.begin + r.count;
  bool by_length = all_are_at_end(s, r);
  bool is_last = by_length || r.depth + 1 == s->depths;
  for (int64_t k = r.begin; k < run_end; k++) entries[k].prefix = word_of(s, entries[k].index, r.depth, by_length);
  uo_sort_entries(entries + r.begin, s->spare, r.count);
  for (int64_t begin = r.begin, end; begin < run_end; begin = end) {
    for (end = begin + 1; end < run_end && entries[end].prefix == entries[begin].prefix;) end++;
    if (end - begin == 1) continue;
    if (is_last) {
      mark_equal(s, begin, end);
    } else {
      s->waiting[s->runs++] = (run){begin, end - begin, r.depth + 1};
    }
  }
}

/* Sorts what has the same first word. */
static void sort_run(sorter *s, int64_t begin, int64_t end) {
  if (s->depths == 1) {
    mark_equal(s, begin, end);
    return;
  }
  sort_by_word(s, (run){begin, end - begin, 1});
  while (s->runs > 0) {
    run r = s->waiting[--s->runs];
    if (r.count <= FEW_TIES) {
      insert_few(s, s->entries + r.begin, r.count, r.depth);
    } else if (all_are_equal(s, r)) {
      mark_equal(s, r.begin, r.begin + r.count);
    } else {
      sort_by_word(s, r);
    }
  }
}

/* Gives each entry the number of its group, and those that were marked their numbers back. */
static void number_groups(const sorter *s) {
  uint64_t group = 0;
  for (int64_t k = 0; k < s->count; k++) {
    group += s->entries[k].index >= 0;
    s->entries[k] = (uo_sort_entry){group, number_of(s->entries[k])};
  }
}

/* The first of the neighbours from `begin` on that have the same prefix, by twos and more; its end, or 0. */
static int64_t next_run(const sorter *s, int64_t *begin) {
  const uo_sort_entry *entries = s->entries;
  int64_t k = *begin + 1;
  while (k < s->count && entries[k].prefix != entries[k - 1].prefix) k++;
  if (k >= s->count) return 0;
  *begin = k - 1;
  while (k < s->count && entries[k].prefix == entries[k - 1].prefix) k++;
  return k;
}

static int64_t longest_run(const sorter *s) {
  int64_t longest = 0;
  for (int64_t begin = 0, end; (end = next_run(s, &begin)) > 0; begin = end)
    if (end - begin > longest) longest = end - begin;
  return longest;
}

/* Sorts what the first word does not tell apart. */
static uo_error_code sort_ties(sorter *s, uo_scratch *scratch, uo_error *error) {
  int64_t longest = longest_run(s);
  if (longest == 0) return UO_ERROR_NONE;
  s->spare = uo_scratch_take(scratch, longest, sizeof *s->spare);
  UO_REQUIRE_MEMORY(s->spare, error);
  s->waiting = uo_scratch_take(scratch, longest / 2 + 1, sizeof *s->waiting);
  UO_REQUIRE_MEMORY(s->waiting, error);
  for (int64_t begin = 0, end; (end = next_run(s, &begin)) > 0; begin = end) sort_run(s, begin, end);
  number_groups(s);
  uo_scratch_give_back(scratch, s->spare);
  uo_scratch_give_back(scratch, s->waiting);
  return UO_ERROR_NONE;
}

/* ---- All together ----------------------------------------------------------------------------------------------- */

uo_error_code uo_wide_sort(const uo_wide *wide, const uint32_t *items, int64_t count, int64_t spread_from,
                           uo_scratch *scratch, uo_sort_entry **sorted, uo_error *error) {
  sorter s = {.wide = wide, .items = items, .count = count};
  s.depths = wide->strings != NULL ? INT64_MAX : words_of_row(wide);
  s.kept = wide->strings != NULL ? 1 : s.depths < KEPT_MOST ? s.depths : KEPT_MOST;
  s.words = uo_scratch_take(scratch, count * s.kept, sizeof *s.words);
  UO_REQUIRE_MEMORY(s.words, error);
  keep_words(&s);
  uo_words first = {uo_element_code_of(UO_TYPE_UINT64, 0), (const unsigned char *)s.words, sizeof *s.words, count};
  UO_TRY(uo_sorted_entries(&first, spread_from, scratch, &s.entries, error));
  UO_TRY(sort_ties(&s, scratch, error));
  uo_scratch_give_back(scratch, s.words);
  *sorted = s.entries;
  return UO_ERROR_NONE;
}
