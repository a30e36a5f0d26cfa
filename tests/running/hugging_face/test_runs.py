"""`snellen eval --model transformers/…` on tiny models: what they are shown, what they say, batched and singly."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from PIL import Image

from snellen.benchmark import find_benchmark
from snellen.dataset import Dataset
from snellen.messages import Text
from snellen.results import read_results, read_run

Snellen = Callable[..., Result]

WAYS = {"zero-shot": 0, "one-shot": 1, "few-shot": 6}


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch, torch: Any) -> list[int]:
    """How many rows each generation had."""
    from transformers import GenerationMixin

    sizes: list[int] = []
    generate = GenerationMixin.generate

    def noting(self: Any, *values: Any, **named: Any) -> Any:
        sizes.append(named["input_ids"].shape[0])
        return generate(self, *values, **named)

    monkeypatch.setattr(GenerationMixin, "generate", noting)
    return sizes


def by_hand(folder: Path, dataset: Dataset, limit: int, tokens: int) -> Iterator[tuple[str, str, int, str]]:
    """Strategy, question, tokens of the prompt and reply, by Transformers alone, one question after another."""
    from transformers import AutoModelForImageTextToText, AutoProcessor

    processor, model = AutoProcessor.from_pretrained(folder), AutoModelForImageTextToText.from_pretrained(folder)
    benchmark = find_benchmark(dataset.manifest.benchmark)
    questions = [each for each in dataset.questions() if each.split == "test"][:limit]
    for strategy, examples in WAYS.items():
        for question in questions:
            turns = [
                {
                    "role": message.role,
                    "content": [
                        {"type": "text", "text": part.text}
                        if isinstance(part, Text)
                        else {"type": "image", "image": Image.open(part.path).convert("RGB")}
                        for part in message.content
                    ],
                }
                for message in benchmark.messages(dataset, question, strategy, examples)
            ]
            inputs = processor.apply_chat_template(
                turns, add_generation_prompt=True, tokenize=True, return_dict=True, return_tensors="pt"
            )
            shown = inputs["input_ids"].shape[1]
            said = model.generate(**inputs, do_sample=False, max_new_tokens=tokens)[0, shown:]
            yield strategy, question.question_id, shown, processor.decode(said, skip_special_tokens=True)


@pytest.mark.parametrize("architecture", ["llava", "idefics3"])
def test_replies_are_those_of_transformers_itself_whatever_the_batch(
    architecture: str,
    tiny_biy: Dataset,
    snellen: Snellen,
    batches: list[int],
    request: pytest.FixtureRequest,
    capfd: pytest.CaptureFixture[str],
) -> None:
    folder: Path = request.getfixturevalue(architecture)
    expected = sorted(by_hand(folder, tiny_biy, 5, 8))
    replies = {}
    for size in (1, 4):
        batches.clear()
        result = snellen(
            *("eval", tiny_biy.path, "--model", f"transformers/tiny/{architecture}", "-M", f"path={folder}"),
            *("--strategies", ",".join(WAYS), "--limit", 5, "-S", "max_tokens=8", "--out", f"run-{size}"),
            *("-M", f"batch_size={size}"),
        )
        assert result.exit_code == 0, result.output
        table = read_results(Path(f"run-{size}"))
        replies[size] = sorted(
            zip(table["strategy"], table["question_id"], table["input_tokens"], table["reply"], strict=True)
        )
        assert sum(batches) == 15  # no question is generated for twice
        assert max(batches) == size
    assert replies[1] == replies[4] == expected
    assert len({reply for *_, reply in expected}) > 3  # what is said depends on what is shown
    record = read_run(Path("run-4"))
    assert record.complete
    assert record.not_sent == []
    assert record.compute.cost == 0
    assert set(table["output_tokens"]) <= set(range(1, 9))


def test_pictures_arrive_as_they_are_and_in_order(
    llava: Path, tiny_biy: Dataset, snellen: Snellen, monkeypatch: pytest.MonkeyPatch
) -> None:
    from transformers import CLIPImageProcessorPil

    seen: list[list[Image.Image]] = []
    process = CLIPImageProcessorPil.preprocess

    def noting(self: Any, images: Any, **named: Any) -> Any:
        seen.append([picture for row in images for picture in (row if isinstance(row, list) else [row])])
        return process(self, images, **named)

    monkeypatch.setattr(CLIPImageProcessorPil, "preprocess", noting)
    model = f"transformers/{llava}"  # by its path
    result = snellen(
        *("eval", tiny_biy.path, "--model", model, "--strategies", "few-shot", "--limit", 1),
        *("-S", "max_tokens=1", "--out", "run"),
    )
    assert result.exit_code == 0, result.output
    question = next(each for each in tiny_biy.questions() if each.split == "test")
    messages = find_benchmark("biy").messages(tiny_biy, question, "few-shot", 6)
    shown = [part.path for message in messages for part in message.content if not isinstance(part, Text)]
    (pictures,) = seen
    assert len(pictures) == len(shown) == 7
    for picture, path in zip(pictures, shown, strict=True):
        assert picture.mode == "RGB"
        assert picture.tobytes() == Image.open(path).convert("RGB").tobytes()


def test_a_run_is_resumed_and_reported(
    llava: Path, tiny_dataset: Dataset, snellen: Snellen, batches: list[int], tmp_path: Path
) -> None:
    command = ["eval", tiny_dataset.path, "--model", "transformers/tiny/llava", "-M", f"path={llava}", "--out", "run"]
    command += ["-S", "max_tokens=4"]
    first = snellen(*command, "--limit", 5)
    assert first.exit_code == 0, first.output
    assert sum(batches) == 5
    second = snellen(*command, "-M", "batch_size=3")  # which decides nothing about the replies
    assert second.exit_code == 0, second.output
    assert sum(batches) == 12
    table = read_results(Path("run"))
    assert set(table["outcome"]) <= {"answered", "unparsed"}
    of_reason = read_run(Path("run")).conditions[0].stop_reasons
    assert sum(of_reason.values()) == 12
    assert of_reason["max_tokens"] == (table["output_tokens"] == 4).sum()  # none ends with its very last token
    assert "reached the most tokens" in second.output or "max_tokens" in second.output or "cut" in second.output
    assert snellen("report", "run", "--out", "report").exit_code == 0
    assert "transformers/tiny/llava" in next(Path("report").glob("*.html")).read_text()


def test_it_is_said_what_is_loaded_and_once(llava: Path, tiny_biy: Dataset, snellen: Snellen) -> None:
    from snellen.running.hugging_face import loading

    loading._load.cache_clear()
    result = snellen(
        *("eval", tiny_biy.path, "--model", f"transformers/{llava}", "--strategies", "zero-shot,one-shot"),
        *("--limit", 1, "-S", "max_tokens=1", "--out", "run"),
    )
    assert result.exit_code == 0, result.output
    assert result.output.count("Loading ") == 1
    told = r"Loaded LlavaForConditionalGeneration: [\d,]+ parameters, float32, on cpu, in [\d.]+ s\."
    assert len(re.findall(told, result.output)) == 1


def test_what_is_longer_than_the_context_is_an_error_of_that_question(
    torch: Any, tiny_biy: Dataset, snellen: Snellen, tmp_path: Path
) -> None:
    from tests.running.hugging_face.tiny_models import save_llava

    save_llava(tmp_path / "short", context=256)
    result = snellen(
        *("eval", tiny_biy.path, "--model", "transformers/./short", "--strategies", "zero-shot,few-shot"),
        *("--tasks", "cluster_count", "--limit", 2, "--out", "run"),
    )
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    table = read_results(Path("run")).set_index("strategy")
    assert set(table.loc["few-shot", "outcome"]) == {"error"}
    for error in table.loc["few-shot", "error"]:
        assert re.search(r"longer than the model takes: the prompt has [\d,]+ tokens and the model takes 256", error)
    zero = table.loc["zero-shot"]
    assert (zero["input_tokens"] + zero["output_tokens"] <= 256).all()
    cut = zero[zero["stop_reason"] == "model_length"] if "stop_reason" in zero else zero
    assert (cut["input_tokens"] + cut["output_tokens"] == 256).all()


def test_sampling_keeps_to_the_seed_and_not_to_the_batch(
    llava: Path, tiny_dataset: Dataset, snellen: Snellen, batches: list[int]
) -> None:
    said = {}
    for name, seed, size in (("a", 1, 1), ("b", 1, 4), ("c", 2, 4)):
        result = snellen(
            *("eval", tiny_dataset.path, "--model", f"transformers/{llava}", "--limit", 4, "--seed", seed),
            *("-S", "temperature=1", "-S", "top_k=20", "-S", "top_p=0.9", "-S", "max_tokens=6"),
            *("-M", f"batch_size={size}", "--out", name),
        )
        assert result.exit_code == 0, result.output
        said[name] = list(read_results(Path(name))["reply"])
    assert said["a"] == said["b"]
    assert all(one != other for one, other in zip(said["b"], said["c"], strict=True))
