/*
 * lodash: _.uniq for the values in order of first occurrence, _.sortedUniq of _.sortBy for the sorted order. It works on
 * arrays, which have no axis, and gives the values only: an axis and the other outputs are unsupported.
 *
 * The mapping: X's elements become an Array, and the result one of X's type again. A number of JavaScript keeps no NaN's
 * bits, so NaNs come back as the default one.
 */
'use strict';
const _ = require('lodash');
const {serve, Unsupported, arrays} = require('../unique_oracle.js');

function run({X, axis, sorted, outputs}) {
  if (axis !== null) throw new Unsupported('arrays have no axis');
  if (outputs.length > 1) throw new Unsupported('lodash gives the values only');
  if (sorted !== 0 && sorted !== 1) throw new Error(`sorted=${sorted}`);
  const elements = Array.from(X.data);
  const values = sorted === 0 ? _.uniq(elements) : _.sortedUniq(_.sortBy(elements));
  return {Y: {dtype: X.dtype, shape: [values.length], data: arrays[X.dtype].from(values)}};
}

const dtypes = ['bool', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'float', 'double', 'string'];
serve({name: 'lodash', version: _.VERSION, dtypes, run});
