#!/usr/bin/env bash
# make check: what can be known in about a minute.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/lint.sh
tools/gen.sh --check
(cd web && npm run --silent check && npm run --silent test)
(cd e2e && npm run --silent check)
(cd seed/portraits && npm run --silent check)
go test -run '/sqlite|^Test[^/]*$' ./cmd/... ./internal/core/... ./internal/llm/... ./internal/chat/... ./internal/httpx/... ./internal/app/... ./seed/...
