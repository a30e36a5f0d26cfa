"""What a question asks, from its words."""

from hypothesis import given
from hypothesis import strategies as st

from snellen.readers.pixels.grab import rounded
from snellen.readers.pixels.grab_equations import family_of_form, written_equation
from snellen.readers.pixels.grab_questions import read_question


def test_property_subject_precision_and_operations() -> None:
    asked = read_question(
        "For every data series in the figure, find the variance of the y values of that data series. The answer is the "
        "mean of these values over the data series. The variance is the population variance: the mean squared "
        "deviation from the mean. Round to 1 decimal place and write that decimal even if it is 0. Reply "
        "with the number alone."
    )
    assert asked is not None
    assert (asked.property, asked.subject, asked.precision) == ("data variance", "data", 0.1)
    asked = read_question(
        "The function in the figure is transformed by these operations, one after another in the listed order:\n"
        "1. add 3 to every x-coordinate;\n2. mirror in the x-axis;\nFind the net area between the transformed function "
        "and the x-axis. Round to the nearest 10. Reply with the number alone."
    )
    assert asked is not None
    assert (asked.property, asked.subject, asked.precision, len(asked.operations)) == ("net area", "function", 10.0, 2)


def test_options_and_forms() -> None:
    asked = read_question(
        "Count the points in the figure. One of the options is the exact number.\n\nA. 3\nB. 4\n\nReply with the "
        "letter of the right option alone."
    )
    assert asked is not None
    assert (asked.property, asked.options) == ("number of points", ("3", "4"))
    asked = read_question(
        "Give the equation of the function in the figure, in the form y = <a>sin(<b>x + <c>) + <d>, where each letter "
        "in angle brackets is an integer. Reply with the equation alone."
    )
    assert asked is not None
    assert asked.form is not None
    assert family_of_form(asked.form) == "sine"
    assert written_equation(asked.form, (7, 4, 1, -10)) == "y = 7sin(4x + 1) - 10"
    assert written_equation("y = <a>x^2 + <b>x + <c>", (-3, 0, 5)) == "y = -3x^2 + 0x + 5"


def test_other_questions_are_none_of_these() -> None:
    assert read_question("How many clusters are there?") is None
    assert read_question("") is None


@given(st.text(max_size=400))
def test_any_text_is_read_or_refused(text: str) -> None:
    read_question(text)
    read_question(f"Find {text}. 1. {text};\nA. {text}\nB. {text}")
    family_of_form(text)


def test_numbers_are_rounded_with_halves_away_from_zero_and_no_negative_zero() -> None:
    assert [rounded(v, 1.0) for v in (2.5, -2.5, -0.4, 1e-17)] == ["3", "-3", "0", "0"]
    assert [rounded(v, 0.1) for v in (0.25, -0.04, 12.0)] == ["0.3", "0.0", "12.0"]
    assert [rounded(v, 10.0) for v in (-45.0, 284.9, 4.9)] == ["-50", "280", "0"]
