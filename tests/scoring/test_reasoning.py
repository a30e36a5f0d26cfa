"""What models reasoned, kept beside the results: whole, by reply, and gone where there is none."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.replies import Reply, read_replies
from snellen.results import read_results
from snellen.scoring import score_replies
from snellen.scoring.reasoning import REASONING, Reasoned, read_reasoning, reasoning_writer


def test_a_run_keeps_what_was_reasoned_before_each_reply(tiny_dataset: Dataset, tmp_path: Path) -> None:
    names = [question.question_id for question in tiny_dataset.questions()]
    said = [Reply(name, "m", "1", settings={"b": 1, "a": 2}, reasoning=f"hm \u2028 {name}") for name in names[:3]]
    said += [Reply(names[3], "m", "1", settings={"a": 2, "b": 1})]
    said += [Reply(names[0], "m", "2", settings={"a": 2, "b": 1}, reasoning="a second reply, which is not scored")]
    said += [Reply("unknown", "m", "2", settings={"a": 2, "b": 1}, reasoning="of no question")]
    run = tmp_path / "run"
    score_replies(tiny_dataset, said, run)
    kept = dict(read_reasoning(run))
    assert list(kept.values()) == [f"hm \u2028 {name}" for name in names[:3]]
    rows = read_results(run).set_index("question_id")
    assert all(key.settings == rows.loc[key.question_id, "settings"] for key in kept)
    score_replies(tiny_dataset, said[3:4], run)
    assert not (run / REASONING).exists()
    assert list(read_reasoning(run)) == []


def test_a_mistake_in_the_replies_leaves_the_file_as_it_was(tiny_dataset: Dataset, tmp_path: Path) -> None:
    name = next(tiny_dataset.questions()).question_id
    run = tmp_path / "run"
    score_replies(tiny_dataset, [Reply(name, "m", "1", reasoning="first")], run)
    wrong = [Reply(name, "m", "1", reasoning="second"), Reply(name, "m", "1", dataset_fingerprint="another")]
    with pytest.raises(SnellenError, match="another fingerprint"):
        score_replies(tiny_dataset, wrong, run)
    assert [text for _, text in read_reasoning(run)] == ["first"]
    assert {path.name for path in run.iterdir()} == {REASONING, "results.parquet", "run.json"}


def test_a_line_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / REASONING).write_text('{"question_id": "a", "model": "m", "reasoning": "x"}\n{"question_id": 1}\n')
    with pytest.raises(SnellenError, match=rf"{REASONING}:2: .*score the replies again"):
        list(read_reasoning(tmp_path))


def test_a_file_of_replies_may_have_it(tmp_path: Path) -> None:
    (tmp_path / "replies.jsonl").write_text('{"question_id": "a", "model": "m", "reply": "1", "reasoning": "x"}\n')
    assert [reply.reasoning for reply in read_replies(tmp_path / "replies.jsonl")] == ["x"]


@given(st.lists(st.text(st.characters(), min_size=1), min_size=1, max_size=4))
def test_any_text_comes_back(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    run = tmp_path_factory.mktemp("any")
    with reasoning_writer(run) as writer:
        for number, text in enumerate(texts):
            writer.add(Reply(f"q{number}", "m", None, reasoning=text))
    expected = [text.encode("utf-8", "replace").decode() for text in texts]
    keys = [Reasoned(f"q{number}", "m", "{}", "zero-shot", 0, 0) for number in range(len(texts))]
    assert list(read_reasoning(run)) == list(zip(keys, expected, strict=True))
