"""The exhibits of redraws on results whose figures are worked out by hand."""

import altair
import pandas as pd
import pytest

from snellen.benchmarks.grab.report_redraws import redraw_exhibits
from snellen.exhibits import Plot, Table


def _results(answers: dict[str, list[str | None]], key: str = "7", model: str = "reader") -> pd.DataFrame:
    """Each question's answers on its drawings, the original first; None is unparsed."""
    rows = []
    for name, given in answers.items():
        for redraw, value in enumerate(given):
            task = "series" if name.startswith("s") else "properties"
            about = {"model": model, "settings": "{}", "strategy": "zero-shot", "n_examples": 0, "repeat": 0}
            rows.append(
                {
                    **about,
                    "source_id": name,
                    "group_id": name,
                    "task": task if redraw == 0 else f"{task}-redrawn",
                    "property": "minimum",
                    "precision": 1.0,
                    "format": "single-answer",
                    "redraw": redraw,
                    "parsed": value,
                    "outcome": "answered" if value is not None else "unparsed",
                    "exact": float(value == key),
                }
            )
    return pd.DataFrame(rows).astype({"redraw": "Int64"})


_ANSWERS: dict[str, list[str | None]] = {
    "p1": ["7", "7", "7"],
    "p2": ["7", "3", "3"],
    "p3": ["2", "2", "2"],
    "s1": [None, None, "7"],
}


def test_figures_by_hand() -> None:
    found = {exhibit.name: exhibit for exhibit in redraw_exhibits(_results(_ANSWERS))}
    table, rights = found["redraws"], found["redraws-right"]
    assert isinstance(table, Table)
    assert isinstance(rights, Table)
    assert table.frame["task"].tolist() == ["all tasks", "properties", "series"]
    row = table.frame.iloc[0]
    assert (row["questions"], row["drawings"]) == (4, 3)
    assert row["original"] == 50.0
    assert row["redrawn"] == pytest.approx(100 * 3 / 8)
    assert row["difference"] == pytest.approx(-12.5)
    assert row["difference_low"] < -12.5 < row["difference_high"]
    assert row["same_on_all"] == 50.0
    # Pairs: 3 of 3, 1 of 3, 3 of 3, 0 of 3. Wrong pairs: 0, 1 of 1, 3 of 3, 0 of 1.
    assert row["pairs_agree"] == pytest.approx(100 * 7 / 12)
    assert row["wrong_pairs_agree"] == pytest.approx(80.0)
    right = rights.frame.iloc[0]
    assert [right[f"right_on_{name}"] for name in ("all", "some", "none")] == [25.0, 50.0, 25.0]
    # Luck: all four questions in one stratum, 5 of 12 right.
    assert right["luck_all"] == pytest.approx(100 * (5 / 12) ** 3)
    assert right["luck_none"] == pytest.approx(100 * (7 / 12) ** 3)


def test_the_plot_is_valid_and_adds_up() -> None:
    (plot,) = (exhibit for exhibit in redraw_exhibits(_results(_ANSWERS)) if isinstance(exhibit, Plot))
    altair.Chart.from_dict(dict(plot.specification), validate=True)
    bars = pd.DataFrame(plot.specification["data"]["values"])
    assert bars.groupby(["model", "task", "what"])["share"].sum().tolist() == pytest.approx([100.0] * 6, abs=1e-2)


def test_incomplete_questions_are_left_out_and_told() -> None:
    results = _results(_ANSWERS)
    results = results.drop(results.index[(results["source_id"] == "p3") & (results["redraw"] == 1)])
    table = next(exhibit for exhibit in redraw_exhibits(results) if isinstance(exhibit, Table))
    assert table.frame["questions"].tolist() == [3, 2, 1]
    assert "1 questions were not asked on all drawings" in table.note


def test_runs_without_redraws_and_multiple_choice_give_nothing() -> None:
    results = _results(_ANSWERS)
    assert list(redraw_exhibits(results[results["redraw"] == 0])) == []
    assert list(redraw_exhibits(results.assign(format="multiple-choice"))) == []


def test_models_stand_apart_and_floors_are_marked() -> None:
    both = pd.concat([_results(_ANSWERS), _results(_ANSWERS, model="snellen/blind")], ignore_index=True)
    table = next(exhibit for exhibit in redraw_exhibits(both) if isinstance(exhibit, Table))
    assert table.frame["floor"].tolist() == [False] * 3 + [True] * 3
