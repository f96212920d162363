/* An ONNX model of one Unique node, as bytes: what every ONNX runtime in JavaScript is given. */
'use strict';

const types = {float: 1, uint8: 2, int8: 3, uint16: 4, int16: 5, int32: 6, int64: 7, string: 8, bool: 9, float16: 10,
  double: 11, uint32: 12, uint64: 13, complex64: 14, complex128: 15};

// Protocol buffers: a varint (negative numbers as 64 bits), and fields of a varint or of bytes.
function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}
const number = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
const bytes = (field, ...parts) => {
  const all = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([varint((field << 3) | 2), varint(all.length), all]);
};

// ValueInfoProto; without `rank` the shape is left open.
function value(field, name, type, rank) {
  const dims = Array.from({length: rank ?? 0}, (_, i) => bytes(1, bytes(2, `d${i}`)));
  const shape = rank === undefined ? [] : [bytes(2, ...dims)];
  return bytes(field, bytes(1, name), bytes(2, bytes(1, number(1, type), ...shape)));
}

const attribute = (name, given) => bytes(5, bytes(1, name), number(3, given), number(20, 2)); // AttributeProto, INT

/* The model for a case: opset 11, the wanted outputs named, the others left out as ONNX has it (OUT-03). */
function uniqueModel({X, axis, sorted, outputs}) {
  const names = ['Y', 'indices', 'inverse_indices', 'counts'];
  const wanted = names.slice(0, 1 + Math.max(...outputs.map((name) => names.indexOf(name))));
  const node = [bytes(1, 'X'), ...wanted.map((name) => bytes(2, outputs.includes(name) ? name : '')), bytes(4, 'Unique')];
  if (axis !== null) node.push(attribute('axis', axis));
  node.push(attribute('sorted', sorted));
  const results = names.filter((name) => outputs.includes(name))
    .map((name) => value(12, name, name === 'Y' ? types[X.dtype] : types.int64));
  const graph = [bytes(1, ...node), bytes(2, 'unique'), value(11, 'X', types[X.dtype], X.shape.length), ...results];
  return Buffer.concat([number(1, 6), bytes(7, ...graph), bytes(8, number(2, 11))]); // IR version 6, opset 11
}

module.exports = {uniqueModel};
