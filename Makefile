PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test bench check learn clean

demo: $(VENV)/ready
	@$(BIN)/stopbell demo

test: $(VENV)/ready-dev
	$(BIN)/python -m pytest -n 2 --dist loadgroup

bench: $(VENV)/ready-dev
	$(BIN)/python -m tests.benchmarks

check: $(VENV)/ready-dev
	PATH="$(CURDIR)/$(BIN):$$PATH" .ci/static

$(VENV)/bin/python:
	@command -v $(PYTHON) >/dev/null 2>&1 && $(PYTHON) -m venv $(VENV) || python3 -m venv $(VENV)

$(VENV)/ready: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Stopbell into $(VENV). This takes a minute."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/ready-dev: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Stopbell and its tests into $(VENV). This takes a minute."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@ $(VENV)/ready

# After a change of locales/*/sayings.toml: two minutes for each language that has changed.
learn: $(VENV)/ready-dev
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m stopbell.brains.offline.learned.training

clean:
	rm -rf $(VENV) build dist
