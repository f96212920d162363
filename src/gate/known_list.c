#include "gate/known_list.h"

bool uo_known_failure_note(uo_known_failure *entry, uo_verdict have, bool fails) {
  entry->ran = true;
  entry->fails = fails;
  entry->have = have;
  return fails && have == entry->verdict;
}
