"""Arrays as users have them, to the tensors of the vector format and back."""

from collections.abc import Awaitable, Iterator, Mapping, Set

import numpy as np

from unique_oracle_reference.case import OUTPUTS
from unique_oracle_reference.tensor import TYPES, Tensor

_SCALARS = (str, bytes, int, float, complex, np.generic)
_NAMES = {np.dtype(kind.dtype): name for name, kind in TYPES.items() if name != "string"}


def _as_bytes(element, where):
    if isinstance(element, str):
        try:
            return element.encode("utf-8")
        except UnicodeEncodeError:
            raise TypeError(f"{where}: {element!r} has a lone surrogate, which UTF-8 has no bytes for") from None
    if isinstance(element, bytes):
        return element
    raise TypeError(f"{where}: an element is {type(element).__name__}; strings are str or bytes")


def _refuse_what_is_no_array(value, where):
    """For what numpy.asarray takes without a word, and loses: masks, also of arrays in a list; and for what it wraps."""
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{where}: a masked array, whose mask Unique has no place for; give .filled(..) or .compressed()")
    if value is None or isinstance(value, (Iterator, Mapping, Set)):
        raise TypeError(f"{where}: {type(value).__name__} is no array")
    if isinstance(value, (list, tuple)):
        for part in value:
            if not isinstance(part, _SCALARS):
                _refuse_what_is_no_array(part, where)


def _kind(leaf):
    kinds = (("text", (str, bytes)), ("bool", (bool, np.bool_)), ("number", (int, float, complex, np.number)))
    return next((name for name, types in kinds if isinstance(leaf, types)), type(leaf).__name__)


def _changed(leaves, array):
    """The first integer that is another number as a float, which not every integer of 64 bits is; None without."""
    pairs = zip(leaves, array.reshape(-1).tolist())
    integers = [(leaf, element) for leaf, element in pairs if isinstance(leaf, (int, np.integer))]
    if len(integers) == array.size > 0:
        return integers[0][0]  # no list of integers is meant as one of floats
    return next((leaf for leaf, element in integers if int(leaf) != element), None)


def _from_list(value, where):
    """numpy.asarray of a list, a tuple or one text, but for what that changes. Bytes stay in an array of objects, because
    numpy's own lose NULs at their ends."""
    leaves = np.array(value, object)
    flat = leaves.reshape(-1).tolist()
    kinds = sorted({_kind(leaf) for leaf in flat})
    if kinds == ["text"]:
        return leaves
    if len(kinds) > 1:
        raise TypeError(f"{where}: {' and '.join(kinds)} in one list; an array has one type (or the list is ragged)")
    array = np.asarray(value)
    if array.dtype.kind in "fc":
        leaf = _changed(flat, array)
        if leaf is not None:
            raise TypeError(f"{where}: {leaf} and the rest of the list have no common type but {array.dtype}; give an array")
    return array


def _as_array(value, where):
    _refuse_what_is_no_array(value, where)
    try:
        return _from_list(value, where) if isinstance(value, (list, tuple, str, bytes)) else np.asarray(value)
    except (ValueError, OverflowError) as error:  # a ragged list, for one
        raise TypeError(f"{where}: no array can be made of this {type(value).__name__}: {error}") from None


def to_tensor(array, where="X"):
    """The tensor of an array (or of what numpy.asarray makes one of): numpy's types are T's, str and bytes are strings.

    Raises TypeError for what has no type of the operator, or would be judged as something else than it is."""
    array = _as_array(array, where)
    if array.dtype.kind in "OUST":
        flat = np.empty(array.size, object)
        flat[:] = [_as_bytes(element, where) for element in array.reshape(-1).tolist()]
        return Tensor("string", flat.reshape(array.shape))
    native = array.dtype.newbyteorder("=")
    if native not in _NAMES:
        raise TypeError(f"{where}: Unique has no type {array.dtype}; it has {', '.join(TYPES)}")
    return Tensor(_NAMES[native], np.ascontiguousarray(array, native).reshape(array.shape))


def to_array(tensor):
    """A new array of a tensor: strings as str where they are UTF-8, else as bytes."""
    if tensor.dtype != "string":
        return tensor.array.copy()
    flat = np.empty(tensor.array.size, object)
    for i, element in enumerate(tensor.array.reshape(-1).tolist()):
        try:
            flat[i] = element.decode("utf-8")
        except UnicodeDecodeError:
            flat[i] = element
    return flat.reshape(tensor.shape)


def named_outputs(outputs, wanted=OUTPUTS):
    """{name: tensor} of a dictionary; or of a single array or a sequence, in the order of `wanted`."""
    if outputs is None:
        raise TypeError("outputs: nothing was returned (None)")
    if isinstance(outputs, (Iterator, Awaitable)):
        raise TypeError(f"outputs: a {type(outputs).__name__} was returned; give a dictionary or a tuple of arrays")
    if not isinstance(outputs, Mapping):
        values = outputs if isinstance(outputs, (tuple, list)) else (outputs,)
        if len(values) > len(wanted):
            raise TypeError(f"outputs: {len(values)} of them, and there are {len(wanted)}: {', '.join(wanted)}")
        outputs = dict(zip(wanted, values))
    for name in outputs:
        if name not in OUTPUTS:
            raise TypeError(f"outputs: {name!r} is none of {', '.join(OUTPUTS)}")
    return {name: to_tensor(value, name) for name, value in outputs.items()}
