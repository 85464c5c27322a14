# `make demo` and `make test` are all a newcomer needs; each makes .venv first if it is not there.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed

.PHONY: demo test lint

demo: $(INSTALLED)
	@$(BIN)/adjudicator demo demo

test: $(INSTALLED)
	$(BIN)/python -m pytest -q -n 2

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
