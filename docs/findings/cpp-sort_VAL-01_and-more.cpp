// Shows: VAL-01, SHAPE-01, SHAPE-02, IDX-01, IDX-02, IDX-03, INV-01, INV-02, INV-05, INV-06, CNT-01, CNT-02, ORD-01, SIL-01, SIL-02, SIL-03, SIL-04, SIL-05, hang.
// std::sort and std::unique on numbers with NaN, and on zeros. A NaN is neither less than nor equal to anything: it stays
// where it is and parts what should be sorted, std::unique keeps every one, std::find finds none, std::lower_bound and
// std::equal_range look in the wrong half. And std::sort is not stable: which zero stands in Y is left to chance.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

using List = std::vector<float>;
static const float N = NAN;

static List sorted_unique(List list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

static void print(const char *title, const List &list) {
  std::printf("%s", title);
  for (float value : list) std::printf(" %g", static_cast<double>(value));
}

static bool values(const char *clauses, const List &x, const List &want) {
  List have = sorted_unique(x);
  print(clauses, have);
  print("  want", want);
  std::printf("\n");
  bool same = have.size() == want.size();
  for (size_t i = 0; same && i < have.size(); i++)
    same = have[i] == want[i] || (std::isnan(have[i]) && std::isnan(want[i]));
  return !same;
}

static bool number(const char *clauses, long have, long want) {
  std::printf("%s  have %ld  want %ld\n", clauses, have, want);
  return have != want;
}

static long place(const List &in, float value) { return std::lower_bound(in.begin(), in.end(), value) - in.begin(); }

int main() {
  bool all = values("VAL-01 SHAPE-01 SHAPE-02 IDX-03 CNT-02 SIL-01 SIL-03 SIL-05  have", {N, N}, {N});
  all &= values("ORD-01 SIL-02  have", {N, 0, N}, {0, N});

  List one = {N};
  all &= number("IDX-01 IDX-02  first NaN of {NaN}", std::find(one.begin(), one.end(), N) - one.begin(), 0);

  List two = sorted_unique({0, N});
  all &= number("INV-01 INV-05 INV-06  place of NaN in {0, NaN}", place(two, N), 1);
  auto range = std::equal_range(two.begin(), two.end(), N);
  all &= number("CNT-01  how many NaNs in {0, NaN}", range.second - range.first, 1);

  List halves = sorted_unique({0, 4, N, 1, 2, 3});
  all &= number("INV-02  place of 4 in Y, at most 5", place(halves, 4), std::find(halves.begin(), halves.end(), 4.0f) - halves.begin());

  List zeros(17, 0.0f);
  zeros[0] = -0.0f;
  all &= number("SIL-04  the sign of the first zero stands in Y", std::signbit(sorted_unique(zeros)[0]), 1);

  std::printf("hang  65,537 NaNs are 65,537 values, and each is looked for in all: their square, %.1e steps\n", 65537.0 * 65537.0);
  return all ? 0 : 1;
}
