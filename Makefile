# One entry for people and for CI. `make run` and `make test` work on a fresh Debian machine with Swift 6.

PREFIX ?= $(HOME)/.local
SWIFT ?= swift
SEEDS ?= 1000
START ?= 1
RELEASE_FLAGS = -c release --static-swift-stdlib
TODO = .build/release/todo
SERVER = .build/release/todo-server
RESULTS = .build/benchmarks.json

# What a command that runs for a few milliseconds gains from (docs/performance.md): a fixed address, so that nothing in
# it has to be adjusted at its start, and no table of its names for libraries that would call it. The server, which
# others can reach, keeps its random address.
ifeq ($(shell uname),Linux)
QUICK_START = -Xlinker -no-pie -Xlinker --no-export-dynamic -Xlinker --as-needed
endif

.PHONY: run build test simulate sanitize lint format bench bench-document example docs install setup clean

run: build
	@scripts/demo.sh $(TODO)

build: setup
	@scripts/archives.sh "$$($(SWIFT) build $(RELEASE_FLAGS) --show-bin-path)"
	$(SWIFT) build $(RELEASE_FLAGS) $(QUICK_START) --product todo
	$(SWIFT) build $(RELEASE_FLAGS) --product todo-server

test: setup
	$(SWIFT) build --build-tests -Xswiftc -warnings-as-errors
	$(SWIFT) test --skip-build --parallel

# SEEDS worlds of 300 steps, from the seed START on.
simulate: setup
	$(SWIFT) build -c release --product simulate
	.build/release/simulate $(SEEDS) $(START)

# Each sanitizer has a build of its own, so that the others stay.
sanitize: setup
	$(SWIFT) test --sanitize=thread --scratch-path .build-thread --filter TodoNetworkTests
	$(SWIFT) test --sanitize=address --scratch-path .build-address --filter TodoNetworkTests

lint:
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Examples Benchmarks Package.swift

format:
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Examples Benchmarks Package.swift

# Half an hour on a machine that does nothing else; QUICK=1 is a few minutes, PART=cli one part with what it needs.
bench: build
	python3 Benchmarks/run.py $(TODO) $(SERVER) $(RESULTS) $(if $(QUICK),--quick) $(addprefix --part ,$(PART))

# Puts the results of the last `make bench` into the documentation.
bench-document:
	python3 Benchmarks/table.py $(RESULTS) --into docs/performance.md

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
	mkdir -p $(DESTDIR)$(PREFIX)/lib/systemd/system
	sed 's|@PREFIX@|$(PREFIX)|' docs/deploy/todo-server.service > $(DESTDIR)$(PREFIX)/lib/systemd/system/todo-server.service

setup:
	@scripts/setup.sh

clean:
	rm -rf .build .build-thread .build-address
