"""complete.py COMPLETION: what bash makes of Tab, typed on a terminal, with the completion that is installed."""

import os
import pty
import re
import select
import sys
import tempfile
import time

# What is typed, Tab for every |, and the arguments that come out.
TYPED = [
    ("gate --pol|numpy", ["gate", "--policy", "numpy"]),
    ("ga|--plugin my|", ["gate", "--plugin", "my plug-in.so"]),
    ("gate --plugin my\\ plug|", ["gate", "--plugin", "my plug-in.so"]),
    ("gate --plugin \"my plug|", ["gate", "--plugin", "my plug-in.so"]),
    ("gate --plugin=my|", ["gate", "--plugin=my plug-in.so"]),
    ("gate --plugin 'my plug-in.so' --lev|2", ["gate", "--plugin", "my plug-in.so", "--level", "2"]),
    ("gate --vectors a\\ f|x.j|", ["gate", "--vectors", "a folder/x.jsonl"]),
    ("gate --policy num|", ["gate", "--policy", "numpy"]),
    ("gate --policy=num|", ["gate", "--policy=numpy"]),
    ("gate --policy onnx,nan-order=f|", ["gate", "--policy", "onnx,nan-order=first"]),
    ("gate --policy nan-order=first,zero=d|", ["gate", "--policy", "nan-order=first,zero=distinct"]),
    ("gate --policy=zero=d|", ["gate", "--policy=zero=distinct"]),
    ("gate --dtype float,str|", ["gate", "--dtype", "float,string"]),
    ("gate --require-dtypes al|", ["gate", "--require-dtypes", "all"]),
    ("explain --as nu|", ["explain", "--as", "numpy"]),
    ("explain x.j|--as onn|", ["explain", "x.jsonl", "--as", "onnx"]),
    ("verify|x.j|", ["verify-claim", "x.jsonl"]),
    ("gate --seed 7|", ["gate", "--seed", "7"]),
]


def until(terminal, pattern, end):
    shown = b""
    while not re.search(pattern, shown):
        assert time.monotonic() < end, shown
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 65536)
    return re.search(pattern, shown)


def main(completion):
    folder = tempfile.mkdtemp()
    os.mkdir(os.path.join(folder, "a folder"))
    for name in ("my plug-in.so", "x.jsonl", "a folder/x.jsonl"):
        with open(os.path.join(folder, name), "w", encoding="utf-8"):
            pass
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], {"PATH": os.environ["PATH"], "TERM": "dumb", "PS1": "$ "})
    end, failures = time.monotonic() + 60, 0
    os.write(terminal, f". '{completion}'; stty -echo cols 500; unique-oracle() {{ printf 'G%s' 'OT'; printf '<%s>' \"$@\"; echo; }}\n".encode())
    for typed, want in TYPED:
        line = "unique-oracle " + typed.replace("|", "\t")
        os.write(terminal, (line + "\n").encode())
        got = until(terminal, rb"GOT((?:<[^>]*>)*)\r?\n", end)[1].decode()
        got = re.findall("<([^>]*)>", got)
        if got != want:
            failures += 1
            print(f"{typed}: {got}, not {want}")
    os.write(terminal, b"exit\n")
    print(f"bash completion: {len(TYPED)} lines typed, {failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
