/* Right, but looks through all distinct items for each item. */
#include "naive.h"

NAIVE_PLUGIN("quadratic", .same = naive_same)
