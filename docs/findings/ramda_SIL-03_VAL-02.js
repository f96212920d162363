// Shows: SIL-03, VAL-02.
// Ramda: a signalling NaN comes out of R.uniq as a quiet one, since a number of JavaScript keeps no NaN's bits.
'use strict';
const R = require('ramda');

const x = new Float32Array(1);
new Uint32Array(x.buffer)[0] = 0x7f800001;
const bits = new Uint32Array(Float32Array.from(R.uniq(Array.from(x))).buffer)[0];
console.log(`SIL-03 VAL-02  have ${bits.toString(16)}, want 7f800001`);
process.exitCode = bits !== 0x7f800001 ? 0 : 1;
