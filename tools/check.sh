#!/usr/bin/env bash
# make check: what can be known in a few minutes, on SQLite alone and without a
# browser or the race detector.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/lint.sh
tools/gen.sh --check
tools/audit.sh
(cd tools && go test ./sbom)
(cd web && npm run --silent check && npm run --silent test)
(cd e2e && npm run --silent check)
(cd seed/portraits && npm run --silent check)
go test -skip '/postgres$' $(go list ./... | grep -v -e /cmd/ -e /bench)
