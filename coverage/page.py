"""page.py BUILD: one static page, BUILD/index.html, from what the steps of ./run coverage left in BUILD.

Reads behaviours.json (gate --behaviours), trace.tsv (trace.sh), rooms.txt (lcov.sh), mcdc.txt (mcdc.sh), summary.txt, and from
the sources the clauses' texts, the vectors and tests/faulty/expected.txt. The page needs no network and works from file://.
"""
import collections
import html
import json
import math
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #d9dee6; --back: #fff; --card: #f6f8fb; --link: #0b57a4;
  --heat: 13, 110, 120; --good: #1a7f4b; --bad: #c0322b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #9aa5b4; --line: #2e3742; --back: #12161c; --card: #1a2028;
  --link: #7db7f5; --heat: 60, 190, 190; --good: #4fc27f; --bad: #ff7a70; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1180px; padding: 1.2rem; font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  color: var(--ink); background: var(--back); }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
p { margin: .3rem 0 .8rem; color: var(--soft); max-width: 75ch; } a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
.id { white-space: nowrap; }
code, .id { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em; }
.cards { display: grid; grid-template-columns: repeat(4, 1fr); gap: .7rem; margin: 1rem 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .6rem .8rem; }
.card b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; } .card span { color: var(--soft); font-size: .85rem; }
.good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child > td { border-bottom: 0; } th { font-weight: 600; font-size: .85rem; color: var(--soft); background: var(--card); }
.n { text-align: right; white-space: nowrap; }
.matrix th, .matrix td { padding: 0; text-align: center; font-size: .72rem; min-width: 2.6rem; height: 1.55rem; vertical-align: middle; }
.matrix thead th { height: 6.2rem; vertical-align: bottom; padding-bottom: .4rem; }
.matrix thead th span { writing-mode: vertical-rl; transform: rotate(180deg); }
.matrix tbody th { position: sticky; left: 0; padding: 0 .6rem; text-align: left; white-space: nowrap; z-index: 1;
  border-right: 1px solid var(--line); }
.matrix .none { color: var(--soft); opacity: .45; }
details { border: 1px solid var(--line); border-radius: 8px; margin: .35rem 0; background: var(--back); scroll-margin-top: .5rem; }
summary { cursor: pointer; padding: .45rem .7rem; display: grid; gap: .1rem .8rem; grid-template-columns: 5.2rem 1fr auto;
  align-items: baseline; list-style: none; } summary::-webkit-details-marker { display: none; }
summary .figures { color: var(--soft); font-size: .82rem; white-space: nowrap; }
details > div { border-top: 1px solid var(--line); padding: .5rem .9rem .8rem; }
details h3 { font-size: .85rem; margin: .7rem 0 .2rem; color: var(--soft); font-weight: 600; }
ul { margin: 0; padding-left: 1.1rem; } li { overflow-wrap: anywhere; }
.chips { display: flex; flex-wrap: wrap; gap: .25rem .4rem; } .chips > span { background: var(--card); border: 1px solid var(--line);
  border-radius: 5px; padding: 0 .4rem; font-size: .84rem; overflow-wrap: anywhere; }
.bar { display: block; height: .5rem; min-width: 5rem; border-radius: 3px; background: var(--line); overflow: hidden; margin-top: .5rem; }
.bar i { display: block; height: 100%; background: rgb(var(--heat)); }
footer { margin: 2.5rem 0 1rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 640px) { body { padding: .8rem; font-size: 14px; } summary { grid-template-columns: 1fr; }
  summary .figures { white-space: normal; } .cards { grid-template-columns: 1fr 1fr; } th, td { padding: .3rem .4rem; }
  .narrow { display: none; } }
"""

# A link into a clause opens it.
SCRIPT = """
function open_target() { const d = document.getElementById(location.hash.slice(1)); if (d && d.tagName === 'DETAILS') d.open = true; }
addEventListener('hashchange', open_target); open_target();
"""


def escape(text):
    return html.escape(str(text), quote=True)


def percent(part, whole):
    return f"{100 * part / whole if whole else 100:.2f} %"


def thousands(number):
    return f"{number:,}".replace(",", "\u202f")


def read_clauses():
    """id -> (statement, source); silent points have no source."""
    rows = {}
    table = (ROOT / "include/unique_oracle/clauses.h").read_text()
    for match in re.finditer(r'^  X\(\w+, "([A-Z]+-\d+)", "([^"]*)"(?:, "([^"]*)")?\)', table, re.M):
        rows[match[1]] = (match[2], match[3] or "")
    return rows


def read_vectors():
    """clause -> ids of the corpus' vectors that cite it; and how many vectors there are."""
    citing, count = collections.defaultdict(list), 0
    for file in sorted((ROOT / "corpus/vectors").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines()[1:]:
            vector = json.loads(line)
            count += 1
            for clause in vector.get("clauses", []):
                citing[clause].append(vector["id"])
    return citing, count


def read_faults():
    """clause -> wrong plug-ins that the gate must catch naming it."""
    caught = collections.defaultdict(list)
    for line in (ROOT / "tests/faulty/expected.txt").read_text().splitlines():
        parts = line.split()
        if len(parts) < 4 or line.startswith("#") or parts[3] == "-":
            continue
        for clause in parts[3].split(","):
            if parts[0] not in caught[clause]:
                caught[clause].append(parts[0])
    return caught


def read_trace(path):
    """clause -> (file, line); clause -> (program, function, file, line)."""
    code, tests = collections.defaultdict(list), collections.defaultdict(list)
    for line in path.read_text().splitlines():
        parts = line.split("\t")
        if parts[0] == "code":
            code[parts[1]].append((parts[2], int(parts[3])))
        elif parts[0] == "test":
            entry = (parts[4], parts[5] if len(parts) > 5 else "", parts[2])
            if entry not in tests[parts[1]]:
                tests[parts[1]].append(entry)
    return code, tests


def heat(hits, most):
    """A cell's style: colour by the logarithm of the hits."""
    share = (math.log1p(hits) / math.log1p(most)) ** 2 if most else 0
    ink = "; color: #fff" if share > 0.62 else ""
    return f' style="background: rgba(var(--heat), {0.08 + 0.82 * share:.2f}){ink}"'


def short(number):
    for size, unit in ((10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.0f}{unit}" if number >= 10 * size else f"{number / size:.1f}{unit}"
    return str(number)


def matrix(clauses, points):
    """Clauses against points: how often the bins of the point that exercise the clause were hit."""
    cells = {}
    for point in points:
        for found in point["bins"]:
            for clause in found["clauses"]:
                key = (clause, point["name"])
                hits, holes = cells.get(key, (0, 0))
                cells[key] = (hits + found["hits"], holes + (found["hits"] == 0))
    most = max((hits for hits, _ in cells.values()), default=0)
    head = "".join(f'<th title="{escape(p["meaning"])}"><span>{escape(p["name"])}</span></th>' for p in points)
    rows = []
    for clause in clauses:
        row = [f'<th><a class="id" href="#{clause["id"]}">{clause["id"]}</a></th>']
        for point in points:
            if (clause["id"], point["name"]) not in cells:
                row.append("<td></td>")
                continue
            hits, holes = cells[clause["id"], point["name"]]
            title = f'{clause["id"]}, {point["name"]}: {hits} hits' + (f", {holes} bins never" if holes else "")
            mark = '<b class="bad">!</b>' if holes else ""
            row.append(f'<td{heat(hits, most)} title="{escape(title)}">{short(hits)}{mark}</td>')
        rows.append(f"<tr>{''.join(row)}</tr>")
    return f'<div class="wide"><table class="matrix"><thead><tr><th></th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def code_link(file, line):
    """Into the lcov report, where that has the file."""
    page = f"html/{file}.gcov.html"
    text = f"{file}:{line}"
    return f'<a href="{page}#{line}"><code>{escape(text)}</code></a>' if (BUILD / page).exists() else f"<code>{escape(text)}</code>"


def bin_chips(names, hits):
    chips = []
    for name in names:
        lost = "" if hits[name] else ' class="bad"'
        chips.append(f'<span{lost}><code>{escape(name)}</code> {thousands(hits[name])}</span>')
    return f'<div class="chips">{"".join(chips)}</div>'


def clause_details(clause, statement, source, facts):
    name = clause["id"]
    code, tests, vectors, faults = (facts[kind].get(name, []) for kind in ("code", "tests", "vectors", "faults"))
    hits = facts["hits"]
    body = [f"<p>{escape(statement)}{f' <span>({escape(source)})</span>' if source else ''}</p>"]
    if clause["unobservable"]:
        body.append(f'<p>No case can show it: {escape(clause["unobservable"])}.</p>')
    if clause["bins"]:
        body.append(f'<h3>Bins and how often each was hit</h3>{bin_chips(clause["bins"], hits)}')
    if vectors:
        some = "".join(f"<span><code>{escape(v)}</code></span>" for v in vectors[:6])
        more = f"<span>and {thousands(len(vectors) - 6)} more</span>" if len(vectors) > 6 else ""
        body.append(f'<h3>Vectors of the corpus</h3><div class="chips">{some}{more}</div>')
    if tests:
        entries = "".join(f"<li><code>{escape(p)}{': ' + escape(f) if f else ''}</code></li>" for p, f, _ in tests)
        body.append(f"<h3>Tests</h3><ul>{entries}</ul>")
    if faults:
        body.append(f'<h3>Faults that must be caught by it</h3><div class="chips">{"".join(f"<span><code>{escape(f)}</code></span>" for f in faults)}</div>')
    if code:
        body.append(f'<h3>Code</h3><div class="chips">{"".join(f"<span>{code_link(*place)}</span>" for place in code)}</div>')
    bins_hit = sum(1 for b in clause["bins"] if hits[b])
    bins = f"{bins_hit}/{len(clause['bins'])} bins" if clause["bins"] else "not observable"
    figures = f"{bins} · {thousands(len(vectors))} vectors · {len(tests)} tests · {len(faults)} faults"
    return (f'<details id="{name}"><summary><span class="id"><b>{name}</b></span><span class="text">{escape(statement)}</span>'
            f'<span class="figures">{figures}</span></summary><div>{"".join(body)}</div></details>')


def crosses_table(crosses):
    rows = []
    for cross in crosses:
        share = 100 * cross["hit"] / cross["declared"] if cross["declared"] else 100
        rows.append(f'<tr><td><code>{escape(" × ".join(cross["points"]))}</code><div class="narrow"><small>{escape(cross["meaning"])}</small></div></td>'
                    f'<td class="n">{thousands(cross["hit"])} / {thousands(cross["declared"])}</td>'
                    f'<td class="n narrow">{thousands(cross["impossible"])}</td>'
                    f'<td><span class="bar"><i style="width: {share:.1f}%"></i></span></td></tr>')
    return ('<div class="wide"><table><thead><tr><th>cross</th><th class="n">hit / declared</th><th class="n narrow">impossible</th><th></th></tr></thead>'
            f'<tbody>{"".join(rows)}</tbody></table></div>')


def holes_list(behaviours):
    holes = [f["name"] for p in behaviours["points"] for f in p["bins"] if f["hits"] == 0]
    holes += [" × ".join(hole) for cross in behaviours["crosses"] for hole in cross["holes"]]
    if not holes:
        return '<p class="good">None: every declared bin and every declared combination was exercised.</p>'
    shown = "".join(f"<li><code>{escape(h)}</code></li>" for h in holes[:500])
    return f'<p class="bad">{len(holes)} were never exercised.</p><ul>{shown}</ul>'


def rooms_table(rooms, mcdc):
    rows = []
    for room, lines_hit, lines, branches_hit, branches in rooms:
        link = f"html/src/{room}/index.html"
        name = f'<a href="{link}">src/{room}</a>' if (BUILD / link).exists() else f"src/{room}"
        rows.append(f'<tr><td>{name}</td><td class="n">{percent(lines_hit, lines)}</td><td class="n narrow">{thousands(lines)}</td>'
                    f'<td class="n">{percent(branches_hit, branches)}</td><td class="n narrow">{thousands(branches)}</td>'
                    f'<td class="n">{escape(mcdc.get(room, "–"))}</td></tr>')
    return ('<div class="wide"><table><thead><tr><th>room</th><th class="n">lines</th><th class="n narrow">of</th><th class="n">branches</th>'
            f'<th class="n narrow">of</th><th class="n">MC/DC</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>')


def read_rooms():
    rows = [line.split() for line in (BUILD / "rooms.txt").read_text().splitlines()]
    return [(row[0], *map(int, row[1:])) for row in rows]


def read_mcdc():
    path = BUILD / "mcdc.txt"
    if not path.exists():
        return {}
    return {m[1]: m[2] + " %" for m in re.finditer(r"^(\w+) +\d+ of +\d+ conditions +([\d.]+) %", path.read_text(), re.M)}


def card(figure, what, good=None):
    kind = "" if good is None else ' class="good"' if good else ' class="bad"'
    return f'<div class="card"><b{kind}>{escape(figure)}</b><span>{escape(what)}</span></div>'


def page():
    behaviours = json.loads((BUILD / "behaviours.json").read_text(encoding="utf-8"))
    statements = read_clauses()
    code, tests = read_trace(BUILD / "trace.tsv")
    vectors, vector_count = read_vectors()
    hits = {f["name"]: f["hits"] for p in behaviours["points"] for f in p["bins"]}
    facts = {"code": code, "tests": tests, "vectors": vectors, "faults": read_faults(), "hits": hits}
    rooms, totals = read_rooms(), behaviours["totals"]
    observable = [c for c in behaviours["clauses"] if not c["unobservable"]]
    covered = sum(1 for c in observable if c["bins"] and all(hits[b] for b in c["bins"]) and code.get(c["id"]) and tests.get(c["id"]))
    sums = [sum(column) for column in list(zip(*rooms))[1:]]
    failures = [line for line in (BUILD / "summary.txt").read_text().splitlines() if line.startswith("FAIL")]
    cards = [card("green" if not failures else "red", "all floors hold" if not failures else "below the floor: " + ", ".join(f.split(None, 1)[1] for f in failures), not failures),
             card(percent(sums[0], sums[1]), "lines of src/"), card(percent(sums[2], sums[3]), "branches of src/"),
             card(f"{totals['bins_hit']} / {totals['bins']}", "bins hit / declared", totals["bins_hit"] == totals["bins"]),
             card(f"{thousands(totals['cross_bins_hit'])} / {thousands(totals['cross_bins'])}", "combinations hit / declared",
                  totals["cross_bins_hit"] == totals["cross_bins"]),
             card(f"{covered} / {len(observable)}", "clauses with code, tests and every bin", covered == len(observable)),
             card(thousands(behaviours["cases"]), "cases really run"), card(thousands(vector_count), "vectors in the corpus")]
    parts = [
        "<h1>unique-oracle: what was exercised</h1>",
        f"<p>Bins are sampled from cases and answers really run: level 1, subject {escape(behaviours['subject']['name'])}, policy "
        f"{escape(behaviours['policy'])}. Lines and branches are those of the test suite.</p>",
        f'<div class="cards">{"".join(cards)}</div>',
        '<h2 id="code">Code</h2>', rooms_table(rooms, read_mcdc()),
        '<p><a href="html/index.html">The whole lcov report</a></p>' if (BUILD / "html/index.html").exists() else "",
        '<h2 id="holes">Holes</h2>', holes_list(behaviours),
        '<h2 id="matrix">Clauses and behaviours</h2>',
        "<p>How often the bins of a coverpoint that exercise a clause were hit; darker is more, on a logarithmic scale. An empty cell: no bin of that "
        "point is about the clause.</p>", matrix(observable, behaviours["points"]),
        '<h2 id="clauses">Clause by clause</h2>',
        "<p>Clause → bins → hits → vectors → tests → faults → code.</p>",
        "".join(clause_details(c, *statements[c["id"]], facts) for c in behaviours["clauses"]),
        '<h2 id="crosses">Crosses</h2>',
        "<p>Combinations of bins. Impossible ones are declared, and the run fails if one occurs.</p>", crosses_table(behaviours["crosses"]),
        "<footer>Made by <code>./run coverage</code>; docs/coverage.md says how to read it.</footer>"]
    return ('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>unique-oracle: coverage</title><style>{STYLE}</style></head><body>{''.join(parts)}<script>{SCRIPT}</script></body></html>\n")


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv[1]).resolve()
    (BUILD / "index.html").write_text(page(), encoding="utf-8")
