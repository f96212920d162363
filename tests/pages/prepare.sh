#!/usr/bin/env bash
# prepare.sh PAGE: puts into the working folder what the commands of that page take for granted.
set -euo pipefail
plugin() { cc -shared -fPIC -I include -o "$1" "$2"; }

case "$1" in
  README.md) plugin mine.so docs/example/plugin.c ;;
  docs/claims.md) plugin libmine.so docs/example/plugin.c ;;
  docs/protocol.md)
    cp docs/example/plugin.c .
    # shellcheck disable=SC2046 # flags
    cc -I include -o mine docs/example/command.c plugin.c $(pkg-config --cflags --libs json-c)
    ;;
  docs/reports.md)
    plugin last_index.so tests/faulty/last_index.c
    cp corpus/vectors/official.jsonl .
    ;;
esac
