#include "reference/effort.h"

const uo_way uo_way_default = {
    .tuning =
        {
            .most_items = INT32_MAX,
            .byte_table_from = 64,
            .half_table_from = 1 << 16,
            .sort_below = 300,
            .lead_below = 0,
            .first_groups = 16,
            .sort_share = 3,
            .sort_groups = INT64_C(1) << 21,
            .spread_from = 1 << 15,
            .most_level = UO_LEVEL_AVX512,
        },
    .hash = uo_hash_keys,
    .wide_hash = uo_wide_hash,
};
