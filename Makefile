# One entry for people and for CI. `make run` and `make test` work on a fresh Debian machine with Swift 6.

PREFIX ?= $(HOME)/.local
SWIFT ?= swift
SEEDS ?= 1000
START ?= 1
SECONDS ?= 60
RELEASE_FLAGS = -c release --static-swift-stdlib
DEBUG_FLAGS = -Xswiftc -warnings-as-errors
# SwiftPM passes the names of enabled traits to the compiler in the order of a Set, a different one in each run, and what was
# compiled with another order is compiled anew; not so where hashing is the same each time. Only for building: the
# tests are to see what depends on an order.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build
# Sixty-four tests at once: each has a store or two, and a process has only so many descriptors (see `test`).
TESTS = $(SWIFT) test --skip-build --parallel --experimental-maximum-parallelization-width 64
TODO = .build/release/todo
SERVER = .build/release/todo-server
STAGE = .build/stage
RESULTS = .build/benchmarks

# What helps a command that runs for a few milliseconds (docs/performance.md): a fixed address, so that nothing has to
# be relocated at its start, and no table of exported names. The server, which others can reach, keeps its random
# address.
ifeq ($(shell uname),Linux)
QUICK_START = -Xlinker -no-pie -Xlinker --no-export-dynamic -Xlinker --as-needed
endif

.PHONY: run build command test simulate crash fuzz mutate sanitize hostile lint format bench bench-compare bench-record
.PHONY: bench-document capacity example docs coverage
.PHONY: reference api
.PHONY: fresh-clone portable stage install uninstall check-install setup clean

run: command
	@scripts/demo.sh $(TODO)

# The command alone, which is all that a new user waits for.
command: setup
	@scripts/archives.sh "$$($(SWIFT) build $(RELEASE_FLAGS) --show-bin-path)"
	$(BUILD) $(RELEASE_FLAGS) $(QUICK_START) --product todo

# In two calls: SwiftPM builds one product or all there are, tests' programs too, and the two are linked with different flags.
build: command
	$(BUILD) $(RELEASE_FLAGS) --product todo-server
	$(BUILD) $(RELEASE_FLAGS) --product todo-web

# Tests of the commands wait for whole programs, and others on the same threads would wait with them. Those of the store
# open hundreds of databases: beside all others, more than 1,300 descriptors, at which starting a process with Foundation
# may read past the end of its list of them and crash. Those of the pages hash passwords, which takes 128 MiB each time, and
# others measure the memory of their process. Those of the command start it some thousands of times, so they start the one
# that people have, which takes a quarter of the time.
test: command
	$(BUILD) $(DEBUG_FLAGS) --build-tests
	$(TESTS) --filter TodoLocalTests
	$(TESTS) --skip TodoLocalTests --skip TodoWebTests --skip TodoCommandTests
	$(TESTS) --filter TodoWebTests
	TODO_BINARY=$(CURDIR)/$(TODO) $(TESTS) --filter TodoCommandTests

# SEEDS worlds of 300 steps, from the seed START on; with a SABOTAGE of Tests/Simulation/Sabotage.swift it must fail.
# Their databases are in memory, if there is such a folder.
simulate: setup
	$(BUILD) $(RELEASE_FLAGS) --product simulate
	TMPDIR=$(firstword $(wildcard /dev/shm /tmp)) .build/release/simulate $(SEEDS) $(START) 300 $(SABOTAGE)

# What of the engine so many worlds run, and the lines that none of them does (docs/sync.md). A build of its own.
coverage: setup
	$(BUILD) --scratch-path .build/coverage -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping --product simulate
	rm -f .build/coverage/worlds*
	TMPDIR=$(firstword $(wildcard /dev/shm /tmp)) LLVM_PROFILE_FILE=.build/coverage/worlds-%p.profraw \
		.build/coverage/debug/simulate $(SEEDS) $(START)
	python3 scripts/coverage.py .build/coverage/debug/simulate .build/coverage/worlds

# Each step of an edit and of a sync, killed in every way; `make test` tries each in one of them.
crash: setup
	$(BUILD) $(DEBUG_FLAGS) --build-tests
	CRASH_MATRIX=whole $(SWIFT) test --skip-build --filter CrashMatrix

# Runs each parser on random bytes for this many seconds; a failure is reproduced with the FUZZ_SEED that was printed.
fuzz: setup
	$(BUILD) $(DEBUG_FLAGS) --build-tests
	FUZZ_SECONDS=$(SECONDS) $(SWIFT) test --skip-build --filter FuzzTests

# Makes small changes to the code, each of which some test of its module should notice; reports those that none does.
mutate: setup
	python3 scripts/mutate.py $(if $(SEED),--seed $(SEED)) $(if $(COUNT),--count $(COUNT)) $(addprefix --area ,$(AREA))

# Whatever runs on several threads. Each sanitizer has a build of its own, so that the others stay. Both keep memory of their
# own, and Foundation keeps what it read, so that neither memory in use nor leaks are looked at with them.
SANITIZED = "TodoNetworkTests|TodoServerTests|TodoKitTests|Observation|OtherConnection|ReadingAtOnce|StackMode|ConcurrentWriters"
MEASURED = "Endurance|flatMemory|bomb"
sanitize: setup
	$(BUILD) $(DEBUG_FLAGS) --build-tests --sanitize=thread --scratch-path .build-thread
	$(SWIFT) test --skip-build --sanitize=thread --scratch-path .build-thread --filter $(SANITIZED) --skip $(MEASURED)
	$(BUILD) $(DEBUG_FLAGS) --build-tests --sanitize=address --scratch-path .build-address
	ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=1:suppressions=scripts/address-sanitizer.supp \
	$(SWIFT) test --skip-build --sanitize=address --scratch-path .build-address --filter $(SANITIZED) --skip $(MEASURED)

# What one user of the server can still do while another attacks it.
hostile: setup
	$(BUILD) $(RELEASE_FLAGS) --product todo-server
	python3 Tests/Hostile/attacks.py $(SERVER)

lint:
	python3 scripts/layering.py
	python3 scripts/refused.py
	@! find -L Sources Tests Examples Benchmarks docs scripts -type l | sed 's/$$/ leads nowhere./' | grep .
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Examples Benchmarks Package.swift

format:
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Examples Benchmarks Package.swift

# Takes three quarters of an hour on an otherwise idle machine; QUICK=1 is some minutes, PART=cli one part with what it
# needs. Fails only where something could not be measured, and then with the results of everything else.
bench: build
	python3 Benchmarks/run.py $(TODO) $(SERVER) $(RESULTS) $(if $(QUICK),--quick) $(addprefix --part ,$(PART))

# What moved beyond its noise: between the latest record and the latest before it in Benchmarks/results, or between
# those whose names contain FROM and TO, such as commits.
bench-compare:
	@python3 Benchmarks/compare.py $(RESULTS) $(FROM) $(TO) $(if $(ALL),--all)

# Keeps the latest record of this machine in the repository.
bench-record:
	@python3 Benchmarks/keep.py $(RESULTS) $(RECORD)

# Simulated people on one server (docs/capacity.md); CAPACITY="--users 1000 --limit 3600" says how many and how long.
capacity: setup
	$(BUILD) $(RELEASE_FLAGS) --product todo-server
	python3 Benchmarks/capacity.py $(SERVER) --results .build/capacity.json $(CAPACITY)

# Copies the results of the last `make bench` into the documentation.
bench-document:
	python3 Benchmarks/table.py $(RESULTS) --into docs/performance.md

example: build
	$(BUILD) --disable-index-store --package-path Examples --scratch-path .build/examples
	scripts/example.sh $(TODO) .build/examples/debug/todo-live
	scripts/tutorial.sh .build/examples/debug $(SERVER)

# What `make test` builds with, so that nothing is built anew after it.
docs api: export DEBUG_BUILD = $(BUILD) $(DEBUG_FLAGS)
docs: setup
	scripts/docs.sh

# The libraries, compiled as for a system without libcurl, as far as that can be done here.
portable: setup
	scripts/portable.sh

# What a new user waits for and what a dependent resolves, from a fresh clone; TIMES=1 builds everything anew.
fresh-clone: setup
	scripts/fresh-clone.sh $(if $(TIMES),--times)

# The list of everything public, with which `make docs` compares.
api: setup
	scripts/docs.sh --api

# The list of commands and options at the end of docs/cli.md.
reference: setup
	$(BUILD) $(DEBUG_FLAGS) --product todo
	$(BUILD) $(DEBUG_FLAGS) --product manual
	scripts/reference.sh .build/debug docs/cli.md

# Everything that is installed, as it will be below PREFIX: programs, man pages, completions, the unit for systemd.
stage: build
	$(BUILD) $(RELEASE_FLAGS) --product manual
	scripts/stage.sh .build/release $(STAGE) $(PREFIX)

install: stage
	cd $(STAGE) && find . -type f -perm -u+x -exec install -D -m 755 {} "$(DESTDIR)$(PREFIX)/{}" \;
	cd $(STAGE) && find . -type f ! -perm -u+x -exec install -D -m 644 {} "$(DESTDIR)$(PREFIX)/{}" \;

uninstall: | $(STAGE)
	cd $(STAGE) && find . -type f -exec rm -f "$(DESTDIR)$(PREFIX)/{}" \;

$(STAGE):
	$(MAKE) stage

check-install:
	scripts/check-install.sh

setup:
	@scripts/setup.sh

clean:
	rm -rf .build .build-thread .build-address
