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

func run(question Question) (map[string]Tensor, error) {
	if question.Axis != nil {
		return nil, Unsupported("slices have no axis")
	}
	if question.Sorted == 0 {
		return nil, Unsupported("slices.Compact drops only neighbours: there is no order of first occurrence")
	}
	if question.Sorted != 1 {
		return nil, Rejected("sorted is neither 0 nor 1")
	}
	switch x := question.X.Data.(type) {
	case []int8:
		return unique(question, x)
	case []int16:
		return unique(question, x)
	case []int32:
		return unique(question, x)
	case []int64:
		return unique(question, x)
	case []uint8:
		return unique(question, x)
	case []uint16:
		return unique(question, x)
	case []uint32:
		return unique(question, x)
	case []uint64:
		return unique(question, x)
	case []float32:
		return unique(question, x)
	case []float64:
		return unique(question, x)
	case []string:
		return unique(question, x)
	}
	return nil, Unsupported("cmp.Ordered does not hold " + question.X.Dtype)
}

func main() {
	types := []string{"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double", "string"}
	Serve("go-slices", runtime.Version(), types, run)
}
