"""numpy.unique as it is.

Strings are numpy's own fixed-width Unicode arrays. There is no order of first occurrence; `sorted=False` of numpy 2.3 is
a permission, not an order.
"""

import numpy as np
from adapter import DTYPES, Unsupported, serve, texts


def unique(case):
    if case.sorted != 1:
        raise Unsupported(f"numpy.unique has no order for sorted={case.sorted}")
    x = texts(case.x).astype(np.str_) if case.dtype == "string" else case.x
    wanted = {name: name in case.outputs for name in ("indices", "inverse_indices", "counts")}
    found = np.unique(x, axis=case.axis, return_index=wanted["indices"], return_inverse=wanted["inverse_indices"],
                      return_counts=wanted["counts"])
    names = ["Y", *(name for name in wanted if wanted[name])]
    return dict(zip(names, found if len(names) > 1 else [found]))


serve("numpy.unique", np.__version__, DTYPES, unique)
