/*
 * The sort of radix.h for one kind of record; radix.c includes this once for each. To be defined before: RECORD, the
 * type; WORD_OF(record), what it is sorted by; RECORD_OF(word, item); NAME(what), what functions are called;
 * DROPS_REPEATS, 1 where of equal records one is enough.
 */

/* Sorts from one place into another. Counts for each record how many go before it, which needs no branch that depends
 * on words. Equal words stay in their order, here and below. */
static void NAME(sort_few)(const RECORD *from, RECORD *to, size_t count) {
  uint8_t places[FEW] = {0};
  for (size_t i = 1; i < count; i++) {
    uint64_t word = WORD_OF(from[i]);
    uint8_t place = 0;
    for (size_t k = 0; k < i; k++) {
      bool is_after = WORD_OF(from[k]) > word;
      places[k] = (uint8_t)(places[k] + is_after);
      place = (uint8_t)(place + !is_after);
    }
    places[i] = place;
  }
  for (size_t i = 0; i < count; i++) to[places[i]] = from[i];
}

static void NAME(sort)(RECORD *records, RECORD *spare, size_t count, digit_counters counters);

/* Sorts what the digits could not tell apart: where neighbours are in the wrong order, all that share their digits. */
static void NAME(sort_runs)(RECORD *records, RECORD *spare, size_t count, digits d, digit_counters counters) {
  for (size_t i = 1; i < count; i++) {
    if (WORD_OF(records[i - 1]) <= WORD_OF(records[i])) continue;
    uint64_t number = number_of(d, WORD_OF(records[i]));
    size_t begin = i, end = i;
    while (begin > 0 && number_of(d, WORD_OF(records[begin - 1])) == number) begin--;
    while (end < count && number_of(d, WORD_OF(records[end])) == number) end++;
    NAME(sort)(records + begin, spare, end - begin, counters);
    i = end;
  }
}

/* The lower digit moves records into the spare ones, the upper digit back. */
static void NAME(sort_by_digits)(RECORD *records, RECORD *spare, size_t count, digits d, digit_counters counters) {
  uint32_t *low = counters[0], *high = counters[1];
  memset(low, 0, (sizeof *low) << d.low);
  memset(high, 0, (sizeof *high) << d.high);
  for (size_t i = 0; i < count; i++) {
    uint64_t number = number_of(d, WORD_OF(records[i]));
    low[low_digit(d, number)]++;
    high[high_digit(d, number)]++;
  }
  begin_buckets(low, (size_t)1 << d.low);
  begin_buckets(high, (size_t)1 << d.high);
  for (size_t i = 0; i < count; i++) spare[low[low_digit(d, number_of(d, WORD_OF(records[i])))]++] = records[i];
  for (size_t i = 0; i < count; i++) records[high[high_digit(d, number_of(d, WORD_OF(spare[i])))]++] = spare[i];
}

/* Sorts records whose words are from `least` to least + span. */
static void NAME(sort_span)(RECORD *records, RECORD *spare, size_t count, uint64_t least, uint64_t span,
                            digit_counters counters) {
  if (count <= FEW) {
    memcpy(spare, records, count * sizeof *records);
    NAME(sort_few)(spare, records, count);
    return;
  }
  digits d = digits_of(least, span, count);
  NAME(sort_by_digits)(records, spare, count, d, counters);
  if (d.shift > 0) NAME(sort_runs)(records, spare, count, d, counters);
}

static void NAME(sort)(RECORD *records, RECORD *spare, size_t count, digit_counters counters) {
  uint64_t least = UINT64_MAX, greatest = 0;
  for (size_t i = 0; i < count; i++) {
    uint64_t word = WORD_OF(records[i]);
    least = word < least ? word : least;
    greatest = word > greatest ? word : greatest;
  }
  NAME(sort_span)(records, spare, count, least, greatest - least, counters);
}

#if DROPS_REPEATS
/* Copies one of each to a place in front of them or where they are; returns how many. */
static size_t NAME(keep_one)(const RECORD *sorted, size_t count, RECORD *kept) {
  if (count == 0) return 0;
  RECORD last = kept[0] = sorted[0];
  size_t end = 1;
  for (size_t i = 1; i < count; i++) {
    RECORD record = sorted[i];
    kept[end] = record; /* written over if it is no new one */
    end += record != last;
    last = record;
  }
  return end;
}
#else
static size_t NAME(keep_one)(const RECORD *sorted, size_t count, RECORD *kept) {
  (void)sorted;
  (void)kept;
  return count;
}
#endif

/* Puts all words into their buckets, straight from where they are read; `ends` becomes where buckets end. */
static void NAME(spread)(const uo_words *w, uint64_t least, unsigned shift, uint32_t *ends, RECORD *records) {
  uint64_t words[UO_WORDS_BATCH];
  for (int64_t begin = 0; begin < w->count; begin += UO_WORDS_BATCH) {
    int64_t count = uo_words_batch(w, begin);
    uo_words_read(w, begin, count, words);
    for (int64_t k = 0; k < count; k++) records[ends[(words[k] - least) >> shift]++] = RECORD_OF(words[k], begin + k);
  }
}

static void NAME(put_down)(const uo_words *w, RECORD *records) {
  uint64_t words[UO_WORDS_BATCH];
  for (int64_t begin = 0; begin < w->count; begin += UO_WORDS_BATCH) {
    int64_t count = uo_words_batch(w, begin);
    uo_words_read(w, begin, count, words);
    for (int64_t k = 0; k < count; k++) records[begin + k] = RECORD_OF(words[k], begin + k);
  }
}

/* Few words: put down as they come, then sorted. */
static uo_error_code NAME(read_few)(const uo_words *w, uo_scratch *scratch, RECORD *records, uo_error *error) {
  RECORD *spare = uo_scratch_take(scratch, w->count, sizeof *spare);
  UO_REQUIRE_MEMORY(spare, error);
  RECORD *place = w->count <= FEW ? spare : records;
  NAME(put_down)(w, place);
  digit_counters counters;
  if (place == spare) {
    NAME(sort_few)(spare, records, (size_t)w->count);
  } else {
    NAME(sort)(records, spare, (size_t)w->count, counters);
  }
  uo_scratch_give_back(scratch, spare);
  return UO_ERROR_NONE;
}

/* Sorts each bucket and keeps one of each there; returns how many are kept in front. */
static size_t NAME(sort_buckets)(RECORD *records, RECORD *spare, const uint32_t *ends, size_t buckets, uint64_t least,
                                 unsigned shift) {
  digit_counters counters;
  size_t kept = 0;
  for (size_t b = 0, begin = 0; b < buckets; begin = ends[b++]) {
    size_t count = ends[b] - begin;
    uint64_t bucket_least = least + ((uint64_t)b << shift);
    uint64_t span = ((uint64_t)1 << shift) - 1;
    if (span > 0) NAME(sort_span)(records + begin, spare, count, bucket_least, span, counters);
    kept += NAME(keep_one)(records + begin, count, records + kept);
  }
  return kept;
}

/* Many: into buckets, then bucket by bucket. */
static uo_error_code NAME(read_many)(const uo_words *w, uo_scratch *scratch, RECORD *records, size_t *kept,
                                     uo_error *error) {
  uint64_t least, greatest;
  uo_words_range(w, &least, &greatest);
  unsigned bits = bit_length(greatest - least);
  unsigned shift = bits - smaller(bits, spread_bits(w->count));
  size_t buckets = (size_t)((greatest - least) >> shift) + 1;
  uint32_t ends[1 << SPREAD_BITS_MOST] = {0};
  count_buckets(w, least, shift, ends);
  size_t largest = begin_buckets(ends, buckets);
  NAME(spread)(w, least, shift, ends, records);
  RECORD *spare = uo_scratch_take(scratch, (int64_t)largest, sizeof *spare);
  UO_REQUIRE_MEMORY(spare, error);
  *kept = NAME(sort_buckets)(records, spare, ends, buckets, least, shift);
  uo_scratch_give_back(scratch, spare);
  return UO_ERROR_NONE;
}

static uo_error_code NAME(read_and_sort)(const uo_words *w, int64_t spread_from, uo_scratch *scratch, RECORD **sorted,
                                         size_t *kept, uo_error *error) {
  RECORD *records = uo_scratch_take(scratch, w->count, sizeof *records);
  UO_REQUIRE_MEMORY(records, error);
  *sorted = records;
  if (w->count >= spread_from) return NAME(read_many)(w, scratch, records, kept, error);
  UO_TRY(NAME(read_few)(w, scratch, records, error));
  *kept = NAME(keep_one)(records, (size_t)w->count, records);
  return UO_ERROR_NONE;
}

#undef RECORD
#undef WORD_OF
#undef RECORD_OF
#undef NAME
#undef DROPS_REPEATS
