# Everything runs in .venv, made from pyproject.toml: nothing has to be installed first.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3

.PHONY: demo test lint types pytest firmware toolchain fuzz bench reference format clean

demo: $(VENV)/.installed
	$(BIN)/brshell --robot humanoid examples/wave.scm

test: lint types pytest

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	$(BIN)/mypy

pytest: $(VENV)/.installed-dev toolchain
	$(BIN)/pytest -n 2 --dist worksteal

# The CM-5's firmware: firmware/build/cm5.elf, .bin and .hex.
firmware: toolchain
	$(MAKE) -C firmware firmware

# Installs what it is built and tested with, if it is missing and we may.
toolchain:
	@$(MAKE) -s -C firmware toolchain
	@command -v ip >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends iproute2; \
	else \
	  echo "EtherCAT tests: expected ip; install iproute2" >&2; exit 1; \
	fi

# A minute of anything at all for its core.
fuzz: toolchain
	$(MAKE) -C firmware fuzz

bench: $(VENV)/.installed-bench toolchain
	for program in bench/bench_*.py; do $(BIN)/python $$program || exit 1; done

reference: $(VENV)/.installed
	$(BIN)/python -m brshell.help.reference > docs/reference.md.new
	mv docs/reference.md.new docs/reference.md

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	$(MAKE) -C firmware clean
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

# A recipe that fails halfway leaves no environment that looks complete, and one whose
# Python has gone has nothing installed.
.DELETE_ON_ERROR:
$(shell test -x $(BIN)/python || rm -f $(VENV)/.installed $(VENV)/.installed-dev)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	  "brshell: expected Python 3.11 or newer as PYTHON, but received " + sys.version)'
	$(PYTHON) -m venv --clear $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

# pip knows dependency groups since 25.1.
$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $(VENV)/.installed $@

$(VENV)/.installed-bench: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable . --group bench
	touch $(VENV)/.installed $@
