"""Tables 1 and 2 and Figure 3 of a set, and how its answers are spread."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from snellen.dataset import Dataset, Question, write_dataset
from snellen.description import take_census
from snellen.description.answers import answer_frame, answer_points, margin_frame, place_frame, uniformity
from snellen.description.statistics import category_counts, property_counts, statistics
from snellen.published.counts import published_counts
from snellen.published.grab_tables import grab_property, grab_table_1, grab_table_2


def test_table_2_has_the_papers_23_properties_and_every_name_but_one() -> None:
    assert len(grab_table_2()) == 23
    counts = published_counts("grab", "paper")
    assert counts is not None
    names = {name for _, _, name, _ in counts.questions}
    assert {name for name in names if grab_property(name) is None} == {"phase shift"}
    covered = [name for each in grab_table_2() for name in each.covers]
    assert len(covered) == len(set(covered)) == len(names) - 1


def test_table_1_adds_up() -> None:
    table = grab_table_1()
    assert sum(table[f"{task} questions"] for task in ("Properties", "Functions", "Series", "Transforms")) == 2170
    assert table["10s precision questions"] + table["Integer precision questions"] + 565 == 2170


def test_statistics_of_a_small_set(tiny_dataset: Dataset) -> None:
    census = take_census(tiny_dataset)
    lines = {line.name: line.value for line in statistics(census, tiny_dataset.manifest, None)}
    assert lines["Questions"] == 12
    assert lines["Tasks"] == 4
    assert lines["Properties questions"] == 5
    assert (lines["10s precision questions"], lines["1 d.p. precision questions"]) == (1, 3)
    assert lines["Width of pictures (pixels)"] == "120"
    assert all(line.published is None for line in statistics(census, tiny_dataset.manifest, None))
    rows = {row.property: row for row in property_counts(census, tiny_dataset.manifest, None)}
    assert rows["stationary point(s) coordinates"].questions == 1
    assert rows["mean"].questions == 0
    categories = category_counts(census, None)
    assert categories[0].questions == max(row.questions for row in categories) == 2
    assert sum(row.questions for row in categories) == 12


def test_published_numbers_stand_beside(tiny_dataset: Dataset) -> None:
    census = take_census(tiny_dataset)
    expected = published_counts("grab", "paper")
    lines = {line.name: line.published for line in statistics(census, tiny_dataset.manifest, expected)}
    assert (lines["Questions"], lines["Series questions"], lines["Charts"]) == (2170, 490, None)
    rows = {row.property: row.published for row in property_counts(census, tiny_dataset.manifest, expected)}
    assert (rows["mean"], rows["variance"], rows["phase shift"]) == (130, 130, 30)
    assert sum(number or 0 for number in rows.values()) == 2170
    assert {row.category: row.published for row in category_counts(census, expected)}["Measures of Spread"] == 370


def _asked(answers: list[str], precision: float | None = 1.0, choices: list[str] | None = None) -> list[Question]:
    return [
        Question(
            question_id=f"q{number}",
            chart_id="c",
            benchmark="dummy",
            task="heights",
            category="Heights",
            property="height",
            text="?",
            answer=answer,
            answer_type="number",
            precision=precision,
            choices=choices,
            margin=float(number + 1),
        )
        for number, answer in enumerate(answers)
    ]


def _dataset(folder: Path, questions: list[Question]) -> Dataset:
    about = {"name": "n", "benchmark": "dummy", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(folder, questions, about)
    return Dataset(folder)


def test_answers_and_margins(tmp_path: Path) -> None:
    census = take_census(_dataset(tmp_path, _asked(["1", "1", "2", "4"])))
    row = answer_frame(census).iloc[0]
    assert (row["questions"], row["answers"], row["most_common"], row["share"]) == (4, 3, "1", 50.0)
    assert row["effective"] == pytest.approx(2 * math.sqrt(2))  # exp(H), H = ln(2)/2 + 2·ln(4)/4
    assert (row["lowest"], row["median"], row["highest"]) == (1.0, 1.5, 4.0)
    points = answer_points(census)
    assert points["place"].tolist() == pytest.approx([0, 1 / 3, 1])
    assert points["count"].tolist() == [2, 1, 1]
    margins = margin_frame(census).iloc[0]
    assert (margins["lowest"], margins["median"], margins["highest"]) == (1.0, 2.5, 4.0)


def test_answers_that_are_no_numbers_are_counted_alone(tmp_path: Path) -> None:
    census = take_census(_dataset(tmp_path, _asked(["y = x", "y = x", "nan"], None)))
    row = answer_frame(census).iloc[0]
    assert (row["answers"], row["most_common"]) == (2, "y = x")
    assert math.isnan(row["lowest"])
    assert answer_points(census).empty


def test_places_of_right_options(tmp_path: Path) -> None:
    census = take_census(_dataset(tmp_path, _asked(["b", "b", "a", "c"], None, ["a", "b", "c"])))
    row = place_frame(census).iloc[0]
    assert (row["A"], row["B"], row["C"], row["questions"]) == (1, 2, 1, 4)
    assert row["p_uniform"] == pytest.approx(float(chisquare([1, 2, 1]).pvalue))


@given(st.lists(st.integers(-60, 60), min_size=1, max_size=200), st.sampled_from([0.1, 1.0, 10.0]))
def test_uniformity_counts_every_answer_once(values: list[int], step: float) -> None:
    numbers = {value * step: values.count(value) for value in set(values)}
    bins, p = uniformity(numbers, step)
    possible = max(values) - min(values) + 1
    if bins is None:
        assert min(len(values) // 5, possible) < 2
        return
    assert bins == min(10, len(values) // 5, possible)
    parts = np.array_split(np.arange(min(values), max(values) + 1), bins)
    seen = [sum(value in set(part.tolist()) for value in values) for part in parts]
    assert p == pytest.approx(float(chisquare(seen, [len(values) * len(part) / possible for part in parts]).pvalue))
