# Every command a contributor or CI runs. `make help` lists them.
# What is needed: Python 3.11 or later, cargo, and a network for the first run.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# The interpreter that makes the environment, as in `make setup PYTHON=python3.12`.
PYTHON ?= python3
# More arguments for pytest, as in `make test PYTEST_ARGS="-k sink -x"`.
PYTEST_ARGS ?=
# How many processes share the tests of Python; 0 for one without helpers, as a debugger wants it.
PROCESSES ?= auto
# Anything for fewer repeats, as in `make bench QUICK=1`.
QUICK ?=
# Which of the proofs, as in `make prove PART=oracles`; tests/effort.py lists them.
PART ?=

VENV := .venv
BIN := $(VENV)/bin
# maturin refuses to choose between a conda environment and ours.
MATURIN := env -u CONDA_PREFIX VIRTUAL_ENV="$(CURDIR)/$(VENV)" $(BIN)/maturin

# What packages depend on is built once for all of them only if all ask it for the same features. The module asks for
# more than the others (the macros of pyo3 want more of `syn`), so it is named beside whatever cargo is to build: the
# compiler of machine code takes minutes.
SAME_FEATURES := --package rulewright-py
# Our own crates, not what they depend on (Cargo.toml), notice numbers that overflow and `debug_assert!` that fail.
CHECKED := --config profile.release.debug-assertions=true --config profile.release.overflow-checks=true

# The tests of a file stay in one process, which makes their fixtures once. A process that dies is one failure, not the
# same test over and over. Golden files are written by one process alone: some tests read what others write.
SHARED := $(if $(BLESS),,--numprocesses=$(PROCESSES) --dist=loadfile --max-worker-restart=0)

# Stamps live in the environment, so that removing it removes them.
INSTALLED := $(VENV)/.installed
BUILT := $(VENV)/.built
DOCS := $(VENV)/.docs
# The parser's tables, which come with the package.
TABLES := python/rulewright/parse/tables.bin

# Folders are listed too: their time changes when a file in them is removed.
RUST_SOURCES := $(shell find rust_core -name target -prune -o \
	\( -type d -o -name '*.rs' -o -name Cargo.toml \) -print 2>/dev/null) \
	Cargo.toml $(wildcard Cargo.lock rust-toolchain.toml)

.PHONY: help
help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

.PHONY: setup
setup: $(BUILT) $(TABLES) ## make .venv, install the tools, build the native module

.PHONY: demo
demo: setup ## play 200 four-player games and show the results
	$(BIN)/rulewright simulate puerto_rico --players 4 --games 200 --seed 1

.PHONY: test
test: setup ## run every test, Rust and Python
	cargo test --release --workspace --exclude rulewright-native --exclude rulewright-benches
	cargo test --release --quiet --package rulewright-native $(SAME_FEATURES) $(CHECKED)
	$(BIN)/python -m pytest $(SHARED) $(PYTEST_ARGS)

.PHONY: prove
prove: setup ## run the long proofs on all cores; target/prove.md lists what was proved
	@# The tests build them too, but it takes a while and would count as time of a proof.
	cargo build --release --quiet --package rulewright-engine --package rulewright-native \
		--package rulewright-baseline $(SAME_FEATURES) --examples
	$(BIN)/python -m tests.prove $(if $(PART),--part $(PART)) $(PYTEST_ARGS)

.PHONY: lint
lint: $(INSTALLED) check-cargo ## check form, types, import layers and Rust warnings
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	PYTHONPATH=python $(BIN)/lint-imports
	cargo fmt --all --check
	PYO3_PYTHON="$(CURDIR)/$(BIN)/python" cargo clippy --workspace --all-targets -- -D warnings

.PHONY: fmt
fmt: $(INSTALLED) check-cargo ## bring Python and Rust files into form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	cargo fmt --all

.PHONY: bench
bench: setup ## measure everything; the table is target/bench/table.md (QUICK=1: fewer repeats)
	@# All at once: what criterion needs changes how the compiler of machine code is built.
	cargo build --release --package rulewright-benches --bins --benches
	$(BIN)/python -m benches.table $(if $(QUICK),--effort quick)

.PHONY: bless
bless: setup ## write the golden files anew; read the difference before committing it
	BLESS=1 cargo test --release
	BLESS=1 $(BIN)/python -m pytest $(PYTEST_ARGS)

.PHONY: wheel
wheel: $(INSTALLED) $(TABLES) check-cargo ## build source archive and wheel into dist/
	# With --sdist the wheel is built from the archive, which proves the archive complete.
	$(MATURIN) build --release --sdist --out dist

.PHONY: docs
docs: setup $(DOCS) ## build the documentation into site/
	@# The variable only silences an advertisement of the theme.
	NO_MKDOCS_2_WARNING=1 PYTHONPATH=. $(BIN)/mkdocs build --quiet --strict

.PHONY: clean
clean: ## remove everything that was made
	rm -rf $(VENV) target dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks \
		.import_linter_cache
	find python tests benches -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -f python/rulewright/_native.*so python/rulewright/_native.pyd $(TABLES)

.PHONY: check-python
check-python:
	@command -v "$(PYTHON)" >/dev/null || { \
		echo "Rulewright needs Python 3.11 or later, and there is no '$(PYTHON)'." \
			"Name one that you have: make PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Rulewright needs Python 3.11 or later, and '$(PYTHON)' is" \
			"$$("$(PYTHON)" --version 2>&1). Name another: make PYTHON=python3.12" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "'$(PYTHON)' can't make environments: the modules venv and ensurepip are missing" \
			"(on Debian and Ubuntu they are in the package python3-venv)." >&2; exit 1; }

.PHONY: check-cargo
check-cargo:
	@command -v cargo >/dev/null || { \
		echo "Rulewright needs cargo, the build tool of Rust, and it is not installed." >&2; \
		exit 1; }

$(INSTALLED): requirements-dev.txt | check-python
	"$(PYTHON)" -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

# An editable install: changes of Python, grammar and rule files need no build.
$(BUILT): $(INSTALLED) pyproject.toml $(RUST_SOURCES) | check-cargo
	$(MATURIN) develop --release
	touch $@

$(TABLES): $(INSTALLED) tools/parser_tables.py $(wildcard grammar/*.lark python/rulewright/parse/grammar.py \
		python/rulewright/parse/tables.py)
	PYTHONPATH=python $(BIN)/python -m tools.parser_tables

$(DOCS): requirements-docs.txt $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-docs.txt
	touch $@
