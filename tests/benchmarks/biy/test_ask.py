"""Conversations: pictures and prompts in turn, examples before the question."""

from pathlib import Path

import pytest

from snellen.benchmarks.biy import BENCHMARK
from snellen.benchmarks.biy.ask import PROMPTS
from snellen.dataset import Dataset, Question
from snellen.errors import SnellenError
from snellen.generation import generate_dataset
from snellen.messages import Image, Text


@pytest.fixture(scope="module")
def lite(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    folder = tmp_path_factory.mktemp("biy") / "lite"
    generate_dataset("biy", preset="lite", seed=3, out=folder, images=False, jobs=1)
    return Dataset(folder)


def asked(dataset: Dataset, task: str) -> Question:
    return next(question for question in dataset.questions() if question.task == task and question.split == "test")


@pytest.mark.parametrize("task", PROMPTS)
def test_zero_shot_is_the_picture_and_then_the_prompt(lite: Dataset, task: str) -> None:
    question = asked(lite, task)
    (turn,) = BENCHMARK.messages(lite, question, "zero-shot", 0)
    chart = lite.chart(question.chart_id)
    assert turn.role == "user"
    assert turn.content == (Image(lite.image_path(chart)), Text(PROMPTS[task]))
    assert question.chart_id.split("+")[0] not in str(turn.content)


@pytest.mark.parametrize("task", PROMPTS)
def test_few_shot_has_six_examples_of_the_task_with_their_keys(lite: Dataset, task: str) -> None:
    turns = BENCHMARK.messages(lite, asked(lite, task), "few-shot", 6)
    assert [turn.role for turn in turns] == ["user", "assistant"] * 6 + ["user"]
    examples = [lite.question(name) for name in lite.manifest.examples if name.endswith(task)]
    said = [turn.content[0].text for turn in turns if turn.role == "assistant" and isinstance(turn.content[0], Text)]
    assert sorted(said) == sorted(example.answer or "" for example in examples)
    generators = [lite.source(lite.chart(example.chart_id).source_id).kind for example in examples]
    assert sorted(generators) == [
        "gaussian_blobs",
        "gaussian_blobs_noise",
        "random",
        "relationship",
        "single_gaussian_blob_outliers",
        "single_gaussian_blob_outliers",
    ]
    for user, answer in zip(turns[:-1:2], turns[1::2], strict=True):
        picture, text = user.content
        assert isinstance(picture, Image)
        assert text == Text(PROMPTS[task])
        shown = next(each for each in examples if lite.image_path(lite.chart(each.chart_id)) == picture.path)
        assert answer.content == (Text(shown.answer or ""),)


def test_one_shot_shows_the_blobs(lite: Dataset) -> None:
    turns = BENCHMARK.messages(lite, asked(lite, "cluster_count"), "one-shot", 1)
    assert len(turns) == 3
    picture = turns[0].content[0]
    assert isinstance(picture, Image)
    (chart,) = [chart for chart in lite.charts() if lite.image_path(chart) == picture.path]
    assert chart.metadata["generator"] == "gaussian_blobs"
    assert chart.metadata["design"] == "default"


def test_fewer_examples_are_the_first_of_the_six(lite: Dataset) -> None:
    question = asked(lite, "outlier_points")
    six = BENCHMARK.messages(lite, question, "few-shot", 6)
    for n in range(6):
        assert BENCHMARK.messages(lite, question, "few-shot", n) == [*six[: 2 * n], six[-1]]


@pytest.mark.parametrize(
    ("strategy", "n"),
    [("zero-shot", 1), ("one-shot", 0), ("one-shot", 2), ("few-shot", 7), ("few-shot", -1), ("cot", 0)],
)
def test_other_strategies_are_refused(lite: Dataset, strategy: str, n: int) -> None:
    with pytest.raises(SnellenError, match=r"BIY has no strategy|takes"):
        BENCHMARK.messages(lite, asked(lite, "cluster_count"), strategy, n)


def test_a_set_without_examples_says_so(tmp_path: Path) -> None:
    generate_dataset(
        "biy", preset="smoke", only="design=default,scale=1", out=tmp_path / "s", seed=1, images=False, jobs=1
    )
    dataset = Dataset(tmp_path / "s")
    with pytest.raises(SnellenError, match="holds 0 examples"):
        BENCHMARK.messages(dataset, asked(dataset, "cluster_count"), "one-shot", 1)
