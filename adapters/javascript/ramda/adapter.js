/*
 * Ramda: R.uniq for the values in order of first occurrence, which it compares with R.equals. It has no order, no axis and
 * no other output: these are unsupported. The mapping: X's elements become an Array, and the result one of X's type again.
 */
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const R = require('ramda');
const {serve, Unsupported, arrays} = require('../unique_oracle.js');

function run({X, axis, sorted, outputs}) {
  if (axis !== null) throw new Unsupported('lists have no axis');
  if (sorted === 1) throw new Unsupported('R.uniq keeps the order of first occurrence');
  if (sorted !== 0) throw new Error(`sorted=${sorted}`);
  if (outputs.length > 1) throw new Unsupported('R.uniq gives the values only');
  const values = R.uniq(Array.from(X.data));
  return {Y: {dtype: X.dtype, shape: [values.length], data: arrays[X.dtype].from(values)}};
}

const manifest = path.join(path.dirname(require.resolve('ramda')), '..', 'package.json');
const {version} = JSON.parse(fs.readFileSync(manifest));
const dtypes = ['bool', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float', 'double', 'string'];
serve({name: 'ramda', version, dtypes, run});
