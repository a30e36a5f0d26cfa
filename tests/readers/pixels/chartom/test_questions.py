"""CHARTOM questions are understood from their words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.readers.pixels.chartom.answering import answer_fact
from snellen.readers.pixels.chartom.page_texts import number_in
from snellen.readers.pixels.chartom.questions import is_mind, read_question, suits
from snellen.readers.pixels.chartom.readings import Reading
from snellen.readers.pixels.picture import UnreadableError

LETTER = "Answer with the letter of the right option and nothing else."
WORDS = "Answer with the number or the words that are asked for and nothing else."
LIST = "Answer with a JSON list of all of them in that order, each once and written as it is here, and nothing else."
PEOPLE = "What fraction of typical university students do you predict will be misled by the chart"


def readings(**values: float) -> list[Reading]:
    return [Reading(name.replace("_", " ").strip("y"), value, 0.0, 0.0) for name, value in values.items()]


def reply(text: str, seen: list[Reading]) -> str:
    asked = read_question(text)
    assert asked is not None
    return answer_fact(asked, seen)[0]


def test_a_ratio_is_the_nearest_option_or_a_number_of_two_decimals() -> None:
    seen = readings(Owl=30.0, Crow=20.0)
    head = "How many times as large is the value of Owl as that of Crow?"
    assert reply(f"{head}\n\nA. 2.00 times\nB. 1.50 times\n\n{LETTER}", seen) == "B"
    assert reply(f"{head} Give a number to two decimals at most.\n\n{WORDS}", seen) == "1.5"


def test_a_change_is_told_in_percent_and_in_words() -> None:
    seen = readings(y2001=40.0, y2003=60.0, y2005=30.0)
    head = "How did the harvest change from 2001 to 2005?"
    assert reply(f"{head}\n\nA. It rose by about 25%\nB. It fell by about 25%\n\n{LETTER}", seen) == "B"
    course = "A. It rose\nB. It fell\nC. It first fell and then rose\nD. It first rose and then fell"
    assert reply(f"{head}\n\n{course}\n\n{LETTER}", seen) == "D"
    percent = "By how many percent did the harvest change from 2001 to 2003? Give a number."
    assert reply(f"{percent}\n\n{WORDS}", seen) == "50"


def test_years_are_put_in_order_of_time_before_falls_are_counted() -> None:
    seen = readings(y2009=5.0, y2001=1.0, y2005=9.0)
    text = f"From one of the years shown to the next in time, how often did the yield fall?\n\n{WORDS}"
    assert reply(text, seen) == "1"


def test_items_are_ranked_by_value_by_rise_and_by_growth_per_year() -> None:
    seen = readings(y2000=0.0, y2001=10.0, y2011=30.0)
    text = f"Compare.\n\nRank these from fastest to slowest growth per year: 2001 to 2011, 2000 to 2001.\n\n{LIST}"
    assert json.loads(reply(text, seen)) == ["2000 to 2001", "2001 to 2011"]
    text = f"Compare.\n\nRank these from largest to smallest rise: 2000 to 2001, 2001 to 2011.\n\n{LIST}"
    assert json.loads(reply(text, seen)) == ["2001 to 2011", "2000 to 2001"]
    text = f"Compare.\n\nRank these from smallest to largest value: 2011, 2000.\n\n{LIST}"
    assert json.loads(reply(text, seen)) == ["2000", "2011"]


def test_names_are_matched_though_a_letter_was_misread() -> None:
    text = f"Which bird has the largest value?\n\nA. Kingfisher\nB. Nightjar\n\n{LETTER}"
    assert reply(text, readings(Kingfsher=3.0, Nightiar=8.0)) == "B"


def test_a_name_that_is_not_there_is_not_guessed() -> None:
    text = f"How many times as large is the value of Heron as that of Crow?\n\n{WORDS}"
    with pytest.raises(UnreadableError):
        reply(text, readings(Owl=30.0, Crow=20.0))


@pytest.mark.parametrize(
    ("text", "value"),
    [("1,000", 1000.0), ("12,500", 12500.0), ("0.5", 0.5), ("-3", -3.0), ("34%", 34.0), ("O", None), ("Year", None)],
)
def test_numbers_are_read_with_thousands_and_percent_signs(text: str, value: float | None) -> None:
    assert number_in(text) == value


@given(st.text(max_size=40))
def test_any_line_of_type_is_a_number_or_none(text: str) -> None:
    found = number_in(text)
    assert found is None or isinstance(found, float)


WORDINGS = (
    "How many times as large is",
    " the value of A as that of B?",
    "\n\nRank these from largest to smallest: ",
    "A, B.",
    "Which ",
    "largest",
    "\nA. x\nB. y\n",
    " change from 2001 to 2005?",
    "How did it",
    LETTER,
    LIST,
    "2001 to 2003",
)


@given(st.lists(st.one_of(st.sampled_from(WORDINGS), st.text(max_size=12)), max_size=12).map("".join))
def test_any_words_are_a_question_or_none_and_an_answer_or_unreadable(text: str) -> None:
    asked = read_question(text)
    if asked is None:
        return
    try:
        answered, _ = answer_fact(asked, readings(A=1.0, B=0.0, y2001=3.0, y2005=4.0))
    except UnreadableError:
        return
    assert isinstance(answered, str)


def test_it_takes_questions_in_its_forms_of_answer_alone() -> None:
    assert suits(f"Which?\n\n{LETTER}")
    assert suits(f"Which?\n\n{PEOPLE}")
    assert is_mind(f"Which?\n\n{PEOPLE}")
    assert not is_mind(f"Which?\n\n{LETTER}")
    assert not suits("How many clusters are there?")
