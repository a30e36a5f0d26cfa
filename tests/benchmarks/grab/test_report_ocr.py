"""Table 6 from a run: figures worked out by hand, the published rows, the comparison, the floors."""

import json

import altair
import pandas as pd
import pytest

from snellen.benchmarks.grab.report_ocr import ocr_exhibits
from snellen.exhibits import Plot, Table


def _results(*, beside: bool = False) -> pd.DataFrame:
    """Two models with 10 questions of each kind of text; `one` has 8 of each right, the blind reader 2."""
    asked = [("ocr", kind) for kind in ("Title", "Legend", "Axis Label", "Unit")]
    asked += [("properties-choice", "Counting")] if beside else []
    rows = [
        {
            "model": model,
            "settings": "{}",
            "strategy": "zero-shot",
            "n_examples": 0,
            "repeat": 0,
            "question_id": f"{kind}-{number}",
            "group_id": f"{kind}-{number}",
            "task": task,
            "category": kind,
            "property": kind.lower(),
            "format": "ocr" if task == "ocr" else "multiple-choice",
            "outcome": "unparsed" if number == 9 else "answered",
            "exact": float(number < (right if task == "ocr" else 3)),
        }
        for model, right in (("one", 8), ("snellen/blind", 2))
        for task, kind in asked
        for number in range(10)
    ]
    return pd.DataFrame(rows).astype({"n_examples": "Int64", "repeat": "Int64"})


def _tables(results: pd.DataFrame) -> dict[str, Table]:
    return {exhibit.name: exhibit for exhibit in ocr_exhibits(results) if isinstance(exhibit, Table)}


def test_models_stand_beside_table_6() -> None:
    frame = _tables(_results())["ocr"].frame.set_index("model")
    assert (frame.loc["one", "n"], frame.loc["one", "accuracy"]) == (40, 80.0)
    # Wilson's 95% interval of 32 of 40, by hand.
    assert (frame.loc["one", "low"], frame.loc["one", "high"]) == pytest.approx((65.24, 89.50), abs=0.01)
    assert frame["published"].sum() == 16
    assert frame.loc["Claude 3 Haiku", "accuracy"] == 42.9
    # 15 of 35.
    assert (frame.loc["Claude 3 Haiku", "low"], frame.loc["Claude 3 Haiku", "high"]) == pytest.approx(
        (27.98, 59.14), abs=0.01
    )
    assert frame.loc["GPT-4o", "properties_choice"] == 27.7
    assert frame["properties_choice"].isna()["GPT-4V"]
    assert frame.loc["Random chance", "accuracy"] == 20.0
    assert frame.index[frame["floor"]].tolist() == ["snellen/blind", "Random chance"]


def test_the_properties_task_with_options_stands_beside() -> None:
    table = _tables(_results(beside=True))["ocr"]
    row = table.frame.set_index("model").loc["one"]
    assert (row["properties_choice"], row["n_choice"]) == (30.0, 10)
    assert "not asked" not in table.note
    without = _tables(_results())["ocr"]
    assert "n_choice" not in without.frame
    assert "not asked" in without.note


def test_by_kind_of_text() -> None:
    frame = _tables(_results())["ocr-kind"].frame
    assert list(dict.fromkeys(frame["kind"])) == ["all texts", "Title", "Legend", "Axis Label", "Unit"]
    row = frame[(frame["model"] == "one") & (frame["kind"] == "Unit")].iloc[0]
    assert [row[name] for name in ("n", "accuracy", "answered", "unparsed")] == [10, 80.0, 9, 1]
    assert frame[frame["model"] == "snellen/blind"]["floor"].all()
    assert len(_tables(_results())["ocr-question"].frame) == 8


def test_without_questions_on_texts_there_is_nothing() -> None:
    results = _results()
    assert list(ocr_exhibits(results.assign(task="properties"))) == []
    assert list(ocr_exhibits(results.assign(exact=float("nan")))) == []


def test_every_exhibit_names_interval_and_chance_and_every_plot_is_vega_lite() -> None:
    shown = list(ocr_exhibits(_results(beside=True)))
    assert len({exhibit.name for exhibit in shown}) == len(shown)
    for exhibit in shown:
        assert "interval" in exhibit.note.lower()
        assert "20.0" in exhibit.note
        if isinstance(exhibit, Plot):
            assert json.dumps(exhibit.specification, allow_nan=False)
            altair.Chart.from_dict(dict(exhibit.specification))
