"""Scripts of docs/findings/ for subjects in Python: the smallest case, called directly, without the adapter.

The row's `direct` names a file with `unique(x, axis, sorted, outputs)`, which calls the runtime on a numpy array. The script is
that file's text, the case as numpy has it, and what is right; it needs nothing else of this project. What `direct` takes from a
file beside it (`from NAME import ..`) stands in the script, too.
"""

import glob
import json
import os
import re

from table import ROOT

REALS = {"float16": ("float16", "uint16"), "float": ("float32", "uint32"), "double": ("float64", "uint64")}
PARTS = {"complex64": "float", "complex128": "double"}
WORDS = {"NaN": "np.nan", "Infinity": "np.inf", "-Infinity": "-np.inf"}

HEAD = '''"""{name} {version}.

Shows: {broken}.
Exit code 0: the fault shows, 1: it does not. Written by `./run scoreboard --write-scripts` from the smallest case that was found.
"""

import subprocess
import sys

import numpy as np

{direct}

x = {x}
{want}


def exact(array):
    array = np.asarray(array)
    if array.dtype.kind in "OUST":
        return "string", array.shape, [str(element) for element in array.reshape(-1).tolist()]
    return array.dtype.name, array.shape, array.tobytes()


def text(array):
    shown = f"{{exact(array)[0]}}{{list(np.shape(array))}} {{np.asarray(array).tolist()}}"
    if np.asarray(array).dtype.kind not in "fc" or np.size(array) == 0:
        return shown
    flat = np.ascontiguousarray(array).reshape(-1)
    part = flat.real.dtype  # bits tell a NaN from another, and -0 from 0
    return f"{{shown}} = {{[hex(bits) for bits in flat.view(part).view(f'u{{part.itemsize}}').tolist()]}}"


print("X", text(x), "axis={axis} sorted={order}")
'''

WRONG = '''times = {times}
for _ in range(times):
    have = unique(x, {axis}, {order}, list(want))
    if any(exact(have[name]) != exact(want[name]) for name in want):
        break
for name in sorted(want, key=lambda name: exact(have[name]) != exact(want[name])):  # what differs comes last
    print(name, "have", text(have[name]), "want", text(want[name]))
sys.exit(not any(exact(have[name]) != exact(want[name]) for name in want))
'''

ERROR = '''try:
    unique(x, {axis}, {order}, list(want))
    print("have an answer, want that too")
    sys.exit(1)
except Exception as error:
    print(f"have {{type(error).__name__}}: {{error}}"[:300], "want", {{name: text(array) for name, array in want.items()}})
'''

ANSWER = '''try:
    have = unique(x, {axis}, {order}, {outputs})
    print("have", {{name: text(array) for name, array in have.items()}}, "want an error:", {why})
except Exception as error:
    print(f"have {{type(error).__name__}}: {{error}}"[:300], "want an error, too")
    sys.exit(1)
'''

DEATH = '''if len(sys.argv) > 1:
    unique(x, {axis}, {order}, list(want))
    sys.exit(0)
status = subprocess.run([sys.executable, __file__, "child"], stderr=subprocess.DEVNULL, timeout=60, check=False).returncode
print(f"have exit code {{status}} (negative: a signal) want", {{name: text(array) for name, array in want.items()}})
sys.exit(status >= 0)
'''


def write(subject, row, docs):
    """Writes the scripts of a row of the scoreboard anew; those of before go."""
    folder = os.path.join(ROOT, docs, "findings")
    os.makedirs(folder, exist_ok=True)
    for path in glob.glob(os.path.join(folder, subject.name + "_*.py")):
        os.unlink(path)
    together = {}
    for finding in (finding for finding in row["findings"] if "cut" not in finding):
        together.setdefault(json.dumps(finding["case"]) + finding["verdict"], []).append(finding)
    written = []
    for group in together.values():
        names = list(dict.fromkeys(finding["clause"] or finding["verdict"] for finding in group))
        start, number = os.path.join(folder, f"{subject.name}_{short(names)}"), 1
        path = start + ".py"
        while path in written:  # a verdict may come with several kinds of message
            number += 1
            path = f"{start}_{number}.py"
        written.append(path)
        with open(path, "w", encoding="utf-8") as file:
            file.write(script(subject, row, group[0], names))
    return written


def short(names):
    """What a script is called after what it shows: two names at most."""
    return "_".join(names) if len(names) <= 2 else f"{names[0]}_and-more"


def text_of(path):
    """The file's text, with that of files beside it in the place of their imports."""
    with open(path, encoding="utf-8") as file:
        text = file.read().strip()
    folder = os.path.dirname(path)

    def inlined(found):
        beside = os.path.join(folder, found.group(1) + ".py")
        return text_of(beside) if os.path.exists(beside) else found.group()

    return re.sub(r"^from (\w+) import \w+$", inlined, text, flags=re.MULTILINE)


def script(subject, row, finding, names):
    direct = text_of(os.path.join(ROOT, subject.direct))
    case, right, verdict = finding["case"], finding["right"], finding["verdict"]
    tail = {"rejects-valid": ERROR, "accepts-invalid": ANSWER, "crash": DEATH}.get(verdict, WRONG)
    values = {"name": row["implements"], "version": row["version"], "broken": ", ".join(names), "direct": direct,
              "x": literal(case["X"]), "axis": case["axis"], "order": case["sorted"], "outputs": repr(case["outputs"]),
              "times": 50, "why": repr(right.get("rejected")), "want": _want(right)}
    return HEAD.format(**values) + tail.format(**values)


def _want(right):
    if "rejected" in right:
        return "want = None  # an error"
    lines = [f"    {json.dumps(name)}: {literal(tensor)}," for name, tensor in right.items()]
    return "want = {\n" + "\n".join(lines) + "\n}"


def literal(tensor):
    """The tensor as an expression of numpy, exact to the bit."""
    dtype, shape, data = tensor["dtype"], tensor["shape"], tensor["data"]
    if dtype in PARTS:
        text = _floats(PARTS[dtype], [part for pair in data for part in pair]) + f".view(np.{dtype})"
    elif dtype in REALS:
        text = _floats(dtype, data)
    elif dtype == "string":
        text = f"np.array({[_string(element) for element in data]!r}, object)"
    else:
        text = f"np.array({[e if isinstance(e, bool) else int(e) for e in data]!r}, np.{'bool_' if dtype == 'bool' else dtype})"
    return text if len(shape) == 1 else f"{text}.reshape({tuple(shape)!r})"


def _string(element):
    if isinstance(element, dict):
        raise ValueError("a string that is not UTF-8 has no script")
    return element


def _floats(dtype, elements):
    real, bits = REALS[dtype]
    if not any(str(e).startswith("NaN(") for e in elements):
        return f"np.array([{', '.join(WORDS.get(str(e), repr(e)) for e in elements)}], np.{real})"
    numbers = ", ".join(_bits(e, real, bits) for e in elements)
    return f"np.array([{numbers}], np.{bits}).view(np.{real})"


def _bits(element, real, bits):
    if str(element).startswith("NaN("):
        return element[4:-1]
    return f"np.{real}({WORDS.get(str(element), repr(element))}).view(np.{bits})"
