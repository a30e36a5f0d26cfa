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
from snellen.running.hugging_face.loading import _load

Snellen = Callable[..., Result]


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


def by_hand(folder: Path, dataset: Dataset, ways: dict[str, int], limit: int, tokens: int) -> Iterator[tuple[Any, ...]]:
    """Strategy, question, tokens of the prompt and reply, by Transformers alone, one question after another."""
    from transformers import AutoModelForImageTextToText, AutoProcessor

    processor, model = AutoProcessor.from_pretrained(folder), AutoModelForImageTextToText.from_pretrained(folder)
    benchmark = find_benchmark(dataset.manifest.benchmark)
    questions = [each for each in dataset.questions() if each.split == "test"][:limit]
    for strategy, examples in ways.items():
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


@pytest.mark.parametrize(
    ("architecture", "ways"), [("llava", {"zero-shot": 0, "few-shot": 6}), ("idefics3", {"one-shot": 1})]
)
def test_replies_are_those_of_transformers_itself_one_by_one(
    architecture: str,
    ways: dict[str, int],
    tiny_biy: Dataset,
    snellen: Snellen,
    batches: list[int],
    request: pytest.FixtureRequest,
) -> None:
    folder: Path = request.getfixturevalue(architecture)
    expected = sorted(by_hand(folder, tiny_biy, ways, 5, 6))
    batches.clear()
    _load.cache_clear()
    result = snellen(
        *("eval", tiny_biy.path, "--model", f"transformers/tiny/{architecture}", "-M", f"path={folder}"),
        *("--strategies", ",".join(ways), "--limit", 5, "-S", "max_tokens=6", "-M", "batch_size=4", "--out", "run"),
    )
    assert result.exit_code == 0, result.output
    table = read_results(Path("run"))
    columns = ("strategy", "question_id", "input_tokens", "reply")
    assert sorted(zip(*(table[name] for name in columns), strict=True)) == expected
    assert sum(batches) == 5 * len(ways)  # no question is generated for twice
    assert max(batches) == 4
    assert len({reply for *_, reply in expected}) > 2  # what is said depends on what is shown
    record = read_run(Path("run"))
    assert record.not_sent == []
    assert record.compute.cost == 0
    assert result.output.count("Loading ") == 1
    told = r"Loaded \w+ForConditionalGeneration: [\d,]+ parameters, float32, on cpu, in [\d.]+ s\."
    assert len(re.findall(told, result.output)) == 1


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


def test_what_is_longer_than_the_context_is_an_error_of_that_question(
    torch: Any, tiny_biy: Dataset, snellen: Snellen, tmp_path: Path
) -> None:
    from tests.running.hugging_face.tiny_models import save_llava

    save_llava(tmp_path / "short", context=128)
    result = snellen(
        *("eval", tiny_biy.path, "--model", "transformers/./short", "--strategies", "few-shot", "--n-examples", "0,6"),
        *("--tasks", "cluster_count", "--limit", 1, "--out", "run"),
    )
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    rows: dict[int, dict[Any, Any]] = {row["n_examples"]: row for row in read_results(Path("run")).to_dict("records")}
    told = r"longer than the model takes: the prompt has [\d,]+ tokens and the model takes 128"
    assert rows[6]["outcome"] == "error"
    assert re.search(told, rows[6]["error"])
    assert rows[0]["stop_reason"] == "model_length"  # its reply goes on to the end of the context
    assert rows[0]["input_tokens"] + rows[0]["output_tokens"] == 128
