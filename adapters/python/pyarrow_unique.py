"""pyarrow.compute: dictionary_encode gives Y and inverse_indices, value_counts gives Y and counts, unique gives Y.

All in order of first occurrence. An array is one-dimensional: X is flattened before, and there is no axis. There are no
first indices, and no call for both the inverse and the counts.
"""

import pyarrow
import pyarrow.compute
from adapter import DTYPES, Unsupported, serve

dtypes = [dtype for dtype in DTYPES if not dtype.startswith("complex")]


def unique(case):
    if case.axis is not None:
        raise Unsupported("pyarrow.compute.unique has no axis")
    if case.sorted != 0:
        raise Unsupported(f"pyarrow.compute.unique has no order for sorted={case.sorted}")
    if "indices" in case.outputs:
        raise Unsupported("pyarrow.compute has no first indices")
    if "inverse_indices" in case.outputs and "counts" in case.outputs:
        raise Unsupported("pyarrow.compute has no call for both the inverse and the counts")
    flat = pyarrow.array(case.x.reshape(-1), pyarrow.binary() if case.dtype == "string" else None)
    if "inverse_indices" in case.outputs:
        encoded = pyarrow.compute.dictionary_encode(flat)
        found = {"Y": encoded.dictionary, "inverse_indices": encoded.indices}
    elif "counts" in case.outputs:
        pairs = pyarrow.compute.value_counts(flat)
        found = {"Y": pairs.field("values"), "counts": pairs.field("counts")}
    else:
        found = {"Y": pyarrow.compute.unique(flat)}
    return {name: array.to_numpy(zero_copy_only=False) for name, array in found.items()}


serve("pyarrow.compute", pyarrow.__version__, dtypes, unique, unsupported=r"ArrowNotImplementedError")
