#!/usr/bin/env bash
# make check: the checks that take a few minutes. It needs no PostgreSQL, no
# browser and no race detector.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/lint.sh
tools/gen.sh --check
tools/audit.sh
(cd tools && go test ./sbom)
(cd web && npm run --silent check && npm run --silent test)
(cd e2e && npm run --silent check)
(cd seed/portraits && npm run --silent check)
COLLOQUY_TEST_ENGINE=sqlite go test $(go list ./... | grep -v -e /cmd/ -e /bench)
