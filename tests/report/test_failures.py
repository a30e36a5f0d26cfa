"""Where models fail: each figure leads to the very items that it counts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from snellen.dataset import Dataset
from snellen.report.failures import facets_of, failure_tables, kind_table
from snellen.report.kinds import error_kinds
from snellen.report.runs import Asked, read_runs

MakeRun = Callable[..., Path]


@pytest.fixture
def asked(tiny_dataset: Dataset, make_run: MakeRun) -> Asked:
    """The first model is wrong on 0 and 3, both of the task properties; the second has no reply to 7."""
    runs = [
        make_run(tiny_dataset, "a, b", {0: "9", 3: "I cannot help with that."}),
        make_run(tiny_dataset, "c", {7: None}),
    ]
    (one,) = read_runs(runs)
    return one


def _filters(link: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(link).fragment)


def test_accuracy_by_each_facet_that_has_two_values(asked: Asked) -> None:
    tables: dict[str, Any] = dict(failure_tables(asked, linked=True))
    assert {"property", "category", "task", "complexity", "precision"} <= set(tables)
    assert "margin" not in tables  # this dataset says nothing of margins
    assert list(facets_of(asked)) == [label.replace(" ", "_") for label in tables]
    frame = tables["task"].frame.set_index("task")
    assert frame.loc["properties", "a, b"] == pytest.approx(60)
    assert frame.loc["properties", "a, b_n"] == 5
    assert frame.loc["series", "c"] == pytest.approx(50)
    assert list(tables["complexity"].frame["complexity"]) == ["0", "1", "3", "4", "9"]
    assert list(tables["precision"].frame["precision"]) == ["0.1", "1", "10"]


def test_figures_lead_to_the_replies_that_are_not_right(asked: Asked) -> None:
    tables = dict(failure_tables(asked, linked=True))
    table = tables["task"]
    links = dict(zip(table.frame["task"], table.links["a, b"], strict=True))
    assert _filters(links["properties"] or "") == {
        "model": ["a, b"],
        "task": ["properties"],
        "exact": ["wrong", "partly"],
    }
    assert links["series"] is None  # all are right there
    assert not any(any(each) for _, other in failure_tables(asked, linked=False) for each in other.links.values())


def test_kinds_are_counted_and_lead_to_their_items(asked: Asked) -> None:
    table = kind_table(asked, linked=True)
    counts: Any = table.frame.set_index("kind")
    kinds = error_kinds(asked.results, asked.benchmark)
    for model in ("a, b", "c"):
        own = kinds[asked.results["model"] == model].value_counts()
        assert {kind: n for kind, n in counts[model].items() if n} == dict(own)
        links = dict(zip(table.frame["kind"], table.links[model], strict=True))
        for kind, link in links.items():
            assert (link is None) == (counts.loc[kind, model] == 0)
            if link:
                assert _filters(link) == {"model": [model], "kind": [kind]}
    assert counts["a, b"].sum() == counts["c"].sum() == 12
    assert counts.loc["sign", "a, b"] == 1
