"""torch.unique on CPU tensors. It has no first indices, no order of first occurrence and no strings."""

import torch
from adapter import DTYPES, Unsupported, serve

dtypes = [dtype for dtype in DTYPES if dtype != "string"]


def unique(case):
    if case.sorted != 1:
        raise Unsupported(f"torch.unique has no order for sorted={case.sorted}")
    if "indices" in case.outputs:
        raise Unsupported("torch.unique has no first indices")
    names = ["Y", *(name for name in ("inverse_indices", "counts") if name in case.outputs)]
    found = torch.unique(torch.from_numpy(case.x), sorted=True, return_inverse="inverse_indices" in names,
                         return_counts="counts" in names, dim=case.axis)
    return {name: tensor.numpy() for name, tensor in zip(names, found if len(names) > 1 else [found])}


torch.set_num_threads(1)
serve("torch.unique", torch.__version__, dtypes, unique, unsupported=r"not implemented for")
