# `make run` starts Nardy and `make test` runs every test that a change can break. Both work offline after the first time.
# `make quick` runs the short tests, for use while you write; `make test-long` runs the remaining, long tests.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Let Python cache its bytecode even if the environment forbids it: each process that the tests start is then ready a quarter
# of a second sooner.
export PYTHONDONTWRITEBYTECODE :=

# Three workers on two cores, because many tests wait for a browser or a process. The short tests do not wait, so two do.
# "worksteal" lets a worker without tests take some from another.
PYTEST := $(BIN)/pytest --dist worksteal -n 3
QUICKLY := $(BIN)/pytest --dist worksteal -n 2

.PHONY: run check quick test test-long torture fuzz kills bench load strength mutate guide sheet pictures page-types lock docs clean

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

# Takes ten minutes on an idle machine. GAMES=1000 makes a short try; PROCESSES=2 runs two processes on PostgreSQL.
load: $(VENV)/.bench
	$(BIN)/python -m benchmarks.load $(if $(GAMES),--games $(GAMES)) $(if $(PROCESSES),--processes $(PROCESSES)) \
		--chart $(or $(CHART),var/growth.png)

strength: $(VENV)/.bench
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks.strength

# FAULTS is the number of faults in all, 200 a simulation. `make torture SEED=12` replays one simulation.
torture: $(VENV)/.dev
	PYTHONHASHSEED=0 $(BIN)/python -m tests.simulator $(if $(SEED),--seed $(SEED),--faults $(or $(FAULTS),100000))

# N is the number of inputs a target. SECONDS=600 stops each target after ten minutes; TARGET=moves runs one target. GUIDED=1
# generates inputs by code coverage with atheris, which `pip install -e '.[fuzz]'` installs.
fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.fuzz $(TARGET) --runs $(or $(N),20000) $(if $(SECONDS),--seconds $(SECONDS)) \
		$(if $(GUIDED),--guided)

# N is the number of kills of the real process. DATABASE=postgresql starts a server for it; DATABASE=postgresql://... uses yours.
# PROCESSES=3 runs three processes on one database, and kills one and freezes another for half a minute, in turn.
kills: $(VENV)/.dev
	$(BIN)/python -m tests.kills --kills $(or $(N),300) $(if $(DATABASE),--database $(DATABASE)) $(if $(PROCESSES),--processes $(PROCESSES))

mutate: $(VENV)/.bench
	$(BIN)/mutmut run --max-children 2
	$(BIN)/mutmut results

# Writes missing or wrong rows of settings in docs/playing.md and docs/playing.ru.md.
guide: $(VENV)/.dev
	$(BIN)/python -m tests.guide

sheet: $(VENV)/.run
	$(BIN)/python -m renderers.sheet

# Takes the README's pictures; needs Chromium.
pictures: $(VENV)/.dev
	$(BIN)/python -m tests.browser.pictures

# Writes the types of the frames between the page and the local table, for the page's code.
page-types: $(VENV)/.run
	$(BIN)/python -m bot.chats.web.page_types

# A locked version stays while it fits; `make lock UPGRADE=--upgrade` takes the newest versions. uv resolves for every platform
# and Python at once, and copies the hashes of all files of a release from the registry's index. The locks name no registry:
# pip uses the one in its settings, and refuses files whose hashes differ.
COMPILE := $(BIN)/uv pip compile --quiet --universal --fork-strategy fewest --generate-hashes --no-header --no-annotate

lock: $(VENV)/.bench
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
		> $(VENV)/build.in
	$(COMPILE) $(UPGRADE) -o requirements.lock pyproject.toml $(VENV)/build.in
	$(COMPILE) $(UPGRADE) -o requirements-dev.lock -c requirements.lock --extra dev pyproject.toml $(VENV)/build.in
	$(COMPILE) $(UPGRADE) -o requirements-bench.lock -c requirements-dev.lock --extra dev --extra bench \
		pyproject.toml $(VENV)/build.in

docs: $(VENV)/.dev
	$(BIN)/pdoc --docformat google --output-directory var/docs bot.rules $(addprefix bot.rules.,events errors rulesets notation formats)
	@echo "Open var/docs/index.html"

clean:
	rm -rf $(VENV) build mutants *.egg-info

# Each lock holds every package with its version and hashes. Nardy itself has no hash, so it is installed after them. It is
# built with the locked setuptools, because with build isolation pip would fetch another one, unchecked.
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
