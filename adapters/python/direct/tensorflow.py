def unique(x, axis, sorted, outputs):
    import tensorflow as tf

    x = tf.constant(x.reshape(-1) if axis is None else x)
    along = tf.constant([] if axis is None else [axis], tf.int64)
    found = tf.raw_ops.UniqueWithCountsV2(x=x, axis=along, out_idx=tf.int64)
    named = {"Y": found.y, "inverse_indices": found.idx, "counts": found.count}
    return {name: named[name].numpy() for name in outputs}
