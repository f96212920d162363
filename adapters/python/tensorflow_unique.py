"""tensorflow's operators UniqueV2 and UniqueWithCountsV2 on CPU, with int64 indices.

They give values in order of first occurrence only, and no first indices. Without axis X must be 1-D: it is reshaped to
that before.
"""

import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf  # noqa: E402
from adapter import DTYPES, Unsupported, serve  # noqa: E402


def unique(case):
    if case.sorted != 0:
        raise Unsupported(f"tensorflow's Unique has no order for sorted={case.sorted}")
    if "indices" in case.outputs:
        raise Unsupported("tensorflow's Unique has no first indices")
    x = tf.constant(case.x)
    if case.axis is None:
        x = tf.reshape(x, [-1])
    axis = tf.constant([] if case.axis is None else [case.axis], tf.int64)
    if "counts" in case.outputs:
        found = tf.raw_ops.UniqueWithCountsV2(x=x, axis=axis, out_idx=tf.int64)
        named = {"Y": found.y, "inverse_indices": found.idx, "counts": found.count}
    else:
        found = tf.raw_ops.UniqueV2(x=x, axis=axis, out_idx=tf.int64)
        named = {"Y": found.y, "inverse_indices": found.idx}
    return {name: named[name].numpy() for name in case.outputs}


tf.config.threading.set_intra_op_parallelism_threads(1)
tf.config.threading.set_inter_op_parallelism_threads(1)
serve("tensorflow UniqueV2", tf.__version__, DTYPES, unique, unsupported=r"NotFoundError|UnimplementedError|not supported")
