/* No fault: what the others are built on conforms. */
#include "naive.h"

NAIVE_PLUGIN("conforming", .edit = NULL)
