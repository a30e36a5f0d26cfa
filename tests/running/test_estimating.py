"""An estimate counts what a run would send, and knows no price where there is none."""

import json

import pytest
from click.testing import CliRunner

from snellen.cli import cli
from snellen.costs.token_counts import Range
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.running.estimating import estimate_dataset
from snellen.running.selection import prompt_ways, select_questions


def test_requests_and_pictures_are_those_of_the_run(tiny_biy: Dataset) -> None:
    """20 questions; 100×100 pixels are 4×4 patches, for gpt-4.1-mini 16 × 1.62 = 26 tokens."""
    estimate = estimate_dataset(
        tiny_biy.path, settings="biy-gpt-4.1-mini", strategies="zero-shot,one-shot,few-shot", epochs=3
    )
    assert [(way.strategy, way.n_examples, way.requests, way.images) for way in estimate.ways] == [
        ("zero-shot", 0, 60, 60),
        ("one-shot", 1, 60, 120),
        ("few-shot", 6, 60, 420),
    ]
    assert estimate.requests == 180
    assert [way.image_tokens for way in estimate.ways] == [Range(26 * n, 26 * n) for n in (60, 120, 420)]
    zero, one, few = (way.text_tokens.low for way in estimate.ways)
    assert few - one == pytest.approx(5 * (one - zero), rel=0.5)
    assert estimate.cost is not None
    low = (estimate.input_tokens.low * 0.4 + estimate.output_tokens.low * 1.6) / 1e6
    high = (estimate.input_tokens.high * 0.4 + estimate.output_tokens.high * 1.6) / 1e6
    assert (estimate.cost.low, estimate.cost.high) == pytest.approx((low, high))


def test_a_batch_costs_half_given_replies_leave_no_range_of_output_and_the_slower_limit_holds(
    tiny_biy: Dataset,
) -> None:
    def of(**more: object) -> tuple[float, float]:
        estimate = estimate_dataset(tiny_biy.path, settings="biy-o3", output_tokens=500, **more)  # type: ignore[arg-type]
        assert estimate.cost is not None
        assert estimate.output_tokens == Range(10_000, 10_000)
        return estimate.cost.low, estimate.cost.high

    assert of(batch=True) == pytest.approx(tuple(each / 2 for each in of()))
    timed = estimate_dataset(tiny_biy.path, settings="biy-o3", output_tokens=500, rate=10, tokens_per_minute=1000)
    assert timed.minutes is not None
    assert timed.minutes.low == pytest.approx((timed.input_tokens.low + 10_000) / 1000)
    alone = estimate_dataset(tiny_biy.path, settings="biy-o3", rate=10)
    assert alone.minutes == Range(2, 2)


def test_examples_in_a_cache_are_cheaper(tiny_biy: Dataset) -> None:
    usual, cached = (
        estimate_dataset(tiny_biy.path, settings="biy-gpt-4o", strategies="few-shot", cached=kept).cost
        for kept in (False, True)
    )
    assert usual is not None
    assert cached is not None
    assert usual.high / 2 < cached.high < usual.high  # gpt-4o reads its cache at half the price


def test_prompts_to_anthropic_are_at_most_written_into_its_cache(tiny_biy: Dataset) -> None:
    """$3 in, $3.75 written, $15 out a million tokens."""
    estimate = estimate_dataset(tiny_biy.path, settings="grab-claude-3-5-sonnet", output_tokens=0)
    assert estimate.cost is not None
    assert estimate.cost.low == pytest.approx(estimate.input_tokens.low * 3 / 1e6)
    assert estimate.cost.high == pytest.approx(estimate.input_tokens.high * 3.75 / 1e6)
    batch = estimate_dataset(tiny_biy.path, settings="grab-claude-3-5-sonnet", output_tokens=0, batch=True).cost
    assert batch is not None
    assert batch.high == pytest.approx(estimate.input_tokens.high * 1.5 / 1e6)


def test_a_sample_of_questions_stands_for_all(tiny_biy: Dataset) -> None:
    from snellen.benchmark import find_benchmark
    from snellen.catalogue import GenerationSettings
    from snellen.running.estimating import estimate_questions

    questions = select_questions(tiny_biy, find_benchmark("biy"))
    whole, some = (
        estimate_questions(
            tiny_biy,
            questions,
            prompt_ways(None),
            model="openai/gpt-4.1",
            generation=GenerationSettings(),
            most_counted=most,
        )
        for most in (None, 7)
    )
    assert whole.requests == some.requests == 20
    assert some.ways[0].images == 20
    assert some.input_tokens.low == pytest.approx(whole.input_tokens.low, rel=0.1)


@pytest.mark.parametrize("model", ["openai/nonsense", "vllm/Qwen/Qwen2.5-VL-7B-Instruct", "mistral/no-such-model"])
def test_of_an_unknown_model_tokens_are_told_and_no_price(tiny_biy: Dataset, model: str) -> None:
    estimate = estimate_dataset(tiny_biy.path, model=model)
    assert estimate.cost is None
    assert estimate.ways[0].image_tokens is None
    assert estimate.input_tokens.low > 0
    assert any(line.startswith("Price: ") for line in estimate.assumptions)


def test_a_local_reader_takes_nothing(tiny_biy: Dataset) -> None:
    estimate = estimate_dataset(tiny_biy.path, model="snellen/blind")
    assert (estimate.requests, estimate.cost) == (20, Range(0, 0))
    with pytest.raises(SnellenError):
        estimate_dataset(tiny_biy.path, model="snellen/nobody")


def test_the_command_prints_a_table_its_assumptions_and_json(tiny_biy: Dataset) -> None:
    command = ["estimate", str(tiny_biy.path), "--settings", "biy-o3", "--batch", "--rate", "60"]
    shown = CliRunner().invoke(cli, command, catch_exceptions=False).output
    for told in ("20 requests", "Pictures: OpenAI", "genai-prices", "batch", "thinking", "$666 for 258,750", "20 s"):
        assert told in shown
    told_json = json.loads(CliRunner().invoke(cli, [*command, "--json"]).output)
    assert told_json["requests"] == 20
    assert told_json["cost"]["low"] < told_json["cost"]["high"]
    assert told_json["minutes"]["low"] == pytest.approx(1 / 3)
