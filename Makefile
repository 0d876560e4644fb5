# One entry for people and for CI. `make run` and `make test` work on a fresh Debian machine with Swift 6.

PREFIX ?= $(HOME)/.local
SWIFT ?= swift
SEEDS ?= 1000
START ?= 1
RELEASE_FLAGS = -c release --static-swift-stdlib
TODO = .build/release/todo
SERVER = .build/release/todo-server

.PHONY: run build test simulate crash sanitize lint format bench example docs install setup clean

run: build
	@scripts/demo.sh $(TODO)

build: setup
	$(SWIFT) build $(RELEASE_FLAGS) --product todo
	$(SWIFT) build $(RELEASE_FLAGS) --product todo-server

test: setup
	$(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	$(SWIFT) test --skip-build --parallel

# SEEDS worlds of 300 steps, from the seed START on; with a SABOTAGE of Tests/Simulation/Sabotage.swift it must fail.
simulate: setup
	$(SWIFT) build $(RELEASE_FLAGS) --product simulate
	.build/release/simulate $(SEEDS) $(START) 300 $(SABOTAGE)

# Each step of an edit and of a sync, killed in every way; `make test` tries each in one of them.
crash: setup
	$(SWIFT) build --build-tests
	CRASH_MATRIX=whole $(SWIFT) test --skip-build --filter CrashMatrix

# Each sanitizer has a build of its own, so that the others stay.
sanitize: setup
	$(SWIFT) test --sanitize=thread --scratch-path .build-thread --filter TodoNetworkTests
	$(SWIFT) test --sanitize=address --scratch-path .build-address --filter TodoNetworkTests

lint:
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Examples Package.swift

format:
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Examples Package.swift

bench: build
	python3 Benchmarks/cli.py $(TODO)
	python3 Benchmarks/server.py $(SERVER)

example: build
	$(SWIFT) build --package-path Examples --scratch-path .build/examples
	scripts/example.sh $(TODO) .build/examples/debug/todo-live

docs:
	$(SWIFT) package generate-documentation --target TodoKit --output-path .build/docs

install: build
	install -D -s -m 755 $(TODO) $(DESTDIR)$(PREFIX)/bin/todo
	install -D -s -m 755 $(SERVER) $(DESTDIR)$(PREFIX)/bin/todo-server
	mkdir -p $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(TODO) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/todo
	$(TODO) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_todo
	$(TODO) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/todo.fish

setup:
	@scripts/setup.sh

clean:
	rm -rf .build .build-thread .build-address
