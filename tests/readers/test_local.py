"""The local readers: blind and chance."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snellen.errors import SnellenError
from snellen.messages import Image, Message, Text
from snellen.readers import find_reader, reader_names
from snellen.readers.chance import draw_answer
from snellen.readers.knowledge import Learned, Span, shape_of


def asked(text: str, *images: Path) -> list[Message]:
    return [Message("user", (*(Image(path) for path in images), Text(text)))]


def test_the_readers_have_names_and_others_are_refused_with_them() -> None:
    assert {"snellen/blind", "snellen/chance"} <= set(reader_names())
    with pytest.raises(SnellenError, match="snellen/blind, snellen/chance"):
        find_reader("snellen/oracle")


def test_an_argument_that_a_reader_does_not_take_is_refused(table: Path) -> None:
    with pytest.raises(SnellenError, match="takes no argument 'colour'; it takes table, saying"):
        find_reader("snellen/blind", colour="red")
    with pytest.raises(SnellenError, match="integer"):
        find_reader("snellen/chance", seed="seven", table=table)


def test_blind_gives_the_most_common_answer_whatever_the_operations(table: Path) -> None:
    blind = find_reader("snellen/blind", table=str(table))
    assert blind(asked("What is x? Give your answer as an integer.")) == "4"
    assert blind(asked("Give [x1, x2].")) == "[-2, 3]"
    assert blind(asked("1. rotation by 90 degrees about the origin;\nGive [x1, x2].")) == "[-2, 3]"


def test_blind_answers_an_unknown_question_as_the_one_most_like_it(table: Path) -> None:
    blind = find_reader("snellen/blind", table=table)
    assert blind(asked("What may r be? Please give your answer to 1 decimal place.")) == "0.3"


def test_blind_does_not_look_at_the_picture(table: Path, tmp_path: Path) -> None:
    blind = find_reader("snellen/blind", table=table)
    assert blind(asked("Give [x1, x2].", tmp_path / "absent.png")) == blind(asked("Give [x1, x2]."))


FORMS = {
    "What is x? Give your answer as an integer.": r"-?[1-9]\d*|0",
    "What is r? Give your answer to 1 decimal place.": r"-?\d\.\d",
    "Give your answer to the nearest 10.": r"-?[1-9]\d*0|0",
    "Give [x1, x2].": r"\[-?\d, -?\d\]",
    "Write it as y = <m>x + <c>.": r"y = -?\dx [+-] \d",
    "y = <a>sin(<b>x + <c>) + <d>": r"y = -?\dsin\(-?\dx [+-] \d\) [+-] \d",
}


SPANS: Mapping[str, Sequence[tuple[float, float]]] = {
    "What is x? Give your answer as an integer.": [(-9, 7)],
    "What is r? Give your answer to 1 decimal place.": [(-0.8, 1.0)],
    "Give your answer to the nearest 10.": [(-70, 120)],
    "Give [x1, x2].": [(-2, 3), (-2, 3)],
    "Write it as y = <m>x + <c>.": [(-3, 2), (-1, 4)],
    "y = <a>sin(<b>x + <c>) + <d>": [(1, 3), (-1, 2), (0, 1), (-2, 4)],
}


@pytest.mark.parametrize("text", FORMS)
def test_chance_is_well_formed_and_in_the_known_range(table: Path, text: str) -> None:
    spans = SPANS[text]
    replies = [find_reader("snellen/chance", seed=seed, table=table)(asked(text)) for seed in range(60)]
    assert len(set(replies)) > 5
    for reply in replies:
        assert re.fullmatch(FORMS[text], reply)
        assert "-0.0" not in reply
        _, values = shape_of(reply)
        assert all(low <= value <= high for value, (low, high) in zip(values, spans, strict=True))
        if text.startswith("Give [x1"):
            assert values[0] < values[1]
        if text.startswith("Write"):
            assert values[0] != 0


def test_chance_depends_on_seed_text_and_picture_alone(table: Path, tmp_path: Path) -> None:
    one, same, other = tmp_path / "a.png", tmp_path / "b.png", tmp_path / "c.png"
    one.write_bytes(b"one")
    same.write_bytes(b"one")
    other.write_bytes(b"other")
    text = "What is x? Give your answer as an integer."
    read = find_reader("snellen/chance", seed=3, table=table)
    first = [read(asked(text, path)) for path in (one, same, other)]
    again = [find_reader("snellen/chance", seed=3, table=table)(asked(text, path)) for path in (other, same, one)]
    assert first == again[::-1]
    assert first[0] == first[1]
    seeds = {find_reader("snellen/chance", seed=seed, table=table)(asked(text, one)) for seed in range(40)}
    assert len(seeds) > 5


def test_every_value_of_the_range_is_drawn_about_equally_often() -> None:
    known = Learned(
        answer="0", count=1, n=1, answer_type="number", precision=1.0, shape="{}",
        slots=[Span(low=-2, high=2, zero=True)],
    )  # fmt: skip
    drawn = Counter(draw_answer(known, number.to_bytes(4, "big")) for number in range(5000))
    assert set(drawn) == {"-2", "-1", "0", "1", "2"}
    # 1000 expected of each: five standard deviations of a binomial count are 141
    assert all(abs(count - 1000) < 141 for count in drawn.values())


@settings(max_examples=200)
@given(st.integers(-400, 400), st.integers(0, 400), st.sampled_from([0.1, 1.0, 10.0, 0.5, 0.01]), st.binary(max_size=8))
def test_a_drawn_number_is_a_multiple_of_the_precision(low: int, width: int, step: float, key: bytes) -> None:
    span = Span(low=low * step, high=(low + width) * step, zero=True)
    known = Learned(answer="0", count=1, n=1, answer_type="number", precision=step, shape="{}", slots=[span])
    value = float(draw_answer(known, key))
    assert abs(value / step - round(value / step)) < 1e-6
    assert span.low - 1e-9 <= value <= span.high + 1e-9
