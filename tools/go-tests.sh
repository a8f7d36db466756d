#!/usr/bin/env bash
# All Go tests on both engines, with the race detector where something runs
# concurrently: tools/without-race.txt has the packages in which nothing does.
set -euo pipefail
cd "$(dirname "$0")/.."

module=$(go list -m)
plain=() cached=() tests=()
while read -r dir names; do
  case $dir in '' | '#'*) continue ;; esac
  plain+=("$module/$dir")
  [ -z "$names" ] || { cached+=("$module/$dir"); tests+=("$names"); }
done <tools/without-race.txt
mapfile -t raced < <(go list ./... | grep -vxF -f <(printf '%s\n' "${plain[@]}"))

# The linters run vet. The race detector excludes SQLite's translated C code, which
# has no goroutines and would take half of the time.
common=(-vet=off -shuffle=on -timeout 20m)
race=(-race '-gcflags=modernc.org/sqlite/lib=-race=false -d=checkptr=0')

go test "${common[@]}" "${plain[@]}"
go test "${common[@]}" "${race[@]}" -run "^($(IFS='|'; echo "${tests[*]}"))" "${cached[@]}"
go test "${common[@]}" "${race[@]}" "${raced[@]}"
