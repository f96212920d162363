/* The keys under which a vector's own words stand in a model's metadata_props. */
#ifndef UO_FILES_ONNX_METADATA_H
#define UO_FILES_ONNX_METADATA_H

/* Member of uo_onnx_model, key. */
#define UO_ONNX_METADATA(X)                                                                                            \
  X(id, "unique_oracle.id")                                                                                            \
  X(policy, "unique_oracle.policy")                                                                                    \
  X(origin, "unique_oracle.origin")                                                                                    \
  X(rejected, "unique_oracle.rejected")                                                                                \
  X(expect, "unique_oracle.expect")                                                                                    \
  X(comment, "unique_oracle.comment")                                                                                  \
  X(extra, "unique_oracle.extra")                                                                                      \
  X(tags, "unique_oracle.tags")                                                                                        \
  X(clauses, "unique_oracle.clauses")

/* The value of unique_oracle.expect: the vector has no expected answer. Without it, output files that are not there are
 * lost. */
#define UO_ONNX_NO_EXPECT "none"

#define UO_ONNX_PRODUCER     "unique-oracle"
#define UO_ONNX_OPSET        11
#define UO_ONNX_NEWEST_OPSET 27 /* its Unique is still that of 11 */
#define UO_ONNX_IR           6
#define UO_ONNX_INT          2 /* AttributeProto.INT */

#endif
