"""python -m unique_oracle_reference goldens [--check] | answer CASES | freeze CASES"""

import argparse
import os
import sys

import numpy as np

from unique_oracle_reference import campaign
from unique_oracle_reference.check import NoCorpus, check
from unique_oracle_reference.write import write

_SHOWN = 50


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="unique_oracle_reference", description="Golden vectors for ONNX Unique.")
    commands = parser.add_subparsers(dest="command", required=True)
    goldens = commands.add_parser("goldens", help="write the golden vectors, or check them")
    goldens.add_argument("--check", action="store_true", help="write nothing: check the lock and every answer")
    goldens.add_argument("--corpus", default="corpus", metavar="DIR", help="the corpus folder (default: %(default)s)")
    answer = commands.add_parser("answer", help="answer a file of cases: a vector file on standard output")
    answer.add_argument("cases", metavar="CASES")
    freeze = commands.add_parser("freeze", help="add a file of cases to the frozen ones, and write the golden vectors")
    freeze.add_argument("cases", metavar="CASES")
    freeze.add_argument("--corpus", default="corpus", metavar="DIR", help="the corpus folder (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        return _run(options)
    except (campaign.BadCases, NoCorpus) as error:
        print(f"{options.command}: {error}", file=sys.stderr)
        return 2


def _run(options):
    if options.command == "answer":
        campaign.answer(options.cases, sys.stdout)
        return 0
    folder = os.path.join(options.corpus, "vectors")
    if options.command == "freeze":
        return _freeze(options.cases, folder)
    return _check(folder) if options.check else _write(folder)


def _freeze(path, folder):
    count = campaign.freeze(path, folder)
    print(f"freeze: {count} vectors added to unseen.jsonl" if count else "freeze: nothing to add")
    return 0


def _write(folder):
    manifest = write(folder)
    print(f"goldens: wrote {manifest['vectors']} vectors in {len(manifest['files'])} files with numpy {np.__version__}")
    return 0


def _check(folder):
    """0: locked and answered alike; 1: it differs, and where; raises NoCorpus: nothing to check."""
    found, vectors, files = check(folder)
    for line in found[:_SHOWN]:
        print(line)
    if len(found) > _SHOWN:
        print(f"... and {len(found) - _SHOWN} more")
    if found:
        print(f"goldens: {len(found)} differences from the frozen corpus, with numpy {np.__version__}")
        return 1
    print(
        f"goldens: {vectors} vectors in {files} files are as frozen, numpy {np.__version__} answers all of them alike"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
