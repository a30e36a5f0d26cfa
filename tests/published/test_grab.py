"""The published figures hold together: tasks and categories are two ways of counting the same right answers."""

import pytest

from snellen.published import PublishedModel, correct_of, published_grab

PUBLISHED = published_grab()
MAIN = PUBLISHED.main_rows()
TASKS = {"properties": 660, "functions": 710, "series": 490, "transforms": 310}


def test_the_original_set_is_counted_as_in_the_data() -> None:
    assert PUBLISHED.task_questions == TASKS
    assert sum(PUBLISHED.category_questions.values()) == PUBLISHED.questions == 2170
    assert any("410" in line and "490" in line for line in PUBLISHED.errata)


def test_twenty_models_with_the_figures_of_the_paper() -> None:
    assert len(MAIN) == 20
    assert [row.access for row in MAIN].count("closed") == 12
    best = PUBLISHED.model("Claude 3.5 Sonnet")
    assert best.overall == max(row.overall or 0 for row in MAIN) == 21.7
    assert best.version == "claude-3-5-sonnet@20240620"
    assert best.multiple_choice == 31.8
    assert PUBLISHED.model("GPT-4V").ocr == 97.1
    assert {row.model: row.overall for row in PUBLISHED.later}["GPT-4o"] == 14.9
    assert all(row.categories and row.categories["Functions"] == 0 for row in MAIN)


@pytest.mark.parametrize("row", MAIN, ids=lambda row: row.model)
def test_tasks_categories_and_overall_are_the_same_right_answers(row: PublishedModel) -> None:
    """Each printed percentage stands for one whole number of right answers, and the two tables agree on their sum."""
    assert row.tasks
    assert row.categories
    by_task = sum(correct_of(row.tasks[task], TASKS[task]) for task in TASKS)
    by_category = sum(correct_of(row.categories[name], n) for name, n in PUBLISHED.category_questions.items())
    assert by_task == by_category
    assert row.overall == pytest.approx(100 * by_task / 2170, abs=0.05)


@pytest.mark.parametrize("row", MAIN, ids=lambda row: row.model)
def test_the_weighted_means_give_overall_within_rounding(row: PublishedModel) -> None:
    """Each printed figure is off by up to 0.05, so a mean of them and the printed mean differ by up to 0.1."""
    assert row.tasks
    assert row.categories
    by_task = sum(row.tasks[task] * n for task, n in TASKS.items()) / 2170
    by_category = sum(row.categories[name] * n for name, n in PUBLISHED.category_questions.items()) / 2170
    assert row.overall == pytest.approx(by_task, abs=0.1)
    assert row.overall == pytest.approx(by_category, abs=0.1)


@pytest.mark.parametrize("row", MAIN, ids=lambda row: row.model)
def test_the_single_answer_column_is_the_properties_task(row: PublishedModel) -> None:
    assert row.tasks
    assert row.single_answer == row.tasks["properties"]


def test_ocr_figures_are_counts_of_35() -> None:
    for row in PUBLISHED.models:
        if row.ocr is not None:
            assert 0 <= correct_of(row.ocr, PUBLISHED.ocr_questions) <= 35


def test_a_percentage_that_no_count_prints_is_refused() -> None:
    with pytest.raises(ValueError, match="35"):
        correct_of(50.0, 35)


def test_an_unknown_model_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        PUBLISHED.model("nobody")
