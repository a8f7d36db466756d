#!/usr/bin/env bash
# All Go tests on both engines, with the race detector where something runs
# concurrently: tools/without-race.txt has the packages and tests in which nothing does.
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

# The linters run vet. Without symbols for debuggers linking takes half of the time.
# The race detector excludes SQLite's translated C code, which has no goroutines and
# would take half of the time; its runtime is checked for races, but not its pointers.
common=(-vet=off '-ldflags=-s -w' -shuffle=on -timeout 20m)
race=(-race '-gcflags=modernc.org/...=-d=checkptr=0' '-gcflags=modernc.org/sqlite/lib=-race=false -d=checkptr=0')

any_of() { local IFS='|'; echo "^($*)"; }

go test "${common[@]}" "${plain[@]}"
go test "${common[@]}" -run "$(any_of "${one_after_another[@]}")" "${mixed[@]}"
go test "${common[@]}" "${race[@]}" -run "$(any_of "${tests[@]}")" "${cached[@]}"
go test "${common[@]}" "${race[@]}" -skip "$(any_of "${one_after_another[@]}")" "${raced[@]}"
