# `make demo` and `make test` are all a newcomer needs; each makes .venv first if it is not there.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed
PEER := .venv-peer

.PHONY: demo test long lint pictures golden soak bench debian

demo: $(INSTALLED)
	@$(BIN)/adjudicator demo demo --phase

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

# The golden games and the one that is told, written anew: right only when a rule was changed on purpose.
golden: $(INSTALLED)
	$(BIN)/python -m tests.games.record

# Games between bots on maps drawn by lot, everything checked after every phase: `make soak N=1000`.
N ?= 300
soak: $(INSTALLED)
	$(BIN)/python -m tests.soak $(N)

# The table of docs/speed.md: ours beside a peer, in one run. Best on a machine that does nothing else.
bench: $(INSTALLED) $(PEER)/installed debian
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	$(BIN)/python -m bench.run $(PEER)/bin/python

# Another adjudicator to be measured against: in an environment of its own, run as a process and never imported.
$(PEER)/installed:
	$(PYTHON) -m venv --clear $(PEER)
	$(PEER)/bin/python -m pip install --quiet --disable-pip-version-check diplomacy
	touch $@

# What the tests use beside Python: only what is missing; no service is started.
debian:
	@tools/debian

$(INSTALLED): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
