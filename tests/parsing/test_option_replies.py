"""Options that replies choose: letters of options alone, the last declaration, never a guess."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.parsing.replies import REPLIES

from snellen.parsing import read_option

OPTIONS = ["2 times", "3 times", "4 times", "Cannot be told"]
LETTERS = "ABCD"


@pytest.mark.parametrize(
    ("reply", "way"),
    [
        ("B", "bare"),
        ("b", "bare"),
        ("**B**", "bare"),
        ("(B)", "bare"),
        ("$B$", "bare"),
        (r"$\boxed{\text{B}}$", "bare"),
        ("B.", "bare"),
        ("B) 3 times", "bare"),
        ("3 times", "bare"),
        ("Option B", "bare"),
        ("Answer: B", "bare"),
        ("✅ B", "bare"),
        ('{"answer": "B"}', "declared"),
        ("The correct answer is:\n\n**B. 3 times**", "declared"),
        ("It can't be A or C, so the answer must be B.", "declared"),
        ("<think>A. Or C?</think>B", "bare"),
        ("The correct answer is B. It grew from 20 to 60.", "declared"),
        ("The answer is: **B**", "declared"),
        ("The answer is **Option B**, 3 times.", "declared"),
        ("the answer is (b)", "declared"),
        ("The answer is probably B", "declared"),
        ("The answer is 3 times, not 2 times.", "declared"),
        ("The answer is A. Wait, no. The answer is B.", "declared"),
        ("Answer: A\nAnswer: B", "declared"),
        ("A looks right at first, but B is correct.", "declared"),
        ("A is not correct; the correct option is B", "declared"),
        ("A. 2 times\nB. 3 times\nC. 4 times\nD. Cannot be told\n\nFinal answer: B", "declared"),
        ("I would go with option B since 60 is drawn", "declared"),
        ("<answer>B</answer>", "declared"),
        ("B. Bar A is 20 and bar B is 60.", "leading"),
        ("B, as 60 / 20 = 3", "leading"),
        ("B because it is", "leading"),
        ("3 times. The axis is cut at 10.", "leading"),
        ("Bar B is 60, bar A is 20.\n\n**B**", "closing"),
        ("Bar B is 60, bar A is 20.\n\nB) 3 times", "closing"),
        ("The second bar is 3 times as tall", "recovered"),
        ("A: 2 times is wrong; B: 3 times is right", "declared"),
        ("A is wrong. 3 times is correct.", "declared"),
        ("A, no wait, B", "declared"),
        ("It's not A but B", "declared"),
        ("A looks right but the axis starts at 36, so B.", "declared"),
        ("Correct: B. Incorrect: A, C, D", "declared"),
        ("<b>B</b>", "bare"),
        ("A large bar, 3 times the other", "recovered"),
        ("It is 3 times and not 4 times", "recovered"),
    ],
)
def test_the_second_option(reply: str, way: str) -> None:
    found = read_option(reply, OPTIONS)
    assert (found.value, found.way, found.fault) == (1, way, None)


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("", "empty"),
        ("<think>B", "unfinished thinking"),
        ("None of the above", "no answer"),
        ("A large increase", "no answer"),
        ("I think so", "no answer"),
        ("B is not correct", "no answer"),
        ("B: 3 times is wrong", "no answer"),
        ("B: 4 times is right", "several answers"),
        ("so A or B.", "no answer"),
        ("The answer is not A.", "no answer"),
        ("0.35", "no answer"),
        ("E", "not offered"),
        ("The answer is F.", "not offered"),
        ("A or B", "several answers"),
        ("The answer is A or B", "several answers"),
        ("B) 4 times", "several answers"),
        ("It's 2 times or 3 times", "several answers"),
        ("A. 2 times\nB. 3 times\nC. 4 times\nD. Cannot be told", "several answers"),
        ("I'm sorry, but I can't see the image.", "refusal"),
    ],
)
def test_nothing_chosen_is_no_option(reply: str, fault: str) -> None:
    found = read_option(reply, OPTIONS)
    assert (found.value, found.way, found.fault) == (None, None, fault)


def test_none_of_the_above_is_an_option_where_it_is_offered() -> None:
    assert read_option("The answer is none of the above.", ["Up", "Down", "None of the above"]).value == 2


def test_longer_options_are_recognised_before_those_within_them() -> None:
    regions = ["North", "North East", "South"]
    assert read_option("It is the north east of the map.", regions).value == 1
    assert read_option("The answer is North East.", regions).value == 1
    assert read_option("The answer is North.", regions).value == 0
    assert read_option("It is 4.5.", ["4", "4.5"]).value in (None, 1)


def test_a_number_alone_names_the_option_of_that_number() -> None:
    options = ["2 times", "1.1 times", "1.25 times", "3 times"]
    for reply in ("1.1", "1.1x", "The ratio 44/40 = 1.1", "1.10", "It is 1.1"):
        assert read_option(reply, options).value == 1
    assert read_option("2", options).value == 0
    for reply in ("1.2", "110%", "1.1 to 2", "11"):
        assert read_option(reply, options).value is None
    directed = ["It rose by 12%", "It fell by 12%", "It rose by 20%", "It fell by 20%"]
    assert read_option("12%", directed).value is None
    assert read_option("20%", ["10%", "20%", "30%"]).value == 1


def test_short_words_are_not_found_in_prose() -> None:
    assert read_option("There is no way to say.", ["Yes", "No"]).value is None
    assert read_option("No, because it falls.", ["Yes", "No"]).value == 1


def test_letters_as_options_mean_themselves() -> None:
    assert read_option("A", ["C", "A", "B"]).value == 1
    assert read_option("The answer is A.", ["C", "A", "B"]).value == 1


@given(REPLIES, st.lists(st.sampled_from([*OPTIONS, "A", "Yes", "", "South", "South East", "1,000", "("]), max_size=5))
def test_any_reply_has_an_option_or_one_fault(reply: str, options: list[str]) -> None:
    found = read_option(reply, options)
    assert (found.value is None) == (found.way is None) == (found.fault is not None)
    assert found.value is None or 0 <= found.value < len(options)


@given(st.integers(0, 3), st.sampled_from(["{}", "({})", "**{}**", "The answer is {}.", "Answer: {}", "{}. {text}"]))
def test_every_letter_is_read(place: int, form: str) -> None:
    assert read_option(form.format(LETTERS[place], text=OPTIONS[place]), OPTIONS).value == place


@pytest.mark.parametrize(
    "reply",
    ["B, C", "A, B, C, D, E", "A-E", "A to C", "[A, B]", "C; B", "D, B or E", "25 or 27", "10, 20", "27 (C)", "27, C"],
)
def test_options_in_a_row_are_no_choice(reply: str) -> None:
    options = ["25", "27", "10", "20", "-16"]
    assert read_option(reply, options).value is None
    assert read_option(f"The answer is {reply}", options).value is None


@pytest.mark.parametrize(
    "reply", ["B, B", "27 (B)", "B, because A is too small", "B - A clear case", "Letter B", "B, A is not"]
)
def test_one_option_and_more_words_are_a_choice(reply: str) -> None:
    assert read_option(reply, ["25", "27", "10", "20", "-16"]).value == 1
