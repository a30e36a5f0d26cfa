"""What is learned of templates, and answers taken apart."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.errors import SnellenError
from snellen.readers.knowledge import Asked, Knowledge, Span, learn, load_knowledge, shape_of


@pytest.mark.parametrize(
    ("answer", "shape", "values"),
    [
        ("-9", "{}", [-9]),
        ("0.8", "{}", [0.8]),
        ("[-2, 3]", "[{}, {}]", [-2, 3]),
        ("y = 2x - 1", "y = {}x {+}", [2, -1]),
        ("y = -1x^3 - 2x^2 + 0x + 5", "y = {}x^3 {+}x^2 {+}x {+}", [-1, -2, 0, 5]),
        ("y = 3sin(-9x + 7) - 4", "y = {}sin({}x {+}) {+}", [3, -9, 7, -4]),
        ("The second", "The second", []),
    ],
)
def test_an_answer_is_its_shape_and_its_values(answer: str, shape: str, values: list[float]) -> None:
    assert shape_of(answer) == (shape, values)


@given(st.text())
def test_any_text_has_as_many_slots_as_values(text: str) -> None:
    shape, values = shape_of(text)
    assert shape.count("{}") + shape.count("{+}") >= len(values)


def test_the_most_common_answer_is_learned_with_the_span_of_all() -> None:
    asked = [Asked("How many?", answer, "number", 1.0) for answer in ("3", "-7", "3", "12", "12", "3")]
    learned = learn(Counter(asked))["How many?"]
    assert (learned.answer, learned.count, learned.n) == ("3", 3, 6)
    assert learned.slots == [Span(low=-7, high=12, zero=False)]
    assert (learned.shape, learned.precision, learned.answer_type) == ("{}", 1.0, "number")


@given(st.permutations(["4", "-4", "10", "2", "2", "4", "10", "-4"]))
def test_of_equally_common_answers_the_shortest_then_first_is_taken_in_any_order(answers: list[str]) -> None:
    counts = Counter(Asked("t", answer, "number", 1.0) for answer in answers)
    assert learn(counts)["t"].answer == "2"


def test_an_unknown_template_is_nearest_to_the_one_with_most_words_in_common() -> None:
    texts = ["What is the median of the data? As an integer.", "What is the period of the function? As an integer."]
    learned = learn(Counter(Asked(text, str(number), "number", 1.0) for number, text in enumerate(texts)))
    knowledge = Knowledge(
        benchmark="grab", benchmark_version=1, preset=None, seeds=[], command="", questions=2, templates=learned
    )
    near = knowledge.nearest("Tell the period of this function as an integer.")
    assert near is not None
    assert near[1] == texts[1]
    assert knowledge.nearest(texts[0]) == (1.0, texts[0], learned[texts[0]])


def test_a_table_that_is_none_is_refused_with_its_name_and_the_cure(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    with pytest.raises(SnellenError, match=r"table\.json.*snellen learn"):
        load_knowledge(path)
    path.write_text('{"benchmark": "grab"}')
    with pytest.raises(SnellenError, match=r"table\.json.*snellen learn"):
        load_knowledge(path)


@given(st.binary(max_size=200))
def test_no_bytes_make_reading_a_table_fail_otherwise(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("tables") / "table.json"
    path.write_bytes(data)
    with pytest.raises(SnellenError):
        load_knowledge(path)
