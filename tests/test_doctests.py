"""The examples in docstrings are what happens."""

import doctest
import importlib

import pytest

_MODULES = [
    "snellen.benchmarks.biy.measures.counting",
    "snellen.benchmarks.biy.measures.detection",
    "snellen.benchmarks.biy.measures.protocols",
    "snellen.benchmarks.biy.score_writing",
    "snellen.benchmarks.chartom.ask",
    "snellen.benchmarks.chartom.measures.means",
    "snellen.benchmarks.chartom.measures.people",
    "snellen.benchmarks.chartom.replies.answers",
    "snellen.benchmarks.chartom.replies.card",
    "snellen.benchmarks.chartom.replies.words",
    "snellen.benchmarks.grab.imported_wording",
    "snellen.costs.image_tokens",
    "snellen.costs.prices",
    "snellen.costs.token_counts",
    "snellen.costs.told",
    "snellen.generation.selection",
    "snellen.metrics",
    "snellen.parsing.choices",
    "snellen.parsing.declarations",
    "snellen.parsing.equations",
    "snellen.parsing.number_replies",
    "snellen.parsing.number_words",
    "snellen.parsing.numbers",
    "snellen.parsing.option_replies",
    "snellen.parsing.ranking_tables",
    "snellen.parsing.rankings",
    "snellen.parsing.refusals",
    "snellen.parsing.shares",
    "snellen.parsing.text",
    "snellen.parsing.thinking",
    "snellen.parsing.tokens",
    "snellen.replies",
    "snellen.statistics.clusters",
    "snellen.statistics.multiplicity",
    "snellen.statistics.paired",
    "snellen.statistics.paired_tests",
    "snellen.statistics.power",
    "snellen.statistics.proportions",
]


@pytest.mark.parametrize("name", _MODULES)
def test_every_example_holds(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted > 0
    assert found.failed == 0
