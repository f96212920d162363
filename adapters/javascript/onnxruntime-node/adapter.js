/* onnxruntime in Node: the native library, through the package onnxruntime-node. Mapping: none (../onnxruntime.js). */
'use strict';
const ort = require('onnxruntime-node');
const {serveOnnxruntime} = require('../onnxruntime.js');

serveOnnxruntime('onnxruntime-node', require('onnxruntime-node/package.json').version, ort, {logSeverityLevel: 4, intraOpNumThreads: 1, interOpNumThreads: 1});
