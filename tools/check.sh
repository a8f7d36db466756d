#!/usr/bin/env bash
# make check: the checks that take a few minutes. It needs no PostgreSQL, no browser and no
# race detector. The checks of Go and of Node run in parallel.
set -euo pipefail
cd "$(dirname "$0")/.."

check_go() {
  tools/lint.sh # it runs vet, so the tests below do not
  tools/gen.sh --check
  tools/audit.sh
  (cd tools && go test ./sbom)
  COLLOQUY_TEST_ENGINE=sqlite go test -vet=off $(go list ./... | grep -v -e /cmd/ -e /bench)
}
check_node() {
  (cd web && npm run --silent check && npm run --silent test)
  (cd e2e && npm run --silent check)
  (cd seed/portraits && npm run --silent check)
}

output=$(mktemp)
sides=() # the process groups of both sides, so that an interrupt ends them
trap 'kill -- "${sides[@]}" 2>/dev/null || true; rm -f "$output"' EXIT
set -m
check_node >"$output" 2>&1 &
sides+=("-$!")
check_go &
sides+=("-$!")
set +m
failed=0
for side in "${sides[@]}"; do wait "${side#-}" || failed=1; done
cat "$output"
exit "$failed"
