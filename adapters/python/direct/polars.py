def unique(x, axis, sorted, outputs):
    import polars

    series = polars.Series(x.reshape(-1).tolist(), dtype=polars.String) if x.dtype == object else polars.Series(x.reshape(-1))
    if sorted == 1:
        return {"Y": series.unique().sort().to_numpy()}
    found = {"Y": series.unique(maintain_order=True), "indices": series.arg_unique(), "counts": series.unique_counts()}
    return {name: found[name].to_numpy() for name in outputs}
