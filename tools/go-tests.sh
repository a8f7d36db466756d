#!/usr/bin/env bash
# All Go tests on both engines, with the race detector where something runs
# concurrently: tools/without-race.txt has the packages in which nothing does.
set -euo pipefail
cd "$(dirname "$0")/.."

# All tests share one PostgreSQL server: starting one for each package takes seconds.
if [ -z "${COLLOQUY_TEST_POSTGRES_PORT:-}" ]; then
  exec go run ./internal/storage/dbtest/withpostgres tools/go-tests.sh
fi

module=$(go list -m)
plain=() cached=() tests=()
while read -r dir names; do
  case $dir in '' | '#'*) continue ;; esac
  plain+=("$module/$dir")
  [ -z "$names" ] || { cached+=("$module/$dir"); tests+=("$names"); }
done <tools/without-race.txt
mapfile -t raced < <(go list ./... | grep -vxF -f <(printf '%s\n' "${plain[@]}"))

# The linters run vet. Without symbols for debuggers linking takes half of the time.
# The race detector excludes SQLite's translated C code, which has no goroutines and
# would take half of the time; its runtime is checked for races, but not its pointers.
common=(-vet=off '-ldflags=-s -w' -shuffle=on -timeout 20m)
race=(-race '-gcflags=modernc.org/...=-d=checkptr=0' '-gcflags=modernc.org/sqlite/lib=-race=false -d=checkptr=0')

go test "${common[@]}" "${plain[@]}"
go test "${common[@]}" "${race[@]}" -run "^($(IFS='|'; echo "${tests[*]}"))" "${cached[@]}"
go test "${common[@]}" "${race[@]}" "${raced[@]}"
