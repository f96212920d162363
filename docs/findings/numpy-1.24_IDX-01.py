"""numpy.unique 1.24.4.

Shows: IDX-01.
Exit code 0: the fault shows, 1: it does not. Written by `./run scoreboard --write-scripts` from the smallest case that was found.
"""

import subprocess
import sys

import numpy as np

def unique(x, axis, sorted, outputs):
    x = x.astype(np.str_) if x.dtype == object else x
    asked = {"return_index": "indices", "return_inverse": "inverse_indices", "return_counts": "counts"}
    found = np.unique(x, axis=axis, **{key: name in outputs for key, name in asked.items()})
    names = ["Y", *(name for name in asked.values() if name in outputs)]
    return dict(zip(names, found if len(names) > 1 else [found]))

x = np.array([np.nan, 1.0, np.nan, 0.0], np.float32).view(np.complex64)
want = {
    "Y": np.array([np.nan, 1.0], np.float32).view(np.complex64),
    "indices": np.array([0], np.int64),
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


print("X", text(x), "axis=None sorted=1")
times = 50
for _ in range(times):
    have = unique(x, None, 1, list(want))
    if any(exact(have[name]) != exact(want[name]) for name in want):
        break
for name in sorted(want, key=lambda name: exact(have[name]) != exact(want[name])):  # what differs comes last
    print(name, "have", text(have[name]), "want", text(want[name]))
sys.exit(not any(exact(have[name]) != exact(want[name]) for name in want))
