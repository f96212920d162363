"""tensorflow UniqueV2, UniqueWithCountsV2 2.21.0.

Shows: INV-06.
Exit code 0: the fault shows, 1: it does not. Written by `./run scoreboard --write-scripts` from the smallest case that was found.
"""

import subprocess
import sys

import numpy as np

def unique(x, axis, sorted, outputs):
    import tensorflow as tf

    x = tf.constant(x.reshape(-1) if axis is None else x)
    along = tf.constant([] if axis is None else [axis], tf.int64)
    found = tf.raw_ops.UniqueWithCountsV2(x=x, axis=along, out_idx=tf.int64)
    named = {"Y": found.y, "inverse_indices": found.idx, "counts": found.count}
    return {name: named[name].numpy() for name in outputs}

x = np.array([5e-324, -5e-324], np.float64)
want = {
    "Y": np.array([5e-324, -5e-324], np.float64),
    "inverse_indices": np.array([0, 1], np.int64),
}


def exact(array):
    array = np.asarray(array)
    if array.dtype.kind in "OUST":
        return "string", array.shape, [str(element) for element in array.reshape(-1).tolist()]
    return array.dtype.name, array.shape, array.tobytes()


def text(array):
    shown = f"{exact(array)[0]}{list(np.shape(array))} {np.asarray(array).tolist()}"
    if np.asarray(array).dtype.kind not in "fc" or np.size(array) == 0:
        return shown
    flat = np.ascontiguousarray(array).reshape(-1)
    part = flat.real.dtype  # bits tell a NaN from another, and -0 from 0
    return f"{shown} = {[hex(bits) for bits in flat.view(part).view(f'u{part.itemsize}').tolist()]}"


print("X", text(x), "axis=-1 sorted=0")
times = 50
for _ in range(times):
    have = unique(x, -1, 0, list(want))
    if any(exact(have[name]) != exact(want[name]) for name in want):
        break
for name in want:
    print(name, "have", text(have[name]), "want", text(want[name]))
sys.exit(not any(exact(have[name]) != exact(want[name]) for name in want))
