"""Prices by the library, by the user's own file, and none where there is none."""

import json
from pathlib import Path

import pytest

from snellen.catalogue import catalogue
from snellen.costs.own_prices import VARIABLE
from snellen.costs.prices import batch_share, find_price, library_told, priced_name


@pytest.fixture(autouse=True)
def no_own_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


@pytest.mark.parametrize(
    ("model", "dollars"),
    [
        ("openai/gpt-4.1-2025-04-14", (2, 8)),  # the vendors' own lists
        ("openai/gpt-4.1-mini-2025-04-14", (0.4, 1.6)),
        ("openai/gpt-4o-2024-05-13", (5, 15)),
        ("openai/o4-mini-2025-04-16", (1.1, 4.4)),
        ("google/gemini-2.5-flash", (0.3, 2.5)),
        ("google/vertex/gemini-2.5-flash-lite", (0.1, 0.4)),
        ("anthropic/claude-3-haiku-20240307", (0.25, 1.25)),
        ("anthropic/vertex/claude-3-5-sonnet@20240620", (3, 15)),
    ],
)
def test_prices_are_the_vendors_and_a_batch_costs_half(model: str, dollars: tuple[float, float]) -> None:
    usual, batch = find_price(model), find_price(model, batch=True)
    assert usual is not None
    assert batch is not None
    assert (usual.input, usual.output) == pytest.approx(dollars)
    assert (batch.input, batch.output) == pytest.approx((dollars[0] / 2, dollars[1] / 2))


def test_a_long_prompt_has_the_price_of_its_tier() -> None:
    short, long = (
        find_price("google/vertex/gemini-1.5-pro-preview-0514", prompt_tokens=tokens) for tokens in (1000, 200_000)
    )
    assert short is not None
    assert long is not None
    assert (long.input, long.output) == pytest.approx((2 * short.input, 2 * short.output))


@pytest.mark.parametrize(
    "model",
    [
        "openai/nonsense",
        "openai/gpt-99",
        "google/gemini-77-flash",
        "openai-api/reka/reka-core-20240501",
        "vllm/Qwen/Qwen2.5-VL-7B-Instruct",
        "transformers/llava-hf/llava-1.5-7b-hf",
        "snellen/blind",
        "openai/",
        "openai/fancy/gpt-4o",
        "",
    ],
)
def test_an_unknown_model_has_no_price(model: str) -> None:
    assert find_price(model) is None


def test_every_model_of_the_papers_by_a_priced_vendor_has_a_price() -> None:
    for model in catalogue().models:
        for way, address in model.access.items():
            if way in ("direct", "vertex"):
                assert find_price(address) is not None, address


def test_the_user_s_own_file_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prices = {
        name: {"input": 7, "output": 9, "input_cache_write": 0, "input_cache_read": 1} for name in ("a/b", "openai/o3")
    }
    (tmp_path / "prices.json").write_text(json.dumps(prices))
    monkeypatch.setenv(VARIABLE, str(tmp_path / "prices.json"))
    for name in prices:
        price = find_price(name)
        assert price is not None
        assert (price.input, price.output, price.cache_read) == (7, 9, 1)
    batch = find_price("openai/o3", batch=True)  # the file has the price of a hosted request
    assert batch is not None
    assert (batch.input, batch.output, batch.cache_read) == (3.5, 4.5, 0.5)
    assert find_price("a/b", batch=True) == find_price("a/b")  # who gives no such discount
    assert (batch_share("openai/o3"), batch_share("a/b"), batch_share("no/price")) == (0.5, 1, 1)


def test_the_library_is_told_with_its_day() -> None:
    assert library_told().startswith("genai-prices ")
    assert " of 202" in library_told()
    assert priced_name("openai/azure/gpt-4o") == ("azure", "gpt-4o")
