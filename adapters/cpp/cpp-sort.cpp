/*
 * std::sort and std::unique, the idiom for distinct values in C++; where they are found again with std::lower_bound, how
 * many with std::equal_range, where first with std::find. It has one order, the sorted one: sorted=0 is unsupported.
 */
#include "unique_oracle.hpp"

#include <algorithm>

struct Sort {
  template <class Key> static unique_oracle::groups<Key> unique(const std::vector<Key> &keys, bool sorted) {
    if (!sorted) throw unique_oracle::unsupported();
    unique_oracle::groups<Key> found;
    std::vector<Key> all = keys;
    std::sort(all.begin(), all.end());
    found.values = all;
    found.values.erase(std::unique(found.values.begin(), found.values.end()), found.values.end());
    for (const Key &value : found.values) {
      auto [begin, end] = std::equal_range(all.begin(), all.end(), value);
      found.counts.push_back(end - begin);
      found.first.push_back(std::find(keys.begin(), keys.end(), value) - keys.begin());
    }
    for (const Key &key : keys) {
      auto place = std::lower_bound(found.values.begin(), found.values.end(), key);
      found.inverse.push_back(place - found.values.begin());
    }
    return found;
  }
};

UNIQUE_ORACLE_PLUGIN(Sort, "cpp-sort", UNIQUE_ORACLE_LIBRARY)
