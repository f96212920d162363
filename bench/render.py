"""Writes the page, its plots and the results, all from the results of a run alone."""

import json
import os

import plot
from cells import columns
from verdicts import ALL, Y, Cell, bars, cells_of, label, memory_name, order_of, power, type_of

HOW = {
    "numpy": "unique; in order of first occurrence its outputs are put in order by argsort of the first indices",
    "pandas": "factorize (sort=True), bincount, a scatter for the first indices; Y only: unique, sort; rows: DataFrame.drop_duplicates",
    "polars": "group_by with the first index and len, rank or join for the inverse; Y only: unique(maintain_order), sort",
    "pyarrow": "dictionary_encode, sort_indices and take, bincount, a scatter for the first indices; Y only: unique, sort_indices and take",
    "onnxruntime": "a model with the one node, a session that is kept",
    "torch": "unique; it has no first indices, so with all outputs it gives less; no order of first occurrence",
    "collapse": "R: funique, for Y only; with all outputs group and x[starts], 32-bit and from 1, so it gives less; double and int32",
    "duckdb": "SELECT DISTINCT, for Y only; unsorted in any order, so it gives less; no inverse",
}
BENCH = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(BENCH)
NOTES = os.path.join(BENCH, "notes.md")


def figure(value):
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}".replace(",", " ")


def table(head, rows, right=()):
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join("---:" if place in right else "---" for place in range(len(head))) + "|"]
    return "\n".join(lines + ["| " + " | ".join(str(field) for field in row) + " |" for row in rows]) + "\n"


def told(cell):
    """ns an item, beside the fastest peer and beside onnxruntime; bold where it falls short."""
    if cell is None:
        return "–"
    text = figure(cell.ns)
    short = cell.shortfalls()
    names = ([cell.fastest] if cell.fastest else []) + [name for name in short if name != cell.fastest]
    if cell.operation in ALL and "onnxruntime" in cell.whole and "onnxruntime" not in names:
        names.append("onnxruntime")
    for name in names:
        text += f", {figure(cell.whole[name])} {'ort' if name == 'onnxruntime' else name}"
    if cell.entry["disturbed"]:
        text += " ~"
    return f"**{text}**" if short else text


# ---- Sections --------------------------------------------------------------------------------------------------------


def verdict_section(results):
    rows = []
    for bar in bars(results):
        word = {True: "holds", False: "**falls short**", None: "–"}[bar.holds]
        measured = f"**{bar.measured}**" if bar.holds is False else bar.measured
        rows.append((bar.what, bar.wanted, measured, word, bar.where))
    return "## What must hold\n\n" + table(("bar", "wanted", "measured", "", "the worst"), rows)


def about_section(results):
    machine = results["machine"]
    disturbed = sum(cell.entry["disturbed"] for cell in cells_of(results))
    text = "## How and on what\n\n"
    text += (f"{machine['processor']} ({machine['family']}{', virtual' if machine['virtual'] else ''}), {machine['processors']} processors, "
             f"{', '.join(machine['vectors'])}; caches {', '.join(machine['caches'])}; {machine['memory_gib']} GiB; huge pages: "
             f"{machine['huge_pages']}; {machine['system']}; {machine['compiler']}. Begun {results['begun']}, "
             f"{results['minutes']:.0f} minutes; sources: {results['commit']}.\n\n")
    text += ("One thread, all programs on one processor, each in its own process, in turn; outputs are allocated and freed in each call. A "
             "figure is the median of the rounds (7 up to 10^5 elements, 5 up to 10^6, 3 beyond; 3 where a round takes over 2 s, 2 over 8 s), a ratio the median of the rounds' ratios. Each "
             "peer's answer was compared with the library's before its time counted. A peer that was more than 4 times behind the fastest in its "
             "first call has that call as its figure (2 times where a call takes 0.1 s, beyond 10^6 elements 1.5 times); beyond 10^6 elements only the three nearest of the "
             "size before took part, and none that was more than 3 times behind there. [bench/README.md](../bench/README.md) has the details.\n\n")
    text += f"Others used more than 8 % of a processor beside {disturbed} of {len(cells_of(results))} operations, also when repeated: `~`.\n\n"
    if results.get("left_out"):
        text += f"**The time was up before {len(results['left_out'])} inputs**: {'; '.join(results['left_out'])}.\n\n"
    rows = [(name, said.get("version") or f"**{said['missing']}**", HOW.get(name, "")) for name, said in results["peers"].items()]
    return text + table(("peer", "version", "how it is called"), rows)


def wrong_section(results):
    rows = [(cell.name, name, peer["check"]) for cell in cells_of(results) for name, peer in cell.entry["peers"].items()
            if peer.get("check", "right") != "right"]
    failed = [(f"{type_of(one)}, {label(one)}", "library", one["failed"]) for one in results["inputs"].values() if "failed" in one]
    died = [(f"{type_of(one)}, {label(one)}", name, why) for one in results["inputs"].values() for entry in one["operations"].values()
            for name, why in entry["no"].items() if " ended with " in why or " said nothing " in why]
    rows += sorted(set(failed + died))
    return "" if not rows else "## Wrong answers, whose times do not count, and deaths\n\n" + table(("cell", "who", "what"), rows)


def grid_section(results, operation):
    cells = [cell for cell in cells_of(results) if cell.one["group"] == "grid" and cell.operation == operation]
    if not cells:
        return ""
    by_place = {(type_of(cell.one), cell.one["items"], cell.one["share"]): cell for cell in cells}
    shares = sorted({cell.one["share"] for cell in cells})
    sizes = sorted({cell.one["items"] for cell in cells})
    rows = []
    for dtype, width in columns():
        name = f"{dtype}-{width}" if width else dtype
        for items in sizes:
            found = [by_place.get((name, items, share)) for share in shares]
            if any(found):
                rows.append((name, power(items), *map(told, found)))
    outputs = "all four outputs" if operation in ALL else "Y only"
    return (f"### {order_of(operation).capitalize()}, {outputs}\n\n" +
            table(("type", "n", *(f"{share * 100:g} % distinct" for share in shares)), rows))


def list_section(results, group, title, text):
    cells = [cell for cell in cells_of(results) if cell.one["group"] == group]
    if not cells:
        return ""
    rows = {}
    for cell in cells:
        rows.setdefault((type_of(cell.one), label(cell.one)), {})[cell.operation] = cell
    head = ("type", "input", *(f"{order_of(operation)}{', Y' if operation in Y else ''}" for operation in ALL + Y))
    return f"## {title}\n\n{text}\n\n" + table(head, [(*key, *(told(found.get(operation)) for operation in ALL + Y)) for key, found in rows.items()])


def growth_section(results):
    found = results.get("growth")
    if not isinstance(found, list):
        return f"## Growth\n\n**{found['failed']}**\n" if found else ""
    sizes = sorted({one["items"] for one in found})
    rows = {}
    for one in found:
        text = f"{figure(one['ns'])} ns" + (f", {figure(one['bytes'])} B" if one["bytes"] is not None else "")
        rows.setdefault((one["dtype"], f"{one['share'] * 100:g} %", "sorted" if one["order"] else "first occurrence"), {})[one["items"]] = text
    return ("## Growth\n\nns an element, and bytes an element at the peak beyond the input, outputs included. The largest is one call in a fresh "
            "process, the others are medians.\n\n![ns an element from 10^3 to 10^8](performance-growth.svg)\n\n" +
            table(("type", "distinct", "order", *map(power, sizes)), [(*key, *(of.get(size, "–") for size in sizes)) for key, of in rows.items()]))


def memory_section(results):
    found = results.get("memory")
    if not found or "failed" in found:
        return f"## Memory\n\n**{found['failed']}**\n" if found else ""
    allowed = lambda one: 64 if one["dtype"] in ("int64", "double", "uint64", "complex64") else 48  # noqa: E731
    rows = [(memory_name(one), f"**{one['bytes']:.1f}**" if one["bytes"] > allowed(one) else f"{one['bytes']:.1f}", f"{one['held']:.1f}",
             f"{one['needed']:.1f}") for one in found["library"]]
    text = "## Memory\n\nBytes an element, each call in a process of its own: the peak of what is resident beyond the input; what the outputs keep; "
    text += "what their elements need.\n\n" + table(("call", "peak", "kept", "needed"), rows, (1, 2, 3))
    peers = {}
    for one in found["peers"]:
        key = f"{one['share'] * 100:g} %, {'sorted' if one['order'] else 'first occurrence'}"
        peers.setdefault(one["peer"], {})[key] = f"{one['bytes']:.1f}" if "bytes" in one else "–"
    keys = sorted({key for of in peers.values() for key in of})
    if peers:
        text += f"\nPeers, int64, n = {power(found['peers'][0]['items'])}:\n\n"
        text += table(("peer", *keys), [(name, *(of.get(key, "–") for key in keys)) for name, of in peers.items()], range(1, 1 + len(keys)))
    return text


def latency_section(results):
    found = results.get("latency")
    if not isinstance(found, list):
        return f"## Small calls\n\n**{found['failed']}**\n" if found else ""
    names = list(dict.fromkeys(name for one in found for name in one["ns"]))
    shown = {"library": "allocating", "into": "into buffers"}
    rows = [(one["items"], one["distinct"], "sorted" if one["order"] else "first occurrence", *(figure(one["ns"][name]) if name in one["ns"] else "–" for name in names))
            for one in found]
    return ("## Small calls\n\nns a call, int64, all four outputs, 2048 different inputs in turn: into the caller's buffers with a workspace that is "
            "kept, allocating, and the peers.\n\n" +
            table(("n", "distinct", "order", *(shown.get(name, name) for name in names)), rows, range(3, 3 + len(names))))


def gate_section(results):
    cost = results.get("gate")
    cells = [cell for cell in cells_of(results) if "checker_ratio" in cell.entry]
    if not cost and not cells:
        return ""
    text = "## What judging costs\n\n"
    if cells:
        rows = {}
        for cell in cells:
            ratio = cell.entry["checker_ratio"]
            one = f"{figure(cell.entry['checker_ns'] / cell.one['items'])}, {figure(ratio)}"
            rows.setdefault((type_of(cell.one), order_of(cell.operation)), {})[cell.one["share"]] = f"**{one}**" if ratio > 2 else one
        shares = sorted({share for of in rows.values() for share in of})
        text += ("The checker on the reference's answer, all four outputs, n = 10^6: ns an element, and how many times the reference's time that "
                 "is.\n\n" + table(("type", "order", *(f"{share * 100:g} % distinct" for share in shares)),
                                    [(*key, *(of.get(share, "–") for share in shares)) for key, of in rows.items()]) + "\n")
    rows = []
    for name, tell in (("sandbox", told_sandbox), ("vectors", told_vectors), ("command", told_command), ("start", told_start)):
        if cost and name in cost:
            rows += [(name, f"**{cost[name]['failed']}**")] if "failed" in cost[name] else tell(cost[name])
    return text + (table(("what", "cost"), rows) if rows else "")


def told_sandbox(of):
    return [("level 1 of the reference as a plug-in, in the sandbox, gate and subject on one core",
             f"{of['seconds']:.2f} s, {of['cases']} cases, {of['cases_a_second']:.0f} a second"),
            ("the same of the built-in reference, without a sandbox", f"{of['builtin_seconds']:.2f} s")]


def told_vectors(of):
    return [("all bundled vectors, read and judged", f"{of['seconds']:.3f} s, {of['vectors']} vectors, {of['vectors_a_second']:.0f} a second")]


def told_command(of):
    return [("a command subject (`unique-oracle answer`), pipelined: CPU of the subject a case", f"{of['subject_us']:.1f} us"),
            ("... CPU of the gate beside it", f"{of['gate_us']:.1f} us"), ("... both on one core", f"{of['seconds']:.2f} s, {of['cases']} cases")]


def told_start(of):
    return [("start of the program: `clauses`", f"{of['clauses_ms']:.1f} ms"), ("... `gate --case 1:0`", f"{of['one_case_ms']:.1f} ms")]


def profile_section(results):
    profiles = results.get("gate", {}).get("profiles")
    if not profiles:
        return ""
    text = "## Where the time goes\n\n"
    if "failed" in profiles:
        return text + f"**{profiles['failed']}**\n"
    notes = read_notes()
    for name, of in profiles.items():
        text += f"### {name[0].upper()}{name[1:]}\n\n"
        if "failed" in of:
            text += f"**{of['failed']}**\n\n"
        else:
            text += table(("share", "function", "in"), [(f"{share:.1f} %", f"`{function}`", where) for share, where, function in of["entries"]], (0,)) + "\n"
        if name in notes:
            text += notes[name] + "\n\n"
    return text.rstrip("\n") + "\n"


def read_notes():
    """What was done about the profiles, written by hand: sections of notes.md by their titles."""
    if not os.path.exists(NOTES):
        return {}
    with open(NOTES) as file:
        sections = file.read().split("\n## ")[1:]
    return {title.strip(): text.strip() for title, _, text in (section.partition("\n") for section in sections)}


# ---- Plots -----------------------------------------------------------------------------------------------------------


def ratio_plots(results):
    panels = []
    for operations, title, wanted in ((ALL, "All four outputs: times faster than the fastest peer", (1, 1.5)), (Y, "Y only: times faster than the fastest peer", (1,))):
        points = {}
        for cell in cells_of(results):
            if cell.one["group"] == "grid" and cell.operation in operations and cell.fastest:
                points.setdefault(type_of(cell.one), []).append((cell.whole[cell.fastest], f"{cell.name}: {cell.whole[cell.fastest]:.2f} {cell.fastest}"))
        if points:
            panels.append(plot.strips(title, "each point a cell", points, wanted))
    return panels


def growth_plots(results):
    found = results.get("growth")
    if not isinstance(found, list):
        return []
    panels = []
    for field, title in (("ns", "ns an element"), ("bytes", "peak bytes an element beyond the input")):
        sizes = sorted({one["items"] for one in found if one[field] is not None})
        series = {}
        for one in found:
            if one[field] is not None:
                name = f"{one['dtype']}, {one['share'] * 100:g} % distinct, {'sorted' if one['order'] else 'first occurrence'}"
                series.setdefault(name, {})[sizes.index(one["items"])] = one[field]
        if sizes:
            panels.append(plot.lines(title, "n elements", [power(size) for size in sizes], series))
    return panels


# ---- The page --------------------------------------------------------------------------------------------------------


def page(results):
    intro = ("# Performance\n\nThe library beside other implementations of the same job, and what the gate costs. Written by `./run bench` from one run; no "
             "figure is typed. ")
    if not results.get("complete"):
        intro += "**This run was not complete**: what it left out says so or is missing. "
    intro += "Cells that fall short are bold.\n"
    cells = ("## Every cell\n\nns an element; how many times slower the fastest peer with the same outputs is (below 1: it is faster), and which; on all "
             "four outputs how many times slower onnxruntime (ort) is. 8- and 16-bit types and bool have as many distinct values as there are.\n\n"
             "![each cell beside its fastest peer](performance-ratios.svg)\n")
    grids = [grid_section(results, operation) for operation in ALL + Y]
    parts = [intro, verdict_section(results), about_section(results), wrong_section(results), cells if any(grids) else "", *grids,
             list_section(results, "order", "The order of the input", "All values different but for `equal`, `zipf` and `pipe` (each twice); `shuffled` is what "
                          "the others are compared with. `crafted` and `folded` collide under a multiplicative hash, plain and as the library's is."),
             list_section(results, "rows", "Along an axis", "int64, ns an item: rows of 4 and 64 along the first axis (1 x 4, 1 x 64), columns along the last (4 x 1, "
                          "64 x 1), a middle axis (4 x 4)."),
             growth_section(results), memory_section(results), latency_section(results), gate_section(results), profile_section(results)]
    return "\n".join(part for part in parts if part)


def compact(results):
    """The results with figures of four digits, a line for each input."""
    def short(value):
        if isinstance(value, float):
            return float(f"{value:.4g}")
        if isinstance(value, dict):
            return {key: short(of) for key, of in value.items() if (key, of) not in (("check", "right"), ("less", ""))}
        return [short(of) for of in value] if isinstance(value, list) else value
    lines = []
    for key, value in results.items():
        if key == "inputs":
            each = ",\n".join(f" {json.dumps(name)}: {json.dumps(short(one))}" for name, one in value.items())
            lines.append(f'"inputs": {{\n{each}\n}}')
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(short(value))}")
    return "{" + ",\n".join(lines) + "}\n"


def write(results, folder):
    """The results first, from which --render makes the rest again; each file whole or not at all."""
    os.makedirs(folder, exist_ok=True)
    put(folder, "performance.json", compact(results))
    for name, panels in (("performance-ratios.svg", ratio_plots(results)), ("performance-growth.svg", growth_plots(results))):
        if panels:
            put(folder, name, plot.document(panels))
    put(folder, "performance.md", page(results))


def put(folder, name, text):
    path = os.path.join(folder, name)
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text.replace(ROOT + os.sep, ""))  # where the sources lie is nobody's business
    os.replace(path + ".new", path)
