# Two commands: `make run` starts Nardy, `make test` checks what a change can break. Both work offline from the second
# time on. `make quick` is the small round while one writes, `make test-long` the rest of the tests.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Python keeps what it has compiled, also where it was told not to: what tests begin on the command line is there a
# quarter of a second sooner.
export PYTHONDONTWRITEBYTECODE :=

# Three tests at once on two cores, since many wait for a browser or a process; those of the small round do not. A worker
# that is done takes over from another.
PYTEST := $(BIN)/pytest --dist worksteal -n 3
QUICKLY := $(BIN)/pytest --dist worksteal -n 2

.PHONY: run check quick test test-long torture fuzz kills bench load strength mutate guide sheet page-types lock docs clean

run: $(VENV)/.run
	@$(BIN)/nardy

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

quick: check
	$(QUICKLY) -m "not slow and not long" -k "not postgresql" tests/rules tests/sessions tests/talk tests/test_documents.py \
		tests/storage/test_migrate.py

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
	$(BIN)/python -m benchmarks.group
	$(BIN)/python -m benchmarks.channel
	$(BIN)/python -m benchmarks.thinking
	$(BIN)/python -m benchmarks.floods
	$(BIN)/python -m benchmarks.actions
	$(BIN)/python -m benchmarks.exports

# Ten minutes on a machine that does nothing else; GAMES=1000 for a try, PROCESSES=2 for as many on PostgreSQL.
load: $(VENV)/.bench
	$(BIN)/python -m benchmarks.load $(if $(GAMES),--games $(GAMES)) $(if $(PROCESSES),--processes $(PROCESSES)) \
		--chart $(or $(CHART),var/growth.png)

strength: $(VENV)/.bench
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks.strength

# FAULTS in all, in simulations of 200 each; `make torture SEED=12` replays one.
torture: $(VENV)/.dev
	PYTHONHASHSEED=0 $(BIN)/python -m tests.simulator $(if $(SEED),--seed $(SEED),--faults $(or $(FAULTS),100000))

# N inputs for each target; SECONDS=600 ends each after ten minutes, TARGET=moves tries one. GUIDED=1 lets atheris make
# the inputs, which looks at what code they reach: `pip install -e '.[fuzz]'`.
fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.fuzz $(TARGET) --runs $(or $(N),20000) $(if $(SECONDS),--seconds $(SECONDS)) \
		$(if $(GUIDED),--guided)

# N kills of the real process; DATABASE=postgresql on a server that is started for it, DATABASE=postgresql://... on yours.
# PROCESSES=3 lets so many serve one database, of which one is killed and one frozen for half a minute in turn.
kills: $(VENV)/.dev
	$(BIN)/python -m tests.kills --kills $(or $(N),300) $(if $(DATABASE),--database $(DATABASE)) $(if $(PROCESSES),--processes $(PROCESSES))

mutate: $(VENV)/.bench
	$(BIN)/mutmut run --max-children 2
	$(BIN)/mutmut results

# The rows of settings in docs/playing.md and docs/playing.ru.md, those that are missing or wrong.
guide: $(VENV)/.dev
	$(BIN)/python -m tests.guide

sheet: $(VENV)/.run
	$(BIN)/python -m renderers.sheet

# The types of the frames that the page and the table send each other, for the page.
page-types: $(VENV)/.run
	$(BIN)/python -m bot.chats.web.page_types

# Versions stay as they are locked while they fit; `make lock UPGRADE=--upgrade` takes the newest. uv resolves for every
# platform and Python at once and copies the hashes of all files of a release from the registry's index; the locks name
# no registry, so pip takes the files from wherever it is set up to, and refuses any that differ.
COMPILE := $(BIN)/uv pip compile --quiet --universal --fork-strategy fewest --generate-hashes --no-header --no-annotate

lock: $(VENV)/.bench
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
		> $(VENV)/build.in
	$(COMPILE) $(UPGRADE) -o requirements.lock pyproject.toml $(VENV)/build.in
	$(COMPILE) $(UPGRADE) -o requirements-dev.lock -c requirements.lock --extra dev pyproject.toml $(VENV)/build.in
	$(COMPILE) $(UPGRADE) -o requirements-bench.lock -c requirements-dev.lock --extra dev --extra bench \
		pyproject.toml $(VENV)/build.in

docs: $(VENV)/.dev
	$(BIN)/pdoc --docformat google --output-directory var/docs bot.rules '!bot.rules.__main__'
	@echo "Open var/docs/index.html"

clean:
	rm -rf $(VENV) build mutants *.egg-info

# Each lock holds every package with its version and hashes. Nardy itself has no hash, so it is installed after them, and
# with the setuptools that is locked too: in a build environment of its own pip would fetch another one, unchecked.
$(VENV)/.run: pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes --requirement requirements.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	$(PIP) --require-hashes --requirement requirements-dev.lock
	@touch $@

$(VENV)/.bench: $(VENV)/.dev requirements-bench.lock
	$(PIP) --require-hashes --no-build-isolation --requirement requirements-bench.lock
	@touch $@
