# Everything runs in .venv, made from pyproject.toml: nothing has to be installed first.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3

.PHONY: demo test lint types pytest bench format clean

demo: $(VENV)/.installed
	$(BIN)/brshell examples/wave.scm

test: lint types pytest

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	$(BIN)/mypy

pytest: $(VENV)/.installed-dev
	$(BIN)/pytest

bench: $(VENV)/.installed-bench
	for program in bench/bench_*.py; do $(BIN)/python $$program || exit 1; done

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $(VENV)/.installed $@

$(VENV)/.installed-bench: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable . --group bench
	touch $(VENV)/.installed $@
