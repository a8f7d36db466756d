#!/usr/bin/env bash
# Runs all Go tests on both database engines. The race detector is on, except for the packages
# and tests in tools/without-race.txt, in which nothing runs concurrently.
set -euo pipefail
cd "$(dirname "$0")/.."

# All packages share one PostgreSQL server, because starting a server takes seconds.
if [ -z "${COLLOQUY_TEST_POSTGRES_PORT:-}" ]; then
  exec go run ./internal/storage/dbtest/withpostgres tools/go-tests.sh
fi

module=$(go list -m)
plain=()               # packages whose tests run without the race detector
cached=() tests=()     # packages in plain with tests that run also with it, and these tests
mixed=() sequential=() # packages not in plain with tests that run only without it, and these tests
while read -r dir names; do
  case $dir in '' | '#'*) continue ;; esac
  case $names in
  -*) mixed+=("$module/$dir") sequential+=("${names#-}") ;;
  '') plain+=("$module/$dir") ;;
  *) plain+=("$module/$dir") cached+=("$module/$dir") tests+=("$names") ;;
  esac
done <tools/without-race.txt
mapfile -t raced < <(go list ./... | grep -vxF -f <(printf '%s\n' "${plain[@]}"))

# vet is off because the linters run it. -s -w (no debug symbols) halves the time of linking.
# SQLite's translated C code (modernc.org/sqlite/lib) starts no goroutines. So the race detector and
# pointer checks are off for this code, where they would take half of the time of the tests. For the
# other packages of modernc.org only pointer checks are off.
common=(-vet=off '-ldflags=-s -w' -shuffle=on -timeout 20m)
race=(-race '-gcflags=modernc.org/...=-d=checkptr=0' '-gcflags=modernc.org/sqlite/lib=-race=false -d=checkptr=0')

# any_test_of joins the patterns in its arguments to one pattern for -run or -skip.
any_test_of() { local IFS='|'; echo "^($*)"; }

go test "${common[@]}" "${plain[@]}"
go test "${common[@]}" -run "$(any_test_of "${sequential[@]}")" "${mixed[@]}"
go test "${common[@]}" "${race[@]}" -run "$(any_test_of "${tests[@]}")" "${cached[@]}"
go test "${common[@]}" "${race[@]}" -skip "$(any_test_of "${sequential[@]}")" "${raced[@]}"
