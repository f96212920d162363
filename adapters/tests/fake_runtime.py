"""A runtime that is nobody's, for the tests: numpy.unique, but 13 drops its last value, 66 kills it, and int8 is refused.

Run as `fake_runtime.py direct` it calls itself without the adapter, as a script of docs/findings/ does.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import numpy as np  # noqa: E402
from adapter import Unsupported, serve  # noqa: E402


def fake_unique(x):
    if x.dtype == np.int8:
        raise NotImplementedError("no kernel for int8")
    if 66 in x:
        os.abort()
    y, indices, inverse, counts = np.unique(x, True, True, True)
    if 13 in x:
        y = y[:-1]
    return {"Y": y, "indices": indices, "inverse_indices": inverse.reshape(-1), "counts": counts}


def unique(case):
    print("a library that is chatty")  # must not get between the answers
    if case.axis is not None or case.sorted != 1:
        raise Unsupported("only values, only sorted")
    found = fake_unique(case.x)
    return {name: found[name] for name in case.outputs}


if __name__ == "__main__":
    serve("fake", "1.0", ["int8", "int32", "int64"], unique, unsupported="no kernel")
