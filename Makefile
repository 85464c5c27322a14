# `make demo` and `make test` are all a newcomer needs; each makes .venv first if it is not there.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed

# Debian packages that tests use, by the program that each brings.
DEBIAN := strace

.PHONY: demo test long lint pictures debian

demo: $(INSTALLED)
	@$(BIN)/adjudicator demo demo

test: $(INSTALLED) debian
	$(BIN)/python -m pytest -q -n 2

# What takes minutes.
long: $(INSTALLED) debian
	$(BIN)/python -m pytest -q -n 2 -m long

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The pictures of docs/scenarios.md, after a scenario or the drawing has changed.
pictures: $(INSTALLED)
	@for map in games/scenarios/roads_and_boats/*.yaml; do \
		$(BIN)/adjudicator map show $$map --out docs/pictures/$$(basename $$map .yaml).svg || exit; \
	done

# Only what is missing, and only as root; no service is started.
debian:
	@missing=; for package in $(DEBIAN); do command -v $$package >/dev/null || missing="$$missing $$package"; done; \
	if [ -n "$$missing" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get install --yes --quiet --no-install-recommends $$missing; \
	elif [ -n "$$missing" ]; then echo "Some tests need these Debian packages:$$missing"; fi

$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
