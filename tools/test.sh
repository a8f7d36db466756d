#!/usr/bin/env bash
# make test: all checks and tests, with the time of each part. The parts of Go and
# of Node run in parallel, each ordered from fast to slow; the first failure ends
# both. The browser journeys use all cores and run last.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
sides=() # process groups
trap 'end_sides; rm -rf "$work"' EXIT
end_sides() { [ ${#sides[@]} -eq 0 ] || kill -- "${sides[@]}" 2>/dev/null || true; }

part() { # name, command...
  local name=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@"
  printf '%5d s  %s\n' $((SECONDS - start)) "$name" >>"$work/times"
}
in_web() { (cd web && npm run --silent "$@"); }

# The tests of the engraver take minutes of one core and depend on the files in seed,
# the installed packages and Node only. They are skipped if these are as they were
# when the tests last passed, unless COLLOQUY_TEST_ALL is set.
portraits() {
  local state passed=seed/portraits/node_modules/.tests-passed
  (cd seed/portraits && npm run --silent check)
  state=$(seed_state)
  if [ -z "${COLLOQUY_TEST_ALL:-}" ] && [ "$(cat "$passed" 2>/dev/null)" = "$state" ]; then
    echo 'the tests of the engraver passed with these files'
    return
  fi
  (cd seed/portraits && npm run --silent test)
  echo "$state" >"$passed"
}
seed_state() {
  {
    node --version
    find seed -type f -not -path '*/node_modules/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
    sha256sum seed/portraits/node_modules/.package-lock.json
  } | sha256sum
}
journeys() { (cd e2e && npm run --silent test); }

of_tools() { (cd tools && go test ./sbom); }

of_go() {
  part 'generated files are fresh' tools/gen.sh --check
  part 'Go linters' tools/lint.sh
  part 'known vulnerabilities' tools/audit.sh
  part 'bill of materials' of_tools
  part 'Go tests, both engines, race detector' tools/go-tests.sh
}
of_node() {
  part 'web: formatting, types, dead code' in_web check
  part 'journeys: formatting, types' npm --prefix e2e run --silent check
  part 'web: unit tests' in_web test
  part 'web: sizes' in_web size
  part 'portraits' portraits
}

side_by_side() {
  local failed=0
  set -m # each side is a process group, so that it can be killed
  of_node >"$work/node" 2>&1 &
  sides+=("-$!")
  of_go &
  sides+=("-$!")
  set +m
  wait -n || failed=$?
  [ "$failed" -ne 0 ] || wait -n || failed=$?
  [ "$failed" -eq 0 ] || end_sides
  sides=()
  cat "$work/node"
  return "$failed"
}

part 'system packages' tools/services.sh
part 'build' make --no-print-directory build
part 'checks, unit tests, Go' side_by_side
part 'browser journeys' journeys
printf '\nEverything passed.\n'
cat "$work/times"
