// Shows: SIL-03, SIL-04, SIL-09.
// lodash: _.sortedUniq makes 0 of -0; strings are sorted by UTF-16 code units; a number of JavaScript keeps no NaN's bits.
'use strict';
const _ = require('lodash');

const zero = _.sortedUniq([-0])[0];
console.log(`SIL-04  have ${Object.is(zero, -0) ? '-0' : '0'}, want -0, which is what stands in the list`);

const order = _.sortedUniq(_.sortBy(['\uffff', '\u{10000}'])).map((text) => text.codePointAt(0).toString(16));
console.log(`SIL-09  have ${order}, want ffff,10000: by bytes, as by code points`);

const x = new Float32Array(1);
new Uint32Array(x.buffer)[0] = 0x7fc00001;
const bits = new Uint32Array(Float32Array.from(_.uniq(Array.from(x))).buffer)[0];
console.log(`SIL-03  have ${bits.toString(16)}, want 7fc00001`);
process.exitCode = Object.is(zero, 0) && order[0] === '10000' && bits !== 0x7fc00001 ? 0 : 1;
