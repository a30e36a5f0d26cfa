import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.benchmarks.chartom.authors_folder import KEYS, KINDS, QUESTIONS, as_csv, made

from snellen.benchmarks.chartom.importing import import_chartom
from snellen.cli import cli
from snellen.dataset import Dataset
from snellen.description import describe_dataset
from snellen.errors import SnellenError

HMI = "chart_id,hmi\nbar1_honest,0.1\nbar1_misleading.png,45%\npie_a, 0.05\npie_b,.6\nline7,0.5\n"


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    folder = tmp_path_factory.mktemp("authors")
    import_chartom(made(folder / "in", hmi=HMI), None, folder / "out")
    return Dataset(folder / "out")


def test_each_chart_has_both_questions_and_its_picture(imported: Dataset) -> None:
    assert [chart.chart_id for chart in imported.charts()] == [f"chartom-{name}" for name in QUESTIONS]
    assert [(q.question_id, q.task) for q in imported.questions()] == [
        (f"chartom-{name}-{task}", task) for name in QUESTIONS for task in ("fact", "mind")
    ]
    assert {imported.image_path(chart).read_bytes()[:4] for chart in imported.charts()} == {b"\x89PNG"}
    assert (imported.manifest.seed, imported.manifest.options["hmi"]) == (None, "given")
    describe_dataset(imported.path)


def test_twins_share_a_source_and_name_each_other(imported: Dataset) -> None:
    twins = {chart.chart_id: chart.metadata["twin"] for chart in imported.charts()}
    assert twins["chartom-bar1_honest"] == "chartom-bar1_misleading"
    assert twins["chartom-bar1_misleading"] == "chartom-bar1_honest"
    assert twins["chartom-pie_b"] == "chartom-pie_a"
    assert twins["chartom-line7"] is None
    honest, manipulated = (imported.chart(f"chartom-bar1_{name}") for name in ("honest", "misleading"))
    assert honest.source_id == manipulated.source_id
    assert (honest.metadata["manipulated"], manipulated.metadata["manipulated"]) == (False, True)
    assert {honest.metadata["manipulation"], manipulated.metadata["manipulation"]} == {"truncated y-axis"}
    assert imported.chart("chartom-line7").metadata["manipulated"] is True
    assert imported.manifest.counts.sources == 3


def test_keys_of_all_three_formats(imported: Dataset) -> None:
    fact = {q.chart_id.removeprefix("chartom-"): q for q in imported.questions() if q.task == "fact"}
    assert [fact[f"bar1_{name}"].answer for name in ("honest", "misleading")] == ["2", "2"]
    assert fact["bar1_honest"].choices == ["1", "2", "3"]
    assert fact["bar1_honest"].metadata["question"] == "How many times as many A as B?"
    assert fact["pie_a"].answer == json.dumps(["dogs", "cats", "bats"])
    assert fact["pie_a"].choices == ["cats", "dogs", "bats"]
    assert (fact["pie_b"].answer_data or {})["accepted"] == [json.dumps(["dogs", "bats", "cats"])]
    assert (fact["line7"].answer, fact["line7"].answer_type) == ("40%", "number")
    formats = [question.metadata["format"] for question in fact.values()]
    assert formats == ["multiple choice", "multiple choice", "ranking", "ranking", "free text"]


def test_the_key_of_a_mind_question_is_the_index(imported: Dataset) -> None:
    keys = {q.chart_id.removeprefix("chartom-"): q.answer for q in imported.questions() if q.task == "mind"}
    assert keys == {"bar1_honest": "0.1", "bar1_misleading": "0.45", "pie_a": "0.05", "pie_b": "0.6", "line7": "0.5"}


def test_without_indices_nothing_is_made_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import_chartom(made(tmp_path / "in"), None, tmp_path / "out")
    minds = [q for q in Dataset(tmp_path / "out").questions() if q.task == "mind"]
    assert {q.answer for q in minds} == {None}
    assert {(q.answer_data or {})["hmi"] for q in minds} == {None}
    assert "MIND questions have no key" in capsys.readouterr().err


def test_an_index_file_can_be_named_and_have_ids_of_an_imported_dataset(tmp_path: Path) -> None:
    (tmp_path / "values.csv").write_text("id;HMI;n;low;high;definition\nchartom-line7;0,25;40;0.1;0.4;error-rate\n")
    import_chartom(made(tmp_path / "in", hmi=HMI), tmp_path / "values.csv", tmp_path / "out")
    question = Dataset(tmp_path / "out").question("chartom-line7-mind")
    assert question.answer == "0.25"
    assert question.answer_data == {"hmi": 0.25, "definition": "error-rate", "n": 40, "low": 0.1, "high": 0.4}


def test_columns_go_by_other_names_and_order(tmp_path: Path) -> None:
    keys = [("Correct_Answer", "Chart_ID", "Type"), *((answer, name, kind) for name, kind, answer in KEYS[1:])]
    kinds = [
        ("Manipulation", "ignored", "CHART-TYPE", "Image"),
        *((m, "x", kind, f"{name}.png") for name, kind, m in KINDS[1:]),
    ]
    import_chartom(made(tmp_path / "in", keys, kinds), None, tmp_path / "out")
    assert Dataset(tmp_path / "out").manifest.counts.charts == 5


def test_quoted_keys_behind_a_space_are_read(tmp_path: Path) -> None:
    folder = made(tmp_path / "in")
    keys = folder / "FACT_answer_keys.csv"
    keys.write_text(keys.read_text().replace(",", ", "))
    assert ', "' in keys.read_text()
    import_chartom(folder, None, tmp_path / "out")
    assert len([*Dataset(tmp_path / "out").charts()]) == 5


def test_a_column_can_say_which_charts_are_twins(tmp_path: Path) -> None:
    questions = {"x1": "How many?", "q9": "How many?"}
    keys = [KEYS[0], ("x1", "free text", "3"), ("q9", "free text", "3")]
    kinds = [(*KINDS[0], "twin"), ("x1", "bar", "none", "q9"), ("q9", "bar", "3D effect", "")]
    import_chartom(made(tmp_path / "in", keys, kinds, questions), None, tmp_path / "out")
    assert [c.metadata["twin"] for c in Dataset(tmp_path / "out").charts()] == ["chartom-q9", "chartom-x1"]


BAR = ("new", "bar", "")
FAULTS: dict[str, tuple[list[tuple[str, str, str]], list[tuple[str, str, str]], dict[str, str], list[str]]] = {
    "key of no option": ([("new", "mc", "Z")], [BAR], {"new": "Q?\nA. x\nB. y"}, ["keys.csv:7", "none of its options"]),
    "no options": ([("new", "mc", "A")], [BAR], {"new": "Q?"}, ["new.txt", "no lettered options"]),
    "rank is no list": ([("new", "rank", "a > b")], [BAR], {"new": "Rank"}, ["keys.csv:7", "no list of labels"]),
    "no answer": ([("new", "free text", " ")], [BAR], {"new": "Q?"}, ["keys.csv:7", "no answer"]),
    "no question": ([("new", "free text", "1")], [BAR], {}, ["keys.csv:7", "new.txt"]),
    "no manipulation row": ([("new", "free text", "1")], [], {"new": "Q?"}, ["keys.csv:7", "chart_manipulations"]),
    "no key row": ([], [BAR], {"new": "Q?"}, ["manipulations.csv:7", "FACT_answer_keys.csv"]),
    "question of no row": ([], [], {"new": "Q?"}, ["new.txt", "no row"]),
    "two rows that differ": (
        [("new", "free text", "1"), ("new", "free text", "2")],
        [BAR],
        {"new": "Q?"},
        ["keys.csv:8", "says otherwise"],
    ),
    "hostile id": ([("../new", "free text", "1")], [], {}, ["keys.csv:7", "can't be the name of a file"]),
    "no id": ([("", "free text", "1")], [], {}, ["keys.csv:7", "no chart id"]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_can_not_be_used_is_left_out_and_told_with_its_line(
    fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys, kinds, questions, expected = FAULTS[fault]
    import_chartom(
        made(tmp_path / "in", [*KEYS, *keys], [*KINDS, *kinds], QUESTIONS | questions), None, tmp_path / "out"
    )
    assert Dataset(tmp_path / "out").manifest.counts.charts == 5
    told = capsys.readouterr().err
    for part in expected:
        assert part in told, told


def test_bad_pictures_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = made(tmp_path / "in")
    images = folder / "chart_images"
    (images / "pie_a.png").unlink()
    (images / "pie_b.png").write_bytes((images / "pie_b.png").read_bytes()[:-30])
    (images / "line7.png").unlink()
    (tmp_path / "secret.png").write_bytes((images / "bar1_honest.png").read_bytes())
    (images / "line7.png").symlink_to(tmp_path / "secret.png")
    import_chartom(folder, None, tmp_path / "out")
    told = capsys.readouterr().err
    assert "pie_a.png does not exist" in told
    assert "pie_b.png can't be decoded" in told
    assert "leaves" in told
    assert [c.chart_id for c in Dataset(tmp_path / "out").charts()] == [
        "chartom-bar1_honest",
        "chartom-bar1_misleading",
    ]


def test_the_twin_of_a_chart_that_was_left_out_has_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = made(tmp_path / "in")
    (folder / "FACT_questions" / "pie_b.txt").write_bytes(b"\xff\xfe")
    import_chartom(folder, None, tmp_path / "out")
    assert Dataset(tmp_path / "out").chart("chartom-pie_a").metadata["twin"] is None
    told = capsys.readouterr().err
    assert "pie_a: its twin pie_b can't be used" in told
    assert "not UTF-8" in told


def test_a_user_without_the_data_is_told_whence_they_come(tmp_path: Path) -> None:
    for folder in (tmp_path / "absent", tmp_path):
        run = CliRunner().invoke(cli, ["import", "chartom", str(folder), "--out", str(tmp_path / "out")])
        assert isinstance(run.exception, SnellenError)
        assert "its authors (Bharti et al., arXiv:2408.14419) give them on request" in str(run.exception)
        assert str(run.exception).count(". ") == 0
    assert not (tmp_path / "out").exists()


def test_a_table_without_a_column_is_refused(tmp_path: Path) -> None:
    folder = made(tmp_path / "in", keys=[("chart id", "reply"), ("pie_a", "x")])
    with pytest.raises(SnellenError, match=r"FACT_answer_keys.csv:1: has no column for answer_type; name it one of"):
        import_chartom(folder, None, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_nothing_usable_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    folder = made(tmp_path / "in", keys=[KEYS[0], ("zzz", "free text", "1")])
    with pytest.raises(SnellenError, match="none of its charts"):
        import_chartom(folder, None, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


CELL = st.text(st.characters(exclude_characters="\0"), max_size=12) | st.sampled_from(
    ["pie_a", "rank", "free text", "B", "['a','b']", "[[", "../x", "0"]
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(CELL, CELL, CELL), max_size=4), st.lists(st.tuples(CELL, CELL, CELL), max_size=4))
def test_any_rows_are_used_or_told(tmp_path_factory: pytest.TempPathFactory, keys: Any, kinds: Any) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    made(folder / "in")
    for name, rows in (("FACT_answer_keys.csv", [*KEYS, *keys]), ("chart_manipulations.csv", [*KINDS, *kinds])):
        (folder / "in" / name).write_text(as_csv(rows), encoding="utf-8", errors="replace")
    # A value with a quotation mark is quoted, so the tables are whole, and five rows are good.
    import_chartom(folder / "in", None, folder / "out")
    assert Dataset(folder / "out").manifest.counts.charts <= 5
