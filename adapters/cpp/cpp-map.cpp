/*
 * std::map as people count distinct values with it: a map from each value to its place. Sorted is the map's own order,
 * by operator<; the order of first occurrence is that of the places. The mapping: none but the counting below.
 */
#include "unique_oracle.hpp"

#include <map>

struct Map {
  template <class Key> static unique_oracle::groups<Key> unique(const std::vector<Key> &keys, bool sorted) {
    unique_oracle::groups<Key> found;
    std::map<Key, int64_t> places;
    for (const Key &key : keys) {
      auto [entry, is_new] = places.emplace(key, static_cast<int64_t>(places.size()));
      if (is_new) {
        found.values.push_back(key);
        found.first.push_back(&key - keys.data());
        found.counts.push_back(0);
      }
      found.inverse.push_back(entry->second);
      found.counts[static_cast<size_t>(entry->second)]++;
    }
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
