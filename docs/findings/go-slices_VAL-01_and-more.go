// Shows: VAL-01, SHAPE-01, IDX-01, IDX-02, IDX-03, CNT-01, CNT-02, ORD-01, SIL-01, SIL-02, SIL-03, SIL-04.
// Go's package slices on numbers with NaN, and on zeros. Sort puts NaNs first; Compact, which compares with ==, keeps every
// one of them; Index, which does too, finds none, while BinarySearch takes them for equal. And Sort is not stable: which
// zero stands in Y is left to chance.
package main

import (
	"fmt"
	"math"
	"os"
	"slices"
)

func main() {
	nan := math.NaN()
	shown := true
	show := func(clauses string, have, want any, wrong bool) {
		fmt.Printf("%-50s have %v, want %v\n", clauses, have, want)
		shown = shown && wrong
	}
	unique := func(x ...float64) []float64 {
		slices.Sort(x)
		return slices.Compact(x)
	}

	y := unique(nan, nan)
	show("VAL-01 SHAPE-01 IDX-03 CNT-02 SIL-01 SIL-03", y, "[NaN]", len(y) == 2)
	y = unique(0, nan)
	show("ORD-01 SIL-02", y, "[0 NaN]", y[1] == 0)
	index := slices.Index([]float64{nan}, nan)
	show("IDX-01 IDX-02  the first NaN of [NaN]", index, 0, index != 0)
	y = unique(nan, nan)
	place, _ := slices.BinarySearch(y, nan)
	show("CNT-01  the place of each NaN of [NaN NaN]", []int{place, place}, "[0 1], if there are two", place == 0 && len(y) == 2)

	zeros := make([]float64, 0, 64)
	for i := range 64 {
		zeros = append(zeros, math.Copysign(0, float64(i%2)-0.5))
	}
	kept := 0
	for turn := range 64 {
		x := append(slices.Clone(zeros[:turn]), float64(turn%3))
		x = append(x, zeros[turn:]...)
		first := math.Signbit(x[slices.Index(x, 0)])
		if y := unique(x...); math.Signbit(y[0]) == first {
			kept++
		}
	}
	show("SIL-04  how often the sign of the first zero is in Y", kept, "64 of 64", kept < 64)
	if !shown {
		os.Exit(1)
	}
}
