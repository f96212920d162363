// Shows: hang.
// std::unordered_map with 131,101 NaNs as keys: they have one hash and none equals another, so each insertion walks all
// that are there. It ends, but not within the ten seconds that the gate gives a case.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <unordered_map>

static double seconds_for(int count) {
  auto begin = std::chrono::steady_clock::now();
  std::unordered_map<float, int> places;
  for (int i = 0; i < count; i++) places.emplace(NAN, i);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int main() {
  double some = seconds_for(1500), more = seconds_for(6000);
  std::printf("have %.3f s for 1,500 NaNs and %.3f s for 6,000, want about four times as long, not sixteen\n", some, more);
  return more > 8 * some ? 0 : 1;
}
