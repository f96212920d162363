/*
 * The sort of radix.h for one kind of record; radix.c includes this once for each. To be defined before: RECORD, the
 * type; WORD_OF(record), what it is sorted by; RECORD_OF(word, item); NAME(what), what functions are called.
 */

/* Sorts from one place into another, which may be the same; equal words stay in their order. */
static inline void NAME(insert)(const RECORD *from, RECORD *to, size_t count) {
  for (size_t i = 0; i < count; i++) {
    RECORD record = from[i];
    size_t place = i;
    for (; place > 0 && WORD_OF(to[place - 1]) > WORD_OF(record); place--) to[place] = to[place - 1];
    to[place] = record;
  }
}

/* Sorts more than one record. */
static void NAME(sort_many)(RECORD *records, RECORD *spare, size_t count) {
  uint64_t least = WORD_OF(records[0]), greatest = least;
  for (size_t i = 1; i < count; i++) {
    uint64_t word = WORD_OF(records[i]);
    least = word < least ? word : least;
    greatest = word > greatest ? word : greatest;
  }
  if (least == greatest) return;
  split s = split_of(least, greatest, count, DIGIT_BITS);
  uint32_t ends[1 << DIGIT_BITS];
  memset(ends, 0, s.buckets * sizeof *ends);
  for (size_t i = 0; i < count; i++) ends[bucket_of(s, WORD_OF(records[i]))]++;
  begin_buckets(ends, s.buckets);
  for (size_t i = 0; i < count; i++) spare[ends[bucket_of(s, WORD_OF(records[i]))]++] = records[i];

  size_t begin = 0;
  for (size_t b = 0; b < s.buckets; b++) {
    size_t size = ends[b] - begin;
    if (size <= INSERTION_MOST) {
      NAME(insert)(spare + begin, records + begin, size);
    } else {
      memcpy(records + begin, spare + begin, size * sizeof *records);
      if (s.shift > 0) NAME(sort_many)(records + begin, spare + begin, size);
    }
    begin = ends[b];
  }
}

static void NAME(sort)(RECORD *records, RECORD *spare, size_t count) {
  if (count <= INSERTION_MOST) {
    NAME(insert)(records, records, count);
  } else {
    NAME(sort_many)(records, spare, count);
  }
}

/* Puts all words into their buckets, straight from where they are read; `ends` becomes where buckets end. */
static void NAME(spread)(const uo_words *w, split s, uint32_t *ends, RECORD *records) {
  uint64_t words[UO_WORDS_BATCH];
  for (int64_t begin = 0; begin < w->count; begin += UO_WORDS_BATCH) {
    int64_t count = uo_words_batch(w, begin);
    uo_words_read(w, begin, count, words);
    for (int64_t k = 0; k < count; k++) records[ends[bucket_of(s, words[k])]++] = RECORD_OF(words[k], begin + k);
  }
}

/* Few words: put down as they come, then sorted. */
static uo_error_code NAME(read_few)(const uo_words *w, uo_scratch *scratch, RECORD *records, uo_error *error) {
  uint64_t words[UO_WORDS_BATCH];
  for (int64_t begin = 0; begin < w->count; begin += UO_WORDS_BATCH) {
    int64_t count = uo_words_batch(w, begin);
    uo_words_read(w, begin, count, words);
    for (int64_t k = 0; k < count; k++) records[begin + k] = RECORD_OF(words[k], begin + k);
  }
  RECORD *spare = uo_scratch_take(scratch, w->count, sizeof *spare);
  UO_REQUIRE_MEMORY(spare, error);
  NAME(sort)(records, spare, (size_t)w->count);
  uo_scratch_give_back(scratch, spare);
  return UO_ERROR_NONE;
}

/* Many: into buckets that fit in a cache, then bucket by bucket. */
static uo_error_code NAME(read_many)(const uo_words *w, uo_scratch *scratch, RECORD *records, uo_error *error) {
  uint64_t least, greatest;
  uo_words_range(w, &least, &greatest);
  split s = split_of(least, greatest, (size_t)w->count, SPREAD_BITS);
  uint32_t *ends = uo_scratch_take(scratch, (int64_t)s.buckets, sizeof *ends);
  UO_REQUIRE_MEMORY(ends, error);
  memset(ends, 0, s.buckets * sizeof *ends);
  count_buckets(w, s, ends);
  size_t largest = begin_buckets(ends, s.buckets);
  NAME(spread)(w, s, ends, records);
  if (s.shift == 0) return UO_ERROR_NONE;
  RECORD *spare = uo_scratch_take(scratch, (int64_t)largest, sizeof *spare);
  UO_REQUIRE_MEMORY(spare, error);
  for (size_t b = 0, begin = 0; b < s.buckets; begin = ends[b++]) NAME(sort)(records + begin, spare, ends[b] - begin);
  uo_scratch_give_back(scratch, spare);
  return UO_ERROR_NONE;
}

static uo_error_code NAME(read_and_sort)(const uo_words *w, uo_scratch *scratch, RECORD **sorted, uo_error *error) {
  RECORD *records = uo_scratch_take(scratch, w->count, sizeof *records);
  UO_REQUIRE_MEMORY(records, error);
  *sorted = records;
  if (w->count < SPREAD_FROM) return NAME(read_few)(w, scratch, records, error);
  return NAME(read_many)(w, scratch, records, error);
}

#undef RECORD
#undef WORD_OF
#undef RECORD_OF
#undef NAME
