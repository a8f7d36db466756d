# Colloquy. `make help` lists the targets.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.ONESHELL:
.SHELLFLAGS := -euo pipefail -c

BIN      := bin/colloquy
GO_FILES := $(shell find cmd internal seed web -name '*.go' -not -name '*_test.go' -not -path '*/node_modules/*') $(shell find internal/storage/migrations -type f) go.mod go.sum
SEED     := $(shell find seed/personas seed/content seed/portraits/img seed/portraits/video -type f) $(wildcard seed/*.json)
WEB_SRC  := $(shell find web/src web/public web/build web/worker -type f 2>/dev/null) web/index.html web/vite.config.ts web/tsconfig.json web/package.json
export GOFLAGS := -mod=readonly

.PHONY: help run build dev test check gen bench bench-cluster bench-growth bench-streams eval attack package portraits clean FORCE

help: ## List the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 18

run: build ## Build everything and serve on 127.0.0.1:8080
	@exec $(BIN) serve

build: $(BIN) bin/sbom.json ## Build the app and the server into bin/colloquy, with what they are made of in bin/sbom.json

# The file is written only when the version has changed. $(BIN) is built again after each write.
bin/version: FORCE
	@mkdir -p bin
	version=$$(tools/version.sh)
	[ "$$version" = "$$(cat $@ 2>/dev/null)" ] || echo "$$version" >$@

$(BIN): bin/version web/dist/index.html $(GO_FILES) $(SEED)
	@echo "building $(BIN)"
	CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$$(cat bin/version)" -o $(BIN) ./cmd/colloquy

bin/sbom.json: $(BIN) web/package-lock.json tools/sbom/main.go
	@cd tools && go run ./sbom -binary ../$(BIN) -lock ../web/package-lock.json -version "$$(cat ../bin/version)" -out ../$@

web/dist/index.html: web/node_modules/.installed $(WEB_SRC)
	@cd web && npm run --silent build

%/node_modules/.installed: %/package.json %/package-lock.json
	@cd $* && npm ci --no-audit --no-fund --loglevel=error
	touch node_modules/.installed

dev: web/node_modules/.installed ## Serve with hot reload of the app (vite on 127.0.0.1:5173)
	@go run ./cmd/colloquy serve & server=$$!
	trap 'kill $$server' EXIT
	cd web && npm run --silent dev

gen: web/node_modules/.installed ## Make api/openapi.json and the TypeScript types again
	@tools/gen.sh

check: web/node_modules/.installed e2e/node_modules/.installed seed/portraits/node_modules/.installed ## Fast checks: formatting, types, linters, stale files, unit tests on SQLite
	@tools/check.sh

test: web/node_modules/.installed e2e/node_modules/.installed seed/portraits/node_modules/.installed ## Everything: both engines with the race detector, web, linters, browser journeys
	@tools/test.sh

bench: ## Measure the server beside a plain reverse proxy
	@tools/bench.sh

bench-cluster: ## Restart and kill three replicas behind Caddy while users read replies, and check that nothing is lost or doubled
	@tools/bench-cluster.sh

bench-growth: build ## Measure calls while the database grows, and draw the curves of docs/scaling.md (ARGS="-messages 10000")
	@CGO_ENABLED=0 go build -trimpath -o bin/growth ./bench/growth
	bin/growth -server $(BIN) $(ARGS)

bench-streams: build ## Open 10,000 idle readers and 1,000 replies on one process
	@CGO_ENABLED=0 go build -trimpath -o bin/streams ./bench/streams
	bin/streams -server $(BIN) $(ARGS)

eval: ## Ask the model of COLLOQUY_LLM_URL 40 questions as 12 characters and grade its replies (MODEL=demo or scripted for those)
	@go run ./bench/eval $(if $(MODEL),-model $(MODEL)) -write docs/eval.md

attack: build ## Attack the built server with floods and slow readers, and print what it withstood
	@CGO_ENABLED=0 go build -trimpath -o bin/attack ./bench/attack
	bin/attack -server $(BIN)

package: build ## Make the Debian package, the archive and their checksums in bin/packages
	@tools/package.sh "$$(cat bin/version)"

portraits: seed/portraits/node_modules/.installed ## Engrave the portraits of new or changed personas
	@cd seed/portraits && node render.mjs

clean: ## Remove what was built
	rm -rf bin web/dist/* e2e/test-results
