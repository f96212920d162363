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
	Slices{
		Order: 0, NoAxis: "lo works on slices, which have no axis", OtherOrder: "lo.Uniq keeps the order of first occurrence",
		Types: map[string]Run{
			"bool": On(unique[bool]), "string": On(unique[string]),
			"int8": On(unique[int8]), "int16": On(unique[int16]), "int32": On(unique[int32]), "int64": On(unique[int64]),
			"uint8": On(unique[uint8]), "uint16": On(unique[uint16]), "uint32": On(unique[uint32]), "uint64": On(unique[uint64]),
			"float": On(unique[float32]), "double": On(unique[float64]),
			"complex64": On(unique[complex64]), "complex128": On(unique[complex128]),
		},
	}.Serve("go-lo", version())
}
