def unique(x, axis, sorted, outputs):
    import torch

    asked = {"return_inverse": "inverse_indices", "return_counts": "counts"}
    found = torch.unique(torch.from_numpy(x), dim=axis, **{key: name in outputs for key, name in asked.items()})
    names = ["Y", *(name for name in asked.values() if name in outputs)]
    return {name: tensor.numpy() for name, tensor in zip(names, found if len(names) > 1 else [found])}
