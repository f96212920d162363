// Shows: VAL-01, VAL-02, SHAPE-01, SHAPE-02, IDX-01, IDX-03, INV-06, CNT-01, CNT-02, ORD-02, SIL-03, ERR-03, crash.
// onnxruntime through the package onnxruntime-node.
'use strict';
require('./onnxruntime.js').check(require('onnxruntime-node'), __filename);
