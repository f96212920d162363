"""pandas.factorize: codes are inverse_indices, uniques are Y.

It takes one-dimensional values, so that X is flattened before; it has no axis, no first indices and no counts. sort=True
is sorted=1. use_na_sentinel=False, because the default leaves missing values out.
"""

import pandas
from adapter import DTYPES, Unsupported, serve, texts


def unique(case):
    if case.axis is not None:
        raise Unsupported("pandas.factorize has no axis")
    if case.sorted not in (0, 1):
        raise Unsupported(f"pandas.factorize has no order for sorted={case.sorted}")
    for name in ("indices", "counts"):
        if name in case.outputs:
            raise Unsupported(f"pandas.factorize has no {name}")
    x = texts(case.x) if case.dtype == "string" else case.x
    codes, uniques = pandas.factorize(x.reshape(-1), sort=case.sorted == 1, use_na_sentinel=False)
    return {name: {"Y": uniques, "inverse_indices": codes}[name] for name in case.outputs}


serve("pandas.factorize", pandas.__version__, DTYPES, unique)
