"""What must hold, judged on the results of a run. A bar's verdict is one row of the page's first table."""

import math
from dataclasses import dataclass

from cells import FOUR_BYTES, EIGHT_BYTES

ALL, Y = ("1 YIVC", "0 YIVC"), ("1 Y", "0 Y")
LARGE = 10**4  # from here on the bars beside peers hold
NOISE = 1.05  # two timings of the same call differ by less: what counts as not slower
ONE_BYTE = ("int8", "uint8", "bool")
SORTED_BY_VECTORS = ("float", "double", "float16")  # numpy's AVX-512 sorts


@dataclass
class Bar:
    what: str
    wanted: str
    measured: str = "not measured in this run"
    holds: bool = None  # None: it was not measured
    where: str = ""


class Cell:
    """One operation on one input."""

    def __init__(self, one, operation, entry):
        self.one, self.operation, self.entry = one, operation, entry
        self.whole = {name: peer["ratio"] for name, peer in entry["peers"].items() if "ratio" in peer and not peer.get("less")}
        self.fastest = min(self.whole, key=self.whole.get, default=None)

    @property
    def ns(self):
        return self.entry["ns"] / self.one["items"]

    @property
    def name(self):
        return f"{type_of(self.one)}, {label(self.one)}, {order_of(self.operation)}{'' if self.operation in ALL else ', Y only'}"

    def bar_beside(self, name):
        """How many times faster than this peer it must be, or None where nothing is asked."""
        if self.operation in Y:
            by_vectors = name == "numpy" and self.operation == "1 Y" and self.one["dtype"] in SORTED_BY_VECTORS
            return 0.6 if by_vectors else 1.0
        if self.one["items"] < LARGE:
            return None
        beside_any = 5.0 if self.one["dtype"] in ONE_BYTE else 1.5
        return max(beside_any, self.bar_of_onnxruntime()) if name == "onnxruntime" else beside_any

    def bar_of_onnxruntime(self):
        wide = self.one["outer"] * self.one["inner"]
        if wide > 1:
            return 6.0 if wide <= 4 else 2.0
        if self.one["structure"] == "equal":  # the shares of the bar are those of the other inputs
            return 1.5
        if self.one["dtype"] == "string":
            return 4.0
        return 10.0 if self.entry["distinct"] >= 0.1 * self.one["items"] else 3.0

    def shortfalls(self):
        """The peers beside which it falls short, in order of their time."""
        return [name for name, ratio in sorted(self.whole.items(), key=lambda one: one[1]) if ratio < (self.bar_beside(name) or 0)]


def type_of(one):
    return f"{one['dtype']}-{one['width']}" if one["width"] else one["dtype"]


def order_of(operation):
    return "sorted" if operation[0] == "1" else "first occurrence"


def power(items):
    exponent = round(math.log10(items))
    return f"10^{exponent}" if 10**exponent == items else f"{items:,}".replace(",", " ")


def label(one):
    """Everything of an input but its type."""
    text = f"n = {power(one['items'])}"
    if one["outer"] * one["inner"] > 1:
        text += f" items of {one['outer']} x {one['inner']}"
    text += f", {one['share'] * 100:g} % distinct" if one["structure"] == "shuffled" else f", {one['structure']}"
    return text


def cells_of(results):
    return [Cell(one, operation, entry) for one in results["inputs"].values() for operation, entry in one["operations"].items()]


# ---- Bars ----------------------------------------------------------------------------------------------------------------


def least(bar, found):
    """Fills a bar from pairs of (value, bar, cell's name): all must reach their bars; the worst beside its bar is told."""
    if not found:
        return bar
    value, wanted, name = min(found, key=lambda one: one[0] / one[1])
    short = sum(value < wanted for value, wanted, _ in found)
    bar.measured = f"least {value:.2f}" + (f" where {wanted:g} is wanted" if len({one[1] for one in found}) > 1 else "") + f", {len(found)} cells"
    bar.holds, bar.where = short == 0, name
    if short:
        bar.measured += f", {short} short"
    return bar


def most(bar, found, unit=""):
    """The same where all must stay at or below."""
    if not found:
        return bar
    value, wanted, name = max(found, key=lambda one: one[0] / one[1])
    short = sum(value > wanted for value, wanted, _ in found)
    bar.measured = f"most {value:.3g}{unit}" + (f" where {wanted:g} is allowed" if len({one[1] for one in found}) > 1 else "") + f", {len(found)} measured"
    bar.holds, bar.where = short == 0, name
    if short:
        bar.measured += f", {short} over"
    return bar


def beside_peers(cells):
    large = [cell for cell in cells if cell.operation in ALL and cell.one["items"] >= LARGE]
    ratios = [(cell.whole[cell.fastest], 1.5, cell) for cell in large if cell.fastest]
    mean = Bar("... and as the geometric mean", "4 times")
    if ratios:
        value = math.exp(sum(math.log(ratio) for ratio, _, _ in ratios) / len(ratios))
        mean.measured, mean.holds = f"{value:.2f}", value >= 4
    named = lambda found: [(value, bar, cell.name) for value, bar, cell in found]  # noqa: E731
    runtime = [(cell.whole["onnxruntime"], cell.bar_of_onnxruntime(), cell) for cell in large if "onnxruntime" in cell.whole]
    return [
        least(Bar("All four outputs, n >= 10^4: beside the fastest peer", "1.5 times in every cell"), named(ratios)),
        mean,
        least(Bar("... of 8-bit types", "5 times"), [(ratio, 5.0, cell.name) for ratio, _, cell in ratios if cell.one["dtype"] in ONE_BYTE]),
        least(Bar("... beside onnxruntime", "3 times below 10 % distinct, 10 from there on; strings 4, rows of 4 6, wider ones 2"), named(runtime)),
    ]


def values_alone(cells):
    every = {(id(cell.one), cell.operation): cell for cell in cells}
    against_all, numpy, others = [], [], []
    for cell in cells:
        if cell.operation not in Y:
            continue
        whole = every.get((id(cell.one), cell.operation.replace("Y", "YIVC")))
        if whole:
            against_all.append((cell.ns / whole.ns, NOISE, cell.name))
        for name, ratio in cell.whole.items():
            bar = cell.bar_beside(name)
            (numpy if bar < 1 else others).append((ratio, bar, f"{cell.name}: {name}"))
    return [
        most(Bar("Y only: time beside that of all four outputs", f"never slower ({NOISE:g} is noise)"), against_all),
        least(Bar("Y only: beside every peer", "no peer is faster, in no cell"), others),
        least(Bar("... numpy's AVX-512 sorts of floats", "0.6 of their speed"), numpy),
    ]


def small_calls(results):
    found = results.get("latency", [])
    found = found if isinstance(found, list) else []

    def bar(what, allowed, who, items):
        chosen = [(one["ns"][who], allowed, f"{one['distinct']} distinct") for one in found
                  if one["items"] == items and one["order"] == 1 and who in one["ns"]]
        return most(Bar(what, f"{allowed} ns"), chosen, " ns")

    return [bar("One call, int64, sorted, n = 8, into the caller's buffers", 100, "into", 8),
            bar("... allocating", 200, "library", 8),
            bar("... n = 64, into the caller's buffers", 900, "into", 64),
            bar("... n = 64, allocating", 900, "library", 64)]


def growth(results):
    found = results.get("growth", [])
    found = found if isinstance(found, list) else []
    at = {(one["order"], one["items"]): one["ns"] for one in found if one["dtype"] == "int64" and one["share"] == 1}
    bars = []
    for order, name, allowed in ((1, "sorted", 4), (0, "first occurrence", 12)):
        bar = Bar(f"Growth, int64, 100 % distinct, {name}: ns an element at 10^7 beside 10^4", f"at most {allowed} times")
        if (order, 10**4) in at and (order, 10**7) in at:
            most(bar, [(at[order, 10**7] / at[order, 10**4], allowed, "")])
            bar.measured = bar.measured.split(",")[0].replace("most ", "")
        bars.append(bar)
    largest = [one for one in found if one["items"] == 10**8]
    bar = Bar("... and 10^8 elements", "it runs")
    if largest:
        bar.holds, bar.measured = True, ", ".join(f"{one['dtype']} {one['ns']:.1f} ns" for one in largest if one["share"] == 1)
    return [*bars, bar]


def orders(cells):
    """Each structure beside the shuffled input of the same type and size."""
    chosen = [cell for cell in cells if cell.one["group"] == "order"]
    shuffled = {(type_of(cell.one), cell.one["items"], cell.operation): cell.ns for cell in chosen if cell.one["structure"] == "shuffled"}
    plain, made = [], []
    for cell in chosen:
        base = shuffled.get((type_of(cell.one), cell.one["items"], cell.operation))
        if base and cell.one["structure"] != "shuffled":
            is_made = cell.one["structure"] in ("crafted", "folded")
            (made if is_made else plain).append((cell.ns / base, 5 if is_made else 3, cell.name))
    return [most(Bar("Any order or structure of n values beside the shuffled one", "at most 3 times"), plain),
            most(Bar("... keys crafted against the hash", "at most 5 times"), made)]


def memory(results):
    found = results.get("memory", {}).get("library", [])
    bars = []
    for types, allowed, size in ((EIGHT_BYTES, 64, 8), (FOUR_BYTES, 48, 4)):
        chosen = [(one["bytes"], allowed, memory_name(one)) for one in found if one["dtype"] in types]
        bars.append(most(Bar(f"Peak memory over the input, types of {size} bytes", f"{allowed} bytes an element"), chosen))
    kept = [(one["held"] / one["needed"], 1.01, memory_name(one)) for one in found]
    return [*bars, most(Bar("... what the results keep, beside the size of their elements", "sized to U: within 1 %"), kept)]


def memory_name(one):
    return f"{one['dtype']}, n = {power(one['items'])}, {one['share'] * 100:g} % distinct, {'sorted' if one['order'] else 'first occurrence'}"


def gate(results, cells):
    checked = [(cell.entry["checker_ratio"], 2, cell.name) for cell in cells if "checker_ratio" in cell.entry]
    bars = [most(Bar("The checker beside the reference, the same answer, n = 10^6", "at most 2 times its time"), checked)]
    cost = results.get("gate", {})

    def bar(what, wanted, part, measured, holds):
        made = Bar(what, wanted)
        if part in cost:
            values = cost[part]
            made.measured = f"failed: {values['failed']}" if "failed" in values else measured(values)
            made.holds = "failed" not in values and holds(values)
        bars.append(made)

    bar("The sandbox, small cases, gate and subject on one core", "100 000 cases a second", "sandbox",
        lambda of: f"{of['cases_a_second']:,.0f}".replace(",", " "), lambda of: of["cases_a_second"] >= 100_000)
    bar("Level 1 of an in-process plug-in", "within 10 s", "sandbox", lambda of: f"{of['seconds']:.2f} s, {of['cases']} cases",
        lambda of: of["seconds"] <= 10)
    bar("All vectors, read and judged", "within 1 s", "vectors", lambda of: f"{of['seconds']:.2f} s, {of['vectors']} vectors",
        lambda of: of["seconds"] <= 1)
    return bars


def bars(results):
    cells = cells_of(results)
    return [*beside_peers(cells), *values_alone(cells), *small_calls(results), *growth(results), *orders(cells), *memory(results),
            *gate(results, cells)]
