import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.benchmarks.chartom.imported_keys import options_in, orders_in, plain, same_option

OPTIONS = ("17%", "25%", "50%", "None of the above.")


@pytest.mark.parametrize(
    ("key", "option"),
    [
        ("25%", "25%"),
        (" B", "25%"),
        ("b", "25%"),
        ("(B)", "25%"),
        ("B.", "25%"),
        ("B. 25%", "25%"),
        ("B) 25%", "25%"),
        ("B. 17%", None),
        ("none of the above", "None of the above."),
        ("E", None),
        ("25", None),
        ("", None),
    ],
)
def test_a_key_is_an_options_text_or_letter(key: str, option: str | None) -> None:
    assert same_option(key, OPTIONS) == option


@pytest.mark.parametrize(
    ("key", "option"), [("2", "Blue"), ("2.", "Blue"), ("(2) Blue", "Blue"), ("4", None), ("0", None)]
)
def test_numbers_are_labels_of_numbered_options_alone(key: str, option: str | None) -> None:
    options = ("Red", "Blue", "Green")
    assert same_option(key, options, numbered=True) == option
    assert same_option(key, options) is None
    assert same_option("2", ("4", "2"), numbered=True) == "2"


def test_text_comes_before_letters_and_doubt_is_none() -> None:
    assert same_option("A", ["B", "A"]) == "A"
    assert same_option("yes", ["Yes.", "yes!"]) is None


@pytest.mark.parametrize(
    ("text", "question", "options"),
    [
        ("Q?\nA. x\nB. y", "Q?", ("x", "y")),
        ("Q?\r\n(a) x\r\n(b) y\r\n(c) z", "Q?", ("x", "y", "z")),
        ("Q?\n1) 10\n2) 20", "Q?", ("10", "20")),
        ("Q?\n\n- A) x\n- B) y", "Q?", ("x", "y")),
        ("Q?\nA. x goes\non\nB. y\n\nAnswer with a letter.", "Q?", ("x goes on", "y")),
        ("Q?\nA. x\n\nB. y\n\nC. z", "Q?", ("x", "y", "z")),
        ("Q? A. x B. y C. z", "Q?", ("x", "y", "z")),
        ("Is A. larger?", "Is A. larger?", ()),
        ("Q?", "Q?", ()),
        ("Q?\nA. x", "Q?\nA. x", ()),
        ("", "", ()),
    ],
)
def test_options_out_of_a_question(text: str, question: str, options: tuple[str, ...]) -> None:
    assert options_in(text) == (question, options)


@pytest.mark.parametrize(
    ("key", "orders"),
    [
        ("['a', 'b']", [["a", "b"]]),
        (' ["a", " b"]', [["a", "b"]]),
        ("('a', 'b')", [["a", "b"]]),
        ("[2001, 2000]", [["2001", "2000"]]),
        ("[['a','b'],['b','a']]", [["a", "b"], ["b", "a"]]),
        ("[['a','b'],['b','c']]", None),
        ("['a', 'a']", None),
        ("['a']", None),
        ("[]", None),
        ("[[]]", None),
        ("['a', ['b']]", None),
        ("[True, False]", None),
        ("a, b", None),
        ("__import__('os')", None),
        ("[" * 5000, None),
        ("['a', 'b'" + "," * 30_000 + "]", None),
    ],
)
def test_orders_out_of_a_literal(key: str, orders: list[list[str]] | None) -> None:
    assert orders_in(key) == orders


@given(st.text(max_size=200), st.lists(st.text(max_size=10), max_size=5))
def test_nothing_crashes(text: str, options: list[str]) -> None:
    found = same_option(text, options)
    assert found is None or found in options
    question, read = options_in(text)
    assert len(read) != 1
    assert question in text.replace("\r\n", "\n") or not question
    orders = orders_in(text)
    assert orders is None or all(sorted(order) == sorted(orders[0]) for order in orders)


@given(st.lists(st.text("abc xyz012", min_size=1, max_size=9).map(str.strip).filter(bool), min_size=2, max_size=9))
def test_options_that_were_written_are_read(options: list[str]) -> None:
    text = "What?\n" + "\n".join(f"{chr(65 + place)}. {option}" for place, option in enumerate(options))
    assert options_in(text) == ("What?", tuple(options))


@given(st.text(max_size=40))
def test_plain_is_settled(text: str) -> None:
    assert plain(plain(text)) == plain(text)
