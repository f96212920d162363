"""pyarrow.compute 26.0.1.

Shows: SHAPE-01, VAL-01.
Exit code 0: the fault shows, 1: it does not. Written by `./run scoreboard --write-scripts` from the smallest case that was found.
"""

import subprocess
import sys

import numpy as np

def unique(x, axis, sorted, outputs):
    import pyarrow
    import pyarrow.compute

    flat = pyarrow.array(x.reshape(-1))
    encoded, counted = pyarrow.compute.dictionary_encode(flat), pyarrow.compute.value_counts(flat)
    found = {"Y": pyarrow.compute.unique(flat), "inverse_indices": encoded.indices, "counts": counted.field("counts")}
    return {name: found[name].to_numpy(zero_copy_only=False) for name in outputs}

x = np.array([0xfe00, np.float16(np.nan).view(np.uint16)], np.uint16).view(np.float16)
want = {
    "Y": np.array([0xfe00], np.uint16).view(np.float16),
    "inverse_indices": np.array([0, 0], np.int64),
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


print("X", text(x), "axis=None sorted=0")
times = 50
for _ in range(times):
    have = unique(x, None, 0, list(want))
    if any(exact(have[name]) != exact(want[name]) for name in want):
        break
for name in sorted(want, key=lambda name: exact(have[name]) != exact(want[name])):  # what differs comes last
    print(name, "have", text(have[name]), "want", text(want[name]))
sys.exit(not any(exact(have[name]) != exact(want[name]) for name in want))
