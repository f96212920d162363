#include "reference/effort.h"

const uo_way uo_way_default = {
    .tuning =
        {
            .most_items = INT32_MAX,
            /* Of 32 numbers it takes half of the time that sorting does, and of 8 nine tenths; of 64 nine tenths where
             * there are vectors, and twice the time where there are none. Hashing, with half of the numbers distinct,
             * is as fast at 20. Where vectors sort Y alone, 4 are faster compared, and 8 sorted. */
            .few_below = {33, 65, 65},
            .few_lead_below = 17,
            .few_values_below = 6,
            /* Clearing and reading a table of 256 values takes 2 us, of 65536 about 1 ms: below, the other ways are
             * faster by then. */
            .byte_table_from = 512,
            .half_table_from = 1 << 17,
            /* Looking for runs takes 0.1 us where there are more than two. Of 300 to 10^6 numbers, putting one run
             * takes a third of the time of sorting, merging two half to nine tenths, merging four as long. */
            .runs_from = 300,
            .most_runs = UO_MOST_RUNS,
            /* Of 64 to 300 numbers, sorting takes 9 to 11 ns each whatever they are, hashing 5 where most repeat and 15
             * where none does. */
            .sort_below = 300,
            .lead_below = 0,
            .first_groups = 16,
            /* At 10^4 and 10^6 numbers drawn from half as many, which makes a third of them to be expected, both ways
             * are as fast. */
            .sort_share = 3,
            /* Where Y alone is wanted, either way has less to move: 10^6 numbers drawn from a quarter as many, which
             * makes a fifth of them to be expected, hashing is 1.2 times faster; from a third as many, sorting is 1.3
             * times faster. */
            .sort_share_y = 4,
            /* In vectors, sorting 10^6 numbers of 64 bits takes as long as hashing ones of which a fifth to a quarter
             * is distinct, 10^4 as long as of a third; of 32 bits, of which a fourteenth is; of a twentieth, hashing
             * is 1.3 times faster. */
            .vector_share = 4,
            .vector_share_narrow = 16,
            /* Of 100 strings or rows, sorting all is 1.3 times faster where none repeats, hashing 3 to 4 times where
             * most do. */
            .wide_below = 0,
            /* Half of 10^6 complex numbers distinct, which makes a quarter of them to be expected: hashing is 1.2 times
             * faster; of strings and at 70 % distinct both are as fast; at 90 % sorting is 2 times faster. */
            .wide_share = 3,
            /* Of 2 10^6 distinct numbers hashing is 1.2 times faster, of 4 10^6 and more it is slower and takes more
             * memory. */
            .sort_groups = INT64_C(1) << 22,
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
