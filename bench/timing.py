"""Times the operations on one input: the library and its peers in turn, round by round."""

import os
import statistics

from programs import Died, Watch

ALWAYS = "onnxruntime"  # the runtime that every cell with all outputs is compared with, however slow it is
CHECKED = 10**6  # the size at which the checker is timed, too
REASON = 60  # characters of why a peer takes no part
REPEATS = 2  # how often disturbed rounds of one input are taken again
SHORT, LONG = 2_000_000, 100_000_000  # ns of a call: who is below the first is timed whatever the others take
FAR, FAR_IF_LONG = 4, 2  # a peer so many times slower than the fastest in its first call is not timed again
LARGE = 10**6  # elements; beyond, calls take seconds: the first one is a round, and peers are those that were near before
NEAR, MOST_PEERS, FAR_IF_LARGE = 3, 3, 1.5


def rounds_for(elements, quick):
    if quick or elements > LARGE:
        return 3
    return 7 if elements <= 10**5 else 5


def batch_ns(quick):
    """How long one timing lasts at least, where calls are shorter."""
    return 3_000_000 if quick else 6_000_000


class Contestant:
    """One program at one operation."""

    def __init__(self, program, less="", verb="time"):
        self.program, self.less, self.verb = program, less, verb
        self.calls = 1
        self.last = 0  # ns of the last timing, all calls
        self.rounds = []  # ns a call, or None in a round that it was not in
        self.is_out = False
        self.check = ""

    def call(self, operation, batch):
        answer = self.program.ask(self.verb, operation, self.calls)
        if not answer.isdigit():
            return answer
        self.last = max(int(answer), 1)
        per_call = self.last / self.calls
        self.calls = max(1, min(100_000, round(batch / per_call)))
        return per_call

    def median(self):
        return statistics.median(time for time in self.rounds if time is not None)


class Timing:
    """Times inputs, one after the other. `patience` is how many seconds may go into repeating what was disturbed."""

    def __init__(self, library, peers, folder, quick, patience):
        self.library, self.peers, self.folder, self.quick, self.patience = library, peers, folder, quick, patience
        self.watch = Watch()
        self.before = {}  # (type, share, structure, layout, operation): ns of each peer on the input before it

    def time_input(self, one, operations):
        """The record of this input for the results. A program that dies is started again, and a peer left out here."""
        dead = {}
        while True:
            try:
                return self._time_input(one, operations, dead)
            except Died as died:
                if died.name == self.library.name:
                    self.library.restart()
                    return {**one.record(), "failed": str(died), "operations": {}}
                dead[died.name] = str(died)
                self._restart(died.name)

    def _restart(self, name):
        try:
            self.peers[name].restart().read_line("start")
        except Died:
            del self.peers[name]

    def restart_all(self):
        """Nobody is in the middle of an answer."""
        self.library.restart()
        for name in list(self.peers):
            self._restart(name)

    def _time_input(self, one, operations, dead):
        path = os.path.join(self.folder, "x")
        answer = self.library.ask("make", path, *one.words())
        if answer != "ok":
            return {**one.record(), "failed": answer, "operations": {}}
        present, absent = self._load(one, path, operations, dead)
        entries = {operation: self._enter(one, operation, present, absent) for operation in operations}
        self._rounds(one, entries)
        os.remove(path)
        return {**one.record(), "operations": {name: self._result(one, name, entry) for name, entry in entries.items()}}

    # ---- Who takes part ----------------------------------------------------------------------------------------------

    def _place(self, one, operation):
        return (one.type, one.share, one.structure, one.outer, one.inner, operation)

    def _is_far(self, one, operation, name):
        """Whether it is not among the nearest on the same input of the size before: at the largest size, where calls take seconds; and
        with Y alone, of which it has no bar, the slowest one."""
        fastest, before = self.before.get(self._place(one, operation), (None, {}))
        if not fastest:
            return False
        if one.elements <= LARGE:
            return name == ALWAYS and operation.endswith(" Y") and one.items > 10**4 and before.get(name, 0) > 2 * FAR * fastest
        if name not in before:
            return True
        nearer = sum(ns < before[name] for ns in before.values())
        return before[name] > NEAR * fastest or nearer >= MOST_PEERS

    def _load(self, one, path, operations, dead):
        present, absent = {}, dict(dead)
        for name, peer in self.peers.items():
            if name in dead:
                continue
            if all(self._is_far(one, operation, name) for operation in operations):
                absent[name] = "far"
                continue
            answer = peer.ask("load", path, one.dtype, one.width, one.outer, one.items, one.inner, 1)
            if answer == "ok":
                present[name] = peer
            else:
                absent[name] = answer.partition(" ")[2][:REASON]
        return present, absent

    def _enter(self, one, operation, present, absent):
        entry = {"library": Contestant(self.library), "peers": {}, "no": dict(absent), "checker": []}
        if one.group == "grid" and one.items == CHECKED and operation.endswith("YIVC"):
            entry["checker"] = [Contestant(self.library, verb="check")]
        for name, peer in present.items():
            if self._is_far(one, operation, name):
                entry["no"][name] = "far"
                continue
            word, _, why = peer.ask("offers", operation).partition(" ")
            if word == "unsupported":
                entry["no"][name] = why[:REASON]
            else:
                entry["peers"][name] = Contestant(peer, why)
        return entry

    # ---- Rounds ------------------------------------------------------------------------------------------------------

    def _rounds(self, one, entries):
        programs = [self.library, *self.peers.values()]
        prefix = os.path.join(self.folder, "answer")
        done = repeats = 0
        disturbed = False
        for operation, entry in entries.items():  # the first round is for warming up, checking, and how many calls to make
            self._warm(one, operation, entry, prefix)
        wanted = self._rounds_wanted(one, entries)
        while done < wanted:
            kept = {id(one): len(one.rounds) for one in self._timed(entries)}
            before = done
            self.watch.begin(programs)
            while done < wanted and self.watch.elapsed() < 0.5:
                for operation, entry in entries.items():
                    self._round(operation, entry)
                done += 1
            foreign = self.watch.foreign()
            if foreign > Watch.MOST:
                if self.patience > 0 and repeats < REPEATS:
                    self.patience -= self.watch.elapsed()
                    repeats += 1
                    for contestant in self._timed(entries):
                        del contestant.rounds[kept[id(contestant)]:]
                    done = before
                else:
                    disturbed = True
        for entry in entries.values():
            entry["disturbed"] = disturbed

    def _rounds_wanted(self, one, entries):
        """Beside what _warm has taken; fewer where a round takes long."""
        seconds = sum(contestant.last for contestant in self._timed(entries)) / 1e9
        wanted = rounds_for(one.elements, self.quick)
        wanted = min(wanted, 3) if seconds > 2 else wanted
        return (2 if seconds > 8 else wanted) - (one.elements > LARGE)

    def _warm(self, one, operation, entry, prefix):
        """One call of each, whose answer is checked; who is far behind or wrong stays out."""
        batch = batch_ns(self.quick)
        is_large = one.elements > LARGE
        own = entry["library"].call(operation, batch)
        if is_large and not isinstance(own, str):
            entry["library"].rounds.append(own)
        answer = self.library.ask("answer", operation, prefix)
        if not answer.isdigit():
            raise Died(self.library.name, f"{operation}: {answer}")
        entry["distinct"] = int(answer)
        for checker in entry["checker"]:
            checker.call(operation, batch)
        first = {}
        for name, contestant in list(entry["peers"].items()):
            ns = contestant.call(operation, batch)
            if isinstance(ns, str):
                entry["no"][name] = ns.partition(" ")[2][:REASON]
                del entry["peers"][name]
                continue
            contestant.check = contestant.program.ask("check", operation, prefix)
            if contestant.check == "right":  # a first call that was short was mostly loading
                first[name] = contestant.call(operation, batch) if ns < 50_000_000 else ns
            contestant.is_out = contestant.check != "right"
        whole = [ns for name, ns in first.items() if not entry["peers"][name].less]
        for name, ns in first.items():
            if is_large:
                entry["peers"][name].rounds.append(ns)
            far = FAR_IF_LARGE if is_large else FAR_IF_LONG if ns > LONG else FAR
            is_far = whole and ns > far * min(whole) and ns > SHORT
            if is_far and (name != ALWAYS or ns > LONG):
                contestant = entry["peers"][name]
                contestant.is_out = True
                contestant.rounds = [ns]
        for letter in ("Y", "indices", "inverse_indices", "counts"):
            if os.path.exists(f"{prefix}.{letter}"):
                os.remove(f"{prefix}.{letter}")

    def _round(self, operation, entry):
        batch = batch_ns(self.quick)
        for contestant in (entry["library"], *entry["checker"], *entry["peers"].values()):
            if not contestant.is_out:
                ns = contestant.call(operation, batch)
                if isinstance(ns, str):
                    raise Died(contestant.program.name, f"{operation}: {ns}")
                contestant.rounds.append(ns)

    @staticmethod
    def _timed(entries):
        return [contestant for entry in entries.values() for contestant in (entry["library"], *entry["checker"], *entry["peers"].values())
                if not contestant.is_out]

    # ---- Results -----------------------------------------------------------------------------------------------------

    def _result(self, one, operation, entry):
        library = entry["library"]
        result = {"ns": library.median(), "spread": [min(library.rounds), max(library.rounds)], "distinct": entry["distinct"],
                  "disturbed": entry["disturbed"], "peers": {}, "no": entry["no"]}
        for checker in entry["checker"]:
            result["checker_ns"] = checker.median()
            result["checker_ratio"] = statistics.median(mine / own for mine, own in zip(checker.rounds, library.rounds))
        for name, contestant in entry["peers"].items():
            if contestant.check != "right":
                result["peers"][name] = {"check": contestant.check, "less": contestant.less}
                continue
            # Who was timed once, in the first call, is compared with the library's typical one.
            of_library = [library.median()] if contestant.is_out else library.rounds
            ratios = [peer / own for peer, own in zip(contestant.rounds, of_library)]
            result["peers"][name] = {"check": "right", "less": contestant.less, "ns": contestant.median(),
                                     "ratio": statistics.median(ratios), "rounds": len(contestant.rounds)}
        self.remember(one, operation, result)
        return result

    def remember(self, one, operation, result):
        """So that who is far behind here is left out of the next size."""
        whole = {name: peer["ns"] for name, peer in result["peers"].items() if "ns" in peer and not peer.get("less")}
        self.before[self._place(one, operation)] = min(whole.values(), default=None), whole
