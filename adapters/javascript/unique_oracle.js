/*
 * The line protocol (docs/protocol.md) and its tensors for adapters in JavaScript: serve({name, version, dtypes, run}).
 *
 * run({X, axis, sorted, outputs}) gives {Y, indices, ...} (a promise of it is welcome), throws Unsupported for what the
 * subject does not offer, and anything else where the subject refuses. What it gives and the protocol has no form for is
 * the adapter's own fault, `broken`. axis is null or a number (a BigInt beyond 2^53).
 * A tensor is {dtype, shape, data} with data a typed array of exactly the elements' bits:
 *
 *   float Float32Array, double Float64Array, float16 Uint16Array of bits, bool Uint8Array of 0 and 1,
 *   int8 Int8Array .. uint64 BigUint64Array, complex64 and complex128 a float array of pairs, string an Array
 */
'use strict';
const readline = require('node:readline');

const arrays = {
  float: Float32Array, double: Float64Array, float16: Uint16Array, bool: Uint8Array,
  int8: Int8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array,
  uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, uint64: BigUint64Array,
  complex64: Float32Array, complex128: Float64Array, string: Array,
};
// How the bits of a floating-point element are seen: as what, how many digits, the default NaN.
const bitsOf = {
  float: [Uint32Array, 8, 0x7fc00000n], complex64: [Uint32Array, 8, 0x7fc00000n], float16: [Uint16Array, 4, 0x7e00n],
  double: [BigUint64Array, 16, 0x7ff8000000000000n], complex128: [BigUint64Array, 16, 0x7ff8000000000000n],
};

class Unsupported extends Error {}

// ---- float16: JavaScript has no type for it in this Node ----

function halfFromNumber(value) {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  const exponent = size < 2 ** -14 ? -14 : Math.floor(Math.log2(size));
  const steps = size / 2 ** (exponent - 10); // exact; its whole part are the bits behind the exponent
  const whole = Math.floor(steps);
  const up = steps - whole > 0.5 || (steps - whole === 0.5 && whole % 2 === 1);
  return sign | (((exponent + 14) << 10) + whole + up);
}

function numberFromHalf(bits) {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent === 31 ? Infinity : exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
  return bits & 0x8000 ? -size : size;
}

// ---- From JSON ----

// Element i of `data`. NaNs are stored as bits: as a number JavaScript may change them.
function storeFloat(dtype, data, i, value) {
  const [view, , defaultNaN] = bitsOf[dtype];
  if (typeof value === 'string' && value.startsWith('NaN')) {
    const bits = value === 'NaN' ? defaultNaN : BigInt(value.slice(4, -1));
    new view(data.buffer)[i] = view === BigUint64Array ? bits : Number(bits);
  } else {
    data[i] = dtype === 'float16' ? halfFromNumber(Number(value)) : Number(value);
  }
}

function stringFromJson(value) {
  if (typeof value === 'string') return value;
  throw new Unsupported('bytes that are not UTF-8: a JavaScript string has no place for them');
}

function tensorFromJson({dtype, shape, data: list}) {
  if (dtype === 'string') return {dtype, shape, data: list.map(stringFromJson)};
  const flat = dtype.startsWith('complex') ? list.flat() : list;
  const data = new arrays[dtype](flat.length);
  flat.forEach((value, i) => {
    if (dtype in bitsOf) storeFloat(dtype, data, i, value);
    else data[i] = dtype.endsWith('int64') ? BigInt(value) : Number(value);
  });
  return {dtype, shape, data};
}

// ---- To JSON, as text: JSON.stringify knows neither -0.0 nor integers of 64 bits ----

function floatToJson(dtype, data, i) {
  const [view, digits] = bitsOf[dtype];
  const value = dtype === 'float16' ? numberFromHalf(data[i]) : data[i];
  const bits = new view(data.buffer, data.byteOffset, data.length)[i];
  if (Number.isNaN(value) || (dtype === 'float16' && (bits & 0x7fff) > 0x7c00)) {
    return `"NaN(0x${bits.toString(16).padStart(digits, '0')})"`;
  }
  if (!Number.isFinite(value)) return value < 0 ? '"-Infinity"' : '"Infinity"';
  return Object.is(value, -0) ? '-0.0' : String(value);
}

function elementsToJson(dtype, data) {
  const list = Array.from({length: data.length});
  if (dtype === 'string') return Array.from(data, (text) => JSON.stringify(text));
  if (dtype === 'bool') return Array.from(data, (value) => (value ? 'true' : 'false'));
  if (!(dtype in bitsOf)) return Array.from(data, (value) => (dtype.endsWith('int64') ? `"${value}"` : String(value)));
  const numbers = list.map((_, i) => floatToJson(dtype, data, i));
  if (!dtype.startsWith('complex')) return numbers;
  return list.slice(0, data.length / 2).map((_, i) => `[${numbers[2 * i]}, ${numbers[2 * i + 1]}]`);
}

// Throws where this is no tensor: an element of another kind of array would be written as something that it is not.
function requireTensor(tensor) {
  if (tensor === null || typeof tensor !== 'object') throw new Error(`${tensor} is no tensor`);
  const {dtype, shape, data} = tensor;
  const is = (value) => value?.constructor?.name ?? String(value);
  if (!Object.hasOwn(arrays, dtype)) throw new Error(`its dtype is ${dtype}`);
  if (!(data instanceof arrays[dtype])) throw new Error(`data of dtype ${dtype} is ${is(data)}, where ${arrays[dtype].name} is right`);
  if (dtype === 'string' && !data.every((text) => typeof text === 'string')) throw new Error('an element of data is no string');
  if (shape?.[Symbol.iterator] === undefined) throw new Error(`its shape is ${shape}`);
  const count = [...shape].reduce((product, size) => product * Number(size), dtype.startsWith('complex') ? 2 : 1);
  if (count !== data.length) throw new Error(`its shape [${[...shape]}] has not the ${data.length} elements of data`);
}

function tensorToJson(tensor) {
  requireTensor(tensor);
  const {dtype, shape, data} = tensor;
  return `{"dtype": "${dtype}", "shape": [${[...shape].join(', ')}], "data": [${elementsToJson(dtype, data).join(', ')}]}`;
}

// ---- The protocol ----

const names = ['Y', 'indices', 'inverse_indices', 'counts'];
const because = (kind, text) => `, "${kind}": ${JSON.stringify(text)}`;

function outputsToJson(outputs) {
  if (outputs === null || typeof outputs !== 'object') return because('broken', `the adapter gave ${outputs}, where {Y: tensor, ..} is right`);
  let text = '';
  for (const [name, tensor] of Object.entries(outputs)) {
    if (!names.includes(name)) return because('broken', `the adapter gave ${name}, which is no output`);
    try {
      text += `, "${name}": ${tensorToJson(tensor)}`;
    } catch (error) { // whatever it is, the subject has answered already
      return because('broken', `the adapter gave ${name} as what cannot be written: ${error.message}`);
    }
  }
  return text;
}

async function answer(subject, question) {
  const id = `{"id": ${JSON.stringify(question.id)}`;
  let outputs;
  try {
    outputs = await subject.run({...question, X: tensorFromJson(question.X)});
  } catch (error) {
    return `${id}${because(error instanceof Unsupported ? 'unsupported' : 'failed', String(error?.message ?? error))}}`;
  }
  return `${id}${outputsToJson(outputs)}}`;
}

// Standard output belongs to the protocol: what a runtime logs goes to standard error.
async function serve(subject) {
  for (const name of ['log', 'info', 'debug']) console[name] = console.error;
  const start = {started: true, protocol: 1, name: subject.name, version: subject.version, dtypes: subject.dtypes};
  for await (const line of readline.createInterface({input: process.stdin})) {
    const message = JSON.parse(line);
    if (message.cmd === 'start') process.stdout.write(`${JSON.stringify(start)}\n`);
    if (message.cmd === 'run') process.stdout.write(`${await answer(subject, message)}\n`);
  }
}

// int64 tensors, which is what indices, inverse_indices and counts are.
const int64 = (shape, values) => ({dtype: 'int64', shape, data: BigInt64Array.from(values, BigInt)});

module.exports = {serve, Unsupported, int64, arrays};
