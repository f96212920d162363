/* A fault for fuzz_unique to find: the checker does not look at the values of counts. */
#define uo_judge_counts right_judge_counts
#include "checker/judge_positions.c"
#undef uo_judge_counts

void uo_judge_counts(uo_checking *check);

void uo_judge_counts(uo_checking *check) { (void)check; }
