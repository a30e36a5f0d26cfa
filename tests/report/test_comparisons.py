"""Comparison pages: a pair's figures, its flipped questions, and a page for each pair whatever models are called."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.dataset import Dataset
from snellen.report.comparisons import pair_names, write_comparisons
from snellen.report.runs import read_runs
from snellen.report.site import Site

MakeRun = Callable[..., Path]
ReadPage = Callable[[Path], Any]


def test_pairs_with_their_flipped_questions(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    runs = [
        make_run(tiny_dataset, "x, y", {0: "wrong", 4: "wrong", 5: "wrong"}),
        make_run(tiny_dataset, "z", {5: "no", 6: "no"}),
    ]
    site = Site(tmp_path / "site")
    write_comparisons(read_runs(runs), site)
    (row,) = pd.read_csv(site.folder / "tables" / "grab-pairs.csv").to_dict("records")
    assert (row["first"], row["second"], row["n"]) == ("x, y", "z", 12)
    assert row["difference"] == pytest.approx(-100 / 12)
    assert (row["first_better"], row["second_better"]) == (1, 2)
    page = read_page(site.folder / "comparisons" / "x-y--z.html")
    asked = [parse_qs(urlsplit(link).fragment) for link in page.links if "items/grab.html" in link]
    assert all(filters["flip"] == ["x, y,z"] for filters in asked)
    opened = {(filters["way"][0], filters["id"][0]) for filters in asked if "id" in filters}
    assert opened == {("first", "tiny-06-q"), ("second", "tiny-00-q"), ("second", "tiny-04-q")}
    assert "12 questions that both answered" in page.text
    index = read_page(site.folder / "comparisons" / "index.html")
    assert "../comparisons/x-y--z.html" in index.links


def test_one_model_alone_is_compared_with_nothing(
    tiny_dataset: Dataset, make_run: MakeRun, read_page: ReadPage, tmp_path: Path
) -> None:
    site = Site(tmp_path / "site")
    write_comparisons(read_runs([make_run(tiny_dataset, "one", {})]), site)
    assert [path.name for path in (site.folder / "comparisons").iterdir()] == ["index.html"]
    assert "one model alone" in read_page(site.folder / "comparisons" / "index.html").text


LABEL = st.text(max_size=12) | st.text("aA-. /\\", min_size=1, max_size=4) | st.text("x", min_size=60, max_size=90)


@given(st.lists(st.tuples(LABEL, LABEL), max_size=8))
def test_every_pair_has_a_file_of_its_own(pairs: list[tuple[str, str]]) -> None:
    names = pair_names(pairs)
    assert set(names) == set(pairs)
    assert len({name.lower() for name in names.values()}) == len(names)
    for name in names.values():
        assert name != "index"
        assert len(name.encode()) < 200
        assert not set(name) & set('/\\:*?"<>| ')
