// The module github.com/samber/lo: Uniq for the values in order of first occurrence, CountValues for the counts. It has
// no sorted order, no axis, and gives no positions: sorted=1, an axis, indices and inverse_indices are unsupported.
package main

import (
	"runtime/debug"
	. "unique-oracle/adapters/uniqueoracle"

	"github.com/samber/lo"
)

func unique[T comparable](question Question, x []T) (map[string]Tensor, error) {
	values := lo.Uniq(x)
	outputs := map[string]Tensor{"Y": {Dtype: question.X.Dtype, Shape: []int{len(values)}, Data: values}}
	number := lo.CountValues(x)
	outputs["counts"] = Positions(lo.Map(values, func(value T, _ int) int { return number[value] }))
	return question.Choose(outputs)
}

func run(question Question) (map[string]Tensor, error) {
	if question.Axis != nil {
		return nil, Unsupported("lo works on slices, which have no axis")
	}
	if question.Sorted == 1 {
		return nil, Unsupported("lo.Uniq keeps the order of first occurrence")
	}
	if question.Sorted != 0 {
		return nil, Rejected("sorted is neither 0 nor 1")
	}
	switch x := question.X.Data.(type) {
	case []bool:
		return unique(question, x)
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
	case []complex64:
		return unique(question, x)
	case []complex128:
		return unique(question, x)
	case []string:
		return unique(question, x)
	}
	return nil, Unsupported("no comparable type for " + question.X.Dtype)
}

func version() string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "github.com/samber/lo" {
			return module.Version
		}
	}
	return "unknown"
}

func main() {
	Serve("go-lo", version(), []string{"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float",
		"double", "complex64", "complex128", "string"}, run)
}
