"""The texts of questions with options: complete, and found again as the kind of question that they are."""

import pytest

from snellen.benchmarks.grab.ask import template
from snellen.benchmarks.grab.choice_wording import choice_text, without_options
from snellen.benchmarks.grab.plan.cells import paper_cells
from snellen.benchmarks.grab.plan.operations import Operation
from snellen.benchmarks.grab.plan.wording import question_text
from snellen.readers.offered import Offer, offer_of

OPTIONS = ["1", "-2", "3", "[4, 5]", "y = 1x + 2"]
TEXTS = sorted(
    {
        question_text(cell.task, cell.property, cell.subject, precision, operations)
        for cell in paper_cells()
        for precision in cell.counts
        for operations in ((), (Operation("rotation", 90.0), Operation("translation in x", 2.0)))
        if cell.task == "transforms" or not operations
    }
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_question_with_options_is_the_same_question(text: str) -> None:
    offered = choice_text(text, OPTIONS)
    assert offer_of(offered) == Offer("choice", tuple(OPTIONS))
    assert "alone" in offered.splitlines()[-1]
    assert "letter" in offered.splitlines()[-1]
    # Nothing is left that asks for another form of the answer, and nothing of what is asked is lost.
    head = offered.split("\n\nA. ")[0]
    assert "Reply" not in head
    assert "Round" not in head
    assert head.split(". ")[0] == text.split(". ")[0]
    assert without_options(offered) == text
    assert template(offered) == template(text)


def test_other_texts_stay_as_they_are() -> None:
    assert without_options("How many?\n\nA. 1\nB. 2") == "How many?\n\nA. 1\nB. 2"
    assert without_options(TEXTS[0]) == TEXTS[0]
    other = "What is the title?\n\nA. x\nB. y\n\nReply with the letter of the right option alone."
    assert without_options(other) == "What is the title?"


def test_texts_that_are_none_of_these_have_no_options() -> None:
    with pytest.raises(ValueError, match="ends so"):
        choice_text("How many?", OPTIONS)
    with pytest.raises(ValueError, match="5 options"):
        choice_text(TEXTS[0], [*OPTIONS, "6"])
