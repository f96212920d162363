"""Arrays as users have them, to the tensors of the vector format and back."""

import numpy as np

from unique_oracle_reference.case import OUTPUTS
from unique_oracle_reference.tensor import TYPES, Tensor

_NAMES = {np.dtype(kind.dtype): name for name, kind in TYPES.items() if name != "string"}


def _as_bytes(element, where):
    if isinstance(element, str):
        return element.encode("utf-8")
    if isinstance(element, bytes):
        return element
    raise TypeError(f"{where}: an element is {type(element).__name__}; strings are str or bytes")


def _as_array(value):
    """numpy.asarray, but for lists of texts: an array of bytes loses NULs at their ends."""
    if isinstance(value, (list, tuple, str, bytes)):
        objects = np.array(value, object)
        if objects.size > 0 and all(isinstance(element, (str, bytes)) for element in objects.reshape(-1)):
            return objects
    return np.asarray(value)


def to_tensor(array, where="X"):
    """The tensor of an array (or of what numpy.asarray makes one of): numpy's types are T's, str and bytes are strings."""
    array = _as_array(array)
    if array.dtype.kind in "OUST":
        flat = np.empty(array.size, object)
        flat[:] = [_as_bytes(element, where) for element in array.reshape(-1).tolist()]
        return Tensor("string", flat.reshape(array.shape))
    native = array.dtype.newbyteorder("=")
    if native not in _NAMES:
        raise TypeError(f"{where}: Unique has no type {array.dtype}; it has {', '.join(TYPES)}")
    return Tensor(_NAMES[native], np.ascontiguousarray(array, native).reshape(array.shape))


def to_array(tensor):
    """The array of a tensor: strings as str where they are UTF-8, else as bytes."""
    if tensor.dtype != "string":
        return tensor.array
    flat = np.empty(tensor.array.size, object)
    for i, element in enumerate(tensor.array.reshape(-1).tolist()):
        try:
            flat[i] = element.decode("utf-8")
        except UnicodeDecodeError:
            flat[i] = element
    return flat.reshape(tensor.shape)


def named_outputs(outputs, wanted=None):
    """{name: tensor} of a dictionary; or of a single array or a sequence, in the order of `wanted`."""
    if not isinstance(outputs, dict):
        values = outputs if isinstance(outputs, (tuple, list)) else (outputs,)
        names = OUTPUTS if wanted is None else wanted
        if len(values) > len(names):
            raise TypeError(f"outputs: {len(values)} of them, and there are {len(names)}: {', '.join(names)}")
        outputs = dict(zip(names, values))
    for name in outputs:
        if name not in OUTPUTS:
            raise TypeError(f"outputs: {name!r} is none of {', '.join(OUTPUTS)}")
    return {name: to_tensor(value, name) for name, value in outputs.items()}
