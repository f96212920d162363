/* onnxruntime compiled to WebAssembly, in Node: the package onnxruntime-web. Mapping: none (../onnxruntime.js). */
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const ort = require('onnxruntime-web');
const {serveOnnxruntime} = require('../onnxruntime.js');

// The package does not export its package.json.
const folder = path.dirname(path.dirname(require.resolve('onnxruntime-web')));
const {version} = JSON.parse(fs.readFileSync(path.join(folder, 'package.json')));
ort.env.wasm.numThreads = 1;
ort.env.logLevel = 'fatal';

serveOnnxruntime('onnxruntime-web', version, ort, {executionProviders: ['wasm'], logSeverityLevel: 4});
