import json
import math
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.benchmarks.chartom.pictures import picture
from tests.benchmarks.chartom.published_calvi import CALVI, needs_calvi

from snellen.benchmarks.chartom.importing_calvi import import_calvi
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError

ITEM: dict[str, Any] = {
    "image_path": "pictures/1.png",
    "question": "Is it rising?",
    "choices": ["Yes", "No", "Can't be told"],
    "best_answer": "Yes",
    "chart_type": "line",
    "misleading_answer": "No",
    "misleader": "Inverted axis",
    "answer_type": "multiple choice",
    "calvi_id": "T1",
    "human_accuracy": 0.25,
    "human_n": 40,
    "error_rate": 0.75,
}


def made(folder: Path, *items: Any) -> Path:
    (folder / "pictures").mkdir(exist_ok=True)
    (folder / "pictures" / "1.png").write_bytes(picture())
    (folder / "calvi.json").write_text(json.dumps(list(items)))
    return folder / "calvi.json"


def imported(folder: Path, *items: Any) -> list[Question]:
    import_calvi(made(folder, *items), folder / "out")
    return list(Dataset(folder / "out").questions())


@pytest.fixture(scope="module")
def calvi(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    out = tmp_path_factory.mktemp("calvi") / "out"
    import_calvi(CALVI, out)
    return Dataset(out)


def test_an_item_becomes_a_chart_and_two_questions(tmp_path: Path) -> None:
    fact, mind = imported(tmp_path, ITEM)
    dataset = Dataset(tmp_path / "out")
    (chart,) = dataset.charts()
    assert dataset.image_path(chart).read_bytes() == picture()
    assert (chart.width, chart.height) == (30, 20)
    assert chart.metadata["twin"] is None
    assert chart.metadata["manipulated"] is True
    assert "1" not in chart.file_name.split(".")[0] or len(chart.file_name) == 20
    assert (fact.task, fact.answer, fact.choices) == ("fact", "Yes", ["Yes", "No", "Can't be told"])
    assert fact.answer_data is not None
    assert fact.answer_data["tempting"] == ["No"]
    assert fact.text.startswith("Is it rising?\n\nA. Yes\nB. No\nC. Can't be told\n\n")
    assert (mind.task, mind.answer) == ("mind", "0.75")
    assert mind.answer_data is not None
    # Wilson's interval for 30 of 40, by the published formula: centre (p + z²/2n)/(1 + z²/n).
    z, n, p = 1.959964, 40, 0.75
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    assert mind.answer_data["low"] == pytest.approx(centre - reach, abs=1e-6)
    assert mind.answer_data["high"] == pytest.approx(centre + reach, abs=1e-6)
    assert (mind.answer_data["n"], mind.answer_data["definition"]) == (40, "error-rate")
    assert "decimal number between 0 and 1" in mind.text


def test_an_ordinary_item_invites_nothing_and_has_no_twin(tmp_path: Path) -> None:
    fact, _ = imported(tmp_path, {**ITEM, "misleader": "N/A", "misleading_answer": "N/A"})
    assert fact.metadata["manipulated"] is False
    assert (fact.property, fact.metadata["twin"]) == ("none", None)
    assert fact.answer_data is not None
    assert fact.answer_data["tempting"] == []


def test_keys_match_but_for_punctuation_and_case_which_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    choices = ["It rises.", "It falls.", "Too early to say]"]
    item = {
        **ITEM,
        "choices": choices,
        "best_answer": "Too early to say",
        "misleading_answer": ["it rises", "It falls."],
    }
    fact, _ = imported(tmp_path, item)
    assert fact.answer == "Too early to say]"
    assert fact.answer_data is not None
    assert fact.answer_data["tempting"] == ["It rises.", "It falls."]
    told = capsys.readouterr().err
    assert "'Too early to say' is taken for the choice 'Too early to say]'" in told
    assert "'it rises' is taken for the choice 'It rises.'" in told
    assert "It falls" not in told


def test_several_right_answers_are_all_accepted(tmp_path: Path) -> None:
    fact, _ = imported(tmp_path, {**ITEM, "best_answer": ["Yes", "Can't be told"]})
    assert fact.answer == "Yes"
    assert fact.answer_data is not None
    assert fact.answer_data["accepted"] == ["Can't be told"]


def hostile(folder: Path) -> None:
    (folder / "secret.png").write_bytes(picture(9))
    (folder / "pictures" / "cut.png").write_bytes(picture()[:-30])
    (folder / "pictures" / "text.png").write_text("no picture")
    (folder / "pictures" / "link.png").symlink_to(folder / "secret.png")


FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "missing picture": ({"image_path": "pictures/2.png"}, "does not exist"),
    "truncated picture": ({"image_path": "pictures/cut.png"}, "can't be decoded"),
    "no picture": ({"image_path": "pictures/text.png"}, "can't be decoded"),
    "path upwards": ({"image_path": "../secret.png"}, "not a path inside"),
    "path upwards within": ({"image_path": "pictures/../../secret.png"}, "not a path inside"),
    "absolute path": ({"image_path": "/etc/passwd"}, "not a path inside"),
    "windows path": ({"image_path": "..\\secret.png"}, "not a path inside"),
    "a folder": ({"image_path": "pictures"}, "does not exist"),
    "not a number": ({"error_rate": math.nan}, "error_rate"),
    "a rate above 1": ({"error_rate": 1.5}, "error_rate"),
    "nobody": ({"human_n": 0}, "human_n"),
    "key of no choice": ({"best_answer": "Perhaps"}, "none of its choices"),
    "right and misleading": ({"misleading_answer": "Yes"}, "both its best and its misleading"),
    "no key": ({"best_answer": []}, "no best answer"),
    "two choices alike": ({"choices": ["Yes", "yes.", "No"]}, "two of its choices are the same"),
    "hostile id": ({"calvi_id": "../T1"}, "calvi_id"),
    "wrong type": ({"choices": "Yes"}, "choices"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_item_that_can_not_be_used_is_left_out_and_told(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    changes, expected = FAULTS[fault]
    file = made(folder, {**ITEM, "calvi_id": "T2", **changes}, {**ITEM, "calvi_id": "T3"})
    hostile(folder)
    (tmp_path / "secret.png").write_bytes(picture(9))
    import_calvi(file, tmp_path / "out")
    dataset = Dataset(tmp_path / "out")
    assert [chart.chart_id for chart in dataset.charts()] == ["calvi-T3"]
    assert dataset.manifest.curation == {"read": 2, "kept": 1}
    told = capsys.readouterr().err
    assert "1 items can't be used" in told
    assert "item 1" in told
    assert expected in told


def test_an_item_that_is_no_object_is_told_in_words_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import_calvi(made(tmp_path, 5, {**ITEM, "calvi_id": "T3"}), tmp_path / "out")
    told = capsys.readouterr().err
    assert "item 1: it is no object with fields" in told
    assert "_Fields" not in told


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    file = made(folder, {**ITEM, "image_path": "pictures/link.png"}, {**ITEM, "calvi_id": "T3"})
    (tmp_path / "secret.png").write_bytes(picture(9))
    (folder / "pictures" / "link.png").symlink_to(tmp_path / "secret.png")
    import_calvi(file, tmp_path / "out")
    assert "leaves" in capsys.readouterr().err
    assert Dataset(tmp_path / "out").manifest.counts.charts == 1


def test_of_two_items_with_one_id_neither_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import_calvi(made(tmp_path, ITEM, {**ITEM, "error_rate": 0.5}, {**ITEM, "calvi_id": "T3"}), tmp_path / "out")
    assert [chart.chart_id for chart in Dataset(tmp_path / "out").charts()] == ["calvi-T3"]
    assert capsys.readouterr().err.count("its id comes more than once") == 2


BROKEN: dict[str, tuple[Callable[[Path], Any], str]] = {
    "absent": (lambda path: None, "no such file"),
    "not json": (lambda path: path.write_text("[{"), "not whole JSON"),
    "not a list": (lambda path: path.write_text("{}"), "no list of items"),
    "empty": (lambda path: path.write_text("[]"), "no list of items"),
    "deep": (lambda path: path.write_text("[" * 100_000), "not whole JSON"),
    "nothing usable": (lambda path: path.write_text("[1, null]"), "none of its 2 items"),
    "not text": (lambda path: path.write_bytes(b"\xff\xfe\x00"), "not whole JSON"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_file_that_is_not_calvi_is_refused_and_nothing_written(what: str, tmp_path: Path) -> None:
    write, expected = BROKEN[what]
    write(tmp_path / "calvi.json")
    with pytest.raises(SnellenError, match=expected):
        import_calvi(tmp_path / "calvi.json", tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert not list(tmp_path.glob(".out*"))


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "calvi.json").open("wb") as handle:
        handle.truncate(65 << 20)
    with pytest.raises(SnellenError, match="over 64 MB"):
        import_calvi(tmp_path / "calvi.json", tmp_path / "out")


def test_a_folder_that_exists_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(SnellenError, match="exists already"):
        import_calvi(made(tmp_path, ITEM), tmp_path / "out")
    assert (tmp_path / "out" / "mine.txt").read_text() == "mine"


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(sorted(ITEM)), JSON, max_size=4))
def test_any_item_is_used_or_told_and_never_a_crash(tmp_path_factory: pytest.TempPathFactory, changes: Any) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    import_calvi(made(folder, {**ITEM, **changes}, {**ITEM, "calvi_id": "other"}), folder / "out")
    assert 1 <= Dataset(folder / "out").manifest.counts.charts <= 2


@needs_calvi
def test_counts_and_means_of_the_public_items(calvi: Dataset) -> None:
    charts = {chart.chart_id: chart for chart in calvi.charts()}
    index = {q.chart_id: float(q.answer or "nan") for q in calvi.questions() if q.task == "mind"}
    misleading = [index[name] for name, chart in charts.items() if chart.metadata["manipulated"]]
    ordinary = [index[name] for name, chart in charts.items() if not chart.metadata["manipulated"]]
    assert (len(misleading), len(ordinary)) == (45, 15)
    assert mean(misleading) == pytest.approx(0.666, abs=5e-4)
    assert mean(ordinary) == pytest.approx(0.339, abs=5e-4)
    assert all(chart.metadata["twin"] is None for chart in charts.values())


@needs_calvi
def test_trivial_predictors_err_as_published(calvi: Dataset) -> None:
    manipulated = {chart.chart_id: bool(chart.metadata["manipulated"]) for chart in calvi.charts()}
    keys = [(q, float(q.answer or "nan")) for q in calvi.questions() if q.task == "mind"]
    rates = [rate for _, rate in keys]
    groups = {flag: [rate for q, rate in keys if manipulated[q.chart_id] is flag] for flag in (True, False)}
    assert mean(abs(rate - 0.5) for rate in rates) == pytest.approx(0.267, abs=5e-4)
    assert mean(abs(rate - median(rates)) for rate in rates) == pytest.approx(0.239, abs=5e-4)
    by_group = [abs(rate - median(group)) for group in groups.values() for rate in group]
    assert mean(by_group) == pytest.approx(0.190, abs=5e-4)
    flags = [abs(rate - manipulated[q.chart_id]) for q, rate in keys]
    assert mean(flags) == pytest.approx(0.335, abs=5e-4)
    people = [(rate, (q.answer_data or {})["n"]) for q, rate in keys]
    noise = mean(math.sqrt(2 / math.pi) * math.sqrt(rate * (1 - rate) / n) for rate, n in people)  # type: ignore[operator]
    assert noise == pytest.approx(0.034, abs=5e-4)


@needs_calvi
def test_the_traps_of_the_public_file(calvi: Dataset) -> None:
    t25, t45, t6 = (calvi.question(f"calvi-{name}-fact") for name in ("T25", "T45", "T6"))
    for question in (t25, t45, t6):
        assert question.choices is not None
        assert question.answer in question.choices
    assert t45.answer == "Too early to say]"
    assert t25.answer is not None
    assert t25.answer.endswith("2002.")
    several = {q.chart_id for q in calvi.questions() if len((q.answer_data or {}).get("tempting") or []) > 1}  # type: ignore[arg-type]
    assert several == {"calvi-T25", "calvi-T28", "calvi-T29"}
    assert t6.answer_data is not None
    assert t6.answer_data["accepted"] == ["Cannot be inferred/Inadequate information"]
