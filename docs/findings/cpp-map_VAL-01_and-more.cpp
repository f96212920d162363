// Shows: VAL-01, SHAPE-01, SHAPE-02, IDX-01, IDX-03, INV-01, INV-06, CNT-01, CNT-02, ORD-01, ORD-02, SIL-02, SIL-03.
// std::map with floating-point keys that hold NaN: operator< is then no order, and the map takes different keys for one,
// or one for two. Each row prints the places that the map gives to the keys, and those that equality gives.
#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

using Key = std::vector<double>;
static const double N = NAN;

static bool same(const Key &a, const Key &b) { // element by element, every NaN the same value
  for (size_t i = 0; i < a.size(); i++)
    if (!(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])))) return false;
  return true;
}

static void print(const char *title, const std::vector<int> &places) {
  std::printf(" %s", title);
  for (int place : places) std::printf(" %d", place);
}

// Whether the map groups the keys otherwise than equality does: values, counts, positions are then wrong.
static bool groups_wrongly(const char *clauses, const std::vector<Key> &keys) {
  std::map<Key, int> map;
  std::vector<int> have, want;
  int distinct = 0;
  for (size_t i = 0; i < keys.size(); i++) {
    have.push_back(map.emplace(keys[i], static_cast<int>(map.size())).first->second);
    int place = distinct;
    for (size_t k = 0; k < i; k++)
      if (same(keys[i], keys[k])) place = want[k];
    distinct += place == distinct;
    want.push_back(place);
  }
  std::printf("%-60s", clauses);
  print("have", have);
  print(", want", want);
  std::printf("\n");
  return have != want;
}

// Whether the map, asked for its order, puts a key with a NaN in front of a smaller one.
static bool orders_wrongly(const char *clauses, const std::vector<Key> &keys) {
  std::map<Key, int> map;
  for (const Key &key : keys) map.emplace(key, 0);
  std::printf("%-60s have", clauses);
  bool behind_nan = false, wrong = false;
  for (const auto &entry : map) {
    std::printf(" (%g, %g)", entry.first[0], entry.first[1]);
    wrong = wrong || (behind_nan && !std::isnan(entry.first[0]));
    behind_nan = behind_nan || std::isnan(entry.first[0]);
  }
  std::printf(", want the one with NaN last\n");
  return wrong;
}

int main() {
  bool all = groups_wrongly("VAL-01 SHAPE-01 SHAPE-02 IDX-03 INV-06 CNT-01 CNT-02", {{0}, {N}});
  all &= orders_wrongly("ORD-01", {{0, 2}, {N, 1}, {0, 0}});
  all &= orders_wrongly("SIL-02", {{0, 1}, {N, 0}});
  all &= groups_wrongly("IDX-01", {{N, 1}, {0, 1}, {1, 1}, {1, 0}, {0, 1}});
  all &= groups_wrongly("ORD-02", {{1, 0}, {N, 0}, {0, 1}, {N, 0}});
  all &= groups_wrongly("INV-01", {{0, N, 1}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {0, N, 0}, {0, N, 1}, {0, 0, 0}});
  all &= groups_wrongly("SIL-03", {{1, 0}, {N, 0}, {0, 1}, {0, N}, {N, 0}});
  return all ? 0 : 1;
}
