#!/usr/bin/env bash
# prepare.sh PAGE: puts into the working folder what the commands of that page take for granted.
set -euo pipefail
plugin() { cc -shared -fPIC -I include -o "$1" "$2"; }

case "$1" in
  README.md) plugin mine.so docs/example/plugin.c ;;
  docs/claims.md) plugin libmine.so docs/example/plugin.c ;;
  docs/explain.md | docs/shrinking.md) plugin last_index.so tests/faulty/last_index.c ;;
  docs/protocol.md)
    cp docs/example/plugin.c .
    # shellcheck disable=SC2046 # flags
    cc -I include -o mine docs/example/command.c plugin.c $(pkg-config --cflags --libs json-c)
    ;;
  docs/reports.md)
    plugin last_index.so tests/faulty/last_index.c
    cp corpus/vectors/official.jsonl .
    ;;
  docs/troubleshooting.md)
    plugin mine.so docs/example/plugin.c
    echo 'int nothing;' | cc -shared -fPIC -x c -o nothing.so -
    echo 'int missing(void); int uo_plugin_entry(void) { return missing(); }' | cc -shared -fPIC -x c -o needs.so -
    cc -shared -fPIC -fsanitize=address -I include -o sanitized.so docs/example/plugin.c
    cp corpus/vectors/official.jsonl .
    head -c 400 official.jsonl >cut.jsonl
    sed 's/"dtype": "float"/"dtype": "float32"/' official.jsonl >type.jsonl
    sed 's/"shape": \[6\]/"shape": [7]/' official.jsonl >shape.jsonl
    tail -n +2 official.jsonl >headless.jsonl
    : >empty.jsonl
    echo 'test_unique_length_1 borken' >known.txt
    ;;
esac
