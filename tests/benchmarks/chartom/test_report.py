"""Floors, figures and exhibits on four pairs of twins with replies whose scores are known."""

import json
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import altair
import numpy as np
import pandas as pd
import pytest
from tests.benchmarks.chartom.small import HMI, write_small

from snellen.benchmarks.chartom.analysis import conflations, drops, fact_scores, labelled, mind_scores, predictions
from snellen.benchmarks.chartom.floors import NOISE, floors
from snellen.benchmarks.chartom.report import exhibits
from snellen.dataset import Dataset, Question
from snellen.exhibits import Exhibit, Plot, Table
from snellen.readers.floors import print_floors
from snellen.replies import Reply
from snellen.results import read_results
from snellen.scoring import score_replies


def _right(question: Question) -> str:
    return "B" if question.choices and question.answer_type == "choice" else str(question.answer)


def by_labels(question: Question) -> str:
    """Reads what is printed, and predicts what people did."""
    return _right(question) if question.task == "fact" else f"{question.answer or 0.5}. As the axis shows 20."


def by_size(question: Question) -> str:
    """Reads drawn sizes: the tempting answer wherever the chart is manipulated."""
    manipulated = bool(question.metadata["manipulated"])
    if question.task == "mind":
        return "Prediction: 0.5" if manipulated else "B and not A"
    tempting: Any = (question.answer_data or {})["tempting"]
    return str(tempting[0]) if manipulated else _right(question)


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return write_small(tmp_path_factory.mktemp("chartom") / "small")


@pytest.fixture(scope="module")
def results(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    readers: dict[str, Callable[[Question], str]] = {"labels": by_labels, "size": by_size}
    run = tmp_path_factory.mktemp("runs")
    given = [
        Reply(each.question_id, name, read(each)) for name, read in readers.items() for each in dataset.questions()
    ]
    record = score_replies(dataset, given, run)
    assert record.complete
    return read_results(run)


@pytest.fixture(scope="module")
def shown(results: pd.DataFrame) -> list[Exhibit]:
    return exhibits(results)


@pytest.fixture(scope="module")
def tables(shown: list[Exhibit]) -> dict[str, Any]:
    return {exhibit.name: exhibit.frame for exhibit in shown if isinstance(exhibit, Table)}


def test_a_reader_of_sizes_is_misled_by_manipulated_charts_alone(results: pd.DataFrame) -> None:
    frame: Any = fact_scores(labelled(results), ["label", "version"]).set_index(["label", "version"])
    assert frame.loc[("size", "manipulated"), ["fact", "misled"]].tolist() == [0, 100]
    assert frame.loc[("size", "honest"), ["fact", "misled"]].tolist() == [100, 0]
    assert frame.loc[("labels", "manipulated"), ["fact", "misled", "card", "gap"]].tolist() == [100, 0, 100, 0]
    dropped: Any = drops(labelled(results), ["label"]).set_index("label")
    assert dropped.loc["size", ["pairs", "honest", "manipulated", "drop", "misled_rise"]].tolist() == [
        4,
        100,
        0,
        100,
        100,
    ]
    assert dropped.loc["labels", "drop"] == 0


def test_errors_stay_within_what_they_can_be_and_the_gap_is_of_replies_that_both_read() -> None:
    rows = pd.DataFrame(
        {
            "task": "mind",
            "group_id": ["a", "b", "c"],
            "answer": ["0.2", "0.2", "0.9"],
            "hmi_error": [0.0, 0.7, 0.1],
            "hmi_error_worst": [0.0, 0.7, 0.1],
            "hmi_error_card": [0.0, np.nan, 0.3],
            "hmi_predicted": [0.2, 0.9, 0.8],
        }
    )
    found: Any = mind_scores(rows, []).iloc[0]
    assert found["gap"] == pytest.approx((0 + 0.2) / 2)
    assert [found["low"], found["worst_low"], found["card_low"]] == [0, 0, 0]
    assert [found["high"], found["worst_high"]] == [1, 1]
    assert found["card_high"] > 1


def test_errors_of_predictions(results: pd.DataFrame) -> None:
    frame: Any = mind_scores(labelled(results), ["label"]).set_index("label")
    known = [(hmi, manipulated) for (_, manipulated), hmi in HMI.items() if hmi is not None]
    assert frame["n"].tolist() == [7, 7]
    assert frame.loc["labels", ["mae", "mae_worst", "mae_card", "read"]].tolist() == pytest.approx([0, 0, 0, 100])
    assert frame.loc["labels", ["pearson", "spearman"]].tolist() == pytest.approx([1, 1])
    read = [abs(0.5 - hmi) for hmi, manipulated in known if manipulated]
    worst = [abs(0.5 - hmi) if manipulated else max(hmi, 1 - hmi) for hmi, manipulated in known]
    assert frame.loc["size", "mae"] == pytest.approx(sum(read) / len(read))
    assert frame.loc["size", "mae_worst"] == pytest.approx(sum(worst) / len(worst))
    assert frame.loc["size", "read"] == pytest.approx(100 * len(read) / 7)
    assert frame.loc["size", "read_card"] == 0
    assert pd.isna(frame.loc["size", ["mae_card", "pearson"]].astype(float)).all()


def test_intervals_of_errors_hold_errors_and_the_gap_is_over_the_same_replies(results: pd.DataFrame) -> None:
    rows = labelled(results)
    mine = rows[(rows["task"] == "mind") & (rows["label"] == "labels") & rows["hmi_error"].notna()].copy()
    # The card reads every other reply, as well as the robust protocol does; those that it can't read are far off.
    read = [place % 2 == 0 for place in range(len(mine))]
    mine["hmi_error"] = [0.01 if there else 0.9 for there in read]
    mine["hmi_error_card"] = [0.01 if there else float("nan") for there in read]
    frame: Any = mind_scores(mine, ["label"]).iloc[0]
    assert frame["gap"] == pytest.approx(0)
    assert frame["mae_card"] < frame["mae"]
    assert 0 <= frame["low"] <= frame["mae"] <= frame["high"] <= 1
    mine["hmi_error"] = [1.0] * (len(mine) - 1) + [0.0]
    frame = mind_scores(mine, ["label"]).iloc[0]
    assert frame["high"] == 1


def test_predictions_without_people_count_too(results: pd.DataFrame) -> None:
    frame: Any = predictions(labelled(results), ["label"]).set_index("label")
    assert frame.loc["labels", ["n", "pairs"]].tolist() == [8, 4]
    assert frame.loc["labels", "manipulated"] == pytest.approx((0.8 + 0.6 + 0.9 + 0.5) / 4)
    assert frame.loc["labels", "rise"] == pytest.approx((0.8 + 0.6 + 0.9 + 0.5 - 1.0) / 4)


def test_replies_to_the_other_task_are_counted(results: pd.DataFrame) -> None:
    frame: Any = conflations(labelled(results), ["task", "label"]).set_index(["task", "label"])
    assert frame.loc[("fact", "labels"), "conflated"] == 0
    assert frame.loc[("mind", "labels"), ["conflated", "justification_first"]].tolist() == [0, 0]


def test_trivial_floors(dataset: Dataset) -> None:
    found: Any = floors(dataset)
    assert found is not None
    frame = found.set_index(["task", "answer", "charts"])
    assert frame.loc[("fact", "always the tempting answer", "all"), ["n", "score", "misled_score"]].tolist() == [
        8,
        0,
        1,
    ]
    assert frame.loc[("fact", "always B", "honest"), ["n", "score"]].tolist() == [4, 0.25]
    # The first option is the tempting one; the items as listed are no accepted order.
    assert frame.loc[("fact", "always the first option", "all"), ["score", "misled_score"]].tolist() == [0, 0.25]
    assert frame.loc[("fact", "nothing", "all"), "score"] == 0
    people = [hmi for hmi in HMI.values() if hmi is not None]
    assert frame.loc[("mind", "always 0.5", "all"), "mae"] == pytest.approx(sum(abs(h - 0.5) for h in people) / 7)
    assert frame.loc[("mind", "the best constant", "all"), "mae"] == pytest.approx(
        sum(abs(h - 0.4) for h in people) / 7
    )
    # Medians: 0.25 of honest charts, 0.8 of manipulated ones.
    medians = frame.loc[("mind", "medians of honest and of manipulated", "all"), "mae"]
    assert medians == pytest.approx((0.15 + 0.05 + 0.05 + 0.15 + 0 + 0.2 + 0.1) / 7)
    ends = frame.loc[("mind", "1 for manipulated, 0 for honest", "all"), "mae"]
    assert ends == pytest.approx((0.1 + 0.2 + 0.3 + 0.4 + 0.2 + 0.4 + 0.1) / 7)
    assert 0 < frame.loc[("mind", NOISE, "all"), "mae"] < 0.07


def test_the_best_trivial_answers_come_first(dataset: Dataset) -> None:
    frame: Any = floors(dataset)
    on_all = frame[frame["charts"] == "all"]
    fact, mind = (on_all[on_all["task"] == task] for task in ("fact", "mind"))
    assert fact["score"].is_monotonic_decreasing
    assert mind["answer"].iloc[-1] == NOISE
    assert mind["mae"].iloc[:-1].is_monotonic_increasing
    assert len(mind) == 5
    # An answer's rows stand together.
    names = (frame["task"] + frame["answer"]).tolist()
    assert len([name for name, _ in groupby(names)]) == len(set(names))


def test_the_floors_that_are_printed_have_the_best_of_fact_and_all_of_mind(
    dataset: Dataset, capsys: pytest.CaptureFixture[str]
) -> None:
    print_floors(dataset.path)
    told_below = capsys.readouterr().out.partition("answers that look at nothing")[2]
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in told_below.splitlines()]
    told = {(row[0], row[1], row[2]): row[3:] for row in rows if len(row) == 7}
    assert {name for task, name, _ in told if task == "fact"} == {"always B", "always the first option"}
    assert told["fact", "always B", "manipulated"][0] == "4"
    # The medians' error, as in the test of the table.
    assert told["mind", "medians of honest and of manipulated", "all"][-1] == "0.100"
    assert {charts for task, name, charts in told if name == NOISE} == {"all", "honest", "manipulated"}
    assert len({name for task, name, _ in told if task == "mind"}) == 5


def test_floors_stand_beside_the_models(dataset: Dataset, tables: dict[str, Any]) -> None:
    assert set(tables["fact"].loc[tables["fact"]["floor"], "model"]) >= {"an option at random", "always B"}
    mind = tables["mind"][tables["mind"]["floor"] & (tables["mind"]["charts"] == "all")].set_index("model")
    found: Any = floors(dataset)
    here = found[(found["task"] == "mind") & (found["charts"] == "all")].set_index("answer")
    assert mind["mae"].to_dict() == pytest.approx(here["mae"].to_dict())
    assert {"published-fact", "published-mind"} <= set(tables)


def test_twins_stand_side_by_side(tables: dict[str, Any]) -> None:
    frame = tables["twins"].set_index(["pair", "model"])
    assert len(frame) == 8
    row = frame.loc[("pair-0", "size")]
    assert (row["key"], row["honest"], row["manipulated"]) == ("2 times", "2 times", "4 times")
    assert (row["honest_right"], row["manipulated_right"], row["misled"]) == (1, 0, 1)
    ends = tables["twin-endings"].set_index("model")
    assert ends.loc["size", "misled"] == ends.loc["labels", "right on both"] == 4


def test_breakdowns_cover_every_question_once(tables: dict[str, Any]) -> None:
    for name in ("chart-type", "manipulation", "format"):
        assert tables[f"fact-{name}"].groupby("model")["n"].sum().tolist() == [8, 8]
        assert tables[f"mind-{name}"].groupby("model")["n"].sum().tolist() == [7, 7]


def test_every_exhibit_can_be_shown(shown: list[Exhibit]) -> None:
    assert len({exhibit.name for exhibit in shown}) == len(shown)
    for exhibit in shown:
        if isinstance(exhibit, Plot):
            json.dumps(exhibit.specification, allow_nan=False)
            altair.Chart.from_dict(dict(exhibit.specification), validate=True)
        else:
            assert set(exhibit.formats) <= {*exhibit.frame.columns, *exhibit.formats}
            assert len(exhibit.frame)
            for name, form in exhibit.formats.items():
                if name in exhibit.frame:
                    assert all(form.format(value) for value in exhibit.frame[name].dropna())


@pytest.mark.parametrize("task", ["fact", "mind"])
def test_one_task_alone_is_enough(results: pd.DataFrame, task: str) -> None:
    names = {exhibit.name for exhibit in exhibits(results[results["task"] == task])}
    other = {"fact": "mind", "mind": "fact"}[task]
    assert task in names
    assert other not in names
    assert exhibits(results[results["task"] == "other"]) == []


def test_no_people_no_errors(results: pd.DataFrame) -> None:
    mind = results[(results["task"] == "mind") & (results["outcome"] == "no_key")]
    names = {exhibit.name for exhibit in exhibits(mind)}
    assert "mind" not in names


def test_a_run_folder_can_be_read_again(tmp_path: Path, dataset: Dataset) -> None:
    asked = [Reply(each.question_id, "none", None) for each in dataset.questions()]
    score_replies(dataset, asked, tmp_path / "run")
    frame = read_results(tmp_path / "run")
    assert set(frame.loc[frame["answer"].notna(), "outcome"]) == {"error"}
    assert frame.loc[(frame["task"] == "fact"), "fact"].eq(0).all()
    people = frame[(frame["task"] == "mind") & frame["answer"].notna()]
    worst = [max(float(h), 1 - float(h)) for h in people["answer"]]
    assert people["hmi_error_worst"].tolist() == pytest.approx(worst)
    assert exhibits(frame)
