/*
 * The sort of vector_sort.h for words of one width; vector_sort.c includes this once for each. To be defined before:
 * WORD, the type; LANES, words of a vector; MASK, one bit a lane; SIGNED(operation) and UNSIGNED(operation), the
 * intrinsic of that width; NAME(what), what functions are called.
 */

/* A mask of the first `count` lanes, at most all. */
INLINE MASK NAME(first_lanes)(size_t count) { return (MASK)((1u << count) - 1); }

/* The same where `before` of the `count` stand in other vectors, and others may follow. */
INLINE MASK NAME(lanes_left)(size_t count, size_t before) {
  return NAME(first_lanes)(count - before < LANES ? count - before : LANES);
}

/* ---- Few words, in registers ----------------------------------------------------------------------------------- */

/* Each lane with the one whose number differs in the bits of `distance`. */
INLINE VECTOR NAME(partners)(VECTOR v, int distance) {
  VECTOR places = _mm512_xor_si512(NAME(lane_numbers)(), SIGNED(set1)(distance));
  return SIGNED(permutexvar)(places, v);
}

INLINE VECTOR NAME(reverse)(VECTOR v) { return NAME(partners)(v, LANES - 1); }

/* Puts the lesser word of each lane and its partner into one, the greater into the other, which `greater` names. */
INLINE VECTOR NAME(exchange)(VECTOR v, int distance, MASK greater) {
  VECTOR other = NAME(partners)(v, distance);
  return UNSIGNED(mask_max)(UNSIGNED(min)(v, other), greater, v, other);
}

/* Sorts every 4 words that rise and then fall, or the other way round. */
INLINE VECTOR NAME(settle_4)(VECTOR v) {
  v = NAME(exchange)(v, 2, (MASK)0xcccc);
  return NAME(exchange)(v, 1, (MASK)0xaaaa);
}

INLINE VECTOR NAME(settle_8)(VECTOR v) { return NAME(settle_4)(NAME(exchange)(v, 4, (MASK)0xf0f0)); }

/* All of a vector. */
INLINE VECTOR NAME(settle)(VECTOR v) { return NAME(settle_8)(LANES > 8 ? NAME(exchange)(v, 8, (MASK)0xff00) : v); }

/* Sorts a vector: runs of 2, then 4, 8, 16; of each two the second one is turned round. */
INLINE VECTOR NAME(sort_lanes)(VECTOR v) {
  v = NAME(exchange)(v, 1, (MASK)0xaaaa);
  v = NAME(exchange)(NAME(exchange)(v, 3, (MASK)0xcccc), 1, (MASK)0xaaaa);
  v = NAME(settle_4)(NAME(exchange)(v, 7, (MASK)0xf0f0));
  return LANES > 8 ? NAME(settle_8)(NAME(exchange)(v, 15, (MASK)0xff00)) : v;
}

INLINE void NAME(order)(VECTOR *a, VECTOR *b) {
  VECTOR least = UNSIGNED(min)(*a, *b);
  *b = UNSIGNED(max)(*a, *b);
  *a = least;
}

/* Merges runs of `size` vectors, each with the next one; the last may be shorter. A bitonic merge, in which the words
 * that are missing behind the last vector are the greatest. */
INLINE void NAME(merge)(VECTOR *v, int count, int size) {
  for (int i = 0; i < count; i++) {
    int partner = i ^ (2 * size - 1); /* counted from the other end of both runs */
    if (partner <= i || partner >= count) continue;
    VECTOR turned = NAME(reverse)(v[partner]);
    NAME(order)(&v[i], &turned);
    v[partner] = NAME(reverse)(turned);
  }
  for (int distance = size / 2; distance > 0; distance /= 2)
    for (int i = 0; i < count; i++)
      if ((i & distance) == 0 && i + distance < count) NAME(order)(&v[i], &v[i + distance]);
  for (int i = 0; i < count; i++) v[i] = NAME(settle)(v[i]);
}

/* Sorts words that fill so many vectors, the last one maybe not, and puts one of each to `to`, which may be in front of
 * them or where they are; returns the place behind. */
INLINE WORD *NAME(sort_vectors)(const WORD *words, size_t count, int vectors, WORD *to) {
  VECTOR v[MOST_VECTORS];
  VECTOR last = SIGNED(set1)(-1); /* sorts behind all words, or is equal to the last of them */
  for (int i = 0; i < vectors; i++)
    v[i] = SIGNED(mask_loadu)(last, NAME(lanes_left)(count, (size_t)i * LANES), words + i * LANES);
  for (int i = 0; i < vectors; i++) v[i] = NAME(sort_lanes)(v[i]);
  for (int size = 1; size < vectors; size *= 2) NAME(merge)(v, vectors, size);
  VECTOR previous = v[0];
  MASK always = 1; /* the first word has none before it */
  for (int i = 0; i < vectors; i++) {
    MASK differs = UNSIGNED_MASK(cmpneq)(v[i], SIGNED(alignr)(v[i], previous, LANES - 1));
    MASK kept = (MASK)(differs | always) & NAME(lanes_left)(count, (size_t)i * LANES);
    SIGNED(mask_storeu)(to, NAME(first_lanes)(COUNT(kept)), SIGNED(maskz_compress)(kept, v[i]));
    to += COUNT(kept);
    previous = v[i];
    always = 0;
  }
  return to;
}

FUNCTION WORD *NAME(sort_few)(const WORD *words, size_t count, WORD *to) {
  switch ((count + LANES - 1) / LANES) { /* how many there are is a constant in each, so that they stay in registers */
    case 1:
      return NAME(sort_vectors)(words, count, 1, to);
    case 2:
      return NAME(sort_vectors)(words, count, 2, to);
    case 3:
      return NAME(sort_vectors)(words, count, 3, to);
    case 4:
      return NAME(sort_vectors)(words, count, 4, to);
    case 5:
      return NAME(sort_vectors)(words, count, 5, to);
    case 6:
      return NAME(sort_vectors)(words, count, 6, to);
    case 7:
      return NAME(sort_vectors)(words, count, 7, to);
    default:
      return NAME(sort_vectors)(words, count, 8, to);
  }
}

/* ---- Many words, split ----------------------------------------------------------------------------------------- */

/* What is known about words that are to be sorted. */
typedef struct {
  size_t count;
  WORD least, greatest;
  bool is_odd; /* it is nearly all that the split before has left: a sample of it tells nothing */
} NAME(span);

FUNCTION NAME(span) NAME(span_of)(const WORD *words, size_t count) {
  NAME(span) all = {count, (WORD)-1, 0, false};
  for (size_t i = 0; i < count; i++) {
    all.least = words[i] < all.least ? words[i] : all.least;
    all.greatest = words[i] > all.greatest ? words[i] : all.greatest;
  }
  return all;
}

/* Where a split stands. */
typedef struct {
  WORD *left, *right; /* between them is room for the words that have not come yet */
  VECTOR low_greatest, high_least;
} NAME(front);

/* Splits the last words, which fill no two vectors: nothing may be written beyond the room that is left. */
INLINE void NAME(split_rest)(const WORD *words, size_t count, VECTOR middle, NAME(front) * f) {
  for (size_t i = 0; i < count; i += LANES) {
    MASK is_there = NAME(lanes_left)(count, i);
    VECTOR v = SIGNED(maskz_loadu)(is_there, words + i);
    MASK is_high = UNSIGNED_MASK(mask_cmpgt)(is_there, v, middle);
    MASK is_low = (MASK)(is_there & ~is_high);
    f->low_greatest = UNSIGNED(mask_max)(f->low_greatest, is_low, f->low_greatest, v);
    f->high_least = UNSIGNED(mask_min)(f->high_least, is_high, f->high_least, v);
    SIGNED(mask_storeu)(f->left, NAME(first_lanes)(COUNT(is_low)), SIGNED(maskz_compress)(is_low, v));
    f->left += COUNT(is_low);
    f->right -= COUNT(is_high);
    SIGNED(mask_storeu)(f->right, NAME(first_lanes)(COUNT(is_high)), SIGNED(maskz_compress)(is_high, v));
  }
}

/* The word at which to split: the middle one of a sample, or where that would tell little the middle between the least
 * and the greatest. */
FUNCTION WORD NAME(middle_of)(const WORD *words, NAME(span) all) {
  WORD sample[SAMPLE];
  if (all.count < SAMPLED_FROM || all.is_odd) return all.least + (all.greatest - all.least) / 2;
  for (size_t i = 0; i < SAMPLE; i++) sample[i] = words[i * (all.count / SAMPLE)];
  size_t distinct = (size_t)(NAME(sort_few)(sample, SAMPLE, sample) - sample);
  return distinct > 1 ? sample[(distinct - 1) / 2] : all.least + (all.greatest - all.least) / 2;
}

/* Splits words: those up to the middle go to the front of `to`, the others to its end. */
FUNCTION void NAME(split)(const WORD *words, NAME(span) all, WORD *to, NAME(span) * low, NAME(span) * high) {
  VECTOR middle = SIGNED(set1)((SIGNED_WORD)NAME(middle_of)(words, all));
  NAME(front) f = {to, to + all.count, _mm512_setzero_si512(), SIGNED(set1)(-1)};
  size_t i = 0;
  for (; all.count - i >= 2 * LANES; i += LANES) {
    /* There is room for two vectors, so each is stored whole, whatever its last lanes hold. */
    VECTOR v = _mm512_loadu_si512(words + i);
    MASK is_high = UNSIGNED_MASK(cmpgt)(v, middle);
    f.low_greatest = UNSIGNED(mask_max)(f.low_greatest, (MASK)~is_high, f.low_greatest, v);
    f.high_least = UNSIGNED(mask_min)(f.high_least, is_high, f.high_least, v);
    _mm512_storeu_si512(f.left, SIGNED(maskz_compress)((MASK)~is_high, v));
    _mm512_storeu_si512(f.right - LANES, NAME(reverse)(SIGNED(maskz_compress)(is_high, v)));
    f.left += LANES - COUNT(is_high);
    f.right -= COUNT(is_high);
  }
  NAME(split_rest)(words + i, all.count - i, middle, &f);
  size_t lows = (size_t)(f.left - to), highs = all.count - lows;
  bool is_odd = (lows < highs ? lows : highs) < all.count / 16;
  *low = (NAME(span)){lows, all.least, UNSIGNED(reduce_max)(f.low_greatest), is_odd};
  *high = (NAME(span)){highs, UNSIGNED(reduce_min)(f.high_least), all.greatest, is_odd};
}

/* Sorts words and puts one of each to `to`, which is in front of them or of the spare ones, or where these are; returns
 * the place behind. Splits no more often than a word has bits. */
static WORD *NAME(sort)(WORD *words, WORD *spare, NAME(span) all, WORD *to) {
  if (all.least == all.greatest) {
    *to = all.least;
    return to + 1;
  }
  if (all.count <= MOST_VECTORS * LANES) return NAME(sort_few)(words, all.count, to);
  NAME(span) low, high;
  NAME(split)(words, all, spare, &low, &high);
  to = NAME(sort)(spare, words, low, to);
  return NAME(sort)(spare + low.count, words + low.count, high, to);
}

#undef WORD
#undef SIGNED_WORD
#undef LANES
#undef MASK
#undef SIGNED
#undef UNSIGNED
#undef UNSIGNED_MASK
#undef NAME
