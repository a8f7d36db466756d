#!/usr/bin/env bash
# make test: all checks and tests, with the time of each part. The Go parts and the Node parts form
# two sides, which run in parallel. Each side runs its fast parts first. The first failure ends both
# sides. The browser journeys use all cores and run last.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
sides=() # the process groups of both sides
trap 'end_sides; rm -rf "$work"' EXIT
end_sides() { [ ${#sides[@]} -eq 0 ] || kill -- "${sides[@]}" 2>/dev/null || true; }

run_part() { # arguments: name, command...
  local name=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@"
  printf '%5d s  %s\n' $((SECONDS - start)) "$name" >>"$work/times"
}
npm_in_web() { (cd web && npm run --silent "$@"); }

# test_portraits tests the program that draws the portraits, which takes minutes of one core. The
# result depends only on the files in seed, the installed packages and Node. If these are unchanged
# since the last pass, the tests are skipped. COLLOQUY_TEST_ALL prevents the skip.
test_portraits() {
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
run_journeys() { (cd e2e && npm run --silent test); }

test_sbom() { (cd tools && go test ./sbom); }

check_go() {
  run_part 'generated files are fresh' tools/gen.sh --check
  run_part 'Go linters' tools/lint.sh
  run_part 'known vulnerabilities' tools/audit.sh
  run_part 'bill of materials' test_sbom
  run_part 'Go tests, both engines, race detector' tools/go-tests.sh
}
check_node() {
  run_part 'web: formatting, types, dead code' npm_in_web check
  run_part 'journeys: formatting, types' npm --prefix e2e run --silent check
  run_part 'web: unit tests' npm_in_web test
  run_part 'web: sizes' npm_in_web size
  run_part 'portraits' test_portraits
}

run_both_sides() {
  local failed=0
  set -m # each side is a process group, so that it can be killed
  check_node >"$work/node" 2>&1 &
  sides+=("-$!")
  check_go &
  sides+=("-$!")
  set +m
  wait -n || failed=$?
  [ "$failed" -ne 0 ] || wait -n || failed=$?
  [ "$failed" -eq 0 ] || end_sides
  sides=()
  cat "$work/node"
  return "$failed"
}

run_part 'system packages' tools/services.sh
run_part 'build' make --no-print-directory build
run_part 'checks, unit tests, Go' run_both_sides
run_part 'browser journeys' run_journeys
printf '\nEverything passed.\n'
cat "$work/times"
