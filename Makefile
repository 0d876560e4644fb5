# One entry for people and for CI. `make run` and `make test` work on a fresh Debian machine with Swift 6.

PREFIX ?= $(HOME)/.local
SWIFT ?= swift
SEEDS ?= 1000
START ?= 1
SECONDS ?= 60
# Programs for people are optimised, and have no symbols for a debugger: they are stripped when they are installed.
# What nothing calls is left out, function by function.
RELEASE_FLAGS = -c release --static-swift-stdlib -debug-info-format none -Xswiftc -Xfrontend -Xswiftc -function-sections
# Everything else is built in one way, so that nothing is compiled twice: `make run`, `make test`, `make quick`, `make example`
# and `make docs` share it. Each of these flags makes it quicker (docs/performance.md): no index, no symbols for a debugger
# (DEBUG_INFO=dwarf has them), and few, large groups of files for the compiler. Each group reads all files of its module.
DEBUG_INFO ?= none
DEBUG_FLAGS = --disable-index-store -debug-info-format $(DEBUG_INFO) -Xswiftc -warnings-as-errors \
	-Xswiftc -driver-batch-size-limit -Xswiftc 200
# SwiftPM passes the names of enabled traits to the compiler in the order of a Set, a different one in each run, and what was
# compiled with another order is compiled anew; not so where hashing is the same each time. Only for building: the
# tests are to see what depends on an order.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build
# The tests as one program, which must leave nothing running. Sixty-four at once: each has a store or two, and a process has
# only so many descriptors (see `test`).
TESTS = scripts/leaves-nothing.py .build/debug/todoPackageTests.xctest --testing-library swift-testing \
	--experimental-maximum-parallelization-width 64
# The command as `make run` and `make test` build it, and as it is installed.
DEBUG_TODO = .build/debug/todo
TODO = .build/release/todo
SERVER = .build/release/todo-server
# The programs that are installed; the packages take them from this list too.
INSTALLED = $(shell sed -n 's/^\([a-z-]*\) .*/\1/p' Packaging/programs)
STAGE = .build/stage
RESULTS = .build/benchmarks

# What helps a command that runs for a few milliseconds (docs/performance.md): a fixed address, so that nothing has to
# be relocated at its start, and no table of exported names. The server, which others can reach, keeps its random
# address.
ifeq ($(shell uname),Linux)
RELEASE_FLAGS += -Xswiftc -Xclang-linker -Xswiftc --ld-path=$(CURDIR)/scripts/ld.sh -Xlinker --build-id=sha1
# No paths of this folder in the programs.
RELEASE_FLAGS += -Xcc -ffile-prefix-map=$(CURDIR)/= -Xcxx -ffile-prefix-map=$(CURDIR)/=
QUICK_START = -Xlinker -no-pie -Xlinker --no-export-dynamic -Xlinker --as-needed
endif

# Each target says after two hashes what it is for, and in which of these groups `make help` lists it.
GROUPS = First,Every change,Before a landing,Attacks,Numbers,Programs
help:
	@awk '/^[a-z-]+:.* ## / { name = $$0; sub(/:.*/, "", name); purpose = $$0; sub(/.* ## /, "", purpose); \
		group = purpose; sub(/:.*/, "", group); sub(/^[^:]*: /, "", purpose); \
		text[group] = text[group] sprintf("  make %-15s %s\n", name, purpose) } \
		END { count = split("$(GROUPS)", groups, ","); \
		for (i = 1; i <= count; i++) printf "%s\n%s", groups[i], text[groups[i]] }' Makefile

.PHONY: help run build command build-tests test test-long quick simulate crash fuzz mutate faults sanitize hostile lint format bench bench-compare bench-record by-hand
.PHONY: bench-document pictures capacity example docs coverage
.PHONY: reference api
.PHONY: dist check-dist reproducible release fresh-clone portable stage install uninstall check-install instructions setup clean

# Without the optimiser: that takes a third of the time, and `make test` goes on from there.
run: setup ## First: install what is missing, build `todo` without the optimiser, and show the main job
	$(BUILD) $(DEBUG_FLAGS) --product todo
	@scripts/demo.sh $(DEBUG_TODO)
	@echo
	@echo "This todo was built quickly, and runs slowly. \`make install\` builds the quick one, and installs it."

# The command as it is installed.
command: setup ## Programs: build `todo` as it is installed
	@scripts/archives.sh .build/archives
	$(BUILD) $(RELEASE_FLAGS) $(QUICK_START) --product todo

# In several calls: SwiftPM builds one product or all there are, tests' programs too, and the two are linked with different flags.
build: command ## Programs: build all programs as they are installed
	for program in $(filter-out todo,$(INSTALLED)); do $(BUILD) $(RELEASE_FLAGS) --product $$program || exit 1; done

build-tests: setup
	$(BUILD) $(DEBUG_FLAGS) --build-tests

# Tests of the commands wait for whole programs, and others on the same threads would wait with them. Those of the store
# open hundreds of databases: beside all others, more than 1,300 descriptors, at which starting a process with Foundation
# may read past the end of its list of them and crash. Those of the pages hash passwords, which takes 128 MiB each time, and
# others measure the memory of their process.
test: build-tests ## First: every test, in small doses
	$(TESTS) --filter TodoLocalTests
	$(TESTS) --skip TodoLocalTests --skip TodoWebTests --skip TodoCommandTests
	$(TESTS) --filter TodoWebTests
	$(TESTS) --filter TodoCommandTests

# The whole doses of what `make test` tries in small ones (CONTRIBUTING.md); CHANGED=1 only where something has changed since
# they last passed.
test-long: build-tests ## Before a landing: the whole doses; CHANGED=1 where something has changed since they passed
	python3 scripts/long-tests.py $(if $(CHANGED),--changed) $(TESTS)

# The tests of one target, with nothing else built: make quick ONLY=Domain [FILTER=…]
quick: export TODO_ONLY = $(notdir $(firstword $(wildcard Tests/Todo$(ONLY)Tests Tests/$(ONLY)Tests)))
quick: setup ## Every change: the tests of one target: ONLY=Domain, FILTER=QueryTests for some of them
	@test -n "$$TODO_ONLY" || { echo "ONLY is one of: $(patsubst Todo%,%,$(patsubst %Tests,%,$(notdir $(wildcard Tests/*Tests))))" >&2; exit 2; }
	$(BUILD) $(DEBUG_FLAGS) --build-tests
	$(TESTS) --filter "$$TODO_ONLY$(addprefix .*,$(FILTER))"

# SEEDS worlds of 300 steps, from the seed START on; with a SABOTAGE of Tests/Simulation/Sabotage.swift it must fail.
# WORLDS=clients are those of CalDAV, of 40 steps (Tests/DavSimulation), and WORLDS=shared those of people who share spaces.
# Their databases are in memory, if there is such a folder.
simulate: setup ## Attacks: worlds of devices that edit and sync: SEEDS=1000 START=1
	$(BUILD) $(RELEASE_FLAGS) --product simulate
	TMPDIR=$(firstword $(wildcard /dev/shm /tmp)) .build/release/simulate $(SEEDS) $(START) \
		$(if $(WORLDS),,300) $(WORLDS) $(SABOTAGE)

# What of the engine so many worlds run, and the lines that none of them does (docs/sync.md). A build of its own.
coverage: setup ## Attacks: the lines of the sync engine that no world runs
	$(BUILD) --scratch-path .build/coverage -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping --product simulate
	rm -f .build/coverage/worlds*
	TMPDIR=$(firstword $(wildcard /dev/shm /tmp)) LLVM_PROFILE_FILE=.build/coverage/worlds-%p.profraw \
		.build/coverage/debug/simulate $(SEEDS) $(START)
	python3 scripts/coverage.py .build/coverage/debug/simulate .build/coverage/worlds

# Each step of an edit and of a sync, killed in every way; `make test-long` tries each in one of them, `make test` some.
crash: build-tests ## Attacks: kill each step of an edit and of a sync
	CRASH_MATRIX=whole $(TESTS) --filter CrashMatrix

# Runs each parser on random bytes for this many seconds; a failure is reproduced with the FUZZ_SEED that was printed.
fuzz: build-tests ## Attacks: random bytes for every parser: SECONDS=60
	FUZZ_SECONDS=$(SECONDS) $(TESTS) --filter FuzzTests

# Lets each system call of some commands fail; checks what becomes of the data. Takes long: EVERY=20 tries a part.
faults: run ## Attacks: each system call of nine commands fails once: EVERY=20 tries a part
	COMMANDS="$(COMMANDS)" EVERY=$(EVERY) python3 scripts/faults.py

# Makes small changes to the code, each of which some test of its module should notice; reports those that none does.
mutate: setup ## Attacks: small changes that some test should notice: COUNT=400 AREA=formats
	python3 scripts/mutate.py $(if $(SEED),--seed $(SEED)) $(if $(COUNT),--count $(COUNT)) $(addprefix --area ,$(AREA))

# Whatever runs on several threads. Each sanitizer has a build of its own, so that the others stay. Both keep memory of their
# own, and Foundation keeps what it read, so that neither memory in use nor leaks are looked at with them.
SANITIZED = "TodoNetworkTests|TodoServerTests|TodoKitTests|Observation|OtherConnection|ReadingAtOnce|StackMode|ConcurrentWriters"
MEASURED = "Endurance|flatMemory|bomb"
sanitize: setup ## Attacks: what runs on several threads, under the thread and the address sanitizer
	$(BUILD) $(DEBUG_FLAGS) --build-tests --sanitize=thread --scratch-path .build-thread
	$(subst .build/,.build-thread/,$(TESTS)) --filter $(SANITIZED) --skip $(MEASURED)
	$(BUILD) $(DEBUG_FLAGS) --build-tests --sanitize=address --scratch-path .build-address
	ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=1:suppressions=scripts/address-sanitizer.supp \
	$(subst .build/,.build-address/,$(TESTS)) --filter $(SANITIZED) --skip $(MEASURED)

# What one user of the server can still do while another attacks it.
hostile: setup ## Attacks: other users of a server while one attacks it
	$(BUILD) $(RELEASE_FLAGS) --product todo-server
	python3 Tests/Hostile/attacks.py $(SERVER)

lint: ## Every change: the formatting, the layers, the wording, and what the code may not use
	python3 scripts/layering.py
	python3 scripts/refused.py
	python3 scripts/words.py
	@! find -L Sources Tests Examples Benchmarks docs scripts -type l | sed 's/$$/ leads nowhere./' | grep .
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Examples Benchmarks Package.swift

format: ## Every change: format the code
	$(SWIFT) format --in-place --recursive --parallel Sources Tests Examples Benchmarks Package.swift

# Takes three quarters of an hour on an otherwise idle machine; QUICK=1 is some minutes, PART=cli one part with what it
# needs. Fails only where something could not be measured, and then with the results of everything else.
bench: build ## Numbers: measure every promise: QUICK=1, PART=cli
	python3 Benchmarks/run.py $(TODO) $(SERVER) $(RESULTS) $(if $(QUICK),--quick) $(addprefix --part ,$(PART))

pictures: build ## Every change of a page: take the pictures of docs/ again, in chromium
	python3 scripts/pictures.py $(TODO) docs/pictures

# What moved beyond its noise: between the latest record and the latest before it in Benchmarks/results, or between
# those whose names contain FROM and TO, such as commits.
bench-compare: ## Numbers: the numbers that moved: FROM=… TO=…
	@python3 Benchmarks/compare.py $(RESULTS) $(FROM) $(TO) $(if $(ALL),--all)

# Keeps the latest record of this machine in the repository.
bench-record: ## Numbers: keep the latest record in the repository
	@python3 Benchmarks/keep.py $(RESULTS) $(RECORD)

# Simulated people on one server (docs/capacity.md); CAPACITY="--users 1000 --limit 3600" says how many and how long.
capacity: setup ## Numbers: simulated people on one server
	$(BUILD) $(RELEASE_FLAGS) --product todo-server
	python3 Benchmarks/capacity.py $(SERVER) --results .build/capacity.json $(CAPACITY)

# Counts the parts that are written by hand, into docs/decisions/0022-what-is-written-by-hand.md.
by-hand: ## Numbers: count what is written by hand, into decision 22
	@python3 scripts/by-hand.py --write

# Copies the results of the last `make bench` into the documentation.
bench-document: ## Numbers: copy the latest record into docs/performance.md
	python3 Benchmarks/table.py $(RESULTS) --into docs/performance.md

EXAMPLES = todo-live todo-board $(addprefix shopping-,1 2 3 4 5 6)
example: export TODO_EXAMPLES = 1
example: setup ## Before a landing: build and run the examples and the tutorial
	$(BUILD) $(DEBUG_FLAGS) --product todo
	$(BUILD) $(DEBUG_FLAGS) --product todo-server
	for example in $(EXAMPLES); do $(BUILD) $(DEBUG_FLAGS) --product $$example || exit 1; done
	scripts/example.sh $(DEBUG_TODO) .build/debug/todo-live
	scripts/board.sh .build/debug/todo-board
	scripts/tutorial.sh .build/debug .build/debug/todo-server

# What `make test` builds with, so that nothing is built anew after it.
docs api portable: export DEBUG_BUILD = $(BUILD) $(DEBUG_FLAGS)
docs: setup ## Every change: check the documentation, its snippets, and the public API beside docs/api.txt
	scripts/docs.sh

# The libraries, compiled as for a system without libcurl, as far as that can be done here.
portable: setup ## Before a landing: compile the libraries as for systems other than Linux
	scripts/portable.sh

# What a new user waits for and what a dependent resolves, from a fresh clone; TIMES=1 builds everything anew.
fresh-clone: setup ## Before a landing: what a new user and a dependent get; TIMES=1 times it
	$(SWIFT) package resolve
	python3 scripts/packages.py
	scripts/fresh-clone.sh $(if $(TIMES),--times)

# The list of everything public, with which `make docs` compares.
api: setup ## Every change: accept the public API as it is now
	scripts/docs.sh --api

# The list of commands and options at the end of docs/cli.md.
reference: setup ## Every change: renew the list of commands in docs/cli.md
	$(BUILD) $(DEBUG_FLAGS) --product todo
	$(BUILD) $(DEBUG_FLAGS) --product manual
	scripts/reference.sh .build/debug docs/cli.md

# Everything that is installed, as it will be below PREFIX: programs, man pages, completions, the unit for systemd.
# With PROGRAMS=debug, what `make test` has built: CI tries the installation with these.
PROGRAMS ?= release
ifeq ($(PROGRAMS),release)
stage: build
	$(BUILD) $(RELEASE_FLAGS) --product manual
else
stage: build-tests
endif
	scripts/stage.sh .build/$(PROGRAMS) $(STAGE) $(PREFIX)

install: stage ## Programs: build and install them below PREFIX
	cd $(STAGE) && find . -type f -perm -u+x -exec install -D -m 755 {} "$(DESTDIR)$(PREFIX)/{}" \;
	cd $(STAGE) && find . -type f ! -perm -u+x -exec install -D -m 644 {} "$(DESTDIR)$(PREFIX)/{}" \;

uninstall: | $(STAGE) ## Programs: remove them again
	cd $(STAGE) && find . -type f -exec rm -f "$(DESTDIR)$(PREFIX)/{}" \;

$(STAGE):
	$(MAKE) stage

check-install: export PROGRAMS := $(PROGRAMS)
check-install: ## Before a landing: install into an empty folder, and try it
	scripts/check-install.sh

# What people install: packages, an archive, a list of materials, their sums.
DIST = dist
dist: build ## Programs: packages of Debian, an archive for other systems, and a list of materials
	$(BUILD) $(RELEASE_FLAGS) --product manual
	scripts/dist.sh .build/release $(DIST)

# Installs the packages where nobody compiled anything, and tries them.
check-dist: ## Before a landing: try the packages of `make dist` in fresh Debian systems
	scripts/check-dist.sh $(DIST)

# Builds once more in another folder, and compares.
reproducible: ## Before a landing: build the packages once more, and compare the bytes
	scripts/reproducible.sh $(DIST)

# Checks everything, tags, and prints what to upload (docs/releasing.md).
release: ## Programs: check and tag a release: VERSION=1.0.0
	scripts/release.sh "$(VERSION)" $(DIST)

# How many instructions the command takes, beside the record (Benchmarks/instructions.json).
instructions: command ## Before a landing: count the instructions of the command beside the record
	python3 Benchmarks/instructions.py $(TODO)

setup:
	@scripts/setup.sh

clean: ## Programs: remove all builds
	rm -rf .build .build-thread .build-address
