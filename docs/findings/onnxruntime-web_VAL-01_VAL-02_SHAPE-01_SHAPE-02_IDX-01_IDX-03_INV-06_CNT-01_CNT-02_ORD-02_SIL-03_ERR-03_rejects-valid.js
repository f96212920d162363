// onnxruntime through the package onnxruntime-web.
'use strict';
require('./onnxruntime.js').check(require('onnxruntime-web'), __filename);
