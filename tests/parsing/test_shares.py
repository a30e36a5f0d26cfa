"""Predictions of a share: the number comes first, or is called one, and the justification is full of other numbers."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.parsing.replies import REPLIES

from snellen.parsing import read_share


@pytest.mark.parametrize("text", ["0.4", ".4", "4e-1", "0,4", "40%", "40 percent", "40 per cent", "2/5", "4 out of 10"])
@pytest.mark.parametrize(
    "form",
    [
        "{}",
        "**{}**",
        "`{}`",
        "${}$",
        "\\({}\\)",
        "\\boxed{{{}}}",
        "Prediction: {}",
        "**Prediction:** {}",
        "≈{}",
        "~ {}",
    ],
)
def test_one_number_however_written(text: str, form: str) -> None:
    found = read_share(form.format(text))
    assert (found.value, found.fault) == (Fraction(2, 5), None)
    assert found.way in ("bare", "declared")


@pytest.mark.parametrize(
    ("reply", "way"),
    [
        ("0.4\n\nThe axis starts at 50, so 60 looks twice 55; 20% of viewers might miss 0.5.", "leading"),
        ("0.4. The bars differ by 0.1 and not by 0.9.", "leading"),
        ("0.4, because 30% or 0.7 is what it looks like", "leading"),
        ("0.4 — bars of 60 and 70 at a baseline of 50", "leading"),
        ("**0.4**\n\n**Justification:** B looks 0.5 of A", "leading"),
        ("40% of students. The other 60% will look at the labels.", "leading"),
        ("0.4 (40%)", "leading"),
        ("The prediction is 0.4, as bars of 0.2 and 0.8 look alike.", "declared"),
        ("I predict that about 40% of students will be misled, since 30% is drawn as 60%.", "declared"),
        ("Bars: 20 and 30. My prediction: 0.4. Of 100, 55 will say 1.5.", "declared"),
        ("30% of students will answer correctly, but 40% of students will be misled", "declared"),
        ('{"prediction": 0.4, "justification": "0.2 looks like 0.9"}', "declared"),
        ('```json\n{"prediction_decimal": 0.4}\n```', "declared"),
        ("Prediction: 0.3, at first sight, or 0.6. Final prediction: 0.4", "declared"),
        ("Answer: 0.4\nThe key is 0.7.", "declared"),
        ("<answer>0.4</answer> since 0.7", "declared"),
        ("# Prediction\n0.4\n# Why\n20% is drawn as 0.8", "declared"),
        ("On a scale from 0 to 1, say 0.4", "recovered"),
        ("The 3D effect of 2020 makes 45 look like 60; 0.4", "recovered"),
        ("It costs $0.20, so perhaps 0.4", "recovered"),
        ("1. The axis is cut.\n2. So 0.4 will fall for it", "recovered"),
        ("The axis is cut.\n0.4\nThat is how 0.7 looks.", "closing"),
        ("<think>0.9? Or 0.1.</think>0.4", "bare"),
        ("perhaps 0.9</think>\n0.4", "bare"),
        ("0.4 ± 0.05", "leading"),
        ("40% of students will be misled and 60% will not be misled", "declared"),
        ("60% of people will answer correctly, so 0.4 will be misled", "declared"),
        ("The fraction not misled: 0.6. The fraction misled: 0.4", "declared"),
        ("4 in 10 students", "leading"),
        ("0.4\nThe correct answer is 2 times, and not 3.", "leading"),
        ("0.4\n\nCorrect readers look at the labels.", "leading"),
        ("0.4 since the correct answer is 2 times", "leading"),
        ("0.4 (correct answers need the labels)", "leading"),
        ("2 in 5 of the students will be misled.", "declared"),
        ("Two fifths of students will be misled.", "declared"),
        ("40% of students will not answer correctly", "recovered"),
        ("Most students will not be misled, as the labels are there: 0.4", "recovered"),
    ],
)
def test_the_prediction_and_no_other_number(reply: str, way: str) -> None:
    found = read_share(reply)
    assert (found.value, found.way, found.fault) == (Fraction(2, 5), way, None)


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("<think>0.4, I think", "unfinished thinking"),
        ("B", "no answer"),
        ("Many students will be misled.", "no answer"),
        ("I'm sorry, but I can't see the image.", "refusal"),
        ("30% of students will not be misled", "no answer"),
        ("30% of students won't be fooled", "no answer"),
        ("Prediction: 30% of students will not be misled", "no answer"),
        ("About 0.3 will get it right", "no answer"),
        ("0.3 of them will answer correctly.", "no answer"),
        ("A third of students will not be misled", "no answer"),
        ("The share of students who are not misled is 0.3", "no answer"),
        ("Predicted accuracy: 0.3", "no answer"),
        ("between 0.3 and 0.5", "several answers"),
        ("0.3-0.5", "several answers"),
        ("0.3 to 0.5 of students", "several answers"),
        ("Prediction: 30–50%", "several answers"),
        ("At least 0.4", "several answers"),
        ("Prediction: less than 0.4", "several answers"),
        ("Bars of 0.3 and 0.5 look alike.", "several answers"),
        ("0.3\n0.5", "several answers"),
        ("35", "out of range"),
        ("1.2", "out of range"),
        ("-0.2", "out of range"),
        ("Prediction: 35", "out of range"),
        ("120%", "out of range"),
        ("45\n20% look twice", "out of range"),
    ],
)
def test_no_prediction_is_never_a_half(reply: str, fault: str) -> None:
    found = read_share(reply)
    assert (found.value, found.way, found.fault) == (None, None, fault)


def test_where_the_prediction_stands() -> None:
    late = "Most students will look at heights alone and not at the axis. Prediction: 0.4"
    assert read_share(late).start == 12
    assert read_share("Prediction: 0.4. Most students will look at heights.").start == 0


@given(REPLIES)
def test_any_reply_has_a_share_or_one_fault(reply: str) -> None:
    found = read_share(reply)
    assert (found.value is None) == (found.way is None) == (found.fault is not None)
    assert found.value is None or 0 <= found.value <= 1
    assert found.start >= 0


@given(st.integers(0, 100), st.lists(st.sampled_from(["20%", "0.9", "in 2010", "3", "A is 4 times B", "."])))
def test_a_leading_number_stays_whatever_follows(percent: int, words: list[str]) -> None:
    text = f"{percent / 100:.2f}. Because {' '.join(words)}"
    assert read_share(text).value == Fraction(percent, 100)
