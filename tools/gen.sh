#!/usr/bin/env bash
# Generates api/openapi.json from the Go code, and the TypeScript types from api/openapi.json.
# With --check it changes nothing, and fails if one of the two files is stale.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The flags are those of make build, so that its build cache is used.
CGO_ENABLED=0 go run -trimpath ./cmd/colloquy openapi >"$work/openapi.json"
web/node_modules/.bin/openapi-typescript "$work/openapi.json" -o "$work/schema.d.ts" >/dev/null

stale=0
copy_or_compare() { # arguments: generated file, target
  if [ "${check:-}" ]; then
    cmp -s "$1" "$2" || { echo "$2 is stale: run make gen and commit it" >&2; stale=1; }
  else
    cp "$1" "$2"
  fi
}
[ "${1:-}" = --check ] && check=1
copy_or_compare "$work/openapi.json" api/openapi.json
copy_or_compare "$work/schema.d.ts" web/src/shared/api/schema.d.ts
exit $stale
