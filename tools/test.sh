#!/usr/bin/env bash
# make test: everything, with the time that each part took.
set -euo pipefail
cd "$(dirname "$0")/.."

part() { # name, command...
  local name=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@"
  times+="$(printf '%5d s  %s' $((SECONDS - start)) "$name")"$'\n'
}
times=''
in_web() { (cd web && npm run --silent "$@"); }
portraits() { (cd seed/portraits && npm run --silent check && npm run --silent test); }
go_tests() { go test -race -shuffle=on -timeout 20m ./...; }
journeys() { (cd e2e && npm run --silent check && npm run --silent test); }

part 'system packages' tools/services.sh
part 'build' make --no-print-directory build
part 'generated files are fresh' tools/gen.sh --check
part 'Go linters' tools/lint.sh
part 'web: formatting, types, dead code' in_web check
part 'web: unit tests' in_web test
part 'web: sizes' in_web size
part 'portraits' portraits
part 'Go tests, both engines, race detector' go_tests
part 'browser journeys' journeys
printf '\nEverything passed.\n%s' "$times"
