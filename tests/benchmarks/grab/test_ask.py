"""GRAB's conversations and templates."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.grab.ask import ask, template
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.messages import Image, Text

PUBLISHED = Path(__file__).parents[4] / "shared/data/grab/grab.json"


def test_a_question_is_one_user_turn_of_the_picture_and_then_its_text(tiny_dataset: Dataset) -> None:
    question = next(tiny_dataset.questions())
    (turn,) = ask(tiny_dataset, question, "zero-shot", 0)
    assert turn.role == "user"
    picture, text = turn.content
    assert isinstance(picture, Image)
    assert picture.path == tiny_dataset.path / "images" / "00000000.png"
    assert text == Text(question.text)


@pytest.mark.parametrize(("strategy", "n_examples"), [("few-shot", 3), ("zero-shot", 1), ("", 0)])
def test_another_strategy_is_refused_with_the_one_there_is(
    tiny_dataset: Dataset, strategy: str, n_examples: int
) -> None:
    with pytest.raises(SnellenError, match="zero-shot"):
        ask(tiny_dataset, next(tiny_dataset.questions()), strategy, n_examples)


def test_a_question_with_its_operations_and_one_with_others_have_one_template() -> None:
    before, after = "After these operations:\n", "Give your answer as an integer."
    one = template(before + "1. rotation by 90 degrees about the origin;\n" + after)
    ten = template(before + "".join(f"{n}. scale by {n}.5 in y;\n" for n in range(1, 11)) + after)
    assert one == ten == before + after


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["C", "Z"]), min_size=1), min_size=1, max_size=12))
def test_a_template_does_not_depend_on_what_the_operations_are(operations: list[str]) -> None:
    listed = "".join(f"{number}. {operation};\n" for number, operation in enumerate(operations, 1))
    assert template(f"What is it after:\n{listed}Give it.") == "What is it after:\nGive it."


@given(st.text(alphabet=st.characters(exclude_categories=["Nd"])))
def test_a_text_without_numbered_lines_is_its_own_template(text: str) -> None:
    assert template(text) == text.strip()


def test_a_template_is_its_own_template() -> None:
    text = "Estimate it.\n1. translation by -3 in x;\nGive your answer to 1 decimal place."
    assert template(template(text)) == template(text)


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published questions are not here")
def test_the_published_questions_have_104_templates_and_no_operation_is_left_in_one() -> None:
    texts = [entry["question"] for entry in json.loads(PUBLISHED.read_text()).values()]
    templates = Counter(map(template, texts))
    assert len(templates) == 104
    assert not [text for text in templates if "degrees about" in text or "reflection" in text or "scale by" in text]
