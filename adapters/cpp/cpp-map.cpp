/*
 * std::map as people count distinct values with it: a map from each value to its place. Sorted is the map's own order,
 * by operator<; the order of first occurrence is that of the places. The mapping: none but the counting.
 */
#include "unique_oracle.hpp"

#include <map>

struct Map {
  template <class Key> static unique_oracle::groups<Key> unique(const std::vector<Key> &keys, bool sorted) {
    std::map<Key, int64_t> places;
    unique_oracle::groups<Key> found = unique_oracle::by_first(keys, places);
    return sorted ? renumbered(found, places) : found;
  }

  /* As the map orders its entries. */
  template <class Key>
  static unique_oracle::groups<Key> renumbered(const unique_oracle::groups<Key> &found,
                                               const std::map<Key, int64_t> &places) {
    unique_oracle::groups<Key> ordered;
    std::vector<int64_t> place_of(places.size());
    for (const auto &[key, place] : places) {
      place_of[static_cast<size_t>(place)] = static_cast<int64_t>(ordered.values.size());
      ordered.values.push_back(key);
      ordered.first.push_back(found.first[static_cast<size_t>(place)]);
      ordered.counts.push_back(found.counts[static_cast<size_t>(place)]);
    }
    for (int64_t place : found.inverse) ordered.inverse.push_back(place_of[static_cast<size_t>(place)]);
    return ordered;
  }
};

UNIQUE_ORACLE_PLUGIN(Map, "cpp-map", UNIQUE_ORACLE_LIBRARY)
