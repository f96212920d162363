def unique(x, axis, sorted, outputs):
    x = x.astype(np.str_) if x.dtype == object else x
    asked = {"return_index": "indices", "return_inverse": "inverse_indices", "return_counts": "counts"}
    found = np.unique(x, axis=axis, **{key: name in outputs for key, name in asked.items()})
    names = ["Y", *(name for name in asked.values() if name in outputs)]
    return dict(zip(names, found if len(names) > 1 else [found]))
