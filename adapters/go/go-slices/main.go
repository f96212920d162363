// Go's own package slices: Sort and Compact, its idiom for distinct values; BinarySearch finds each again, Index tells
// where first. It has one order, the sorted one, and no axis: sorted=0 and an axis are unsupported.
package main

import (
	"cmp"
	"runtime"
	"slices"
	. "unique-oracle/adapters/uniqueoracle"
)

func unique[T cmp.Ordered](question Question, x []T) (map[string]Tensor, error) {
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	values := slices.Compact(slices.Clone(sorted))
	indices, counts, inverse := make([]int, len(values)), make([]int, len(values)), make([]int, len(x))
	for k, value := range values {
		indices[k] = slices.Index(x, value)
	}
	for i, value := range x {
		inverse[i], _ = slices.BinarySearch(values, value)
		counts[inverse[i]]++
	}
	return question.Choose(map[string]Tensor{
		"Y":       {Dtype: question.X.Dtype, Shape: []int{len(values)}, Data: values},
		"indices": Positions(indices), "inverse_indices": Positions(inverse), "counts": Positions(counts),
	})
}

func main() {
	Slices{
		Order: 1, NoAxis: "slices have no axis",
		OtherOrder: "slices.Compact drops only neighbours: there is no order of first occurrence",
		Types: map[string]Run{
			"int8": On(unique[int8]), "int16": On(unique[int16]), "int32": On(unique[int32]), "int64": On(unique[int64]),
			"uint8": On(unique[uint8]), "uint16": On(unique[uint16]), "uint32": On(unique[uint32]), "uint64": On(unique[uint64]),
			"float": On(unique[float32]), "double": On(unique[float64]), "string": On(unique[string]),
		},
	}.Serve("go-slices", runtime.Version())
}
