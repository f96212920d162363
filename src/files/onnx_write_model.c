#include <string.h>

#include "files/json_line.h"
#include "files/onnx_message.h"
#include "files/onnx_metadata.h"
#include "files/onnx_model.h"
#include "tensor/guard.h"
#include "tensor/shape.h"

/* ---- Value infos: a name, a type, a shape ---- */

/* A value info with everything that hangs from it. */
typedef struct value_info {
  UoOnnx__ValueInfoProto proto;
  UoOnnx__TypeProto type;
  UoOnnx__TypeProto__Tensor tensor;
  UoOnnx__TensorShapeProto shape;
  UoOnnx__TypeProto *type_list[1];
  UoOnnx__TypeProto__Tensor *tensor_list[1];
  UoOnnx__TensorShapeProto *shape_list[1];
  UoOnnx__TensorShapeProto__Dimension dims[UO_MAX_RANK];
  UoOnnx__TensorShapeProto__Dimension *dim_list[UO_MAX_RANK];
} value_info;

/* Dimension `open` is not known beforehand ("?"), -1: all are; without `dims` none is. */
static void make_value_info(value_info *info, const char *name, int32_t dtype, int32_t rank, const int64_t *dims,
                            int32_t open) {
  uo_onnx__value_info_proto__init(&info->proto);
  uo_onnx__type_proto__init(&info->type);
  uo_onnx__type_proto__tensor__init(&info->tensor);
  uo_onnx__tensor_shape_proto__init(&info->shape);
  for (int32_t k = 0; k < rank; k++) {
    uo_onnx__tensor_shape_proto__dimension__init(&info->dims[k]);
    if (dims != NULL && k != open) {
      info->dims[k].has_dim_value = true;
      info->dims[k].dim_value = dims[k];
    }
    info->dim_list[k] = &info->dims[k];
  }
  info->shape.n_dim = (size_t)rank;
  info->shape.dim = info->dim_list;
  info->shape_list[0] = &info->shape;
  info->tensor.n_shape = 1;
  info->tensor.shape = info->shape_list;
  info->tensor.has_elem_type = true;
  info->tensor.elem_type = dtype;
  info->tensor_list[0] = &info->tensor;
  info->type.n_tensor_type = 1;
  info->type.tensor_type = info->tensor_list;
  info->type_list[0] = &info->type;
  info->proto.n_type = 1;
  info->proto.type = info->type_list;
  info->proto.has_name = true;
  info->proto.name = uo_onnx_bytes(name);
}

/* TST-08: Y is [?], or X's shape with ? at the axis; the others are [?]. An axis out of range leaves all of Y's shape
 * open. */
static void make_output_info(value_info *info, const uo_case *question, int output) {
  const uo_tensor *x = &question->x;
  const uo_attributes attributes = {.has_axis = 1, .axis = question->attributes.axis, .sorted = 1};
  int32_t axis;
  if (output != UO_Y) {
    make_value_info(info, uo_output_name(output), UO_TYPE_INT64, 1, NULL, -1);
  } else if (!question->attributes.has_axis) {
    make_value_info(info, uo_output_name(output), x->dtype, 1, NULL, -1);
  } else if (uo_attributes_resolve(&attributes, x->rank, &axis, NULL) == UO_ERROR_NONE) {
    make_value_info(info, uo_output_name(output), x->dtype, x->rank, x->dims, axis);
  } else {
    make_value_info(info, uo_output_name(output), x->dtype, x->rank, NULL, -1);
  }
}

/* ---- Metadata ---- */

static uo_error_code names_text(const char *const *names, uo_arena *arena, const char **json, uo_error *error) {
  uo_text text = {.arena = arena};
  uo_json_add_names(&text, names);
  return uo_text_finish(&text, json, NULL, error);
}

/* The vector's own words as entries of metadata_props; those that it has not are left out. */
static uo_error_code make_metadata(const uo_vector *vector, const uo_vector_header *header, uo_arena *arena,
                                   UoOnnx__ModelProto *proto, uo_error *error) {
  uo_onnx_model words = {.id = vector->question.id,
                         .policy = header->policy,
                         .origin = header->origin,
                         .rejected = vector->has_expected ? vector->rejected : NULL,
                         .expect = vector->has_expected ? NULL : UO_ONNX_NO_EXPECT,
                         .comment = vector->comment,
                         .extra = vector->extra};
  UO_TRY(names_text(vector->tags, arena, &words.tags, error));
  UO_TRY(names_text(vector->clauses, arena, &words.clauses, error));
  const struct {
    const char *key;
    const char *value;
  } known[] = {
#define METADATA_ENTRY(member, key) {key, words.member},
      UO_ONNX_METADATA(METADATA_ENTRY)
#undef METADATA_ENTRY
  };
  const size_t count = sizeof known / sizeof known[0];
  UoOnnx__StringStringEntryProto *entries = uo_arena_allocate(arena, count, sizeof *entries);
  UO_REQUIRE_MEMORY(entries, error);
  proto->metadata_props = uo_arena_allocate(arena, count, sizeof(UoOnnx__StringStringEntryProto *));
  UO_REQUIRE_MEMORY(proto->metadata_props, error);
  for (size_t k = 0; k < count; k++) {
    if (known[k].value == NULL) continue;
    uo_onnx__string_string_entry_proto__init(&entries[k]);
    entries[k].has_key = true;
    entries[k].key = uo_onnx_bytes(known[k].key);
    entries[k].has_value = true;
    entries[k].value = uo_onnx_bytes(known[k].value);
    proto->metadata_props[proto->n_metadata_props++] = &entries[k];
  }
  return UO_ERROR_NONE;
}

/* ---- Node and graph ---- */

static void make_attribute(UoOnnx__AttributeProto *attribute, const char *name, int64_t value) {
  uo_onnx__attribute_proto__init(attribute);
  attribute->has_name = true;
  attribute->name = uo_onnx_bytes(name);
  attribute->has_type = true;
  attribute->type = UO_ONNX_INT;
  attribute->has_i = true;
  attribute->i = value;
}

/* A graph with its one node and everything that hangs from them. */
typedef struct graph {
  UoOnnx__GraphProto proto;
  UoOnnx__NodeProto node;
  UoOnnx__NodeProto *nodes[1];
  UoOnnx__AttributeProto attributes[2];
  UoOnnx__AttributeProto *attribute_list[2];
  ProtobufCBinaryData node_input[1];
  ProtobufCBinaryData node_output[UO_OUTPUT_COUNT];
  value_info input;
  value_info output[UO_OUTPUT_COUNT];
  UoOnnx__ValueInfoProto *inputs[1];
  UoOnnx__ValueInfoProto *outputs[UO_OUTPUT_COUNT];
} graph;

static void make_node(graph *made, const uo_case *question) {
  UoOnnx__NodeProto *node = &made->node;
  uo_onnx__node_proto__init(node);
  node->has_op_type = true;
  node->op_type = uo_onnx_bytes("Unique");
  made->node_input[0] = uo_onnx_bytes("X");
  node->n_input = 1;
  node->input = made->node_input;
  node->output = made->node_output;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    bool wanted = (question->wanted & 1u << output) != 0;
    made->node_output[output] = uo_onnx_bytes(wanted ? uo_output_name(output) : ""); /* OUT-03 */
    if (wanted) node->n_output = (size_t)output + 1;
  }
  node->attribute = made->attribute_list;
  if (question->attributes.has_axis)
    make_attribute(&made->attributes[node->n_attribute++], "axis", question->attributes.axis);
  make_attribute(&made->attributes[node->n_attribute++], "sorted", question->attributes.sorted);
  for (size_t k = 0; k < node->n_attribute; k++) made->attribute_list[k] = &made->attributes[k];
}

static void make_graph(graph *made, const uo_case *question, const char *name) {
  uo_onnx__graph_proto__init(&made->proto);
  make_node(made, question);
  made->nodes[0] = &made->node;
  made->proto.n_node = 1;
  made->proto.node = made->nodes;
  made->proto.has_name = true;
  made->proto.name = uo_onnx_bytes(name);
  make_value_info(&made->input, "X", question->x.dtype, question->x.rank, question->x.dims, -1);
  made->inputs[0] = &made->input.proto;
  made->proto.n_input = 1;
  made->proto.input = made->inputs;
  made->proto.output = made->outputs;
  for (int output = 0; output < UO_OUTPUT_COUNT; output++) {
    if ((question->wanted & 1u << output) == 0) continue;
    make_output_info(&made->output[output], question, output);
    made->outputs[made->proto.n_output++] = &made->output[output].proto;
  }
}

uo_error_code uo_onnx_write_model(const uo_vector *vector, const uo_vector_header *header, const char *name,
                                  uo_arena *arena, const uint8_t **bytes, size_t *size, uo_error *error) {
  int64_t elements;
  UO_TRY(uo_tensor_validate(&vector->question.x, &elements, error));
  UoOnnx__ModelProto proto = UO_ONNX__MODEL_PROTO__INIT;
  UoOnnx__OperatorSetIdProto opset = UO_ONNX__OPERATOR_SET_ID_PROTO__INIT;
  UoOnnx__OperatorSetIdProto *opsets[1] = {&opset};
  graph *made = uo_arena_allocate(arena, 1, sizeof *made);
  UO_REQUIRE_MEMORY(made, error);
  UoOnnx__GraphProto *graphs[1] = {&made->proto};
  make_graph(made, &vector->question, name);
  opset.has_domain = true;
  opset.domain = uo_onnx_bytes("");
  opset.has_version = true;
  opset.version = UO_ONNX_OPSET;
  proto.has_ir_version = true;
  proto.ir_version = UO_ONNX_IR;
  proto.has_producer_name = true;
  proto.producer_name = uo_onnx_bytes(UO_ONNX_PRODUCER);
  proto.n_graph = 1;
  proto.graph = graphs;
  proto.n_opset_import = 1;
  proto.opset_import = opsets;
  UO_TRY(make_metadata(vector, header, arena, &proto, error));
  return uo_onnx_pack(&proto.base, arena, bytes, size, error);
}
