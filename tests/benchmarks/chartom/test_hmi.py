"""People's answers on disk to values: simulated participants, what is left out, and the keys of a copy."""

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.benchmarks.chartom.pictures import picture

from snellen.benchmarks.chartom.hmi import COLUMNS, attach_hmi, measure, measure_hmi
from snellen.benchmarks.chartom.imported_items import Item, write_items
from snellen.benchmarks.chartom.imported_people import read_indices
from snellen.cli import cli
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.verification.findings import Findings
from snellen.verification.records import check_records

ORDER = json.dumps(["North", "South", "East"])
BACK = json.dumps(["East", "South", "North"])


FORMATS: dict[str, dict[str, Any]] = {
    "multiple choice": {
        "answer": "2 times",
        "answer_type": "choice",
        "options": ("2 times", "4 times", "8 times"),
        "tempting": ("4 times",),
    },
    "free text": {
        "answer": "40",
        "answer_type": "number",
        "tempting": ("80",),
        "answer_about": {"tolerance": 0.05},
    },
    "ranking": {
        "answer": ORDER,
        "answer_type": "ranking",
        "options": ("East", "North", "South"),
        "tempting": (BACK,),
    },
}


def item(
    name: str, twin: str | None, manipulated: bool, answer_format: str = "multiple choice", **changes: Any
) -> Item:
    return Item(
        name=name,
        chart_type="bar",
        manipulation="truncated y-axis",
        manipulated=manipulated,
        question="How many times as large?",
        answer_format=answer_format,
        pair=name[:-1],
        twin=twin,
        picture=picture(),
        size=(30, 20),
        **{**FORMATS[answer_format], **changes},
    )


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    out = tmp_path_factory.mktemp("hmi") / "set"
    items = [
        item(f"{pair}{side}", f"{pair}{other}", side == "m", answer_format)
        for pair, answer_format in (("p", "multiple choice"), ("q", "free text"), ("r", "ranking"))
        for side, other in (("h", "m"), ("m", "h"))
    ]
    write_items([*items, item("alone", None, True, tempting=())], out, "t", {"name": "t", "preset": "published"})
    return Dataset(out)


def table(folder: Path, rows: Iterable[Sequence[object]], header: str = "participant,chart,answer") -> Path:
    path = folder / "responses.csv"
    with path.open("w", newline="") as handle:
        handle.write(header + "\n")
        csv.writer(handle).writerows(rows)
    return path


RIGHT = {"p": "A", "q": "about 40", "r": "North > South > East"}
TEMPTED = {"p": "4 times", "q": "80", "r": "East, South, North"}
OTHER = {"p": "(C)", "q": "12", "r": "South, East, North"}


def simulated(random: np.random.Generator, rates: dict[str, tuple[float, float]], n: int) -> list[tuple[str, str, str]]:
    """Simulated participants: each answers each chart; by chart the shares that are tempted and that err otherwise."""
    rows = []
    for person in range(n):
        for chart, (tempted, other) in rates.items():
            luck = random.random()
            answers = TEMPTED if luck < tempted else OTHER if luck < tempted + other else RIGHT
            rows.append((f"simulated-{person}", f"t-{chart}", answers[chart[0]]))
    return rows


RATES = {"ph": (0.05, 0.1), "pm": (0.6, 0.1), "qh": (0.1, 0.2), "qm": (0.3, 0.3), "rh": (0.0, 0.1), "rm": (0.8, 0.1)}


def test_rates_of_simulated_participants_come_back(dataset: Dataset, tmp_path: Path) -> None:
    responses = table(tmp_path, simulated(np.random.default_rng(4), RATES, 400))
    errors = measure(dataset, responses, "error-rate").estimates
    misled = measure(dataset, responses, "misleading-choice").estimates
    extra = measure(dataset, responses, "excess-error").estimates
    for chart, (tempted, other) in RATES.items():
        # Of 400, a share is within 0.1 of its rate but once in ten thousand.
        assert errors[f"t-{chart}"].value == pytest.approx(tempted + other, abs=0.1)
        assert misled[f"t-{chart}"].value == pytest.approx(tempted, abs=0.1)
        assert errors[f"t-{chart}"].n == 400
    assert set(extra) == {"t-pm", "t-qm", "t-rm"}
    for pair in "pqr":
        truth = sum(RATES[f"{pair}m"]) - sum(RATES[f"{pair}h"])
        assert extra[f"t-{pair}m"].value == pytest.approx(truth, abs=0.12)


def test_the_noise_is_how_far_shares_of_simulated_participants_are_off(dataset: Dataset, tmp_path: Path) -> None:
    random = np.random.default_rng(8)
    off, told = [], []
    for _ in range(30):
        measured = measure(dataset, table(tmp_path, simulated(random, RATES, 30)), "error-rate")
        told.append(measured.noise)
        off += [abs(found.value - sum(RATES[name[2:]])) for name, found in measured.estimates.items()]
    assert np.mean(told) == pytest.approx(np.mean(off), rel=0.15)


def test_intervals_cover_the_rates_of_simulated_participants(dataset: Dataset, tmp_path: Path) -> None:
    random = np.random.default_rng(11)
    covered = []
    for _ in range(40):
        responses = table(tmp_path, simulated(random, RATES, 30))
        for chart, found in measure(dataset, responses, "error-rate").estimates.items():
            covered.append(found.low - 1e-12 <= sum(RATES[chart[2:]]) <= found.high + 1e-12)
    assert len(covered) == 240
    assert np.mean(covered) >= 0.9


def test_why_a_chart_has_no_value(dataset: Dataset, tmp_path: Path) -> None:
    rows = [("a", "t-pm", "A"), ("a", "t-alone", "A"), ("a", "t-qm", "40"), ("a", "t-qh", "40")]
    responses = table(tmp_path, rows)
    without = measure(dataset, responses, "excess-error").without
    assert without["t-pm"] == "nobody's answer to its honest twin counts"
    assert without["t-alone"] == "it has no twin"
    assert "honest" in without["t-qh"]
    assert without["t-rm"] == "nobody's answer counts"
    assert "invites" in measure(dataset, responses, "misleading-choice").without["t-alone"]


def test_answers_are_read_as_replies_are_and_the_unread_are_counted(dataset: Dataset, tmp_path: Path) -> None:
    answers = ["2 times", "a", "(A)", "B. 4 times", "8 TIMES", "", "who knows", "E"]
    rows = [(str(place), "t-pm", answer) for place, answer in enumerate(answers)]
    measured = measure(dataset, table(tmp_path, rows), "error-rate")
    assert measured.estimates["t-pm"].n == 5
    assert measured.estimates["t-pm"].value == pytest.approx(2 / 5)
    assert measured.answers.unread["t-pm"] == 3
    assert measured.answers.left_out["answers that can't be read"] == 3


def test_who_fails_a_check_is_left_out_whole(dataset: Dataset, tmp_path: Path) -> None:
    header = "worker,item,response,attention_check"
    rows = [("a", "t-pm", "B", ""), ("a", "t-qm", "40", "no"), ("b", "t-pm", "A", "yes"), ("c", "t-pm", "B", "1")]
    measured = measure(dataset, table(tmp_path, rows, header), "error-rate")
    assert measured.answers.excluded == {"a"}
    assert measured.estimates["t-pm"].n == 2
    assert "t-qm" not in measured.estimates


def test_checks_are_charts_or_questions_of_the_tables_own(dataset: Dataset, tmp_path: Path) -> None:
    rows = [
        *(("a", "colour", "Blue."), ("a", "t-ph", "A"), ("a", "t-pm", "B")),
        *(("b", "colour", "red"), ("b", "t-ph", "A"), ("b", "t-pm", "B")),
        *(("c", "colour", "blue"), ("c", "t-ph", "C"), ("c", "t-pm", "B")),
        ("d", "t-pm", "A"),
    ]
    responses = table(tmp_path, rows)
    measured = measure(dataset, responses, "error-rate", attention=["colour=blue", "t-ph"])
    assert measured.answers.excluded == {"b", "c"}
    assert measured.estimates["t-pm"].n == 2
    assert "t-ph" not in measured.estimates
    with pytest.raises(SnellenError, match="--attention colour: names no chart"):
        measure(dataset, responses, "error-rate", attention=["colour"])
    for unasked in ("color=blue", "t-rh"):
        with pytest.raises(SnellenError, match=f"--attention {unasked}: no row of .*responses.csv is of"):
            measure(dataset, responses, "error-rate", attention=[unasked])
    assert measure(dataset, responses, "error-rate").answers.left_out["rows that can't be used"] == 3


def test_answers_given_too_fast_or_again_do_not_count(dataset: Dataset, tmp_path: Path) -> None:
    rows = [
        ("a", "t-pm", "B", 1.9),
        ("b", "t-pm", "A", 2),
        ("b", "t-pm", "B", 9),
        ("c", "t-pm", "B", ""),
        ("d", "t-pm", "B", "x"),
    ]
    responses = table(tmp_path, rows, "subject,chart,answer,rt")
    measured = measure(dataset, responses, "error-rate", min_seconds=2)
    assert (measured.estimates["t-pm"].n, measured.estimates["t-pm"].value) == (1, 0.0)
    assert measured.answers.left_out == {
        "rows that can't be used": 1,
        "answers given in under 2 s": 1,
        "answers without a time": 1,
        "answers to a chart that the same person had answered before": 1,
    }
    assert measured.answers.faults[0].endswith("responses.csv:6: the seconds 'x' are no number from 0 up")
    with pytest.raises(SnellenError, match="has no column for seconds"):
        measure(dataset, table(tmp_path, [("a", "t-pm", "B")]), "error-rate", min_seconds=2)


def test_a_damaged_row_is_left_out_with_its_line(dataset: Dataset, tmp_path: Path) -> None:
    responses = table(tmp_path, [("a", "t-pm", "B"), ("b", "t-pm", "B")])
    responses.write_text(responses.read_text() + 'c,t-pm,"B\n')
    measured = measure(dataset, responses, "error-rate")
    assert measured.estimates["t-pm"].n == 2
    assert measured.answers.left_out["rows that can't be used"] == 1
    assert measured.answers.rows == 3
    assert "responses.csv:4: not a line of CSV" in measured.answers.faults[0]


@pytest.mark.parametrize("name", ["t-pm", "t-pm-fact", "t-pm.png", " t-pm"])
def test_a_chart_goes_by_its_names(name: str, dataset: Dataset, tmp_path: Path) -> None:
    measured = measure(dataset, table(tmp_path, [("a", name, "B")]), "error-rate")
    assert measured.estimates["t-pm"].value == 1


def test_a_picture_s_file_name_names_its_chart(dataset: Dataset, tmp_path: Path) -> None:
    file_name = dataset.chart("t-pm").file_name
    assert "t-pm" in measure(dataset, table(tmp_path, [("a", file_name, "B")]), "error-rate").estimates


def test_nothing_that_counts_is_an_error(dataset: Dataset, tmp_path: Path) -> None:
    for rows in ([], [("a", "elsewhere", "B")], [("a", "t-pm", "?")]):
        with pytest.raises(SnellenError, match=r"no chart of .* gets a value"):
            measure(dataset, table(tmp_path, rows), "error-rate")
    with pytest.raises(SnellenError, match="no index is defined as"):
        measure(dataset, table(tmp_path, []), "guess")


def test_the_table_is_one_that_an_import_reads(dataset: Dataset, tmp_path: Path) -> None:
    responses = table(tmp_path, simulated(np.random.default_rng(1), RATES, 20))
    measured = measure_hmi(dataset.path, responses, "excess-error", out=tmp_path / "hmi.csv")
    with (tmp_path / "hmi.csv").open() as handle:
        assert tuple(next(csv.reader(handle))) == COLUMNS
    found, faults = read_indices(tmp_path / "hmi.csv")
    assert faults == []
    for name, estimate in measured.estimates.items():
        people = found[name][0]
        assert people.hmi == pytest.approx(estimate.value, abs=1e-6)
        assert (people.n, people.definition) == (20, "excess-error")
        assert (people.low, people.high) == pytest.approx((estimate.low, estimate.high), abs=1e-6)


def test_a_copy_has_the_values_as_keys_and_says_whose(dataset: Dataset, tmp_path: Path) -> None:
    responses = table(tmp_path, simulated(np.random.default_rng(2), RATES, 20))
    measured = measure_hmi(dataset.path, responses, "error-rate", into=tmp_path / "copy")
    copy = Dataset(tmp_path / "copy")
    keys = {q.chart_id: q for q in copy.questions() if q.task == "mind"}
    for name, estimate in measured.estimates.items():
        assert keys[name].answer == repr(estimate.value)
        assert (keys[name].answer_data or {})["low"] == estimate.low
    assert keys["t-alone"].answer is None
    assert copy.manifest.options["hmi"] == "error-rate"
    assert copy.manifest.seed is None
    assert "20 people's answers, definition error-rate" in (copy.manifest.origin or "")
    assert dataset.manifest.fingerprints.dataset[:16] in (copy.manifest.origin or "")
    assert copy.manifest.fingerprints.dataset != dataset.manifest.fingerprints.dataset
    assert copy.manifest.fingerprints.images == dataset.manifest.fingerprints.images
    assert [q for q in copy.questions() if q.task == "fact"] == [q for q in dataset.questions() if q.task == "fact"]
    findings = Findings()
    check_records(copy, findings)
    assert findings.differences == []
    assert {path.name for path in (tmp_path / "copy" / "images").iterdir()} == {c.file_name for c in copy.charts()}


def test_a_table_of_values_can_be_put_in_as_it_is(dataset: Dataset, tmp_path: Path) -> None:
    (tmp_path / "values.csv").write_text("chart_id,hmi\nt-pm,0.7\nt-ph,\nzzz,0.1\n")
    assert attach_hmi(dataset.path, tmp_path / "values.csv", tmp_path / "copy") == 1
    copy = Dataset(tmp_path / "copy")
    assert copy.question("t-pm-mind").answer == "0.7"
    assert copy.question("t-ph-mind").answer is None
    assert copy.manifest.options["hmi"] == "given"
    (tmp_path / "values.csv").write_text("chart_id,hmi\nzzz,0.1\n")
    with pytest.raises(SnellenError, match="no value in it is of a chart"):
        attach_hmi(dataset.path, tmp_path / "values.csv", tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_the_command(dataset: Dataset, tmp_path: Path) -> None:
    responses = str(table(tmp_path, simulated(np.random.default_rng(3), RATES, 10)))
    run = CliRunner().invoke(cli, ["hmi", str(dataset.path), responses, "--definition", "error-rate"])
    assert run.exit_code == 0, run.output
    assert "chart_id,hmi,n,low,high,definition" in run.stdout
    assert "Sampling noise of the values" in run.stderr
    for taken in (["--out", str(tmp_path)], ["--into", str(tmp_path)]):
        refused = CliRunner().invoke(cli, ["hmi", str(dataset.path), responses, "--definition", "error-rate", *taken])
        assert isinstance(refused.exception, SnellenError)
        assert taken[0] in str(refused.exception)
    for wrong in (["--definition", "given"], ["--definition", "median"], []):
        assert CliRunner().invoke(cli, ["hmi", str(dataset.path), responses, *wrong]).exit_code == 2


def test_a_dataset_of_another_benchmark_is_refused(tiny_dataset: Dataset, tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match="is a dataset of grab"):
        measure(tiny_dataset, table(tmp_path, []), "error-rate")


CELL = st.text(max_size=10) | st.sampled_from(["t-pm", "a", "b", "A", "0", "nan", "1e999", "yes", "-1"])


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(CELL, CELL, CELL, CELL, CELL), max_size=6), st.sampled_from([0.0, 1.0]))
def test_any_rows_are_counted_or_told(dataset: Dataset, tmp_path: Path, rows: Any, min_seconds: float) -> None:
    cleaned = [[cell.replace("\0", "").encode("utf-8", "replace").decode() for cell in row] for row in rows]
    header = "participant,chart,answer,seconds,attention"
    path = table(tmp_path, [*cleaned, ("zz", "t-pm", "A", "5", "1")], header)
    measured = measure(dataset, path, "error-rate", min_seconds=min_seconds)
    kept = sum(len(judged) for judged in measured.answers.by_chart.values())
    assert kept + sum(measured.answers.left_out.values()) == measured.answers.rows
