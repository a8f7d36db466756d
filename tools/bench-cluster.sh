#!/usr/bin/env bash
# make bench-cluster: installs PostgreSQL and Redis with tools/services.sh, builds the server and
# the bench, and runs the bench. If Caddy is not installed, it builds the version in
# deploy/compose.yaml.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/services.sh
make --no-print-directory build
CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o bin/cluster ./bench/cluster

caddy=$(command -v caddy || echo bin/caddy)
if [ ! -x "$caddy" ]; then
  version=$(sed -nE 's/.*image: caddy:([0-9.]+).*/\1/p' deploy/compose.yaml)
  echo "building Caddy $version"
  GOFLAGS='' GOBIN="$PWD/bin" go install "github.com/caddyserver/caddy/v2/cmd/caddy@v$version"
fi
exec bin/cluster -server bin/colloquy -caddy "$caddy" "$@"
