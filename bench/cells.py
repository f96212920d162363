"""What is timed: inputs, and the operations on each. An operation is "SORTED OUTPUTS" in the programs' protocol."""

from dataclasses import asdict, dataclass, replace

# In the order in which they are timed: the many that are like another one are last.
TYPES = ("int64", "float", "double", "uint8", "complex128", "float16", "int16", "int32", "bool", "complex64", "int8", "uint16", "uint32",
         "uint64")
EIGHT_BYTES = ("int64", "double", "uint64", "complex64")
FOUR_BYTES = ("float", "int32", "uint32")
DISTINCT_MOST = {"bool": 2, "int8": 256, "uint8": 256, "float16": 32768, "int16": 65536, "uint16": 65536}
OPERATIONS = ("1 YIVC", "0 YIVC", "1 Y", "0 Y")


@dataclass(frozen=True)
class Input:
    """One X (bench/data.h). `group` is the table that it stands in: grid, order, rows."""

    group: str
    dtype: str
    items: int
    share: float  # distinct items, as a part of all
    structure: str = "shuffled"
    width: int = 0  # bytes of a string
    outer: int = 1
    inner: int = 1

    @property
    def type(self):
        return f"{self.dtype}-{self.width}" if self.width else self.dtype

    @property
    def distinct(self):
        return max(1, min(round(self.items * self.share), DISTINCT_MOST.get(self.dtype, self.items)))

    @property
    def elements(self):
        return self.outer * self.items * self.inner

    @property
    def key(self):
        return f"{self.group} {self.type} {self.outer}x{self.items}x{self.inner} {self.distinct} {self.structure}"

    def words(self):
        """What the command `make` wants behind the file."""
        return (self.dtype, self.width, self.outer, self.items, self.inner, self.distinct, self.structure, 20260701)

    def record(self):
        return {**asdict(self), "distinct": self.distinct}


def once(inputs):
    """Without those that the number of a type's values makes equal."""
    return list({one.key: one for one in inputs}.values())


def columns():
    return [(dtype, 0) for dtype in TYPES[:4]] + [("string", 8), ("string", 40)] + [(dtype, 0) for dtype in TYPES[4:]]


def grid(sizes, shares, types):
    return once(Input("grid", dtype, items, share, width=width)
                for items in sizes for dtype, width in types for share in shares)


def orders(items, types):
    """Every structure, beside the same number of shuffled values that are all different."""
    chosen = []
    for dtype, width in types:
        structures = ["shuffled", "ascending", "descending", "equal", "zipf", "pipe"]
        if dtype == "int64":
            structures += ["step20", "step43"]
        chosen += [Input("order", dtype, items, 1.0, structure, width) for structure in structures]
    return once(chosen)


def crafted(items):
    return [Input("order", "int64", items, 1.0, structure) for structure in ("shuffled", "crafted", "folded")]


def rows(sizes, shares):
    """int64 along the first axis (rows of 4 and 64), the last (columns of 4 and 64), and one in the middle (4 x n x 4)."""
    layouts = ((1, 4), (1, 64), (4, 1), (64, 1), (4, 4))
    return once(Input("rows", "int64", items if outer * inner < 64 else min(items, 100_000), share, outer=outer, inner=inner)
                for items in sizes for outer, inner in layouts for share in shares)


def scaled(inputs, divisor):
    return once(replace(one, items=max(4, one.items // divisor // 2 * 2)) for one in inputs)


def plan(quick):
    shares = (0.001, 0.1, 1.0)
    if quick:
        few = (("int64", 0), ("double", 0), ("uint8", 0))
        more = (*few, ("float", 0), ("complex128", 0), ("string", 8))
        return (grid((10**4,), shares, more) + grid((10**6,), shares, few) + orders(10**5, (("int64", 0),)) + crafted(20_000) +
                rows((10**4,), (0.1, 1.0)))
    every = columns()
    return (grid((10**2, 10**4, 10**6), shares, every) + orders(10**6, (("int64", 0), ("double", 0))) +
            orders(10**5, (("string", 8),)) + crafted(20_000) + crafted(10**6) +
            rows((10**2, 10**4, 10**6), shares) + grid((10**7,), shares, [one for one in every if one[0] != "string"]) +
            grid((10**7,), shares, [one for one in every if one[0] == "string"]))  # last, as they take longest
