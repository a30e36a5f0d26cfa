"""From replies to the results table: nothing is dropped in silence, and accuracy is over all questions."""

import json
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snellen.cli import cli
from snellen.dataset import Chart, Dataset, Question, Source, write_dataset
from snellen.errors import SnellenError
from snellen.replies import Reply
from snellen.results import Compute, RunRecord, read_results, read_run
from snellen.scoring import run_folder, score_replies, score_replies_file, summary_tables


def _right(dataset: Dataset, model: str = "m") -> list[Reply]:
    return [Reply(question.question_id, model, question.answer) for question in dataset.questions()]


def _write(path: Path, replies: list[Reply]) -> Path:
    keys = ("question_id", "model", "reply")
    path.write_text("".join(json.dumps({key: getattr(reply, key) for key in keys}) + "\n" for reply in replies))
    return path


def test_a_perfect_reader(tmp_path: Path, tiny_dataset: Dataset) -> None:
    record = score_replies(tiny_dataset, _right(tiny_dataset), tmp_path / "run")
    (condition,) = record.conditions
    assert {name: score.score for name, score in condition.scores.items()} == dict.fromkeys(
        ("exact", "prefix", "tolerant", "parameters"), 1.0
    )
    assert condition.scores["exact"].interval == "wilson, clustered"
    assert (condition.scores["exact"].n, condition.scores["parameters"].n) == (12, 1)
    assert record.outcomes == {"answered": 12}
    assert record.complete
    assert read_run(tmp_path / "run") == record


def test_rows_carry_what_is_known_of_the_question(tmp_path: Path, tiny_dataset: Dataset) -> None:
    reply = Reply("tiny-01-q", "m", "f(x) = 2x − 1", settings={"seed": 1}, input_tokens=900, seconds=0.5)
    score_replies(tiny_dataset, [reply], tmp_path / "run", asked=["tiny-01-q"])
    (row,) = read_results(tmp_path / "run").to_dict("records")
    assert (
        row.items()
        >= {
            "model": "m",
            "settings": '{"seed":1}',
            "benchmark": "grab",
            "benchmark_version": 1,
            "dataset_fingerprint": tiny_dataset.manifest.fingerprints.dataset,
            "question_id": "tiny-01-q",
            "chart_id": "tiny-01",
            "source_id": "tiny-01",
            "group_id": "tiny-shared",
            "split": "test",
            "strategy": "zero-shot",
            "n_examples": 0,
            "repeat": 0,
            "task": "properties",
            "category": "Functions",
            "property": "equation",
            "precision": 1.0,
            "complexity": 0,
            "margin": 1.5,
            "family": "linear",
            "answer": "y = 2x - 1",
            "reply": "f(x) = 2x − 1",
            "parsed": "y = 2x - 1",
            "outcome": "answered",
            "exact": 0.0,
            "prefix": 0.0,
            "tolerant": 1.0,
            "parameters": 1.0,
            "input_tokens": 900,
            "seconds": 0.5,
        }.items()
    )


def test_missing_unknown_and_duplicate_replies_are_reported(tmp_path: Path, tiny_dataset: Dataset) -> None:
    replies = _right(tiny_dataset)[:10]
    replies += [Reply("tiny-00-q", "m", "wrong"), replies[1], Reply("other", "m", "4"), Reply("other", "n", "4")]
    record = score_replies(tiny_dataset, replies, tmp_path / "run")
    assert (record.missing.count, record.missing.first) == (2, ["tiny-10-q", "tiny-11-q"])
    assert (record.unknown.count, record.unknown.first) == (2, ["other"])
    assert (record.duplicates.count, record.duplicates.first) == (2, ["tiny-00-q", "tiny-01-q"])
    assert not record.complete
    frame = read_results(tmp_path / "run").set_index("question_id")
    assert len(frame) == 12
    assert frame.loc["tiny-00-q", "exact"] == 1.0
    assert frame.loc[["tiny-10-q"], ["outcome", "error", "exact"]].to_numpy().tolist()[0] == ["error", "no reply", 0.0]
    assert record.conditions[0].scores["exact"].score == 10 / 12


def test_errors_score_zero_and_say_why(tmp_path: Path, tiny_dataset: Dataset) -> None:
    replies = [Reply(reply.question_id, "m", None, error="timed out") for reply in _right(tiny_dataset)]
    replies[0] = Reply(replies[0].question_id, "m", None)
    record = score_replies(tiny_dataset, replies, tmp_path / "run")
    frame = read_results(tmp_path / "run")
    assert record.outcomes == {"error": 12}
    assert record.complete
    assert frame["error"].tolist() == ["no reply"] + ["timed out"] * 11
    assert (frame[["exact", "prefix", "tolerant"]] == 0).all().all()
    assert record.conditions[0].scores["exact"].score == 0.0


def test_models_settings_strategies_and_repeats_are_kept_apart(tmp_path: Path, tiny_dataset: Dataset) -> None:
    def replies() -> Iterator[Reply]:
        for reply in _right(tiny_dataset):
            for repeat in (0, 1):
                yield Reply(reply.question_id, "a", reply.reply, repeat=repeat, settings={"seed": 1, "t": 0})
            yield Reply(reply.question_id, "a", "no", "few-shot", 3, settings={"t": 0, "seed": 1})
            yield Reply(reply.question_id, "b", reply.reply)

    record = score_replies(tiny_dataset, replies(), tmp_path / "run")
    found = [(c.model, c.strategy, c.n_examples, c.repeats, c.rows, c.scores["exact"].score) for c in record.conditions]
    assert found == [
        ("a", "few-shot", 3, 1, 12, 0.0),
        ("a", "zero-shot", 0, 2, 24, 1.0),
        ("b", "zero-shot", 0, 1, 12, 1.0),
    ]
    assert record.missing.count == record.duplicates.count == 0


def _with_an_extra_task(tiny: Dataset, folder: Path) -> Dataset:
    """The tiny dataset, its three questions on transforms asked in another way too."""
    more = [
        question.model_copy(
            update={"question_id": f"{question.question_id}-again", "task": "transforms-again", "split": "extra"}
        )
        for question in tiny.questions()
        if question.task == "transforms"
    ]
    records: list[Source | Chart | Question] = [*tiny.sources(), *tiny.charts(), *tiny.questions(), *more]
    about = {"name": "more", "benchmark": "grab", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(folder, records, about)
    return Dataset(folder)


def test_tasks_beyond_the_test_set_have_figures_of_their_own(tmp_path: Path, tiny_dataset: Dataset) -> None:
    dataset = _with_an_extra_task(tiny_dataset, tmp_path / "more")
    replies = [
        Reply(question.question_id, "m", question.answer if question.split == "test" else "no")
        for question in dataset.questions()
    ]
    (condition,) = score_replies(dataset, replies, tmp_path / "run").conditions
    assert (condition.rows, condition.scores["exact"].n, condition.scores["exact"].score) == (15, 12, 1.0)
    assert list(condition.extra) == ["transforms-again"]
    again = condition.extra["transforms-again"]["exact"]
    assert (again.n, again.score) == (3, 0.0)
    (alone,) = score_replies(dataset, replies[12:], tmp_path / "alone").conditions
    assert (alone.scores["exact"].n, alone.scores["exact"].score, alone.extra) == (3, 0.0, {})


def test_only_what_was_asked_is_missing(tmp_path: Path, tiny_dataset: Dataset) -> None:
    replies = _right(tiny_dataset)[:4]
    record = score_replies(tiny_dataset, replies, tmp_path / "run", asked=[reply.question_id for reply in replies[:3]])
    assert (record.questions, record.complete, record.unknown.count) == (3, True, 1)
    with pytest.raises(SnellenError, match="has no question 'other'"):
        score_replies(tiny_dataset, replies, tmp_path / "run", asked=["other"])


def test_compute_is_kept_and_completed(tmp_path: Path, tiny_dataset: Dataset) -> None:
    replies = [Reply(reply.question_id, "m", "4", input_tokens=10, output_tokens=2) for reply in _right(tiny_dataset)]
    record = score_replies(tiny_dataset, replies, tmp_path / "run", compute=Compute(answering_wall_seconds=3, cost=0.5))
    compute = record.compute
    assert (compute.answering_wall_seconds, compute.cost) == (3, 0.5)
    assert (compute.input_tokens, compute.output_tokens) == (120, 24)
    assert compute.scoring_cpu_seconds is not None


def test_replies_to_another_dataset_are_refused(tmp_path: Path, tiny_dataset: Dataset) -> None:
    with pytest.raises(SnellenError, match="first unknown ids: other"):
        score_replies(tiny_dataset, [Reply("other", "m", "4")], tmp_path / "run")
    with pytest.raises(SnellenError, match="there are no replies"):
        score_replies(tiny_dataset, [], tmp_path / "run")
    with pytest.raises(SnellenError, match="another fingerprint"):
        score_replies(tiny_dataset, [Reply("tiny-00-q", "m", "4", dataset_fingerprint="f")], tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_condition_for_each_reply_is_a_mistake(
    tmp_path: Path, tiny_dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("snellen.scoring.tally._MOST_CONDITIONS", 5)
    monkeypatch.setattr("snellen.scoring.tally._LEAST_COVERAGE", 0.3)
    with pytest.raises(SnellenError, match="20 replies under 20 conditions"):
        score_replies(tiny_dataset, [Reply("tiny-00-q", "m", "4", repeat=n) for n in range(20)], tmp_path / "run")


def test_a_dataset_is_not_a_place_for_a_run(tiny_dataset: Dataset) -> None:
    with pytest.raises(SnellenError, match="is a dataset"):
        score_replies(tiny_dataset, _right(tiny_dataset), tiny_dataset.path)


def test_the_command(tmp_path: Path, tiny_dataset: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    replies = _write(tmp_path / "mine.jsonl", [*_right(tiny_dataset)[:11], Reply("other", "m", "4")])
    result = CliRunner().invoke(cli, ["score", str(tiny_dataset.path), "--replies", str(replies)])
    assert result.exit_code == 0, result.output
    assert "91.7%" in result.output
    assert "1 question without a reply" in result.output
    assert "1 reply to an unknown question (not scored): other" in result.output
    assert len(read_results(tmp_path / "runs" / "tiny" / "mine")) == 12


def test_the_summary_shows_names_as_they_are(tmp_path: Path, tiny_dataset: Dataset) -> None:
    record = score_replies(tiny_dataset, _right(tiny_dataset, "[red]m[/red]"), tmp_path / "run")
    assert isinstance(record, RunRecord)
    assert "[red]m[/red]" in str(next(iter(summary_tables(record)[0].columns[0].cells)))


odd_replies = (
    st.none() | st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(["<b>4</b>", "\x00", "4" * 10**5])
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 13), st.sampled_from("ab"), odd_replies, st.integers(0, 2)), min_size=1))
def test_every_reply_and_every_question_is_accounted_for(
    tmp_path: Path, tiny_dataset: Dataset, made: list[tuple[int, str, str | None, int]]
) -> None:
    replies = [Reply(f"tiny-{n:02d}-q", model, text, repeat=repeat) for n, model, text, repeat in made]
    known = [reply for reply in replies if int(reply.question_id[5:7]) < 12]
    if not known:
        return
    record = score_replies(tiny_dataset, replies, tmp_path / "run")
    frame = read_results(tmp_path / "run")
    tasks = {question.question_id: question.task for question in tiny_dataset.questions()}
    conditions = {(reply.model, reply.repeat, tasks[reply.question_id]) for reply in known}
    due = [name for *_, task in conditions for name in tasks if tasks[name] == task]
    keys = {(reply.question_id, reply.model, reply.repeat) for reply in known}
    assert len(frame) == len(due) == sum(record.outcomes.values())
    assert record.questions == len(set(due))
    assert record.missing.count == len(frame) - len(keys)
    assert record.unknown.count == len(replies) - len(known)
    assert record.duplicates.count == len(known) - len(keys)
    assert not frame.duplicated(["question_id", "model", "repeat"]).any()


def test_large_replies_are_written_in_small_batches(tmp_path: Path, tiny_dataset: Dataset) -> None:
    replies = (Reply(reply.question_id, "m", "x" * 4_000_000) for reply in _right(tiny_dataset))
    score_replies(tiny_dataset, replies, tmp_path / "run")
    frame = read_results(tmp_path / "run")
    assert frame["reply"].str.len().tolist() == [4_000_000] * 12
    assert frame["outcome"].tolist() == ["unparsed"] * 12
    assert pq.ParquetFile(tmp_path / "run" / "results.parquet").num_row_groups >= 2


def test_scoring_a_file_returns_its_record(
    tmp_path: Path, tiny_dataset: Dataset, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "r.jsonl"
    line = {"question_id": "tiny-00-q", "model": "m", "reply": "-9", "prompt": "?"}
    path.write_text(json.dumps(line))
    record = score_replies_file(tiny_dataset.path, path, tmp_path / "run")
    assert record.ignored_keys == {"prompt": 1}
    assert "keys that mean nothing here: prompt" in capsys.readouterr().out


def test_a_mistake_leaves_the_run_before_it_as_it_was(tmp_path: Path, tiny_dataset: Dataset) -> None:
    run = tmp_path / "run"
    score_replies(tiny_dataset, _right(tiny_dataset), run)
    before = {path.name: path.read_bytes() for path in run.iterdir()}

    def broken() -> Iterator[Reply]:
        yield from _right(tiny_dataset)[:3]
        raise SnellenError("replies.jsonl:4: not JSON; mend it.")

    with pytest.raises(SnellenError, match=r"replies\.jsonl:4"):
        score_replies(tiny_dataset, broken(), run)
    assert {path.name: path.read_bytes() for path in run.iterdir()} == before


def test_replies_are_not_scored_over_a_run_of_eval(tmp_path: Path, tiny_dataset: Dataset) -> None:
    run = tmp_path / "run"
    run.mkdir()
    (run / "settings.json").write_text("{}")
    with pytest.raises(SnellenError, match="is a run of `snellen eval`"):
        score_replies_file(tiny_dataset.path, _write(tmp_path / "replies.jsonl", _right(tiny_dataset)), run)
    assert [path.name for path in run.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mine.jsonl", "mine"),
        ("..jsonl", "replies"),
        (".jsonl", "jsonl"),
        ("..", "above"),
        (".", "here"),
        ("/", "replies"),
    ],
)
def test_a_run_has_a_folder_of_its_own_whatever_the_file_is_called(
    tmp_path: Path, tiny_dataset: Dataset, monkeypatch: pytest.MonkeyPatch, name: str, expected: str
) -> None:
    (tmp_path / "above" / "here").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "above" / "here")
    assert run_folder(tiny_dataset, Path(name), None) == Path("runs") / "tiny" / expected


def test_edited_keys_are_not_scored_under_the_old_fingerprint(tmp_path: Path, tiny_dataset: Dataset) -> None:
    replies = _right(tiny_dataset)
    path = tiny_dataset.questions_path
    path.write_text(path.read_text().replace('"answer":"-9"', '"answer":"-8"'))
    with pytest.raises(SnellenError, match=r"questions\.jsonl"):
        score_replies(tiny_dataset, replies, tmp_path / "run")
