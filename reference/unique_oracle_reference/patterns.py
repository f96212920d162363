"""What stands in X: which elements (alphabets) and in which order (arrangements). All is fixed, nothing is drawn.

A pattern is an alphabet with an arrangement. The alphabets hold what implementations stumble over; the arrangements
decide where equal items stand and which one comes first.
"""

from dataclasses import dataclass
from typing import Callable, List
from zlib import crc32

import numpy as np

from unique_oracle_reference.tensor import TYPES, float_from_json, from_elements

# ---- Arrangements: item i of n gets class 0 .. k-1 -------------------------------------------------------------------


def all_equal(n, k):
    return [0] * n


def all_distinct(n, k):
    """A shuffle: i times a step that shares no factor with n."""
    step = next(s for s in range(max(1, (n * 5) // 8), 2 * n + 2) if np.gcd(s, max(n, 1)) == 1)
    return [(i * step + n // 2) % max(n, 1) for i in range(n)]


def apart(n, k):
    """Equal items as far apart as can be; a higher class comes first."""
    return [(k - 1 - i) % k for i in range(n)]


def runs(n, k):
    """Equal items side by side, ascending classes."""
    return [i * k // n for i in range(n)]


def descending(n, k):
    return runs(n, k)[::-1]


def smallest_last(n, k):
    """All alike but the last, which is smaller."""
    return [k - 1] * (n - 1) + [0] * min(n, 1)


def there_and_back(n, k):
    """The alphabet in the order given, then backwards."""
    cycle = list(range(k)) + list(range(k - 1, -1, -1))
    return [cycle[i % len(cycle)] for i in range(n)]


def back_and_there(n, k):
    return [k - 1 - c for c in there_and_back(n, k)]


@dataclass(frozen=True)
class Pattern:
    """An alphabet with an arrangement; `alphabet(size)` gives elements, about `size` of them where it can choose."""

    name: str
    why: str
    alphabet: Callable[[int], List]
    arrange: Callable[[int, int], List[int]]
    is_structure: bool = False  # it is about where equal items stand, not about which elements they are


# ---- Ordinary elements -----------------------------------------------------------------------------------------------


def ordinary(dtype, size):
    """`size` distinct ascending elements of the type, or as many as it has."""
    kind = TYPES[dtype].kind
    if kind == "bool":
        return [False, True][:size]
    if kind == "int":
        limits = np.iinfo(TYPES[dtype].dtype)
        size = min(size, limits.max - limits.min + 1)
        lowest = max(int(limits.min), min(-(size // 3), int(limits.max) - size + 1))
        return list(range(lowest, lowest + size))
    if kind == "string":
        return [b"item %03d" % i for i in range(size)]
    part = {"complex64": "float", "complex128": "double"}.get(dtype, dtype)
    if kind == "float":
        return [float_from_json(part, (i - size // 3) / 8) for i in range(size)]
    return [[float_from_json(part, number) for number in (i // 3 - size // 9, (i % 3 - 1) / 2)] for i in range(size)]


_STRUCTURES = (
    ("all-equal", "every item is the same", all_equal),
    ("all-distinct", "no item occurs twice, in shuffled order", all_distinct),
    ("apart", "equal items stand apart, the greatest comes first", apart),
    ("runs", "equal items stand side by side, already ascending", runs),
    ("descending", "first occurrences in descending order", descending),
    ("smallest-last", "one smaller item after many equal ones", smallest_last),
)


def _structures(dtype):
    return [Pattern(name, why, lambda size: ordinary(dtype, size), arrange, True) for name, why, arrange in _STRUCTURES]


# ---- Telling elements ------------------------------------------------------------------------------------------------


def _integer_alphabets(dtype):
    limits = np.iinfo(TYPES[dtype].dtype)
    low, high, bits = int(limits.min), int(limits.max), limits.bits
    yield "extremes", "the ends of the type's range and their neighbours", [high, low, 0, 1, high - 1, low + 1]
    middle = 0 if low < 0 else 1 << (bits - 1)
    yield "sign-bit", "values on both sides of the sign bit", [middle, middle - 1, middle + 1, 1, high, 2]
    if bits >= 16:
        yield "bytes", "values whose bytes in memory order otherwise than the values do", [256, 255, 257, 1, 512, 0]
    if bits == 64:
        doubles = [2**53 + 1, 2**53, 2**53 + 2, 2**53 - 1, high, high - 1]
        yield "beyond-double", "neighbours that a double cannot tell apart", doubles
        yield "words", "values that differ in one half word, or in both alike", [2**32 + 1, 0, 2**32, 1, 2**33 + 2, 2]
    if low < 0:
        yield "negatives", "negative values, whose bits order otherwise than the values do", [-1, 1, -2, 0, 2, -128]


def _float_fields(part):
    """Bits of notable floats of a type."""
    info = np.finfo(TYPES[part].dtype)
    fraction, width = info.nmant, info.bits
    sign = 1 << (width - 1)
    infinity = ((1 << (width - 1 - fraction)) - 1) << fraction
    return {
        "sign": sign,
        "infinity": infinity,
        "quiet": infinity | 1 << (fraction - 1),
        "max": infinity - 1,
        "normal": 1 << fraction,
        "one": float_from_json(part, 1),
        "two": float_from_json(part, 2),
        "ulp_payload": 1,
        "all": sign - 1,
    }


def _float_alphabets(part):
    f = _float_fields(part)
    sign, one, two, infinity, nan = f["sign"], f["one"], f["two"], f["infinity"], f["quiet"]
    yield "one-nan", "a NaN among numbers", [two, nan, one, sign | one]
    yield "nans", "many NaNs, all the default one", [nan, one, nan, nan, two]
    yield "nan-payloads", "NaNs of several bit patterns", [nan | 1, nan, sign | nan, one, f["all"]]
    yield "nan-negative-first", "the first NaN has the sign bit set", [sign | nan, one, nan, sign | nan | 5]
    yield "nan-signalling", "signalling NaNs, whose bits must survive", [infinity | 1, one, nan, sign | infinity | 2]
    yield "nan-infinity", "NaN beside the infinities", [infinity, nan, sign | infinity, f["max"], sign | f["max"], 0]
    yield "infinities", "both infinities and the greatest finite numbers", [
        infinity, sign | f["max"], sign | infinity, f["max"], 0]  # fmt: skip
    yield "zeros", "both zeros, +0 first", [0, sign, one, sign | one]
    yield "zeros-negative-first", "both zeros, -0 first", [sign, 0, sign | one, one]
    yield "subnormals", "subnormal numbers around zero", [
        1, 0, sign | 1, 2, f["normal"] - 1, f["normal"], sign | (f["normal"] - 1)]  # fmt: skip
    yield "neighbours", "numbers one unit in the last place apart", [one + 1, one, one - 1, sign | (one + 1), two - 1]


def _complex_alphabets(part):
    f = _float_fields(part)
    sign, one, two, infinity, nan = f["sign"], f["one"], f["two"], f["infinity"], f["quiet"]
    three, four, five = (float_from_json(part, number) for number in (3, 4, 5))
    yield "ties", "equal real parts, told apart by the imaginary part", [
        [one, two], [one, one], [one, sign | one], [0, five], [one, 0]]  # fmt: skip
    yield "modulus", "equal absolute values", [[three, four], [five, 0], [four, three], [sign | five, 0], [0, five]]
    yield (
        "imaginary",
        "purely imaginary numbers and conjugates",
        [[0, one], [0, sign | one], [0, two], [one, 0], [0, 0]],
    )
    yield "partial-nans", "NaN in one part or in both", [[one, nan], [nan, one], [two, one], [nan, nan], [nan, 0]]
    yield "nan-order", "complex NaNs in the reverse of the order in which numpy sorts them", [
        [nan, nan], [nan, one], [one, one], [one, nan], [0, nan]]  # fmt: skip
    yield "nan-payloads", "complex NaNs of several bit patterns, signalling ones among them", [
        [infinity | 1, one], [sign | nan, sign], [one, 0], [0, nan | 3]]  # fmt: skip
    yield "nan-infinity", "an infinite part beside a NaN", [[infinity, nan], [infinity, 0], [nan, sign | infinity]]
    yield "one-nan", "one complex NaN among numbers", [[two, 0], [0, nan], [one, 0], [sign | one, one]]
    yield (
        "infinities",
        "infinite parts",
        [[infinity, 0], [0, infinity], [sign | infinity, infinity], [0, sign | infinity]],
    )
    yield "zeros", "the four complex zeros, +0+0i first", [[0, 0], [sign, sign], [0, sign], [one, 0], [sign, 0]]
    yield "zeros-negative-first", "the four complex zeros, -0-0i first", [[sign, sign], [sign, 0], [0, 0], [0, sign]]
    yield "zero-ties", "real parts -0 and +0, so that the imaginary part decides", [
        [0, one], [sign, two], [sign, one], [0, sign | one]]  # fmt: skip
    yield "subnormals", "subnormal parts", [[1, 0], [0, 1], [sign | 1, 1], [0, 0], [f["normal"] - 1, 0]]


_STRING_ALPHABETS = (
    ("prefixes", "the empty string and prefixes of each other", [b"b", b"", b"ab", b"a", b"abc", b"aa"]),
    ("nul", "NUL at the end, inside and alone", [b"a\0", b"a", b"\0", b"", b"a\0b", b"\0\0", b"a\0\0"]),
    ("multi-byte", "characters of 1 to 4 bytes, composed and decomposed",
     ["\u00e9".encode(), b"e", "e\u0301".encode(), "\u4e2d".encode(), "\U0001f600".encode(), b"z"]),
    ("utf16-order", "characters that UTF-16 orders otherwise than bytes do",
     ["\uffff".encode(), "\U00010000".encode(), "\ue000".encode(), "\ud7ff".encode(), "\U0010ffff".encode()]),
    ("case", "letters that a locale would order or fold", [b"a", b"B", b"A", b"b", "\u00e4".encode(), b"_"]),
    ("beyond-16", "equal in the first 16 bytes and more",
     [b"0123456789abcdefY", b"0123456789abcdef", b"0123456789abcdefX", b"0123456789abcdef0123456789abcdef",
      b"0123456789abcdefXY"]),
    ("long", "100 bytes that differ in the last one",
     [b"x" * 99 + last for last in (b"z", b"a", b"", b"\0", b"\xc3\xa9")]),
    ("invalid-utf8", "bytes that are not UTF-8", [b"\xff", b"\x80", b"a", b"\xed\xa0\x80", b"\xc3", b"a\xfe"]),
    ("collisions", "pairs with equal polynomial hashes", [b"BB", b"Aa", b"AaBB", b"BBAa", b"AaAa"]),
    ("separators", "rows that read alike when their strings are joined", [b"ab", b"a", b"b", b"abab", b"ba", b""]),
)  # fmt: skip


def _alphabets(dtype):
    kind = TYPES[dtype].kind
    if kind == "int":
        return list(_integer_alphabets(dtype))
    if kind == "float":
        return list(_float_alphabets(dtype))
    if kind == "complex":
        return list(_complex_alphabets({"complex64": "float", "complex128": "double"}[dtype]))
    if kind == "string":
        return list(_STRING_ALPHABETS)
    return [("true-first", "True comes first", [True, False])]


def patterns(dtype):
    """The patterns of a type: where equal items stand, then which elements they are."""
    telling = [Pattern(name, why, lambda _size, a=a: list(a), there_and_back) for name, why, a in _alphabets(dtype)]
    return _structures(dtype) + telling


# ---- Filling a shape -------------------------------------------------------------------------------------------------


def fill(dtype, shape, axis, pattern, name, arrange=None):
    """X of this shape, its items along `axis` (None: its elements) arranged as the pattern says.

    Subtensors of class c hold the digits of a number made from c, to the base of the alphabet's size, at places that
    `name` decides, and the first element of the alphabet elsewhere: items often agree in most of their elements.
    """
    count = int(np.prod(shape, dtype=np.int64))
    n = count if axis is None else shape[axis]
    width = 1 if axis is None or n == 0 else count // n
    if count == 0:
        return from_elements(dtype, shape, [])
    classes = n if pattern.arrange is all_distinct else max(2, n // 10 if n >= 100 else (n + 1) * 2 // 3)
    alphabet = pattern.alphabet(max(classes, 2) if width == 1 else 3)
    if width == 1:
        classes = min(classes, len(alphabet)) if pattern.is_structure else len(alphabet)
    arranged = (arrange or pattern.arrange)(n, classes)
    rows = [_row(alphabet, c, width, crc32(name.encode())) for c in arranged]
    if axis is None:
        return from_elements(dtype, shape, [row[0] for row in rows])
    return _from_rows(dtype, shape, axis, rows)


def _row(alphabet, c, width, salt):
    base = len(alphabet)
    if width == 1:
        return [alphabet[c % base]]
    number = c * (base + 1 if salt & 1 else 1)
    row = [alphabet[0]] * width
    for place in range(width):
        row[(place + (salt >> 1)) % width] = alphabet[number % base]
        number //= base
    return row


def _from_rows(dtype, shape, axis, rows):
    """A tensor whose subtensor i along `axis`, read row by row, is rows[i]."""
    rest = shape[:axis] + shape[axis + 1 :]
    places = np.arange(len(rows) * len(rows[0])).reshape((len(rows),) + tuple(rest))
    flat = [element for row in rows for element in row]
    return from_elements(dtype, shape, [flat[place] for place in np.moveaxis(places, 0, axis).reshape(-1).tolist()])
