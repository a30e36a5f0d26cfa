"""Numbers that replies give: with units and thousands, declared, leading or last; a range is none."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.parsing.replies import REPLIES

from snellen.parsing import Quantity, read_quantity


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("1,000", 1000),
        ("1,000 units", 1000),
        ("1\u202f000", 1000),
        ("$1,200", 1200),
        ("€5.50", Fraction(11, 2)),
        ("1.2 million", 1_200_000),
        ("45 million people", 45_000_000),
        ("5k", 5000),
        ("about 45 kg", 45),
        ("~45", 45),
        ("-5", -5),
        ("\u22125", -5),
        ("- 5", 5),
        ("0", 0),
        ("2005", 2005),
        ("12,5", Fraction(25, 2)),
        ("1/3", Fraction(1, 3)),
        ("2x", 2),
        ("2\u00d7", 2),
        ("2:1", 2),
        ("twice", 2),
        ("half", Fraction(1, 2)),
        ("four", 4),
        ("twenty-five", 25),
        ("no change", 0),
        (r"\(45\)", 45),
        ("<think>3</think>4", 4),
        ("The answer is 45. The other bar is 60.", 45),
        ("Bars are 20 and 60.\nAnswer: 1,000 units", 1000),
        ("Answer: approximately 3.5 times", Fraction(7, 2)),
        ("The answer is that B is 3 times as large", 3),
        ("The answer is 3. Wait, the answer is 4.", 4),
        ("45. The bar of 60 only looks like 80.", 45),
        ("45, i.e. 9 times 5", 45),
        ("45 because 50 - 5", 45),
        ("From 20 to 60:\n60 - 20 = 40", 40),
        ("It went from 20 to 60.\n\n40", 40),
        ("It went from 20 to 60, so by **40**.", 40),
        ("The year was 2005", 2005),
        ("one thousand", 1000),
        ("one point three", Fraction(13, 10)),
        ("two hundred and five", 205),
        ("a hundred units", 100),
        ("three million two hundred thousand and one", 3_200_001),
        ("1 000", 1000),
        ("1 000 units", 1000),
        ("Answer: 12 500.", 12500),
        ("Textiles is 650, Toys 500. So 1.3.", Fraction(13, 10)),
        ("Textiles is 650, Toys 500. Therefore, the ratio is 1.3 times.", Fraction(13, 10)),
    ],
)
def test_one_number(reply: str, value: Fraction | int) -> None:
    found = read_quantity(reply)
    assert (found.value, found.fault) == (Quantity(Fraction(value)), None)


@pytest.mark.parametrize("reply", ["40%", "40 %", "40 percent", "forty percent", r"\boxed{40\%}", "It is 40%"])
def test_percentages_say_so(reply: str) -> None:
    assert read_quantity(reply).value == Quantity(Fraction(40), percent=True)


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("", "empty"),
        ("<think>45", "unfinished thinking"),
        ("B", "no answer"),
        ("In Q1 of 3D", "no answer"),
        ("40-45", "several answers"),
        ("40 or 45", "several answers"),
        ("more than 40", "several answers"),
        ("between 40 and 45", "several answers"),
        ("My answer is 4–5", "several answers"),
        ("The bars are 3 and 4", "several answers"),
        ("2020 was higher than 2019, so 5", "several answers"),
        ("one two", "no answer"),
        ("one and a half", "no answer"),
        ("1 000 200 1", "several answers"),
        ("A is 650. So of 5 bars it is 1.3.", "several answers"),
        ("It did not fall by 20%", "no answer"),
        ("It rose by 20 in 2010 and then to 60", "several answers"),
        ("I'm sorry, I cannot read it.", "refusal"),
    ],
)
def test_no_number_is_no_answer(reply: str, fault: str) -> None:
    found = read_quantity(reply)
    assert (found.value, found.way, found.fault) == (None, None, fault)


@pytest.mark.parametrize(
    ("reply", "value", "direction"),
    [
        ("It fell by 20%", 20, -1),
        ("a decrease of 20 percent", 20, -1),
        ("20% decrease", 20, -1),
        ("20% lower", 20, -1),
        ("A drop of about 20%.", 20, -1),
        ("It dropped five percent", 5, -1),
        ("dropped five percent", 5, -1),
        ("It lost 5%", 5, -1),
        ("The answer is a loss of 5%.", 5, -1),
        ("It fell from 50 to 40 by 20%", 20, -1),
        ("**down 20%**", 20, -1),
        ("From 40 to 48 is an increase of 20%.", 20, 1),
        ("It rose by 20%", 20, 1),
        ("+20%", 20, 0),
        ("-20%", -20, 0),
        ("20%", 20, 0),
        ("B is 20% less than A", 20, 0),
    ],
)
def test_words_give_a_number_its_direction(reply: str, value: int, direction: int) -> None:
    assert read_quantity(reply).value == Quantity(Fraction(value), percent=True, direction=direction)


@given(REPLIES)
def test_any_reply_has_a_number_or_one_fault(reply: str) -> None:
    found = read_quantity(reply)
    assert (found.value is None) == (found.way is None) == (found.fault is not None)


@given(
    st.integers(-(10**9), 10**9), st.sampled_from(["{}", "{} units", "The answer is {}.", "Answer: {}", "{}\n\n3 + 4"])
)
def test_every_whole_number_is_read(number: int, form: str) -> None:
    assert read_quantity(form.format(number)).value == Quantity(Fraction(number))
    assert read_quantity(form.format(f"{number:,}")).value == Quantity(Fraction(number))
