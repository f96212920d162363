/*
 * TensorFlow.js: tf.unique(x, axis) with the CPU backend, which runs everywhere.
 *
 * tf.unique gives the values in order of first occurrence, and the position of each element among them, which it calls
 * `indices` and ONNX inverse_indices. The mapping: that name; without an axis X is flattened first (x.flatten()), since
 * tf.unique then takes axis 0. It has no sorted order, no first positions and no counts: unsupported.
 */
'use strict';
const tf = require('@tensorflow/tfjs');
const {serve, Unsupported, int64} = require('../unique_oracle.js');

const names = {float: 'float32', int32: 'int32', bool: 'bool', string: 'string', complex64: 'complex64'};

function toTensorflow({dtype, shape, data}) {
  if (dtype !== 'complex64') return tf.tensor(data, shape, names[dtype]);
  const parts = [0, 1].map((part) => tf.tensor(data.filter((_, i) => i % 2 === part), shape, 'float32'));
  return tf.complex(...parts);
}

function unique(x, axis) {
  try {
    return axis === null ? tf.unique(x.flatten()) : tf.unique(x, axis);
  } catch (error) {
    throw / does not support /.test(error.message) ? new Unsupported(error.message) : error;
  }
}

function run({X, axis, sorted, outputs}) {
  if (sorted !== 0) throw new Unsupported('tf.unique has no sorted order');
  const missing = outputs.filter((output) => output === 'indices' || output === 'counts');
  if (missing.length > 0) throw new Unsupported(`tf.unique does not give ${missing.join(' and ')}`);
  return tf.tidy(() => {
    const x = toTensorflow(X);
    const {values, indices} = unique(x, axis);
    const answer = {Y: {dtype: X.dtype, shape: values.shape, data: values.dataSync()}};
    if (outputs.includes('inverse_indices')) answer.inverse_indices = int64(indices.shape, indices.dataSync());
    return answer;
  });
}

tf.setBackend('cpu').then(() => serve({name: 'tfjs', version: tf.version.tfjs, dtypes: Object.keys(names), run}));
