"""peer.py NAME: one peer as bench.py times it, in a process of its own and on one thread.

A command a line, an answer a line; an operation is "SORTED OUTPUTS", as 1 YIVC or 0 Y.

    load FILE DTYPE WIDTH OUTER ITEMS INNER INPUTS  -> ok, or unsupported WHY
    offers SORTED OUTPUTS                           -> whole, less WHY (it gives less than was asked), or unsupported WHY
    time SORTED OUTPUTS CALLS                       -> nanoseconds, or unsupported WHY; of many inputs each in turn
    check SORTED OUTPUTS PREFIX                     -> right, or wrong WHAT: the last answer against the library's in PREFIX.Y ...
    memory SORTED OUTPUTS                           -> nanoseconds and bytes at the peak of one call beyond those before it

Each peer is called as its users call it. What a library has no call for is composed from its calls and numpy's. Loading,
and turning an answer into arrays for the check, is not timed.
"""

import itertools
import os
import sys
import time

for variable in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS"):
    os.environ[variable] = "1"  # before anything is imported

import numpy as np

TYPES = {"float": "f4", "double": "f8", "float16": "f2", "complex64": "c8", "complex128": "c16", "bool": "?",
         "int8": "i1", "int16": "i2", "int32": "i4", "int64": "i8", "uint8": "u1", "uint16": "u2", "uint32": "u4", "uint64": "u8"}
NAMES = {"Y": "Y", "I": "indices", "V": "inverse_indices", "C": "counts"}
ALL = "YIVC"


class No(Exception):
    """The peer does not offer this."""


# ---- Composed from numpy's calls ---------------------------------------------------------------------------------------


def texts(x):
    """Bytes as the strings of Python, which most libraries take."""
    return [element.decode() for element in x.tolist()]


def first_places(codes, distinct):
    """Where each code stands first: later writes win, so the last is written first."""
    first = np.empty(distinct, np.int64)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1)
    return first


def in_order_of_first(found):
    """Outputs in ascending order, put in order of first occurrence."""
    y, first, inverse, counts = found
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return y[order], first[order], place[inverse], counts[order]


# ---- Peers -------------------------------------------------------------------------------------------------------------


class Peer:
    """`prepare` makes of an array what the peer works on; `call` gives a function of that, or raises No. What it gives
    is the outputs that were asked for, in this order; `arrays` makes numpy's of them."""

    lacks = {}  # what it gives less of, by operation

    def prepare(self, x, axis):
        return x

    def arrays(self, found):
        return [np.asarray(output) for output in found]


class Numpy(Peer):
    def __init__(self):
        self.version = np.__version__

    def call(self, order, outputs, x, axis):
        everything = dict(return_index=True, return_inverse=True, return_counts=True)
        if axis is not None:
            if order and outputs == ALL:
                return lambda x: np.unique(x, axis=axis, **everything)
            if order:
                return lambda x: (np.unique(x, axis=axis),)
            raise No("numpy.unique has no order of first occurrence")
        if outputs == ALL:
            return (lambda x: np.unique(x, **everything)) if order else lambda x: in_order_of_first(np.unique(x, **everything))
        if order:
            return lambda x: (np.unique(x),)
        return lambda x: (x[np.sort(np.unique(x, return_index=True)[1])],)


class Pandas(Peer):
    def __init__(self):
        import pandas

        self.pandas, self.version = pandas, pandas.__version__

    def prepare(self, x, axis):
        if axis is not None:
            return self.pandas.DataFrame(x)
        return self.pandas.array(texts(x), dtype="str") if x.dtype.kind == "S" else x

    def call(self, order, outputs, x, axis):
        pandas = self.pandas
        if axis is not None:
            if axis != 0 or order or outputs != "Y":
                raise No("pandas.DataFrame.drop_duplicates gives the rows, in order of first occurrence, and nothing else")
            return lambda x: (x.drop_duplicates(),)

        def every(x):
            codes, uniques = pandas.factorize(x, sort=bool(order))
            return uniques, first_places(codes, len(uniques)), codes, np.bincount(codes, minlength=len(uniques))

        def values(x):
            found = pandas.unique(x)
            if order:
                found = np.sort(found) if isinstance(found, np.ndarray) else found[found.argsort()]
            return (found,)

        return every if outputs == ALL else values


class Polars(Peer):
    def __init__(self):
        import polars

        self.polars, self.version = polars, polars.__version__

    def prepare(self, x, axis):
        if axis is not None or x.dtype.kind == "c":
            raise No("a polars.Series has no axis and no complex numbers")
        return self.polars.Series("x", texts(x) if x.dtype.kind == "S" else x)

    def call(self, order, outputs, x, axis):
        pl = self.polars

        def ascending(x):
            groups = pl.DataFrame(x).with_row_index("i").group_by("x").agg(pl.first("i"), pl.len()).sort("x")
            return groups["x"], groups["i"], x.rank("dense") - 1, groups["len"]

        def by_first(x):
            frame = pl.DataFrame(x)
            groups = frame.with_row_index("i").group_by("x", maintain_order=True).agg(pl.first("i"), pl.len())
            inverse = frame.join(groups.select("x").with_row_index("v"), on="x", how="left", maintain_order="left")["v"]
            return groups["x"], groups["i"], inverse, groups["len"]

        if outputs == ALL:
            return ascending if order else by_first
        return (lambda x: (x.unique().sort(),)) if order else lambda x: (x.unique(maintain_order=True),)

    def arrays(self, found):
        return [output.to_numpy() for output in found]


class Pyarrow(Peer):
    def __init__(self):
        import pyarrow
        import pyarrow.compute

        self.pyarrow, self.version = pyarrow, pyarrow.__version__
        pyarrow.set_cpu_count(1)
        pyarrow.set_io_thread_count(1)

    def prepare(self, x, axis):
        if axis is not None or x.dtype.kind == "c":
            raise No("a pyarrow.Array has no axis and no complex numbers")
        return self.pyarrow.array(x).cast("string") if x.dtype.kind == "S" else self.pyarrow.array(x)

    def call(self, order, outputs, x, axis):
        compute = self.pyarrow.compute

        def every(x):
            encoded = compute.dictionary_encode(x)
            y, codes = encoded.dictionary, encoded.indices.to_numpy()
            if order:
                by_value = compute.sort_indices(y)
                place = np.empty(len(y), np.int64)
                place[by_value.to_numpy()] = np.arange(len(y))
                y, codes = y.take(by_value), place[codes]
            return y, first_places(codes, len(y)), codes, np.bincount(codes, minlength=len(y))

        def values(x):
            found = compute.unique(x)
            return (found.take(compute.sort_indices(found)) if order else found,)

        return every if outputs == ALL else values

    def arrays(self, found):
        return [output if isinstance(output, np.ndarray) else output.to_numpy(zero_copy_only=False) for output in found]


class Onnxruntime(Peer):
    def __init__(self):
        import onnxruntime

        sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "adapters", "python"))
        from onnx_model import model

        onnxruntime.set_default_logger_severity(4)
        self.onnxruntime, self.model, self.version = onnxruntime, model, onnxruntime.__version__

    def prepare(self, x, axis):
        return np.array(texts(x), object) if x.dtype.kind == "S" else x

    def call(self, order, outputs, x, axis):
        options = self.onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        dtype = "string" if x.dtype == object else next(name for name, code in TYPES.items() if np.dtype(code) == x.dtype)
        names = [NAMES[letter] for letter in outputs]
        model = self.model(dtype, x.ndim, axis, order, tuple(names))
        session = self.onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        return lambda x: session.run(names, {"X": x})


class Torch(Peer):
    lacks = {(1, ALL): "no indices"}

    def __init__(self):
        import torch

        torch.set_num_threads(1)
        self.torch, self.version = torch, torch.__version__

    def prepare(self, x, axis):
        if x.dtype.kind == "S":
            raise No("a torch.Tensor has no strings")
        return self.torch.from_numpy(x)

    def call(self, order, outputs, x, axis):
        if not order:
            raise No("torch.unique has no order of first occurrence")
        unique = self.torch.unique
        if outputs == "Y":
            return lambda x: (unique(x, dim=axis),)

        def most(x):
            y, inverse, counts = unique(x, return_inverse=True, return_counts=True, dim=axis)
            return y, None, inverse, counts

        return most

    def arrays(self, found):
        return [None if output is None else output.numpy() for output in found]


class Duckdb(Peer):
    lacks = {(0, "Y"): "in any order"}

    def __init__(self):
        import duckdb

        self.duckdb, self.version = duckdb, duckdb.__version__

    def prepare(self, x, axis):
        if axis is not None or x.dtype.kind == "c" or x.dtype == np.float16:
            raise No("a column of duckdb has no axis, no complex numbers and no float16")
        connection = self.duckdb.connect(config={"threads": 1})
        column = np.array(texts(x), object) if x.dtype.kind == "S" else x
        connection.register("numbers", {"x": column})
        connection.execute("CREATE TABLE t AS SELECT x FROM numbers")
        connection.unregister("numbers")
        return connection

    def call(self, order, outputs, x, axis):
        if outputs != "Y":
            raise No("duckdb has no call for the inverse")
        query = "SELECT DISTINCT x FROM t ORDER BY x" if order else "SELECT DISTINCT x FROM t"
        return lambda connection: (connection.execute(query).fetchnumpy()["x"],)

    def arrays(self, found):
        return [np.ma.getdata(output) for output in found]


PEERS = {kind.__name__.lower(): kind for kind in Peer.__subclasses__()}

# ---- The commands ------------------------------------------------------------------------------------------------------


class Bench:
    def __init__(self, peer):
        self.peer = peer
        self.calls, self.last, self.checked = {}, {}, set()

    def load(self, path, dtype, width, outer, items, inner, inputs):
        self.calls, self.last, self.checked, self.inputs = {}, {}, set(), []
        shape = [size for size in (int(outer), int(items), int(inner)) if size > 1] or [1]
        self.axis = None if int(outer) * int(inner) == 1 else int(int(outer) > 1)
        raw = np.fromfile(path, f"S{width}" if dtype == "string" else TYPES[dtype])
        self.dtype = raw.dtype
        for x in raw.reshape([int(inputs), *shape]):
            self.inputs.append(self.peer.prepare(x, self.axis))
        self.turns = itertools.cycle(self.inputs)
        return "ok"

    def operation(self, order, outputs):
        key = int(order), outputs
        if key not in self.calls:
            self.calls[key] = self.peer.call(int(order), outputs, self.inputs[0], self.axis)
        return key, self.calls[key]

    def offers(self, order, outputs):
        less = self.peer.lacks.get(self.operation(order, outputs)[0])
        return f"less {less}" if less else "whole"

    def time(self, order, outputs, calls):
        key, function = self.operation(order, outputs)
        inputs = list(itertools.islice(self.turns, int(calls)))
        found = None
        begin = time.perf_counter_ns()
        for x in inputs:
            found = function(x)  # the answer before this one is freed here
        elapsed = time.perf_counter_ns() - begin
        if key not in self.checked:
            self.last[key] = found
        return str(elapsed)

    def check(self, order, outputs, prefix):
        key, _ = self.operation(order, outputs)
        self.checked.add(key)
        return difference(self.peer.arrays(self.last.pop(key)), outputs, prefix, self.dtype, key == (0, "Y") and key in self.peer.lacks)

    def memory(self, order, outputs):
        _, function = self.operation(order, outputs)
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")  # the peak from now on is that of the call alone
        before, begin = resident("VmRSS"), time.perf_counter_ns()
        function(self.inputs[0])
        elapsed = time.perf_counter_ns() - begin
        return f"{elapsed} {resident('VmHWM') - before}"


def difference(found, outputs, prefix, dtype, any_order):
    """`right`, or what is wrong with this answer, given the library's in files."""
    for letter, have in zip(outputs, found):
        if have is None:
            continue
        want = np.fromfile(f"{prefix}.{NAMES[letter]}", dtype if letter == "Y" else np.int64)
        have = have.astype(want.dtype).reshape(-1)
        if any_order:
            have, want = np.sort(have), np.sort(want)
        if have.shape != want.shape:
            return f"wrong {NAMES[letter]} has {have.size} elements, not {want.size}"
        if not np.array_equal(have, want):
            place = int(np.flatnonzero(have != want)[0])
            return f"wrong {NAMES[letter]}[{place}] is {have[place]!r}, not {want[place]!r}"
    return "right"


def resident(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(name + ":"))


def main():
    channel = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a library prints is no answer
    peer = PEERS[sys.argv[1]]()
    bench = Bench(peer)
    channel.write(f"{sys.argv[1]} {peer.version}\n")
    for line in sys.stdin:
        command, *words = line.split()
        try:
            answer = getattr(bench, command)(*words)
        except Exception as error:  # whatever a library raises is its answer
            name = "" if isinstance(error, No) else f"{type(error).__name__}: "
            answer = f"unsupported {name}" + " ".join(str(error).split())[:300]
        channel.write(answer + "\n")


if __name__ == "__main__":
    main()
