"""polars.Series.unique 2.1.0: SIL-03.

Exit code 0: the fault shows, 1: it does not. Written by `./run scoreboard --write-scripts` from the smallest case that was found.
"""

import subprocess
import sys

import numpy as np

def unique(x, axis, sorted, outputs):
    import polars

    series = polars.Series(x.reshape(-1).tolist(), dtype=polars.String) if x.dtype == object else polars.Series(x.reshape(-1))
    if sorted == 1:
        return {"Y": series.unique().sort().to_numpy()}
    found = {"Y": series.unique(maintain_order=True), "indices": series.arg_unique(), "counts": series.unique_counts()}
    return {name: found[name].to_numpy() for name in outputs}

x = np.array([0xffffffffffffffff, np.float64(-0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(np.nan).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64), np.float64(0.0).view(np.uint64)], np.uint64).view(np.float64)
want = {
    "Y": np.array([np.float64(-0.0).view(np.uint64), 0xffffffffffffffff], np.uint64).view(np.float64),
}


def exact(array):
    array = np.asarray(array)
    if array.dtype.kind in "OUST":
        return "string", array.shape, [str(element) for element in array.reshape(-1).tolist()]
    return array.dtype.name, array.shape, array.tobytes()


def text(array):
    return f"{exact(array)[0]}{list(np.shape(array))} {np.asarray(array).tolist()}"


print("X", text(x), "axis=None sorted=1")
times = 50
for _ in range(times):
    have = unique(x, None, 1, list(want))
    if any(exact(have[name]) != exact(want[name]) for name in want):
        break
for name in want:
    print(name, "have", text(have[name]), "want", text(want[name]))
sys.exit(not any(exact(have[name]) != exact(want[name]) for name in want))
