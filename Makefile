# Every command of the repository. `make run` and `make test` install what is missing first.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

N ?= 100000
ORDERS ?= 10000
KILLS ?= 50
ROUNDS ?= 100
RUNS ?= 10
TAPS ?= 5
STORIES ?= 2000
SEED ?= $(shell date +%s)

.PHONY: help run build image check test parity bench tap fire fuzz model loaded mutants contract fmt web generate manual snapshots requirements

help: ## Lists the commands
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

run: web ## Builds for development, fills an empty database with the demo shop, serves http://127.0.0.1:8080
	cargo build --locked -p ksmart
	./target/debug/ksmart demo || true
	./target/debug/ksmart serve

build: web ## Builds target/release/ksmart, one file with everything inside
	cargo build --release --locked -p ksmart

image: web ## Builds the container image ksmart:latest, which contains only the program, and runs it
	scripts/image

check: web/node_modules ## Runs the checks and tests that the changes since BASE (HEAD) concern, in less than three minutes
	scripts/check $(BASE)

test: web ## Runs every test; names what is missing if one cannot run
	scripts/test

parity: ## Compares native Rust and WebAssembly on N carts, N allocations and N networks (N=1000000)
	cargo run --release --locked -q -p ksmart-core --example parity -- $(N) | node core-wasm/parity.mjs

bench: web ## Measures the server on SQLite and PostgreSQL, and the rules native and in WebAssembly
	scripts/with-postgres cargo bench --locked -p ksmart --bench shop

tap: web ## Measures a first visit on a cheap phone: first tap, layout shift, blocking time (TAPS)
	cargo build --release --locked -p ksmart
	cd web && CHROMIUM=$$(../scripts/chromium) KSMART_BIN=$(CURDIR)/target/release/ksmart node scripts/first-tap.mjs $(TAPS)

fire: web ## Stress test on SQLite and PostgreSQL: members buy while everything fails (ORDERS, KILLS, SEED)
	cargo build --release --locked -p ksmart
	ORDERS=$(ORDERS) KILLS=$(KILLS) SEED=$(SEED) KSMART_BIN=$(CURDIR)/target/release/ksmart scripts/fire

fuzz: web ## Sends random input to every call ROUNDS times, on SQLite and PostgreSQL (SEED)
	FUZZ_ROUNDS=$(ROUNDS) FUZZ_SEED=$(SEED) scripts/rust-tests --test shop -- fuzz::
	FUZZ_ROUNDS=$(ROUNDS) FUZZ_SEED=$(SEED) scripts/with-postgres -c fsync=off scripts/rust-tests --test shop -- fuzz::

model: web ## Compares the shop with a simple model in random stories, on SQLite and PostgreSQL (STORIES, SEED)
	MODEL_STORIES=$(STORIES) MODEL_SEED=$(SEED) scripts/rust-tests --test shop -- model::
	MODEL_STORIES=$(STORIES) MODEL_SEED=$(SEED) scripts/with-postgres -c fsync=off scripts/rust-tests --test shop -- model::

loaded: web ## Runs the browser tests RUNS times on an overloaded machine, with delayed answers
	cargo build --locked -p ksmart
	scripts/loaded $(RUNS)

mutants: ## Mutation test: changes the rules at random, and lists the changes that no test detects
	@command -v cargo-mutants >/dev/null || { echo "missing: cargo-mutants (cargo install cargo-mutants --locked)" >&2; exit 1; }
	cargo mutants --package ksmart-core --output target -- --lib --tests

contract: web ## Tests every API call against the document, without a login, as a member and as the owner (EXAMPLES, SEED)
	cargo build --locked -p ksmart
	KSMART_BIN=$(CURDIR)/target/debug/ksmart scripts/contract

fmt: web/node_modules ## Formats everything
	cargo fmt --all
	npm --prefix web run format

generate: web/node_modules ## Regenerates the files derived from the rules (WebAssembly) and from the API (TypeScript types)
	scripts/wasm
	cargo run --locked -q -p ksmart -- openapi > target/openapi.json
	npm --prefix web run gen:api -- ../target/openapi.json

snapshots: ## Rewrites the snapshots that tests compare with: e-mails and files
	INSTA_UPDATE=always scripts/rust-tests --lib

manual: web ## Retakes the pictures of the manual
	cargo build --locked -p ksmart
	cd web && MANUAL=1 CHROMIUM=$$(../scripts/chromium) KSMART_BIN=$(CURDIR)/target/debug/ksmart npm run e2e -- manual.spec.ts

requirements:
	@scripts/requirements

web: web/node_modules
	npm --prefix web run build

web/node_modules: web/package.json web/package-lock.json | requirements
	npm --prefix web ci
	touch $@
