"""torch.unique 2.15.0+cu132.

Shows: rejects-valid.
Exit code 0: the fault shows, 1: it does not. Written by `./run scoreboard --write-scripts` from the smallest case that was found.
"""

import subprocess
import sys

import numpy as np

def unique(x, axis, sorted, outputs):
    import torch

    asked = {"return_inverse": "inverse_indices", "return_counts": "counts"}
    found = torch.unique(torch.from_numpy(x), dim=axis, **{key: name in outputs for key, name in asked.items()})
    names = ["Y", *(name for name in asked.values() if name in outputs)]
    return {name: tensor.numpy() for name, tensor in zip(names, found if len(names) > 1 else [found])}

x = np.array([], np.float32).reshape((1, 0))
want = {
    "Y": np.array([], np.float32).reshape((1, 0)),
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


print("X", text(x), "axis=0 sorted=1")
try:
    unique(x, 0, 1, list(want))
    print("have an answer, want that too")
    sys.exit(1)
except Exception as error:
    print(f"have {type(error).__name__}: {error}"[:300], "want", {name: text(array) for name, array in want.items()})
