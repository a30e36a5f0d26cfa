"""Settings in a run: kept, recorded in each reply, and the same when it is resumed; and its budget."""

import json
from pathlib import Path

import pytest

from snellen.catalogue import GenerationSettings
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.replies import read_replies
from snellen.running.engine import evaluate_dataset
from snellen.running.estimating import estimate_dataset
from snellen.running.not_sent import expected_not_sent
from snellen.running.settings import RunSettings


def test_single_settings_are_sent_and_recorded_and_a_resumed_run_has_the_same(
    tiny_biy: Dataset, counting_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Path("run")
    changes = ["temperature=0.5", "top_k=none", "image_detail=high"]
    assert evaluate_dataset(tiny_biy.path, model="counting/ok", generation=changes, limit=2, out=run) == 0
    assert {line.split("\t")[1] for line in counting_file.read_text().splitlines()} == {"0.5 None 0"}
    for reply in read_replies(run / "replies.jsonl"):
        assert reply.settings == {"temperature": 0.5, "seed": 0, "image_detail": "high"}
    kept = RunSettings.model_validate_json((run / "settings.json").read_bytes())
    assert kept.generation.told() == {"temperature": 0.5, "image_detail": "high"}
    with pytest.raises(
        SnellenError, match=r"temperature 0\.5, image_detail high, not temperature 0\.7, image_detail none"
    ):
        evaluate_dataset(tiny_biy.path, model="counting/ok", generation=["temperature=0.7", "top_k="], limit=2, out=run)
    assert evaluate_dataset(tiny_biy.path, model="counting/ok", generation=changes, limit=3, out=run) == 0


def test_a_run_from_before_there_were_settings_goes_on(tiny_biy: Dataset, counting_file: Path) -> None:
    run = Path("run")
    evaluate_dataset(tiny_biy.path, model="counting/ok", limit=1, out=run)
    old = json.loads((run / "settings.json").read_text())
    for name in ("generation", "named_settings"):
        del old[name]
    (run / "settings.json").write_text(json.dumps(old))
    assert evaluate_dataset(tiny_biy.path, model="counting/ok", limit=2, out=run) == 0
    assert len(counting_file.read_text().splitlines()) == 2


def test_a_budget_stops_a_run_and_a_larger_one_finishes_it(
    tiny_biy: Dataset, counting_file: Path, priced_model: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each request costs (90 × 2 + 10 × 1 + 2 × 10) / 1e6 = $0.00021; there are 20."""
    run, price = Path("run"), 0.00021
    expected = estimate_dataset(tiny_biy.path, model=priced_model).dearest_request
    assert expected is not None
    assert expected > price
    budget = expected + 5.5 * price  # with five answered there is room for one more, and then for none

    def go(budget: float) -> int:
        return evaluate_dataset(tiny_biy.path, model=priced_model, out=run, max_cost=budget, max_connections=1)

    def asked() -> int:
        return len(counting_file.read_text().splitlines())

    assert go(budget) == 1
    shown = capsys.readouterr()
    assert "stopped at the budget" in shown.err
    assert "larger --max-cost" in shown.err
    first = asked()
    assert 0 < first <= 6
    assert go(budget) == 1  # what was spent counts
    assert asked() <= 6
    assert go(1.0) == 0
    assert asked() == 20
    record = json.loads((run / "run.json").read_text())
    assert record["compute"]["cost"] == pytest.approx(20 * price)


def test_a_budget_needs_a_price(tiny_biy: Dataset, counting_file: Path) -> None:
    with pytest.raises(SnellenError, match="no price of counting/ok is known"):
        evaluate_dataset(tiny_biy.path, model="counting/ok", max_cost=1.0)
    assert evaluate_dataset(tiny_biy.path, model="snellen/chance", limit=1, max_cost=1.0) == 0


@pytest.mark.parametrize(
    ("model", "settings", "left_out"),
    [
        ("openai/gpt-4.1-2025-04-14", {}, {"top_k"}),
        ("openai/o3", {"temperature": 1, "top_k": None, "reasoning_effort": "medium"}, {"seed", "temperature"}),
        ("openai/gpt-5.2", {"reasoning_effort": "high"}, {"top_k", "seed", "temperature"}),
        ("openai/gpt-5.2", {}, {"top_k", "seed"}),
        ("openai/gpt-6-luna", {}, {"top_k", "seed", "temperature"}),
        ("openai/gpt-6-luna", {"reasoning_effort": "none"}, {"top_k", "seed"}),
        ("google/vertex/gemini-2.5-flash", {"media_resolution": "medium", "reasoning_tokens": 0}, set()),
        ("google/gemini-2.5-flash", {"image_detail": "high"}, {"image_detail"}),
        ("anthropic/claude-sonnet-5-5", {"image_detail": "high"}, {"temperature", "top_k", "seed", "image_detail"}),
        ("vllm/a/b", {}, {"top_k"}),
        ("snellen/blind", {}, set()),
        ("unknown/model", {}, set()),
    ],
)
def test_what_a_provider_is_not_sent_is_known(model: str, settings: dict[str, object], left_out: set[str]) -> None:
    assert set(expected_not_sent(model, GenerationSettings.model_validate(settings))) == left_out
