// Package uniqueoracle does the line protocol (docs/protocol.md) and its tensors for adapters in Go: Serve(name, version,
// dtypes, run), and Slices{..}.Serve(name, version) for what works on slices and has neither axis nor both orders.
//
// Run gives the outputs that were asked for; an error is reported as `failed`, an Unsupported or Rejected as what it
// says. A panic is `failed` too; outputs that cannot be written are the adapter's fault, `broken`. Elements of a Tensor are a slice of the Go type: []float32, []int64, []bool, []string
// (any bytes), []complex64; float16 has no Go type and is never read.
package uniqueoracle

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

type Tensor struct {
	Dtype string
	Shape []int
	Data  any
}

type Question struct {
	X       Tensor
	Axis    *int64
	Sorted  int64
	Outputs []string
}

type Unsupported string
type Rejected string

func (why Unsupported) Error() string { return string(why) }
func (why Rejected) Error() string    { return string(why) }

type Run func(Question) (map[string]Tensor, error)

// Positions is what indices, inverse_indices and counts are.
func Positions(values []int) Tensor {
	data := make([]int64, len(values))
	for i, value := range values {
		data[i] = int64(value)
	}
	return Tensor{"int64", []int{len(values)}, data}
}

// Choose leaves of the outputs those that were asked for; one that is not there is unsupported.
func (question Question) Choose(outputs map[string]Tensor) (map[string]Tensor, error) {
	chosen := map[string]Tensor{}
	for _, name := range question.Outputs {
		tensor, there := outputs[name]
		if !there {
			return nil, Unsupported("no " + name)
		}
		chosen[name] = tensor
	}
	return chosen, nil
}

// Slices is a runtime that works on slices, one order of values and no axis. It has a Run for each type of element that it
// is for: On makes one of a function.
type Slices struct {
	Order      int64  // of attribute sorted
	NoAxis     string // why an axis is unsupported
	OtherOrder string // why the other order is
	Types      map[string]Run
}

// On is the Run of a function of a slice.
func On[T any](unique func(Question, []T) (map[string]Tensor, error)) Run {
	return func(question Question) (map[string]Tensor, error) { return unique(question, question.X.Data.([]T)) }
}

func (runtime Slices) run(question Question) (map[string]Tensor, error) {
	run, there := runtime.Types[question.X.Dtype]
	switch {
	case question.Axis != nil:
		return nil, Unsupported(runtime.NoAxis)
	case question.Sorted != 0 && question.Sorted != 1:
		return nil, Rejected("sorted is neither 0 nor 1")
	case question.Sorted != runtime.Order:
		return nil, Unsupported(runtime.OtherOrder)
	case !there:
		return nil, Unsupported("no type for " + question.X.Dtype)
	}
	return run(question)
}

// Serve answers until the end of standard input.
func (runtime Slices) Serve(name, version string) {
	Serve(name, version, slices.Sorted(maps.Keys(runtime.Types)), runtime.run)
}

// ---- From JSON

type message struct {
	Cmd string
	ID  string
	X   struct {
		Dtype string
		Shape []int
		Data  []json.RawMessage
	}
	Axis    *json.RawMessage
	Sorted  json.RawMessage
	Outputs []string
}

func list[T any](raw []json.RawMessage, read func(string) (T, error)) ([]T, error) {
	values := make([]T, len(raw))
	for i, text := range raw {
		value, err := read(string(text))
		if err != nil {
			return nil, err
		}
		values[i] = value
	}
	return values, nil
}

func unquoted(text string) string { return strings.Trim(text, `"`) }

func signed[T int8 | int16 | int32 | int64](text string) (T, error) {
	value, err := strconv.ParseInt(unquoted(text), 10, 64)
	return T(value), err
}

func unsigned[T uint8 | uint16 | uint32 | uint64](text string) (T, error) {
	value, err := strconv.ParseUint(unquoted(text), 10, 64)
	return T(value), err
}

// A NaN is its bits; Go moves floating-point values without changing them.
func nanBits(text string, standard uint64) (uint64, error) {
	if text == "NaN" {
		return standard, nil
	}
	return strconv.ParseUint(strings.TrimSuffix(strings.TrimPrefix(text, "NaN(0x"), ")"), 16, 64)
}

func float(text string) (float32, error) {
	if text = unquoted(text); strings.HasPrefix(text, "NaN") {
		bits, err := nanBits(text, 0x7fc00000)
		return math.Float32frombits(uint32(bits)), err
	}
	value, err := strconv.ParseFloat(text, 32)
	return float32(value), err
}

func double(text string) (float64, error) {
	if text = unquoted(text); strings.HasPrefix(text, "NaN") {
		bits, err := nanBits(text, 0x7ff8000000000000)
		return math.Float64frombits(bits), err
	}
	return strconv.ParseFloat(text, 64)
}

func text(raw string) (value string, err error) {
	if raw[0] == '"' {
		return value, json.Unmarshal([]byte(raw), &value)
	}
	var coded struct{ Base64 []byte }
	err = json.Unmarshal([]byte(raw), &coded)
	return string(coded.Base64), err
}

func readData(dtype string, raw []json.RawMessage) (any, error) {
	switch dtype {
	case "bool":
		return list(raw, strconv.ParseBool)
	case "int8":
		return list(raw, signed[int8])
	case "int16":
		return list(raw, signed[int16])
	case "int32":
		return list(raw, signed[int32])
	case "int64":
		return list(raw, signed[int64])
	case "uint8":
		return list(raw, unsigned[uint8])
	case "uint16":
		return list(raw, unsigned[uint16])
	case "uint32":
		return list(raw, unsigned[uint32])
	case "uint64":
		return list(raw, unsigned[uint64])
	case "float":
		return list(raw, float)
	case "double":
		return list(raw, double)
	case "string":
		return list(raw, text)
	case "complex64":
		return list(raw, func(raw string) (complex64, error) {
			parts, err := pair(raw, float)
			return complex(parts[0], parts[1]), err
		})
	case "complex128":
		return list(raw, func(raw string) (complex128, error) {
			parts, err := pair(raw, double)
			return complex(parts[0], parts[1]), err
		})
	}
	return nil, Unsupported("Go has no type " + dtype)
}

func pair[T any](raw string, read func(string) (T, error)) ([]T, error) {
	var parts []json.RawMessage
	if err := json.Unmarshal([]byte(raw), &parts); err != nil || len(parts) != 2 {
		return make([]T, 2), fmt.Errorf("%s is no pair", raw)
	}
	return list(parts, read)
}

// ---- To JSON

func floatText(value float64, size int, bits uint64) string {
	switch {
	case math.IsNaN(value):
		return fmt.Sprintf(`"NaN(%#x)"`, bits)
	case math.IsInf(value, 0):
		return strings.Replace(fmt.Sprintf("\"%+vinity\"", value), "+", "", 1)
	}
	text := strconv.FormatFloat(value, 'g', -1, size)
	if text == "-0" {
		return "-0.0" // an integer's -0 has no sign
	}
	return text
}

func elementText(element any) string {
	switch value := element.(type) {
	case float32:
		return floatText(float64(value), 32, uint64(math.Float32bits(value)))
	case float64:
		return floatText(value, 64, math.Float64bits(value))
	case complex64:
		return "[" + elementText(real(value)) + ", " + elementText(imag(value)) + "]"
	case complex128:
		return "[" + elementText(real(value)) + ", " + elementText(imag(value)) + "]"
	case string:
		if !utf8.ValidString(value) {
			return `{"base64": "` + base64.StdEncoding.EncodeToString([]byte(value)) + `"}`
		}
		quoted, _ := json.Marshal(value) // cannot fail for a string
		return string(quoted)
	}
	return fmt.Sprint(element)
}

func elements[T any](values []T) []string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = elementText(value)
	}
	return texts
}

// The elements of the slice that Data is, which must be one of the type that Dtype says: then its name is as well.
func (tensor Tensor) data() []string {
	var dtype string
	var texts []string
	switch values := tensor.Data.(type) {
	case []bool:
		dtype, texts = "bool", elements(values)
	case []int8:
		dtype, texts = "int8", elements(values)
	case []int16:
		dtype, texts = "int16", elements(values)
	case []int32:
		dtype, texts = "int32", elements(values)
	case []int64:
		dtype, texts = "int64", elements(values)
	case []uint8:
		dtype, texts = "uint8", elements(values)
	case []uint16:
		dtype, texts = "uint16", elements(values)
	case []uint32:
		dtype, texts = "uint32", elements(values)
	case []uint64:
		dtype, texts = "uint64", elements(values)
	case []float32:
		dtype, texts = "float", elements(values)
	case []float64:
		dtype, texts = "double", elements(values)
	case []complex64:
		dtype, texts = "complex64", elements(values)
	case []complex128:
		dtype, texts = "complex128", elements(values)
	case []string:
		dtype, texts = "string", elements(values)
	}
	if dtype != tensor.Dtype || dtype == "" {
		panic(fmt.Sprintf("Dtype %q with Data %T", tensor.Dtype, tensor.Data))
	}
	return texts
}

func (tensor Tensor) json() string {
	shape := make([]string, len(tensor.Shape))
	for d, size := range tensor.Shape {
		shape[d] = strconv.Itoa(size)
	}
	return fmt.Sprintf(`{"dtype": %q, "shape": [%s], "data": [%s]}`, tensor.Dtype, strings.Join(shape, ", "),
		strings.Join(tensor.data(), ", "))
}

// ---- The protocol

func question(asked message) (Question, error) {
	data, err := readData(asked.X.Dtype, asked.X.Data)
	read := Question{X: Tensor{asked.X.Dtype, asked.X.Shape, data}, Outputs: asked.Outputs}
	if err == nil && asked.Axis != nil {
		var axis int64
		axis, err = signed[int64](string(*asked.Axis))
		read.Axis = &axis
	}
	if err == nil {
		read.Sorted, err = signed[int64](string(asked.Sorted))
	}
	return read, err
}

func answer(asked message, run Run) (outputs map[string]Tensor, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("%v", caught)
		}
	}()
	read, err := question(asked)
	if err != nil {
		return nil, err
	}
	return run(read)
}

// The outputs as an answer has them. What the protocol has no form for is the adapter's own fault, and none of the
// runtime's: `broken` is no answer, and the gate quotes it.
func written(outputs map[string]Tensor) (parts []string, broken string) {
	name := "nothing"
	defer func() {
		if caught := recover(); caught != nil {
			broken = fmt.Sprintf("the adapter gave %s as what cannot be written: %v", name, caught)
		}
	}()
	if len(outputs) == 0 {
		return nil, "the adapter gave no outputs"
	}
	for name = range outputs {
		if !slices.Contains([]string{"Y", "indices", "inverse_indices", "counts"}, name) {
			return nil, fmt.Sprintf("the adapter gave %q, which is no output", name)
		}
		parts = append(parts, fmt.Sprintf("%q: %s", name, outputs[name].json()))
	}
	return parts, ""
}

func why(kind, text string) []string {
	quoted, _ := json.Marshal(text) // cannot fail for a string
	return []string{fmt.Sprintf("%q: %s", kind, quoted)}
}

func line(asked message, run Run) string {
	outputs, err := answer(asked, run)
	var parts []string
	switch err.(type) {
	case nil:
		var broken string
		if parts, broken = written(outputs); broken != "" {
			parts = why("broken", broken)
		}
	case Unsupported:
		parts = why("unsupported", err.Error())
	case Rejected:
		parts = why("rejected", err.Error())
	default:
		parts = why("failed", err.Error())
	}
	id, _ := json.Marshal(asked.ID)
	return "{" + strings.Join(append([]string{`"id": ` + string(id)}, parts...), ", ") + "}"
}

// Serve answers until the end of standard input.
func Serve(name, version string, dtypes []string, run Run) {
	in := bufio.NewReader(os.Stdin)
	for {
		bytes, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked message
		if err := json.Unmarshal(bytes, &asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		switch asked.Cmd {
		case "start":
			types, _ := json.Marshal(dtypes)
			fmt.Printf("{\"started\": true, \"protocol\": 1, \"name\": %q, \"version\": %q, \"dtypes\": %s}\n", name, version, types)
		case "run":
			fmt.Println(line(asked, run))
		}
	}
}
