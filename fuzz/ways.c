#include "fuzz/ways.h"

#define NEVER INT64_MAX

/* A number below `bound`. */
static uint32_t draw(uint64_t *random, uint32_t bound) {
  *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*random >> 33) % bound;
}

/* 0, 4, 16 or never: from how many items on something is done. */
static int64_t draw_threshold(uint64_t *random) {
  static const int64_t values[] = {0, 0, 4, 16, NEVER};
  return values[draw(random, sizeof values / sizeof values[0])];
}

/* ---- Hashes ------------------------------------------------------------------------------------------------------ */

/* Long probes, but rarely so long that sorting takes over; or nothing but collisions. */
static void spoil(uint64_t *hashes, int64_t count, uint64_t left) {
  for (int64_t i = 0; i < count; i++) hashes[i] &= left;
}

static void hash_poorly(const uo_keys *keys, const int64_t *items, int64_t count, uint64_t *hashes) {
  uo_hash_keys(keys, items, count, hashes);
  spoil(hashes, count, 3);
}

static void hash_all_equal(const uo_keys *keys, const int64_t *items, int64_t count, uint64_t *hashes) {
  uo_hash_keys(keys, items, count, hashes);
  spoil(hashes, count, 0);
}

static void hash_wide_poorly(const uo_wide *wide, int64_t begin, int64_t count, const uo_digest *digests,
                             uint64_t *hashes) {
  uo_wide_hash(wide, begin, count, digests, hashes);
  spoil(hashes, count, 3);
}

static void hash_wide_all_equal(const uo_wide *wide, int64_t begin, int64_t count, const uo_digest *digests,
                                uint64_t *hashes) {
  uo_wide_hash(wide, begin, count, digests, hashes);
  spoil(hashes, count, 0);
}

static void draw_hashes(uint64_t *random, uo_way *way) {
  static uo_hash_function *const narrow[] = {uo_hash_keys, hash_poorly, hash_all_equal};
  static uo_wide_hash_function *const wide[] = {uo_wide_hash, hash_wide_poorly, hash_wide_all_equal, NULL};
  way->hash = narrow[draw(random, sizeof narrow / sizeof narrow[0])];
  way->wide_hash = wide[draw(random, sizeof wide / sizeof wide[0])];
}

/* ---- Ways -------------------------------------------------------------------------------------------------------- */

uo_way uo_way_named(uint32_t salt) {
  uo_way way = uo_way_default;
  uint64_t random = salt;
  way.tuning.block_size = 0; /* each piece of scratch memory stands alone: what is written beyond one is seen */
  if (draw(&random, 8) != 0) return way;
  way.tuning.most_items = draw(&random, 4) == 0 ? 0 : INT32_MAX;
  for (int level = 0; level < UO_LEVELS; level++) way.tuning.few_below[level] = draw_threshold(&random);
  way.tuning.few_values_below = draw_threshold(&random);
  way.tuning.few_lead_below = draw_threshold(&random);
  way.tuning.byte_table_from = draw_threshold(&random);
  way.tuning.half_table_from = draw(&random, 1024) == 0 ? 0 : NEVER; /* takes as long as hundreds of executions */
  way.tuning.runs_from = draw_threshold(&random);
  way.tuning.most_runs = draw(&random, UO_MOST_RUNS + 1);
  way.tuning.sort_below = draw_threshold(&random);
  way.tuning.lead_below = draw_threshold(&random);
  way.tuning.first_groups = draw(&random, 3);
  way.tuning.sort_share = draw(&random, 4) == 0 ? NEVER : 1 + draw(&random, 3);
  way.tuning.sort_share_y = draw(&random, 4) == 0 ? NEVER : 1 + draw(&random, 3);
  way.tuning.wide_below = draw_threshold(&random);
  way.tuning.wide_share = draw(&random, 4) == 0 ? NEVER : 1 + draw(&random, 3);
  way.tuning.vector_share = draw(&random, 4) == 0 ? NEVER : 1 + draw(&random, 3);
  way.tuning.vector_share_narrow = draw(&random, 4) == 0 ? NEVER : 1 + draw(&random, 3);
  way.tuning.sort_groups = draw_threshold(&random);
  way.tuning.spread_from = draw(&random, 16) == 0 ? 0 : NEVER;
  way.tuning.block_size = draw(&random, 4) == 0 ? 4096 : 0;
  way.tuning.most_level = (uo_level)draw(&random, UO_LEVELS);
  draw_hashes(&random, &way);
  return way;
}
