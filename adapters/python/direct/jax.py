def unique(x, axis, sorted, outputs):
    import jax

    jax.config.update("jax_enable_x64", True)
    asked = {"return_index": "indices", "return_inverse": "inverse_indices", "return_counts": "counts"}
    found = jax.numpy.unique(jax.numpy.asarray(x), axis=axis, **{key: name in outputs for key, name in asked.items()})
    names = ["Y", *(name for name in asked.values() if name in outputs)]
    return dict(zip(names, found if len(names) > 1 else [found]))
