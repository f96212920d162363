#include "reference/effort.h"

const uo_way uo_way_default = {
    .tuning =
        {
            .most_items = INT32_MAX,
            /* Below, clearing and reading tables costs more than sorting or hashing: 256 values, and 65536. */
            .byte_table_from = 64,
            .half_table_from = 1 << 16,
            /* Sorting takes 10 ns an element from 64 of them on, hashing and sorting what is distinct 15 where most is.
             */
            .sort_below = 300,
            .lead_below = 0,
            .first_groups = 16,
            /* At 10^4 and 10^6 numbers, both ways are as fast where between a third and a half is distinct. */
            .sort_share = 3,
            /* From here on a table is larger than all caches: 10^7 distinct numbers take half as long sorted. */
            .sort_groups = INT64_C(1) << 21,
            /* Fewer fit in the second level of a cache with as many spare ones. */
            .spread_from = 1 << 15,
            /* One large block rather than several small ones for a second reason: glibc keeps as much of its heap as
             * two of the largest blocks that were freed; less it gives back at each call and takes anew, page fault by
             * page fault, which at 10^4 numbers took more time than all else. */
            .block_size = (size_t)1 << 20,
            .most_level = UO_LEVEL_AVX512,
        },
    .hash = uo_hash_keys,
    .wide_hash = uo_wide_hash,
};
