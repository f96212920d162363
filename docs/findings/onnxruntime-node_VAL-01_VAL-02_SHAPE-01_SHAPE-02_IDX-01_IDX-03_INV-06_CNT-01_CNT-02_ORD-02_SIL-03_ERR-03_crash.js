// onnxruntime through the package onnxruntime-node.
'use strict';
require('./onnxruntime.js').check(require('onnxruntime-node'), __filename);
