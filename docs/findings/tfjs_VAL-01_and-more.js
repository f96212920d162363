// Shows: VAL-01, SHAPE-02, SIL-03.
// tf.unique of TensorFlow.js joins the strings of a subtensor to tell it from others, and carries NaNs as numbers.
'use strict';
const tf = require('@tensorflow/tfjs');

tf.setBackend('cpu').then(() => {
  const texts = tf.unique(tf.tensor([['BB', 'B'], ['B', 'BB']], [2, 2], 'string'), 0).values.arraySync();
  console.log(`VAL-01 SHAPE-02  have ${JSON.stringify(texts)}, want [["BB","B"],["B","BB"]]`);

  const x = new Float32Array(1);
  new Uint32Array(x.buffer)[0] = 0xffa55555; // a signalling NaN
  const kept = new Uint32Array(tf.tensor(x).dataSync().buffer)[0];
  const bits = new Uint32Array(Float32Array.from(tf.unique(tf.tensor(x)).values.dataSync()).buffer)[0];
  console.log(`SIL-03           have ${bits.toString(16)}, want ${kept.toString(16)}, as the tensor of X holds it`);
  process.exitCode = texts.length === 1 && kept === 0xffa55555 && bits !== kept ? 0 : 1;
});
