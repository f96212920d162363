def unique(x, axis, sorted, outputs):
    import pandas

    codes, uniques = pandas.factorize(x.reshape(-1), sort=sorted == 1, use_na_sentinel=False)
    return {name: {"Y": uniques, "inverse_indices": codes}[name] for name in outputs}
