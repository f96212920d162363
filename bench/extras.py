"""What is measured of the library alone, or of one call: growth, memory, and the latency of small calls."""

import os

import cells
from programs import Died, Program, Watch
from timing import Contestant

INPUTS = 2048  # small inputs taken in turn: one alone would be learnt by the branch predictor
QUICK_TO_CALL = {"numpy", "pandas", "pyarrow", "onnxruntime", "torch"}  # the others take a tenth of a millisecond and more


def rounds_of(contestants, operation, batch, rounds):
    """Each in turn; then the medians, in ns a call, and who does not answer."""
    no = {}
    for key, contestant in contestants.items():
        for _ in range(2):  # the first call tells how many make a batch
            answer = contestant.call(operation, batch)
            if isinstance(answer, str):
                no[key] = answer
                break
    for _ in range(rounds):
        for key, contestant in contestants.items():
            if key not in no:
                contestant.rounds.append(contestant.call(operation, batch))
    return {key: contestant.median() for key, contestant in contestants.items() if key not in no}, no


class Extras:
    def __init__(self, options, library_command, peers, folder, log, say):
        self.options, self.command, self.peers, self.folder, self.log, self.say = options, library_command, peers, folder, log, say
        self.scale = options.scale or 1
        self.rounds = 3 if options.quick else 5

    def library(self):
        return Program("library", self.command, self.options.cpu, self.log)

    def size(self, items):
        return max(100, items // self.scale)

    # ---- Growth ------------------------------------------------------------------------------------------------------

    def growth(self):
        """ns and bytes an element from 10^3 to 10^8: all sizes in turn, but the largest, which is measured alone in one call."""
        found = []
        for dtype, share in (("int64", 1.0), ("int64", 0.1), ("float", 1.0)):
            for order in (1, 0):
                found += self._grow(dtype, share, order)
                self.say(f"growth {dtype} {share:g} sorted={order}: " + "  ".join(
                    f"{one['items']:g}: {one['ns']:.1f}" for one in found if (one["dtype"], one["share"], one["order"]) == (dtype, share, order)))
        return found

    def _grow(self, dtype, share, order):
        operation = f"{order} YIVC"
        sizes = sorted({self.size(10**power) for power in ((3, 4, 5, 6) if self.options.quick else (3, 4, 5, 6, 7))})
        programs = {items: self.library() for items in sizes}
        try:
            for items, program in programs.items():
                self._make(program, cells.Input("growth", dtype, items, share))
            with_batches = {items: Contestant(program) for items, program in programs.items()}
            ns, no = rounds_of(with_batches, operation, 5_000_000, self.rounds)
        finally:
            for program in programs.values():
                program.stop()
        if no:
            raise Died("library", str(no))
        found = [{"dtype": dtype, "share": share, "order": order, "items": items, "ns": ns[items] / items,
                  "bytes": self.peak(dtype, share, items, order)["bytes"] if items >= 10**5 else None} for items in sizes]
        largest = self.size(10**8)
        if not self.options.quick and available_bytes() > largest * 160:
            one = self.peak(dtype, share, largest, order)
            found.append({"dtype": dtype, "share": share, "order": order, "items": largest, "ns": one["ns"], "bytes": one["bytes"]})
        return found

    @staticmethod
    def _make(program, one):
        answer = program.ask("make", "-", *one.words())
        if answer != "ok":
            raise Died(program.name, answer)

    # ---- Memory ------------------------------------------------------------------------------------------------------

    def peak(self, dtype, share, items, order):
        """One call in a process of its own: ns and peak bytes an element, and what the outputs keep."""
        program = self.library()
        try:
            self._make(program, cells.Input("memory", dtype, items, share))
            answer = program.ask("memory", f"{order} YIVC")
            if answer.startswith("error"):
                raise Died(program.name, answer)
            ns, peak, held, needed = map(int, answer.split())
        finally:
            program.stop()
        return {"dtype": dtype, "share": share, "items": items, "order": order, "ns": ns / items, "bytes": peak / items,
                "held": held / items, "needed": needed / items}

    def memory(self):
        sizes = (10**6,) if self.options.quick else (10**6, 10**7)
        found = []
        for dtype in cells.EIGHT_BYTES + cells.FOUR_BYTES:
            for items in map(self.size, sizes):
                for share in (0.1, 1.0):
                    found += [self.peak(dtype, share, items, order) for order in (1, 0)]
            self.say(f"memory {dtype}: " + "  ".join(f"{one['bytes']:.1f}" for one in found if one["dtype"] == dtype))
        return {"library": found, "peers": self.memory_of_peers()}

    def memory_of_peers(self):
        found = []
        items = self.size(10**6)
        path = os.path.join(self.folder, "x")
        for share in (0.1, 1.0):
            maker = self.library()
            one = cells.Input("memory", "int64", items, share)
            maker.ask("make", path, *one.words())
            maker.stop()
            for peer in self.peers.values():
                for order in (1, 0):
                    bytes_of = self._memory_of(peer, path, items, f"{order} YIVC")
                    found.append({"peer": peer.name, "share": share, "items": items, "order": order, **bytes_of})
            os.remove(path)
        return found

    def _memory_of(self, peer, path, items, operation):
        program = Program(peer.name, peer.command, self.options.cpu, self.log)
        try:
            program.read_line("start")
            for words in (("load", path, "int64", 0, 1, items, 1, 1), ("offers", operation), ("memory", operation)):
                answer = program.ask(*words)
                if answer.startswith(("unsupported", "less")):
                    return {"no": answer}
            return {"bytes": int(answer.split()[1]) / items}
        except Died as died:
            return {"no": str(died)}
        finally:
            program.stop()

    # ---- Latency -----------------------------------------------------------------------------------------------------

    def latency(self):
        """ns of one call, small int64 inputs, 2048 different ones in turn."""
        found = []
        path = os.path.join(self.folder, "x")
        program = self.library()
        watch = Watch()
        try:
            for items in (8, 64):
                for distinct in (items // 2, items):
                    program.ask("many", path, "int64", INPUTS, items, distinct, 1)
                    for order in (1, 0):
                        watch.begin([program, *self.peers.values()])
                        ns, no = self._latency(program, path, items, f"{order} YIVC")
                        found.append({"items": items, "distinct": distinct, "order": order, "ns": ns, "no": no, "foreign": watch.foreign()})
                        self.say(f"latency n={items} U={distinct} sorted={order}: " + "  ".join(f"{who} {time:.0f}" for who, time in ns.items()))
        finally:
            program.stop()
        os.remove(path)
        return found

    def _latency(self, library, path, items, operation):
        prefix = os.path.join(self.folder, "answer")
        library.ask("answer", operation, prefix)
        contestants, no = {"library": Contestant(library), "into": Contestant(library, verb="into")}, {}
        for contestant in contestants.values():
            contestant.calls = INPUTS
        for name in sorted(QUICK_TO_CALL & set(self.peers)):
            peer = self.peers[name]
            for words in (("load", path, "int64", 0, 1, items, 1, INPUTS), ("offers", operation), ("time", operation, 1),
                          ("check", operation, prefix)):
                answer = peer.ask(*words)
                if answer.startswith(("unsupported", "wrong")):
                    no[name] = answer
                    break
            else:
                contestants[name] = Contestant(peer)
        ns, silent = rounds_of(contestants, operation, 5_000_000, 2 * self.rounds + 1)
        return ns, {**no, **silent}


def available_bytes():
    with open("/proc/meminfo") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable:"))


