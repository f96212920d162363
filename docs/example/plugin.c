/* ONNX Unique for float as a plug-in (../plug-in.md): plain, quadratic, right under policy onnx. */
#include <stdlib.h>
#include <unique_oracle/plugin.h>

typedef struct items { /* what is compared: elements, or subtensors of outer * inner elements along the axis */
  const float *data;
  int64_t count, outer, inner;
} items;

static int compare(const items *x, int64_t i, int64_t k) {
  for (int64_t t = 0; t < x->outer * x->inner; t++) {
    float a = x->data[(t / x->inner * x->count + i) * x->inner + t % x->inner];
    float b = x->data[(t / x->inner * x->count + k) * x->inner + t % x->inner];
    int order = a != a || b != b ? (a != a) - (b != b) : (a > b) - (a < b); /* NaN: one value, the greatest */
    if (order != 0) return order;
  }
  return 0;
}

static int64_t group(const items *x, int64_t sorted, int64_t *first, int64_t *inverse, int64_t *counts) {
  int64_t u = 0;
  for (int64_t n = 0; n < x->count; n++) {
    int64_t k = 0, order = 1;
    while (k < u && (order = compare(x, n, first[k])) != 0 && !(sorted && order < 0)) k++;
    if (order != 0) { /* a new value, to stand at k */
      for (int64_t j = u++; j > k; j--) first[j] = first[j - 1], counts[j] = counts[j - 1];
      for (int64_t i = 0; i < n; i++) inverse[i] += inverse[i] >= k;
      first[k] = n, counts[k] = 0;
    }
    inverse[n] = k, counts[k]++;
  }
  return u;
}

static void give(uo_sink *sink, int output, const int64_t *values, int64_t count) {
  int64_t *room = sink->wanted & 1u << output ? sink->allocate(sink, output, UO_TYPE_INT64, 1, &count) : NULL;
  for (int64_t k = 0; room != NULL && k < count; k++) room[k] = values[k];
}

static int unique(const uo_tensor *tensor, const uo_attributes *node, uo_sink *sink) {
  int64_t r = tensor->rank, axis = !node->has_axis ? -1 : node->axis < 0 ? node->axis + r : node->axis, dims[64];
  if (tensor->dtype != UO_TYPE_FLOAT || r > 64) return UO_UNSUPPORTED;
  if (node->sorted < 0 || node->sorted > 1 || (node->has_axis && (axis < 0 || axis >= r))) return UO_REJECTED;
  items x = {tensor->data, 1, 1, 1};
  for (int64_t d = 0; d < r; d++)
    *(axis < 0 || d == axis ? &x.count : d < axis ? &x.outer : &x.inner) *= dims[d] = tensor->dims[d];
  int64_t *first = calloc(3 * (size_t)x.count + 1, sizeof *first), *inverse = first + x.count;
  if (first == NULL) return UO_FAILED;
  int64_t u = dims[axis < 0 ? 0 : axis] = group(&x, node->sorted, first, inverse, inverse + x.count);
  float *y = sink->allocate(sink, UO_Y, UO_TYPE_FLOAT, axis < 0 ? 1 : (int32_t)r, dims);
  for (int64_t t = 0; y != NULL && t < u * x.outer * x.inner; t++)
    y[t] = x.data[(t / x.inner / u * x.count + first[t / x.inner % u]) * x.inner + t % x.inner];
  give(sink, UO_INDICES, first, u), give(sink, UO_INVERSE_INDICES, inverse, x.count);
  give(sink, UO_COUNTS, inverse + x.count, u), free(first);
  return y != NULL ? UO_OK : UO_FAILED;
}

static const uo_plugin plugin = {UO_PLUGIN_ABI, "example", "1", unique};
const uo_plugin *uo_plugin_entry(void) { return &plugin; }
