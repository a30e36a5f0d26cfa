"""Questions on texts: five options that can be told apart, one right, and nothing in the options that says which."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from snellen.benchmarks.grab.ocr.asked import KINDS, Asked, kind_of
from snellen.benchmarks.grab.ocr.library import library
from snellen.benchmarks.grab.ocr.plan import ask_one, pair_of
from snellen.parsing import parse_choice

N = 1500


@cache
def _questions() -> list[Asked]:
    return [ask_one(number, seed) for seed in range(5) for number in range(N // 5)]


def _letters_in_common(one: str, other: str) -> float:
    """How alike two texts are: the share of the pairs of neighbouring letters that both have."""
    pairs = [{text[at : at + 2] for at in range(max(len(text) - 1, 1))} for text in (one, other)]
    return len(pairs[0] & pairs[1]) / len(pairs[0] | pairs[1])


GUESSES: dict[str, Callable[[str, Sequence[str]], float]] = {
    "longest": lambda option, _: len(option),
    "shortest": lambda option, _: -len(option),
    "like the others": lambda option, options: sum(_letters_in_common(option, other) for other in options),
    "unlike the others": lambda option, options: -sum(_letters_in_common(option, other) for other in options),
    **{
        f"alphabetical place {place}": lambda option, options, place=place: (  # type: ignore[misc]
            sorted(options).index(option) == place
        )
        for place in range(5)
    },
}


@pytest.mark.parametrize("guess", GUESSES)
def test_the_options_alone_do_not_tell_the_key(guess: str) -> None:
    score = GUESSES[guess]
    right = 0.0
    for asked in _questions():
        values = [score(option, asked.options) for option in asked.options]
        right += (values[0] == max(values)) / values.count(max(values))
    # Four standard errors of a guess at one in five.
    assert right / N == pytest.approx(0.2, abs=4 * (0.2 * 0.8 / N) ** 0.5)


def test_options_can_be_told_apart_by_letter_and_by_text() -> None:
    for asked in _questions():
        assert len({option.casefold() for option in asked.options}) == 5
        for place, option in enumerate(asked.options):
            assert parse_choice(option, asked.options) == place
            assert parse_choice("ABCDE"[place], asked.options) == place


def test_kinds_are_balanced_and_all_ways_of_being_close_occur() -> None:
    kinds = Counter(kind_of(number)[0] for number in range(35))
    assert max(kinds.values()) - min(kinds.values()) <= 1
    assert set(kinds) == set(KINDS)
    assert {kind_of(number)[1] for number in range(35)} == {name for names in KINDS.values() for name in names}
    assert {asked.closeness for asked in _questions()} == {
        *("wording", "siblings", "number", "misprint", "qualifier", "unit", "color", "codes", "groups")
    }


def test_pairs_come_again_only_after_all_have_come() -> None:
    size = len(library().pairs)
    first = [pair_of(number, 3).name for number in range(size)]
    second = [pair_of(number, 3).name for number in range(size, 2 * size)]
    assert len(set(first)) == len(set(second)) == size
    assert first != second


def test_a_question_is_the_same_whatever_was_asked_before() -> None:
    assert ask_one(17, 2) == ask_one(17, 2)
    assert ask_one(17, 2) != ask_one(17, 3)
