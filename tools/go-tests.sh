#!/usr/bin/env bash
# Runs all Go tests on both engines. The race detector is on except for the packages and
# tests in tools/without-race.txt, in which nothing runs concurrently.
set -euo pipefail
cd "$(dirname "$0")/.."

# All tests share one PostgreSQL server: starting one for each package takes seconds.
if [ -z "${COLLOQUY_TEST_POSTGRES_PORT:-}" ]; then
  exec go run ./internal/storage/dbtest/withpostgres tools/go-tests.sh
fi

module=$(go list -m)
plain=()                      # packages without the race detector
cached=() tests=()            # those of them with tests that need it too, and these tests
mixed=() one_after_another=() # packages with it, and their tests that run without
while read -r dir names; do
  case $dir in '' | '#'*) continue ;; esac
  case $names in
  -*) mixed+=("$module/$dir") one_after_another+=("${names#-}") ;;
  '') plain+=("$module/$dir") ;;
  *) plain+=("$module/$dir") cached+=("$module/$dir") tests+=("$names") ;;
  esac
done <tools/without-race.txt
mapfile -t raced < <(go list ./... | grep -vxF -f <(printf '%s\n' "${plain[@]}"))

# vet is off because the linters run it. -s -w (no debug symbols) halves the time of linking.
# The race detector and pointer checks are off for SQLite's translated C code, which has no
# goroutines and would take half of the time. For its runtime only pointer checks are off.
common=(-vet=off '-ldflags=-s -w' -shuffle=on -timeout 20m)
race=(-race '-gcflags=modernc.org/...=-d=checkptr=0' '-gcflags=modernc.org/sqlite/lib=-race=false -d=checkptr=0')

any_of() { local IFS='|'; echo "^($*)"; }

go test "${common[@]}" "${plain[@]}"
go test "${common[@]}" -run "$(any_of "${one_after_another[@]}")" "${mixed[@]}"
go test "${common[@]}" "${race[@]}" -run "$(any_of "${tests[@]}")" "${cached[@]}"
go test "${common[@]}" "${race[@]}" -skip "$(any_of "${one_after_another[@]}")" "${raced[@]}"
