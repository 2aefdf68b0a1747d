# make play   a game: at a terminal you take seat 1, without one bots play it all
# make test   everything that must hold before a commit
# make studio tables in the browser: a server on this machine
# make fuzz   games, saves and prompts broken at random, and games at random, for FUZZ_SECONDS each, from FUZZ_SEED
#
# Variables of `make play`: GAME=name or folder, VARIANTS=one,two, PLAYERS=n, SEED=n

GAME ?= dystopolis
VARIANTS ?=
PLAYERS ?=
SEED ?=
# What is sampled follows from a seed; what the conformance suite plays and which mutants of the engine are tried follows from
# the commit, or from a seed that is given.
commit := $(shell git rev-parse HEAD 2>/dev/null | cut -c1-7)
RULEWRIGHT_COMMIT := $(or $(RULEWRIGHT_SEED),$(if $(commit),$(shell printf '%d' 0x$(commit)),127245668))
RULEWRIGHT_SEED ?= 127245668
FUZZ_SECONDS ?= 60
FUZZ_SEED ?= 1
PYTEST_ARGS ?= -q -n auto --dist loadgroup

VENV := .venv
BIN := $(VENV)/bin
# The first interpreter that runs and is new enough.
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3.14 python3 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& { command -v $$python; break; }; done)

export PIP_DISABLE_PIP_VERSION_CHECK := 1

comma := ,
variant_flags = $(foreach variant,$(subst $(comma), ,$(VARIANTS)),--variant '$(variant)')
player_flags = $(if $(PLAYERS),--players '$(PLAYERS)')
seed_flags = $(if $(SEED),--seed '$(SEED)')

# $(call quietly,log,command): shows the command's output only if it fails.
quietly = $(2) >$(1) 2>&1 || { cat $(1) >&2; exit 1; }
# $(call stage,title,command): one named part of `make test`.
stage = @printf '\n== %s\n' '$(1)'; $(2) || { printf '\nmake test: failed at: %s\n' '$(1)' >&2; exit 1; }

# mypy takes one core, so the scenarios take the others: one process for each game, as many at once as there are cores.
tests_of_games = $(patsubst games/%/game.yaml,'$(BIN)/rulewright test %',$(wildcard games/*/game.yaml))
side_by_side = printf '%s\n' '$(BIN)/mypy' $(tests_of_games) | \
	xargs -P $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) -I COMMAND sh -c 'COMMAND'

.NOTPARALLEL:
.PHONY: help play studio test test-all bench fmt clean

help:
	@echo 'make play   [GAME=$(GAME)] [VARIANTS=one,two] [PLAYERS=n] [SEED=n]   play a game'
	@echo 'make studio [GAME=name or folder]   tables in the browser'
	@echo 'make test   ruff, mypy, scenarios, pytest (which checks every game)'
	@echo 'make test-all  the same with everything that make test only samples (hours)'
	@echo 'make fuzz   [FUZZ_SECONDS=$(FUZZ_SECONDS)] [FUZZ_SEED=n]   break games, saves and prompts at random, make games up; measure messages'
	@echo 'make bench  compare speed with hand-written Python'
	@echo 'make fmt    format Python and rules'
	@echo 'make clean  remove .venv, caches and build output'

play: $(VENV)/.play
	@$(BIN)/rulewright play '$(GAME)' $(variant_flags) $(player_flags) $(seed_flags)

# Every bundled game, or the one that is named on the command line.
studio: $(VENV)/.studio
	@$(BIN)/rulewright studio $(if $(filter command line,$(origin GAME)),'$(GAME)')

# `rulewright test` has run the scenarios already when pytest comes, so their own test file is left out there.
# make test RULEWRIGHT_SEED=7 plays another sample.
test: export RULEWRIGHT_SEED := $(RULEWRIGHT_SEED)
test: export RULEWRIGHT_COMMIT := $(RULEWRIGHT_COMMIT)
test: $(VENV)/.test
	$(call stage,ruff,$(BIN)/ruff check --quiet && $(BIN)/ruff format --check --quiet)
	$(call stage,mypy --strict and all scenarios,$(side_by_side))
	$(call stage,pytest,$(BIN)/pytest $(PYTEST_ARGS) --ignore=tests/test_scenarios.py)
	@printf '\nmake test: all passed\n'

# Everything that `make test` samples: all tables, combinations of variants, changed rules.
test-all: export RULEWRIGHT_ALL := 1
test-all: test

# Each part runs for FUZZ_SECONDS; what surprises is printed with its number and can be brought about again.
fuzz: $(VENV)/.test
	@$(BIN)/python -m tests.fuzz $(FUZZ_SECONDS) $(FUZZ_SEED)

bench: $(VENV)/.play
	@$(BIN)/python -m benchmarks.run

fmt: $(VENV)/.test
	@$(BIN)/ruff check --quiet --fix-only
	@$(BIN)/ruff format --quiet
	@$(BIN)/rulewright fmt games grammars/library grammars/templates

clean:
	@rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Where Python comes without ensurepip, the pip beside it fills the environment.
$(BIN)/python:
	@test -n '$(PYTHON)' || { echo 'Python 3.11 or newer is needed; set PYTHON=path/to/python3' >&2; exit 1; }
	@echo 'Making $(VENV) (once)'
	@'$(PYTHON)' -m venv --clear $(VENV) >/dev/null 2>&1 || { \
		'$(PYTHON)' -m venv --clear --without-pip $(VENV) && \
		'$(PYTHON)' -m pip --python $(BIN)/python install --quiet pip; }

$(VENV)/.play: pyproject.toml | $(BIN)/python
	@echo 'Installing Rulewright into $(VENV)'
	@$(call quietly,$(VENV)/pip.log,$(BIN)/python -m pip install --quiet --editable .)
	@touch $@

$(VENV)/.studio: pyproject.toml | $(BIN)/python
	@echo 'Installing Rulewright and its studio into $(VENV)'
	@$(call quietly,$(VENV)/pip.log,$(BIN)/python -m pip install --quiet --editable '.[studio]')
	@touch $(VENV)/.play $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	@echo 'Installing Rulewright and its test tools into $(VENV)'
	@$(call quietly,$(VENV)/pip.log,$(BIN)/python -m pip install --quiet --editable '.[test]')
	@touch $(VENV)/.play $(VENV)/.studio $@
