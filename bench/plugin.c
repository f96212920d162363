/* The reference as a plug-in: what the sandbox costs is measured on it. */
#include <string.h>
#include <unique_oracle/unique.h>

static int put_strings(uo_sink *sink, const uo_tensor *tensor, int64_t count) {
  const uo_bytes *elements = tensor->data;
  for (int64_t i = 0; i < count; i++)
    if (sink->put_string(sink, i, elements[i].data, elements[i].size) != 0) return UO_FAILED;
  return UO_OK;
}

static int give(uo_sink *sink, int output, const uo_tensor *tensor) {
  void *room = sink->allocate(sink, output, tensor->dtype, tensor->rank, tensor->dims);
  int64_t count = 1;
  for (int32_t d = 0; d < tensor->rank; d++) count *= tensor->dims[d];
  if (room == NULL) return UO_FAILED;
  if (tensor->dtype == UO_TYPE_STRING) return put_strings(sink, tensor, count);
  if (count > 0) memcpy(room, tensor->data, (size_t)count * uo_type_size(tensor->dtype));
  return UO_OK;
}

static int unique(const uo_tensor *x, const uo_attributes *attributes, uo_sink *sink) {
  uo_outputs outputs;
  uo_error_code code = uo_unique(x, attributes, sink->wanted, UO_POLICY_ONNX, NULL, &outputs, NULL);
  if (code != UO_ERROR_NONE) return code == UO_ERROR_AXIS || code == UO_ERROR_SORTED ? UO_REJECTED : UO_FAILED;
  int status = UO_OK;
  for (int output = 0; status == UO_OK && output < UO_OUTPUT_COUNT; output++)
    if (outputs.tensor[output] != NULL) status = give(sink, output, outputs.tensor[output]);
  uo_outputs_release(&outputs);
  return status;
}

const uo_plugin *uo_plugin_entry(void) {
  static const uo_plugin plugin = {UO_PLUGIN_ABI, "reference", "as a plug-in", unique};
  return &plugin;
}
