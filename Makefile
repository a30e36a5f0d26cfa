# `make demo` shows what Snellen does; `make test` checks it. Both set up .venv from the lock file first.

PYTHON ?= python3
BIN := .venv/bin
LOCKED := .venv/.locked
INSTALLED := .venv/.installed

.DEFAULT_GOAL := help
.PHONY: help install local demo test test-all lint types format schema lock clean

help:  ## Show what there is to make.
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' Makefile | expand -t 12

install: $(INSTALLED)  ## Set up .venv from requirements.lock.

$(LOCKED): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Snellen needs Python 3.11 or newer; name one: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(INSTALLED): $(LOCKED) pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

local: install  ## Install PyTorch too, so that the tests of local models run.
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0

demo: install  ## Generate a small set, run two readers on it, and write the report.
	$(BIN)/snellen generate grab --preset smoke --seed 1 --out demo/grab
	$(BIN)/snellen eval demo/grab --model snellen/blind --out demo/runs/blind
	$(BIN)/snellen eval demo/grab --model snellen/pixels --out demo/runs/pixels
	@echo "The report:"
	@$(BIN)/snellen report demo/runs/blind demo/runs/pixels --out demo/report

test: install  ## Run the tests.
	$(BIN)/python -m pytest -n auto --dist worksteal

test-all: install  ## Run the tests, the full-size ones too.
	SNELLEN_FUZZING=thorough $(BIN)/python -m pytest -n auto --dist worksteal -m "slow or not slow"

lint: install  ## Check format and style.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: install  ## Check the types.
	$(BIN)/python -m mypy

format: install  ## Format the code and sort its imports.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

schema: install  ## Write docs/schema anew from the records.
	$(BIN)/python -m snellen.dataset.schema docs/schema

lock:  ## Write requirements.lock anew from pyproject.toml, with the newest versions that fit.
	$(PYTHON) -m venv --clear .lock
	.lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	.lock/bin/uv pip compile pyproject.toml --group dev --quiet --upgrade --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --no-header \
	  --output-file requirements.lock
	rm -rf .lock

clean:  ## Remove the environment, the caches and the demo.
	rm -rf .venv .lock demo build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
