#!/usr/bin/env bash
# Runs all Go tests on both engines. The race detector is on except for the packages in
# tools/without-race.txt, in which nothing runs concurrently.
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

# vet is off because the linters run it. -s -w (no debug symbols) halves the time of linking.
# The race detector and pointer checks are off for SQLite's translated C code, which has no
# goroutines and would take half of the time. For its runtime only pointer checks are off.
common=(-vet=off '-ldflags=-s -w' -shuffle=on -timeout 20m)
race=(-race '-gcflags=modernc.org/...=-d=checkptr=0' '-gcflags=modernc.org/sqlite/lib=-race=false -d=checkptr=0')

go test "${common[@]}" "${plain[@]}"
go test "${common[@]}" "${race[@]}" -run "^($(IFS='|'; echo "${tests[*]}"))" "${cached[@]}"
go test "${common[@]}" "${race[@]}" "${raced[@]}"
