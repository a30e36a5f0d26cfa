"""Tokens of texts, replies and thinking, as ranges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.catalogue import GenerationSettings
from snellen.costs.token_counts import Range, answer_tokens, is_reasoning, reasoning_tokens, text_tokens


@pytest.mark.parametrize(  # counts by OpenAI's o200k_base
    ("text", "tokens"),
    [
        ("The quick brown fox jumps over the lazy dog.", 10),
        ("hello world", 2),
        ("Answer with a JSON object", 5),
    ],
)
def test_a_text_s_tokens_are_of_the_right_order(text: str, tokens: int) -> None:
    counted = text_tokens(text)
    assert counted.low / 1.6 <= tokens <= counted.high


@given(st.text(), st.text())
def test_more_text_is_not_fewer_tokens(one: str, two: str) -> None:
    assert text_tokens(one).low <= text_tokens(one + two).low
    assert text_tokens(one).low <= text_tokens(one).high
    assert answer_tokens(one).low >= 1


def test_thinking_is_by_effort_by_budget_or_by_what_the_model_does_unasked() -> None:
    budget = GenerationSettings(reasoning_tokens=8192)
    assert reasoning_tokens("google/gemini-2.5-flash-lite", budget) == Range(1024, 8192)
    assert reasoning_tokens("google/gemini-2.5-flash", GenerationSettings(reasoning_tokens=0)) == Range(0, 0)
    medium = reasoning_tokens("openai/o3", GenerationSettings(reasoning_effort="medium"))
    assert 0 < medium.low < medium.high
    assert reasoning_tokens("openai/o3", GenerationSettings()) == medium
    assert reasoning_tokens("openai/gpt-4.1", GenerationSettings()) == Range(0, 0)
    think = (
        "openai/gpt-5",
        "openai/o3",
        "google/gemini-3.8-flash",
        "anthropic/claude-opus-4-7",
        "anthropic/claude-haiku-5-5",
    )
    do_not = (
        "openai/gpt-5.2",
        "openai/gpt-4o",
        "vllm/a/b",
        "anthropic/claude-3-haiku-20240307",
        "anthropic/claude-opus-4-1",
    )
    assert all(map(is_reasoning, think))
    assert not any(map(is_reasoning, (*do_not, "anthropic/claude-opus-4-20250514", "google/gemini-2.5-flash-lite")))
