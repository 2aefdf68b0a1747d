# make play   play a game: in a terminal you play seat 1 against bots, otherwise bots play the whole game
# make studio play in the browser: a server on this machine
# make quick  half a minute of tests: one of each kind, for while you work
# make test   everything that must pass before a commit
# make fuzz   break games, saves and prompts at random, and invent games, for FUZZ_SECONDS each, from FUZZ_SEED
#
# Variables of `make play`: GAME=name or folder, VARIANTS=one,two, PLAYERS=n, SEED=n

GAME ?=
VARIANTS ?=
PLAYERS ?=
SEED ?=
# What is only sampled follows from RULEWRIGHT_SEED; without one it is always the same sample.
FUZZ_SECONDS ?= 60
FUZZ_SEED ?= 1
LOCKSTEP_GAMES ?= 100
# Whole files, so that what a file prepares for all its tests is prepared once; tests/conftest.py puts long ones first.
PYTEST_ARGS ?= -q -n auto --dist loadfile --no-loadscope-reorder

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
.PHONY: help play studio docs pictures quick test test-all nightly fuzz lockstep bench fmt clean web

help:
	@echo 'make play   [GAME=name or folder] [VARIANTS=one,two] [PLAYERS=n] [SEED=n]   play a game'
	@echo 'make studio [GAME=name or folder]   play in the browser'
	@echo 'make quick  ruff and half a minute of tests'
	@echo 'make test   ruff, mypy, scenarios, pytest (which checks every game)'
	@echo 'make nightly  make test and make fuzz with the seed of the day'
	@echo 'make test-all  the same with everything that make test only samples (hours)'
	@echo 'make fuzz   [FUZZ_SECONDS=$(FUZZ_SECONDS)] [FUZZ_SEED=n]   break games, saves and prompts at random, make games up; measure messages'
	@echo 'make lockstep [LOCKSTEP_GAMES=$(LOCKSTEP_GAMES)]   play games of ours and of OpenSpiel side by side'
	@echo 'make docs   build the documentation site into build/site'
	@echo 'make web    the studio as static files for a web page, in build/web'
	@echo 'make bench  compare speed with hand-written Python'
	@echo 'make fmt    format Python and rules'
	@echo 'make clean  remove .venv, caches and build output'

# Without GAME a person chooses from a menu; without a terminal the bots play a short game.
game_word = $(if $(GAME),'$(GAME)',$$(test -t 0 && test -t 1 || echo pig))

play: $(VENV)/.play
	@$(BIN)/rulewright play $(game_word) $(variant_flags) $(player_flags) $(seed_flags)
	@echo
	@echo 'Next: change the rules of Pig with docs/first-house-rule.md, or see what else there is:'
	@echo '    $(BIN)/rulewright --help'
	@echo 'To type just "rulewright" in this terminal:  . $(BIN)/activate'

# Every bundled game, or the one that is named on the command line.
studio: $(VENV)/.studio
	@$(BIN)/rulewright studio $(if $(filter command line,$(origin GAME)),'$(GAME)')

# One of each kind: reading, checking, playing, hiding, showing, the command line, the house. 25 s on two idle cores.
QUICK := $(addprefix tests/,view secrecy/test_cases.py $(patsubst %,source/test_%.py,diagnostic nearest render text) \
	data/test_folder.py data/test_tables.py data/test_schema.py data/test_catalogue.py \
	$(patsubst %,syntax/test_%.py,messages cases citations) \
	$(patsubst %,check/test_%.py,bad_cases designers changing replacing variants laws_inside secret_values piles lists facts) \
	$(patsubst %,runtime/test_%.py,free_actions before_choosing keys position together always tables) \
	$(patsubst %,tools/test_%.py,cli words seats match) \
	$(patsubst %,test_%.py,layers codes truths load))

quick: $(VENV)/.test
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/pytest $(PYTEST_ARGS) -m 'not slow' $(QUICK)

# `rulewright test` has run the scenarios already when pytest comes, so their own test file is left out there.
# make test RULEWRIGHT_SEED=7 plays another sample.
test: $(VENV)/.test
	$(call stage,ruff,$(BIN)/ruff check --quiet && $(BIN)/ruff format --check --quiet)
	$(call stage,mypy --strict and all scenarios,$(side_by_side))
	$(call stage,pytest,$(BIN)/pytest $(PYTEST_ARGS) --ignore=tests/test_scenarios.py)
	@printf '\nmake test: all passed\n'

# Everything that `make test` samples: all tables, combinations of variants, changed rules.
test-all: export RULEWRIGHT_ALL := 1
test-all: test

# Another sample every night, so that in time everything is tried and no commit turns red by chance.
nightly: export RULEWRIGHT_SEED := $(or $(RULEWRIGHT_SEED),$(shell date +%Y%m%d))
nightly: $(VENV)/.test
	@printf '\n== the sample of RULEWRIGHT_SEED=%s\n' "$$RULEWRIGHT_SEED"
	@$(MAKE) test
	@$(MAKE) fuzz FUZZ_SEED="$$RULEWRIGHT_SEED"

# Random games beside OpenSpiel, decision by decision: LOCKSTEP_GAMES of each game that it has too.
lockstep: $(VENV)/.test
	@RULEWRIGHT_LOCKSTEP='$(LOCKSTEP_GAMES)' $(BIN)/pytest $(PYTEST_ARGS) tests/lockstep

# Each part runs for FUZZ_SECONDS; what surprises is printed with its number and can be brought about again.
fuzz: $(VENV)/.test
	@$(BIN)/python -m tests.fuzz $(FUZZ_SECONDS) $(FUZZ_SEED)

# The documentation site; broken links end the build.
docs: $(VENV)/.docs
	@$(BIN)/python docs/make_site.py
	@echo 'Open build/site/index.html, or put build/site on any web server.'

# The pictures in docs/pictures, drawn from the games as they are now.
pictures: $(VENV)/.test
	@$(BIN)/python docs/make_pictures.py

bench: $(VENV)/.play
	@$(BIN)/python -m benchmarks.run

# The studio as static files, for any web host; needs Node and, the first time, npm.
web: $(VENV)/.studio
	@$(BIN)/rulewright export --web build/web

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

$(VENV)/.docs: pyproject.toml | $(BIN)/python
	@echo 'Installing Rulewright and what builds its documentation into $(VENV)'
	@$(call quietly,$(VENV)/pip.log,$(BIN)/python -m pip install --quiet --editable '.[docs]')
	@touch $(VENV)/.play $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	@echo 'Installing Rulewright and its test tools into $(VENV)'
	@$(call quietly,$(VENV)/pip.log,$(BIN)/python -m pip install --quiet --editable '.[test]')
	@touch $(VENV)/.play $(VENV)/.studio $@
