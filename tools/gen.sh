#!/usr/bin/env bash
# Generates api/openapi.json from the code, and the TypeScript types from it. With
# --check it changes nothing and fails if one of them is stale.
set -euo pipefail
cd "$(dirname "$0")/.."

# The flags of make build, to use its build cache.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CGO_ENABLED=0 go run -trimpath ./cmd/colloquy openapi >"$work/openapi.json"
web/node_modules/.bin/openapi-typescript "$work/openapi.json" -o "$work/schema.d.ts" >/dev/null

stale=0
put() { # generated file, target
  if [ "${check:-}" ]; then
    cmp -s "$1" "$2" || { echo "$2 is stale: run make gen and commit it" >&2; stale=1; }
  else
    cp "$1" "$2"
  fi
}
[ "${1:-}" = --check ] && check=1
put "$work/openapi.json" api/openapi.json
put "$work/schema.d.ts" web/src/shared/api/schema.d.ts
exit $stale
