#!/usr/bin/env bash
# make bench: builds the server and the benchmark, and prints the figures of one run.
set -euo pipefail
cd "$(dirname "$0")/.."

make --no-print-directory build
CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o bin/bench ./bench
exec bin/bench -server bin/colloquy "$@"
