// What onnxruntime-node and onnxruntime-web both break: one interface, one library, two builds. Each script names its package.
'use strict';
const {fork} = require('node:child_process');

// Models of one Unique node with four outputs, opset 11, made with onnx.helper.
const models = {
  flat: 'CAY6jQEKMAoBWBIBWRIHaW5kaWNlcxIPaW52ZXJzZV9pbmRpY2VzEgZjb3VudHMiBlVuaXF1ZRIBdVoRCgFYEgwKCggBEgYKBBICZDBiCQoBWRIECgIIAWIPCgdpbmRpY2VzEgQKAggHYhcKD2ludmVyc2VfaW5kaWNlcxIECgIIB2IOCgZjb3VudHMSBAoCCAdCBAoAEAs=',
  axis: 'CAY6oAEKPQoBWBIBWRIHaW5kaWNlcxIPaW52ZXJzZV9pbmRpY2VzEgZjb3VudHMiBlVuaXF1ZSoLCgRheGlzGACgAQISAXVaFwoBWBISChAIARIMCgQSAmQwCgQSAmQxYgkKAVkSBAoCCAFiDwoHaW5kaWNlcxIECgIIB2IXCg9pbnZlcnNlX2luZGljZXMSBAoCCAdiDgoGY291bnRzEgQKAggHQgQKABAL',
  sorted3: 'CAY6nAEKPwoBWBIBWRIHaW5kaWNlcxIPaW52ZXJzZV9pbmRpY2VzEgZjb3VudHMiBlVuaXF1ZSoNCgZzb3J0ZWQYA6ABAhIBdVoRCgFYEgwKCggBEgYKBBICZDBiCQoBWRIECgIIAWIPCgdpbmRpY2VzEgQKAggHYhcKD2ludmVyc2VfaW5kaWNlcxIECgIIB2IOCgZjb3VudHMSBAoCCAdCBAoAEAs=',
  half: 'CAY6jQEKMAoBWBIBWRIHaW5kaWNlcxIPaW52ZXJzZV9pbmRpY2VzEgZjb3VudHMiBlVuaXF1ZRIBdVoRCgFYEgwKCggKEgYKBBICZDBiCQoBWRIECgIICmIPCgdpbmRpY2VzEgQKAggHYhcKD2ludmVyc2VfaW5kaWNlcxIECgIIB2IOCgZjb3VudHMSBAoCCAdCBAoAEAs=',
  texts: 'CAY6nAEKPwoBWBIBWRIHaW5kaWNlcxIPaW52ZXJzZV9pbmRpY2VzEgZjb3VudHMiBlVuaXF1ZSoNCgZzb3J0ZWQYAKABAhIBdVoRCgFYEgwKCggIEgYKBBICZDBiCQoBWRIECgIICGIPCgdpbmRpY2VzEgQKAggHYhcKD2ludmVyc2VfaW5kaWNlcxIECgIIB2IOCgZjb3VudHMSBAoCCAdCBAoAEAs=',
};

async function run(ort, model, type, data, shape) {
  const session = await ort.InferenceSession.create(Buffer.from(models[model], 'base64'), {logSeverityLevel: 4});
  return session.run({X: new ort.Tensor(type, data, shape ?? [data.length])});
}

// X of shape [1, 0] along axis 0: in a process of its own, since it may not come back.
function emptySubtensor(script) {
  return new Promise((resolve) => {
    const child = fork(script, ['empty'], {stdio: ['ignore', 'ignore', 'ignore', 'ipc']});
    let said = 'nothing';
    child.on('message', (text) => { said = text; });
    child.on('exit', (code, signal) => resolve(signal ?? (code === 0 ? said : `exit code ${code}`)));
  });
}

async function check(ort, script) {
  if (process.argv[2] === 'empty') {
    await run(ort, 'axis', 'float32', new Float32Array(0), [1, 0]).then(
      (given) => process.send(`Y ${given.Y.dims}`), (error) => process.send(`an error: ${error.message}`));
    process.disconnect();
    return;
  }
  const shown = [];
  const show = (clauses, have, want) => {
    console.log(`${clauses.padEnd(62)} have ${have}, want ${want}`);
    shown.push(String(have) !== String(want));
  };
  const texts = (list) => JSON.stringify(list);

  const nan = await run(ort, 'flat', 'float32', new Float32Array([NaN, 0]));
  show('VAL-01 SHAPE-01 SHAPE-02 IDX-03 INV-06 CNT-01 CNT-02', `Y ${nan.Y.data} counts ${nan.counts.data}`, 'Y 0,NaN counts 1,1');
  const nul = await run(ort, 'texts', 'string', ['\0']);
  show('VAL-02', texts(nul.Y.data), texts(['\0']));
  const ends = await run(ort, 'texts', 'string', ['a\0', 'b', 'a']);
  show('IDX-01 ORD-02', texts(ends.Y.data) + ' indices ' + ends.indices.data, texts(['a\0', 'b', 'a']) + ' indices 0,1,2');
  const half = await run(ort, 'half', 'float16', new Uint16Array([0xffff]));
  show('SIL-03  bits of the NaN 0xffff', half.Y.data[0].toString(16), 'ffff');
  const three = await run(ort, 'sorted3', 'float32', new Float32Array([1])).then(() => 'an answer', () => 'an error');
  show('ERR-03  sorted=3', three, 'an error');
  show('crash rejects-valid  X of shape [1, 0] along axis 0', await emptySubtensor(script), 'Y 1,0');
  process.exitCode = shown.every(Boolean) ? 0 : 1;
}

module.exports = {check};
