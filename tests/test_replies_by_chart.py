"""Replies that name a chart and a task instead of a question."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snellen.dataset import Chart, Dataset, Question, Source, write_dataset
from snellen.errors import SnellenError
from snellen.replies import ReadingNotes, read_replies
from snellen.results import read_results
from snellen.scoring import score_replies, score_replies_file, summary_tables

TASKS = ("cluster_count", "outlier_count")


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    """Two samples: one in two designs at two scales, one shown once; two counts asked of each chart at scale 2."""

    def records() -> Iterator[Source | Chart | Question]:
        for sample, designs, scales in (("blobs+3", ("default", "dark"), (0.5, 2.0)), ("lone", ("default",), (2.0,))):
            yield Source(source_id=sample, group_id=sample, kind="blobs")
            for design in designs:
                for scale in scales:
                    name = f"{sample}+{design}+{scale:g}"
                    metadata: dict[str, Any] = {"design": design, "scale": scale}
                    file_name = name.replace("+", "-") + ".png"
                    yield Chart(
                        chart_id=name, source_id=sample, file_name=file_name, width=9, height=9, metadata=metadata
                    )
                    for task in (*TASKS, "relationship"):
                        split = ("extra" if task == "relationship" else "test") if scale == 2 else "rest"
                        word = task == "relationship"
                        yield Question(
                            question_id=f"{name}+{task}",
                            chart_id=name,
                            benchmark="biy",
                            split=split,
                            task=task,
                            category=task.partition("_")[0],
                            property="count",
                            text="How many?",
                            answer="{none}" if word else "{3}",
                            answer_data={"word": "none"} if word else {"count": 3},
                            answer_type="word" if word else "count",
                        )

    about = {"name": "two", "benchmark": "biy", "benchmark_version": 1, "preset": None, "seed": None}
    write_dataset(tmp_path / "two", records(), about)
    return Dataset(tmp_path / "two")


def _file(tmp_path: Path, *lines: dict[str, Any]) -> Path:
    path = tmp_path / "replies.jsonl"
    path.write_text("".join(json.dumps({"model": "m", "reply": "{3}", **line}) + "\n" for line in lines))
    return path


@pytest.mark.parametrize(
    ("named", "question_id"),
    [
        ({"chart_id": "blobs+3+dark+2", "task": "outlier_count"}, "blobs+3+dark+2+outlier_count"),
        ({"sample": "blobs+3", "design": "dark", "scale": 2, "task": TASKS[0]}, "blobs+3+dark+2+cluster_count"),
        ({"sample": "blobs+3", "design": "dark", "scale": 0.5, "task": TASKS[0]}, "blobs+3+dark+0.5+cluster_count"),
        ({"sample": "lone", "task": TASKS[0]}, "lone+default+2+cluster_count"),
        ({"sample": "lone", "design": "default", "task": TASKS[0]}, "lone+default+2+cluster_count"),
        # unknown ones keep the name that was given
        ({"chart_id": "blobs+9+dark+2", "task": TASKS[0]}, "blobs+9+dark+2+cluster_count"),
        ({"chart_id": "lone+default+2", "task": "cluster_bboxes"}, "lone+default+2+cluster_bboxes"),
        ({"sample": "lone", "design": "dark", "scale": 2, "task": TASKS[0]}, "lone+dark+2+cluster_count"),
        # the id of a question goes before all else
        ({"question_id": "q", "chart_id": "lone+default+2", "task": TASKS[0]}, "q"),
    ],
)
def test_a_chart_and_a_task_name_a_question(
    tmp_path: Path, dataset: Dataset, named: dict[str, Any], question_id: str
) -> None:
    notes = ReadingNotes()
    (reply,) = read_replies(_file(tmp_path, named), notes, dataset=dataset)
    assert reply.question_id == question_id
    assert bool(notes.ignored_keys) == ("question_id" in named)


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ({"task": TASKS[0]}, "add its question_id, or chart_id and task"),
        ({"chart_id": "lone+default+2"}, "task: Field required"),
        ({"chart_id": 7, "task": TASKS[0]}, "chart_id"),
        ({"sample": "blobs+3", "design": "dark", "task": TASKS[0]}, "name design and scale"),
        ({"sample": "blobs+3", "design": "dark", "scale": "2", "task": TASKS[0]}, "scale"),
        ({}, "question_id: Field required"),
        ({"question_id": "q", "strategy": "few-shot"}, "add n_examples"),
        (
            {"question_id": "q", "strategy": "zeroshot"},
            "no strategy is called 'zeroshot'; write zero-shot, one-shot, few",
        ),
        (
            {"question_id": "q", "strategy": "zero-shot", "n_examples": 4},
            "a zero-shot reply with 4 examples, and it has 0",
        ),
        (
            {"question_id": "q", "strategy": "one-shot", "n_examples": 2},
            "a one-shot reply with 2 examples, and it has 1",
        ),
    ],
)
def test_what_names_no_question_is_told_with_file_line_and_cure(
    tmp_path: Path, dataset: Dataset, named: dict[str, Any], told: str
) -> None:
    path = _file(tmp_path, {"question_id": "q"}, named)
    with pytest.raises(SnellenError) as caught:
        list(read_replies(path, dataset=dataset))
    assert str(caught.value).startswith(f"{path}:2: ")
    assert told in str(caught.value)


def test_one_shot_is_one_example(tmp_path: Path, dataset: Dataset) -> None:
    path = _file(tmp_path, {"question_id": "q", "strategy": "one-shot"}, {"question_id": "q", "strategy": "zero-shot"})
    assert [reply.n_examples for reply in read_replies(path, dataset=dataset)] == [1, 0]


def test_a_task_that_was_never_asked_is_not_missing(tmp_path: Path, dataset: Dataset) -> None:
    path = _file(
        tmp_path,
        {"sample": "lone", "task": "cluster_count", "strategy": "zero-shot"},
        {"sample": "lone", "task": "cluster_count", "strategy": "one-shot"},
        {"sample": "lone", "task": "outlier_count", "strategy": "one-shot"},
        {"chart_id": "nowhere", "task": "outlier_count"},
    )
    record = score_replies_file(dataset.path, path, tmp_path / "run")
    frame = read_results(tmp_path / "run")
    # three charts at scale 2: both designs of the one sample, and the other
    assert frame.groupby(["strategy", "task"]).size().to_dict() == {
        ("one-shot", "cluster_count"): 3,
        ("one-shot", "outlier_count"): 3,
        ("zero-shot", "cluster_count"): 3,
    }
    assert (record.missing.count, record.unknown.count, record.questions) == (6, 1, 6)
    assert record.left_out == {"outlier_count": 1}
    assert "tasks without any reply, in no figure: outlier_count (1 condition)" in str(summary_tables(record)[-1])
    nobody = frame[frame["outcome"] == "error"]
    assert len(nobody) == 6
    assert nobody["strict"].tolist() == [0.0] * 6
    assert nobody[["paper", "released_fault", "lenient_fault", "parsed"]].isna().all().all()


def test_extra_tasks_are_expected_once_named_and_the_rest_never(tmp_path: Path, dataset: Dataset) -> None:
    lines = [
        {"chart_id": "lone+default+2", "task": "relationship", "reply": "{none}"},
        {"chart_id": "blobs+3+dark+0.5", "task": "cluster_count"},
    ]
    replies = list(read_replies(_file(tmp_path, *lines), dataset=dataset))
    record = score_replies(dataset, replies, tmp_path / "run")
    frame = read_results(tmp_path / "run")
    assert frame.groupby(["split", "task"]).size().to_dict() == {
        ("extra", "relationship"): 3,
        ("rest", "cluster_count"): 1,
    }
    assert frame.loc[frame["outcome"] == "answered", "strict"].tolist() == [1.0, 1.0]
    assert (record.missing.count, record.beyond.count, record.questions) == (2, 1, 3)


json_values = st.none() | st.booleans() | st.floats() | st.sampled_from(["lone", "default", *TASKS, "", "m", "{3}"])
lines = st.dictionaries(
    st.sampled_from(["question_id", "chart_id", "sample", "design", "scale", "task", "model", "reply", "strategy"]),
    json_values,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(lines, max_size=4))
def test_any_line_names_a_question_or_its_fault(tmp_path: Path, dataset: Dataset, made: list[dict[str, Any]]) -> None:
    path = tmp_path / "any.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in made))
    try:
        assert all(reply.question_id for reply in read_replies(path, dataset=dataset))
    except SnellenError as error:
        assert str(error).startswith(f"{path}:")  # noqa: PT017 (either is right)
