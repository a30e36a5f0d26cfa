"""What models are asked: the paper's sentence to the letter, options once and in order, one turn."""

from pathlib import Path

import pytest
from tests.benchmarks.chartom.small import PAIRS, question, write_small

from snellen.benchmark import find_benchmark
from snellen.benchmarks.chartom.ask import FORMATS, ask, fact_text, mind_text, option_letter, template
from snellen.errors import SnellenError
from snellen.messages import Image, Text

SENTENCE = (
    "What fraction of typical university students do you predict will be misled by the chart when answering the "
    "question? First, give your prediction as a decimal number between 0 and 1, then justify your prediction in words."
)


def test_a_mind_prompt_is_the_question_with_its_options_and_then_the_papers_sentence() -> None:
    for number, pair in enumerate(PAIRS):
        mind = question(number, "mind").text
        assert mind.endswith(f"\n\n{SENTENCE}")
        before = mind.removesuffix(f"\n\n{SENTENCE}")
        assert before.startswith(pair["question"])
        assert question(number, "fact").text.startswith(before)
        assert all(mind.count(option) >= 1 for option in pair.get("choices", ()))


def test_options_are_lettered_in_their_order_and_items_of_rankings_are_not() -> None:
    assert "A. 4 times\nB. 2 times\nC. 3 times" in question(0, "fact").text
    assert "Rank these from largest to smallest: North, South, South East." in question(2, "fact").text
    assert "A. " not in question(2, "fact").text
    assert [option_letter(place) for place in (0, 25)] == ["A", "Z"]


@pytest.mark.parametrize("answer_format", FORMATS)
def test_every_format_says_how_to_answer(answer_format: str) -> None:
    last = fact_text("How?", ["one", "two"], answer_format).split("\n\n")[-1]
    wanted = {"multiple choice": "letter", "free text": "number or the words", "ranking": "JSON list"}[answer_format]
    assert wanted in last
    assert last not in mind_text("How?", ["one", "two"], answer_format)


def test_unknown_formats_and_too_many_options_are_refused() -> None:
    with pytest.raises(ValueError, match="is none of"):
        fact_text("How?", [], "essay")
    with pytest.raises(ValueError, match="no letter for option 27"):
        fact_text("How?", [str(number) for number in range(27)], "multiple choice")


def test_one_turn_picture_first(tmp_path: Path) -> None:
    dataset = write_small(tmp_path)
    (turn,) = ask(dataset, question(0, "mind", manipulated=True))
    assert turn.role == "user"
    picture, text = turn.content
    assert isinstance(picture, Image)
    assert picture.path == tmp_path / "images" / "00000001.png"
    assert text == Text(question(0, "mind", manipulated=True).text)
    with pytest.raises(SnellenError, match="zero-shot"):
        ask(dataset, question(0, "fact"), "few-shot", 2)


def test_templates_forget_numbers_and_the_order_of_options() -> None:
    one = fact_text("Is it 3?", ["2 times", "Cannot be told"], "multiple choice")
    other = fact_text("Is it 45.5?", ["Cannot be told", "7 times"], "multiple choice")
    assert template(one) == template(other)
    rankings = (fact_text("Rank.", items, "ranking", "from first to last") for items in (["b", "a"], ["a", "b"]))
    assert len({template(text) for text in rankings}) == 1
    assert template(question(0, "fact").text) != template(question(0, "mind").text)


def test_the_facets_of_a_question(tmp_path: Path) -> None:
    dataset, benchmark = write_small(tmp_path), find_benchmark("chartom")
    for task, options, place, people in (("fact", 3, 1, None), ("mind", None, None, 50)):
        asked = question(0, task, manipulated=True)
        chart = dataset.chart(asked.chart_id)
        found = benchmark.facet_values(asked, chart, dataset.source(chart.source_id))
        assert set(found) == set(benchmark.facets)
        assert (found["chart_type"], found["manipulation"], found["manipulated"]) == ("bar", "truncated y-axis", 1)
        assert (found["format"], found["options"], found["key_place"]) == ("multiple choice", options, place)
        assert found["people"] == people
