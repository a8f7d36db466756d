#!/usr/bin/env bash
# Checks the formatting of Go code and runs the linters. tools/go.mod pins the
# version of golangci-lint.
set -euo pipefail
cd "$(dirname "$0")/.."

unformatted=$(gofmt -l cmd internal seed web/*.go bench e2e tools 2>/dev/null | grep -v node_modules || true)
if [ "$unformatted" ]; then
  echo "not formatted by gofmt:" >&2
  echo "$unformatted" >&2
  exit 1
fi
lint=$PWD/bin/golangci-lint
if [ ! -x "$lint" ] || [ tools/go.sum -nt "$lint" ]; then
  echo "building golangci-lint (once)"
  (cd tools && go build -o "$lint" github.com/golangci/golangci-lint/v2/cmd/golangci-lint)
  touch "$lint"
fi
"$lint" run --allow-parallel-runners ./...
