// Shows: CNT-01, CNT-02.
// The module samber/lo with NaN: Uniq keeps every NaN, since none equals another, and CountValues counts each under a key
// of its own that no look-up finds.
package main

import (
	"fmt"
	"math"
	"os"

	"github.com/samber/lo"
)

func main() {
	nan := math.NaN()
	count := lo.CountValues([]float64{nan})[nan]
	fmt.Printf("CNT-01 CNT-02  how often NaN is in [NaN]: have %d, want 1\n", count)
	if count != 0 {
		os.Exit(1)
	}
}
