/*
 * std::unordered_map as people count distinct values with it: a map from each value to its place, by operator== and
 * std::hash. It has no order, and std::hash is not there for a std::vector: sorted and an axis are unsupported.
 */
#include "unique_oracle.hpp"

#include <unordered_map>

struct UnorderedMap {
  template <class Key> static unique_oracle::groups<Key> unique(const std::vector<Key> &keys, bool sorted) {
    if (sorted) throw unique_oracle::unsupported();
    std::unordered_map<Key, int64_t> places;
    return unique_oracle::by_first(keys, places);
  }

  template <class T>
  static unique_oracle::groups<std::vector<T>> unique(const std::vector<std::vector<T>> &, bool /*sorted*/) {
    throw unique_oracle::unsupported();
  }
};

UNIQUE_ORACLE_PLUGIN(UnorderedMap, "cpp-unordered-map", UNIQUE_ORACLE_LIBRARY)
