# Two commands: `make run` starts Nardy, `make test` checks what a change can break. Both work offline from the second
# time on. `make quick` is the small round while one writes, `make test-long` the rest of the tests.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock

# Two tests at once; who is done takes over from the other.
PYTEST := $(BIN)/pytest -n 2 --dist worksteal

.PHONY: run check quick test test-long bench strength mutate sheet lock clean

run: $(VENV)/.run
	@$(BIN)/nardy

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

quick: check
	$(PYTEST) -m "not slow and not long" tests/rules tests/sessions tests/talk

test: check
	$(PYTEST) -m "not long"

test-long: $(VENV)/.dev
	$(PYTEST) -m long

bench: $(VENV)/.bench
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/picture.py
	$(BIN)/python -m benchmarks.replay
	$(BIN)/python -m benchmarks.plain
	$(BIN)/python -m benchmarks.discord
	$(BIN)/python -m benchmarks.telegram
	$(BIN)/python -m benchmarks.thinking
	$(BIN)/python -m benchmarks.floods

strength: $(VENV)/.bench
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks.strength

mutate: $(VENV)/.bench
	$(BIN)/mutmut run --max-children 2
	$(BIN)/mutmut results

sheet: $(VENV)/.run
	$(BIN)/python -m renderers.sheet

lock: $(VENV)/.bench
	$(BIN)/python -m pip freeze --exclude-editable --exclude pip > requirements.lock

clean:
	rm -rf $(VENV) build mutants *.egg-info

$(VENV)/.run: pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	$(PIP) --editable '.[dev]'
	@touch $@

$(VENV)/.bench: $(VENV)/.dev
	$(PIP) --editable '.[bench]'
	@touch $@
