"""numpy as a subject of the line protocol: python -m unique_oracle_reference.subject --corrected | --raw

Reads JSON lines on stdin until end of file or "stop", and answers each on stdout at once. Bare cases and vectors,
without "cmd", are answered too: a vector file as stdin gives a file of answers. Nothing else is written to stdout.
"""

import argparse
import contextlib
import sys

import numpy as np

from unique_oracle_reference import answer, case
from unique_oracle_reference import tensor as tensors

PROTOCOL = 1


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="unique_oracle_reference.subject", description=__doc__.split("\n", 1)[0])
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--corrected", action="store_true", help="numpy with every departure from the operator corrected")
    mode.add_argument("--raw", action="store_true", help="numpy.unique's own answers")
    options = parser.parse_args(arguments)
    with contextlib.redirect_stdout(sys.stderr):  # whatever a library prints must not get between the answers
        serve(sys.stdin.buffer, sys.__stdout__.buffer, options.raw)
    return 0


def serve(source, sink, is_raw):
    """Answers every line of `source` (bytes) on `sink` until end of file or "stop"."""
    for line in source:
        if not line.strip():
            continue
        message = _parsed(line)
        if message.get("cmd") == "stop":
            return
        reply = _reply(message, is_raw)
        if reply is not None:
            sink.write(case.dump(reply).encode("ascii") + b"\n")
            sink.flush()


def _parsed(line):
    try:
        message = case.load(line)
    except (ValueError, RecursionError) as error:
        return {"bad": f"not JSON: {error}"}
    return message if isinstance(message, dict) else {"bad": "not a JSON object"}


def _reply(message, is_raw):
    command = message.get("cmd", "run")
    if "bad" not in message and command == "run" and "vectors" in message and "X" not in message:
        return None  # the header of a vector file
    if "bad" not in message and command == "start":
        return _started(is_raw)
    identifier = message.get("id") if isinstance(message.get("id"), str) else None
    if "bad" in message or command != "run":
        return {"id": identifier, "failed": message.get("bad", f"unknown command {command!r}")}
    return {"id": identifier, **_answer(message, is_raw)}


def _started(is_raw):
    return {
        "started": True,
        "protocol": PROTOCOL,
        "name": f"numpy.unique ({'raw' if is_raw else 'corrected'})",
        "version": np.__version__,
        "dtypes": list(tensors.TYPES),
    }


def _answer(message, is_raw):
    try:
        question = case.case_from_json(message)
        outputs = answer.raw(question) if is_raw else answer.corrected(question)
        return {name: tensors.to_json(tensor) for name, tensor in outputs.items()}
    except answer.Rejected as error:
        return {"rejected": str(error)}
    except (answer.Unsupported, tensors.UnknownType) as error:  # SIL-19
        return {"unsupported": str(error)}
    except Exception as error:  # whatever it is, this case failed and the next one must still be answered
        return {"failed": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()  # nobody listens any more
        sys.exit(1)
