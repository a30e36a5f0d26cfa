"""Local readers as models of Inspect: they are shown what any model is shown, and use no network."""

import asyncio
import base64
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog, read_eval_log_samples
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ContentAudio,
    ContentImage,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    get_model,
)

from snellen.benchmark import find_benchmark
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.files import sha256_of
from snellen.messages import Image, Message, Text
from snellen.readers import find_reader
from snellen.readers.knowledge import Asked, Knowledge, learn
from snellen.results import read_results, read_run
from snellen.running.engine import evaluate_dataset
from snellen.running.provider import InlinePictures, messages_from_inspect
from snellen.running.tasks import grab


@pytest.fixture
def table(tmp_path: Path) -> str:
    """A table that knows one template: -9 is its most common answer, and any up to 900,000 may be."""
    asked = "What is x? Give your answer as an integer."
    answers = {Asked(asked, "-9", "number", 1.0): 2, Asked(asked, "0", "number", 1.0): 1}
    answers[Asked(asked, "900000", "number", 1.0)] = 1
    about = {"benchmark": "grab", "benchmark_version": 1, "preset": "paper", "seeds": [1001], "command": "learn"}
    knowledge = Knowledge.model_validate({**about, "questions": 4, "templates": learn(answers)})
    path = tmp_path / "table.json"
    path.write_text(knowledge.model_dump_json())
    return str(path)


def test_a_conversation_comes_back_as_it_was_sent(tmp_path: Path) -> None:
    on_disk = tmp_path / "picture.png"
    on_disk.write_bytes(b"on disk")
    inline = "data:image/png;base64," + base64.b64encode(b"inline").decode()
    first, second, third = messages_from_inspect(
        [
            ChatMessageUser(content=[ContentImage(image=str(on_disk)), ContentText(text="What is it?")]),
            ChatMessageAssistant(content="4"),
            ChatMessageUser(content=[ContentImage(image=inline), ContentText(text="And this?")]),
        ],
        (pictures := InlinePictures()),
    )
    assert first.role == third.role == "user"
    assert first.content == (Image(on_disk), Text("What is it?"))
    assert (second.role, second.content) == ("assistant", (Text("4"),))
    picture, text = third.content
    assert isinstance(picture, Image)
    assert picture.path.read_bytes() == b"inline"
    assert picture.path.suffix == ".png"
    assert text == Text("And this?")

    kept = pictures.file("data:image/jpeg;base64,aGVsZA==")
    assert pictures.file(inline) == picture.path  # written once
    pictures.forget_all_but(1)
    assert (picture.path.exists(), kept.exists()) == (True, False)
    assert pictures.file("data:image/jpeg;base64,aGVsZA==").read_bytes() == b"held"


@pytest.mark.parametrize(
    "message",
    [
        ChatMessageSystem(content="Be brief."),
        ChatMessageUser(content=[ContentAudio(audio="a.wav", format="wav")]),
        ChatMessageUser(content=[ContentImage(image="https://example.org/a.png")]),
        ChatMessageUser(content=[ContentImage(image="data:image/png;base64,!!")]),
    ],
)
def test_what_no_snellen_conversation_has_is_refused(message: ChatMessage) -> None:
    with pytest.raises(SnellenError):
        messages_from_inspect([message], InlinePictures())


def test_no_tokens_are_counted_and_the_seed_is_that_of_the_settings(table: str) -> None:
    question: list[ChatMessage] = [ChatMessageUser(content="What is x? Give your answer as an integer.")]

    async def replies(*seeds: int, **arguments: Any) -> list[str]:
        model = get_model("snellen/chance", table=table, **arguments)
        outputs = [await model.generate(question, config=GenerateConfig(seed=seed)) for seed in seeds]
        assert all(output.usage is not None and output.usage.total_tokens == 0 for output in outputs)
        return [output.completion for output in outputs]

    first, second, again = asyncio.run(replies(1, 2, 1))
    assert first == again != second
    assert len(set(asyncio.run(replies(1, 2, 3, seed=5)))) == 1


def test_the_task_is_found_by_its_name_and_scores_as_the_benchmark_does(tiny_dataset: Dataset, table: str) -> None:
    (log,) = inspect_eval(
        "snellen/grab",
        task_args={"dataset": str(tiny_dataset.path), "limit": 4},
        model="snellen/blind",
        model_args={"table": table},
        display="none",
        ctl_server=False,
    )
    assert log.status == "success"
    samples = list(read_eval_log_samples(log.location))
    benchmark = find_benchmark("grab")
    questions = list(tiny_dataset.questions())[:4]
    assert {sample.id for sample in samples} == {question.question_id for question in questions}
    for sample in samples:
        question = next(one for one in questions if one.question_id == sample.id)
        assert isinstance(sample.input, list)
        assert [message.role for message in sample.input if not isinstance(message, str)] == ["user"]
        assert sample.target == question.answer
        score = benchmark.score(question, sample.output.completion)
        assert sample.scores is not None
        assert {name: one.value for name, one in sample.scores.items()} == {
            name: score.columns[name] for name in ("exact", "prefix", "tolerant")
        }
        assert sample.metadata["task"] == question.task
        assert sample.metadata["complexity"] == question.complexity
    metrics = _metrics(log)
    # every one of the four is answered -9, which is right once
    assert metrics["exact"]["all"] == metrics["exact"]["properties"] == 0.25
    # the first three share a group: sqrt(2/1 · ((1 - 3/4)² + (-1/4)²)) / 4, whatever the small-sample factor is
    assert 0 < metrics["exact"]["all stderr"] < 0.25


def _metrics(log: EvalLog) -> dict[str, dict[str, float]]:
    assert log.results is not None
    return {score.name: {name: metric.value for name, metric in score.metrics.items()} for score in log.results.scores}


def test_a_dataset_of_another_benchmark_or_without_pictures_is_refused(
    tiny_dataset: Dataset, table: str, tmp_path: Path
) -> None:
    manifest = tiny_dataset.path / "manifest.json"
    text = manifest.read_text()
    manifest.write_text(text.replace('"benchmark": "grab"', '"benchmark": "biy"'))
    with pytest.raises(SnellenError, match="a dataset of biy, not of grab"):
        grab(str(tiny_dataset.path))
    manifest.write_text(text.replace('"images": 12', '"images": 0'))
    with pytest.raises(SnellenError, match="no pictures"):
        evaluate_dataset(tiny_dataset.path, model="snellen/blind", model_args=[f"table={table}"], out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_the_task_leaves_few_shot_examples_out(tiny_dataset: Dataset) -> None:
    lines = tiny_dataset.questions_path.read_text().splitlines(keepends=True)
    lines[0] = lines[0].replace('"split":"test"', '"split":"example"')
    tiny_dataset.questions_path.write_text("".join(lines))
    manifest = tiny_dataset.path / "manifest.json"
    stated, found = tiny_dataset.manifest.fingerprints.questions, sha256_of(tiny_dataset.questions_path)
    manifest.write_text(manifest.read_text().replace(stated, found))
    questions = list(tiny_dataset.questions())
    assert questions[0].split == "example"
    asked = [sample.id for sample in grab(str(tiny_dataset.path), limit=3).dataset]
    assert asked == [question.question_id for question in questions[1:4]]


@pytest.mark.parametrize("reader", ["snellen/blind", "snellen/chance"])
def test_a_reader_run_by_inspect_replies_as_when_it_is_called(tiny_dataset: Dataset, table: str, reader: str) -> None:
    assert evaluate_dataset(tiny_dataset.path, model=reader, model_args=[f"table={table}"]) == 0
    run = Path("runs") / "tiny" / reader.replace("/", "-")
    read, benchmark = find_reader(reader, table=table), find_benchmark("grab")
    expected = [read(benchmark.messages(tiny_dataset, one, "zero-shot", 0)) for one in tiny_dataset.questions()]
    assert list(read_results(run)["reply"]) == expected
    assert read_run(run).compute.cost == 0


@pytest.mark.parametrize("arguments", [{"limit": "abc"}, {"limit": 0}, {"limit": -1}, {"limit": 1.5}, {"seed": "x"}])
def test_a_limit_or_seed_that_is_none_is_named(tiny_dataset: Dataset, arguments: dict[str, Any]) -> None:
    (name,) = arguments
    with pytest.raises(SnellenError, match=f"-T {name}=.*: {name} is a whole number"):
        grab(str(tiny_dataset.path), **arguments)


def test_what_a_reader_saw_is_its_reasoning_and_its_text_is_the_answer_alone(tmp_path: Path) -> None:
    import json

    from PIL import Image as Pixels

    picture = tmp_path / "blank.png"
    Pixels.new("RGB", (200, 150), "white").save(picture)
    inline = "data:image/png;base64," + base64.b64encode(picture.read_bytes()).decode()
    asked = ChatMessageUser(content=[ContentImage(image=inline), ContentText(text="Count the points in the figure.")])
    model = get_model("snellen/pixels", explain=True, memoize=False)
    output = asyncio.run(model.generate([asked]))
    plain = find_reader("snellen/pixels")([Message("user", (Image(picture), Text("Count the points in the figure.")))])
    assert output.completion == plain
    (reasoning,) = (part for part in output.message.content if isinstance(part, ContentReasoning))
    assert "unread" in json.loads(reasoning.reasoning)
