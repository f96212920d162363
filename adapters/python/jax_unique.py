"""jax.numpy.unique on CPU, with 64-bit types switched on. It always sorts, and has no strings."""

import jax
from adapter import DTYPES, Unsupported, serve

jax.config.update("jax_enable_x64", True)
dtypes = [dtype for dtype in DTYPES if dtype != "string"]


def unique(case):
    if case.sorted != 1:
        raise Unsupported(f"jax.numpy.unique has no order for sorted={case.sorted}")
    names = ["Y", *(name for name in ("indices", "inverse_indices", "counts") if name in case.outputs)]
    found = jax.numpy.unique(jax.numpy.asarray(case.x), axis=case.axis, return_index="indices" in names,
                             return_inverse="inverse_indices" in names, return_counts="counts" in names)
    return dict(zip(names, found if len(names) > 1 else [found]))


serve("jax.numpy.unique", jax.__version__, dtypes, unique)
