"""polars.Series: unique(maintain_order=True) is Y, arg_unique() is indices, unique_counts() is counts.

All three are in order of first occurrence; sorted=1 is unique().sort(), for Y alone. A series is one-dimensional: X is
flattened before, and there is no axis. There is no inverse.
"""

import polars
from adapter import DTYPES, Unsupported, serve, texts

dtypes = [dtype for dtype in DTYPES if not dtype.startswith("complex")]


def unique(case):
    if case.axis is not None:
        raise Unsupported("polars.Series.unique has no axis")
    if case.sorted not in (0, 1):
        raise Unsupported(f"polars.Series.unique has no order for sorted={case.sorted}")
    if "inverse_indices" in case.outputs:
        raise Unsupported("polars.Series has no inverse of unique")
    flat = case.x.reshape(-1)
    series = polars.Series(texts(flat).tolist(), dtype=polars.String) if case.dtype == "string" else polars.Series(flat)
    if case.sorted == 1 and case.outputs != ["Y"]:
        raise Unsupported("polars.Series.arg_unique and unique_counts are in order of first occurrence")
    if case.sorted == 1:
        return {"Y": series.unique().sort().to_numpy()}
    asked = {"Y": lambda: series.unique(maintain_order=True), "indices": series.arg_unique, "counts": series.unique_counts}
    return {name: asked[name]().to_numpy() for name in case.outputs}


serve("polars.Series.unique", polars.__version__, dtypes, unique)
