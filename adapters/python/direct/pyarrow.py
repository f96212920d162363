def unique(x, axis, sorted, outputs):
    import pyarrow
    import pyarrow.compute

    flat = pyarrow.array(x.reshape(-1))
    encoded, counted = pyarrow.compute.dictionary_encode(flat), pyarrow.compute.value_counts(flat)
    found = {"Y": pyarrow.compute.unique(flat), "inverse_indices": encoded.indices, "counts": counted.field("counts")}
    return {name: found[name].to_numpy(zero_copy_only=False) for name in outputs}
