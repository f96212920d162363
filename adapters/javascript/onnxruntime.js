/*
 * What onnxruntime-node and onnxruntime-web share: their JavaScript interface is one (onnxruntime-common).
 * Nothing is mapped but names: X and the outputs cross as they are, the attributes stand in the model's node.
 */
'use strict';
const {serve, Unsupported} = require('./unique_oracle.js');
const {uniqueModel} = require('./onnx_model.js');

// The interface's names of the types that it has.
const names = {float: 'float32', double: 'float64', float16: 'float16', bool: 'bool', string: 'string', int8: 'int8',
  int16: 'int16', int32: 'int32', int64: 'int64', uint8: 'uint8', uint16: 'uint16', uint32: 'uint32', uint64: 'uint64'};
const types = Object.fromEntries(Object.entries(names).map(([onnx, here]) => [here, onnx]));

function serveOnnxruntime(name, version, ort, options) {
  const sessions = new Map(); // by model, those that are refused too: making one costs more than running it

  function sessionFor(question) {
    const model = uniqueModel(question);
    const key = model.toString('latin1');
    if (!sessions.has(key)) sessions.set(key, ort.InferenceSession.create(model, options));
    return sessions.get(key);
  }

  async function run(question) {
    const {X, outputs} = question;
    let results;
    try {
      const session = await sessionFor(question);
      results = await session.run({X: new ort.Tensor(names[X.dtype], X.data, X.shape)});
    } catch (error) {
      if (/could not find an implementation|NOT_IMPLEMENTED|type .* is not supported/i.test(error.message)) {
        throw new Unsupported(error.message);
      }
      throw error;
    }
    return Object.fromEntries(outputs.map((output) => {
      const {type, dims, data} = results[output];
      return [output, {dtype: types[type], shape: dims, data}];
    }));
  }

  return serve({name, version, dtypes: Object.keys(names), run});
}

module.exports = {serveOnnxruntime};
