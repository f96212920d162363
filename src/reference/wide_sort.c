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

/* ---- Runs ------------------------------------------------------------------------------------------------------- */

/* Items whose words before `depth` are the same. */
typedef struct run {
  int64_t begin;
  int64_t count;
  int64_t depth;
} run;

typedef struct sorter {
  const uo_wide *wide;
  const uint32_t *items;
  int64_t kept;    /* words of each that are made before, in the order of `items`: their items stand all over X */
  uint64_t *words; /* these */
  uo_sort_entry *entries;
  uo_sort_entry *spare;
  run *waiting; /* they share no item and have two at least */
  int64_t runs;
} sorter;

/* Whether all strings of a run end before its depth: they differ in length alone. */
static bool is_at_end(const sorter *s, run r) {
  if (s->wide->strings == NULL) return false;
  for (int64_t k = 0; k < r.count; k++) {
    uint32_t item = s->items[s->entries[r.begin + k].index];
    if (s->wide->strings[item].size > 8 * (size_t)r.depth) return false;
  }
  return true;
}

static uint64_t word_of(const sorter *s, int64_t k, int64_t depth, bool by_length) {
  if (depth < s->kept) return s->words[k * s->kept + depth]; /* no string ends before its first word */
  int64_t item = s->items[k];
  return s->wide->strings == NULL ? word_of_row(s->wide, item, depth)
                                  : word_of_string(s->wide->strings[item], depth, by_length);
}

static void read_words(const sorter *s, run r) {
  uo_sort_entry *entries = s->entries + r.begin;
  bool by_length = r.depth > 0 && is_at_end(s, r);
  for (int64_t k = 0; k < r.count; k++) entries[k].prefix = word_of(s, entries[k].index, r.depth, by_length);
}

/* What is still the same in the words that a run was sorted by waits for the next one. */
static void put_off(sorter *s, run r) {
  const uo_sort_entry *entries = s->entries + r.begin;
  for (int64_t begin = 0, end; begin < r.count; begin = end) {
    for (end = begin + 1; end < r.count && entries[end].prefix == entries[begin].prefix;) end++;
    if (end - begin > 1) s->waiting[s->runs++] = (run){r.begin + begin, end - begin, r.depth + 1};
  }
}

/* ---- Words that are kept ---------------------------------------------------------------------------------------- */

/* So many tell nearly all rows apart; each costs memory for all of them. */
#define KEPT_MOST 4

/* Elements that are encoded at a time. */
#define CHUNK 64

/* Whole elements, at least one. */
static int64_t kept_elements(const uo_wide *wide) {
  int64_t in_word = 8 / wide->code.width;
  int64_t most = wide->code.words > KEPT_MOST / 2 ? 1 : KEPT_MOST / wide->code.words * in_word;
  return wide->elements < most ? wide->elements : most;
}

static int64_t kept_words(const uo_wide *wide) {
  if (wide->strings != NULL) return 1;
  return (kept_elements(wide) * wide->code.words * wide->code.width + 7) / 8;
}

/* Elements of 8 bytes and complex numbers: their codes are the words. */
static void keep_codes(const sorter *s, int64_t count) {
  const uo_wide *wide = s->wide;
  int64_t elements = kept_elements(wide);
  size_t size = (size_t)elements * wide->element_size;
  unsigned char gathered[CHUNK * KEPT_MOST * 16];
  for (int64_t begin = 0, some; begin < count; begin += some) {
    some = count - begin < CHUNK ? count - begin : CHUNK;
    for (int64_t k = 0; k < some; k++)
      memcpy(gathered + (size_t)k * size, wide->rows + (size_t)s->items[begin + k] * wide->size, size);
    uo_encode(&wide->code, gathered, some * elements, s->words + begin * s->kept);
  }
}

static void keep_words(const sorter *s, int64_t count) {
  if (s->wide->strings == NULL && s->wide->code.width == 8) {
    keep_codes(s, count);
    return;
  }
  for (int64_t k = 0; k < count; k++) {
    uint64_t *words = s->words + k * s->kept;
    int64_t item = s->items[k];
    for (int64_t depth = 0; depth < s->kept; depth++)
      words[depth] = s->wide->strings == NULL ? word_of_row(s->wide, item, depth)
                                              : word_of_string(s->wide->strings[item], depth, false);
  }
}

/* ---- All together ----------------------------------------------------------------------------------------------- */

static uo_error_code allocate(sorter *s, int64_t count, uo_scratch *scratch, uo_error *error) {
  s->words = uo_scratch_take(scratch, count * s->kept, sizeof *s->words);
  UO_REQUIRE_MEMORY(s->words, error);
  s->entries = uo_scratch_take(scratch, count, sizeof *s->entries);
  UO_REQUIRE_MEMORY(s->entries, error);
  s->spare = uo_scratch_take(scratch, count, sizeof *s->spare);
  UO_REQUIRE_MEMORY(s->spare, error);
  s->waiting = uo_scratch_take(scratch, count / 2 + 1, sizeof *s->waiting);
  UO_REQUIRE_MEMORY(s->waiting, error);
  return UO_ERROR_NONE;
}

uo_error_code uo_wide_sort(const uo_wide *wide, const uint32_t *items, int64_t count, uo_scratch *scratch,
                           uint32_t *order, uo_error *error) {
  sorter s = {.wide = wide, .items = items, .kept = kept_words(wide)};
  UO_TRY(allocate(&s, count, scratch, error));
  keep_words(&s, count);
  for (int64_t k = 0; k < count; k++) s.entries[k].index = k;
  s.waiting[s.runs++] = (run){0, count, 0};
  while (s.runs > 0) {
    run r = s.waiting[--s.runs];
    read_words(&s, r);
    uo_sort_entries(s.entries + r.begin, s.spare, r.count);
    put_off(&s, r);
  }
  for (int64_t k = 0; k < count; k++) order[k] = (uint32_t)s.entries[k].index;
  uo_scratch_give_back(scratch, s.words);
  uo_scratch_give_back(scratch, s.entries);
  uo_scratch_give_back(scratch, s.spare);
  uo_scratch_give_back(scratch, s.waiting);
  return UO_ERROR_NONE;
}
