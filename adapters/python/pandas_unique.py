"""pandas.unique: Y in order of first occurrence, nothing else. X is flattened before, since it takes one-dimensional values."""

import pandas
from adapter import DTYPES, Unsupported, serve, texts


def unique(case):
    if case.axis is not None:
        raise Unsupported("pandas.unique has no axis")
    if case.sorted != 0:
        raise Unsupported(f"pandas.unique has no order for sorted={case.sorted}")
    if case.outputs != ["Y"]:
        raise Unsupported("pandas.unique has Y only")
    x = texts(case.x) if case.dtype == "string" else case.x
    return {"Y": pandas.unique(x.reshape(-1))}


serve("pandas.unique", pandas.__version__, DTYPES, unique)
