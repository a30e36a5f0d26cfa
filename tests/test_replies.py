"""Reply files: defaults, tolerance where it is safe, and errors that name file, line and cure."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from snellen.errors import SnellenError
from snellen.replies import ReadingNotes, Reply, canonical_settings, read_replies

_LINE = '{"question_id": "q1", "model": "m", "reply": "4"}'


def _file(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "replies.jsonl"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_three_keys_are_enough(tmp_path: Path) -> None:
    assert list(read_replies(_file(tmp_path, _LINE + "\n"))) == [Reply("q1", "m", "4")]


def test_all_keys_of_the_table_are_taken(tmp_path: Path) -> None:
    record = {
        "question_id": "q1",
        "model": "m",
        "reply": None,
        "strategy": "few-shot",
        "n_examples": 3,
        "repeat": 2,
        "settings": {"temperature": 0.5},
        "error": "timed out",
        "stop_reason": "length",
        "input_tokens": 900,
        "output_tokens": 12,
        "seconds": 1.5,
        "dataset_fingerprint": "abc",
    }
    assert list(read_replies(_file(tmp_path, json.dumps(record)))) == [Reply(**record)]  # type: ignore[arg-type]


def test_what_tables_make_of_gaps_is_put_right(tmp_path: Path) -> None:
    line = (
        '{"question_id": "q", "model": "m", "reply": NaN, "input_tokens": 12.0, "output_tokens": NaN, "seconds": NaN, '
        '"settings": "{\\"seed\\":1}", "repeat": 1.0, "error": NaN}'
    )
    (reply,) = read_replies(_file(tmp_path, line))
    assert reply == Reply("q", "m", None, repeat=1, settings={"seed": 1}, input_tokens=12)


def test_blank_lines_windows_line_ends_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = _file(tmp_path, b"\xef\xbb\xbf" + _LINE.encode() + b"\r\n\r\n \n" + _LINE.encode())
    assert [reply.reply for reply in read_replies(path)] == ["4", "4"]


def test_keys_that_mean_nothing_are_counted(tmp_path: Path) -> None:
    notes = ReadingNotes()
    line = json.dumps({"question_id": "q", "model": "m", "reply": "4", "task": "series", "prompt": "?"})
    list(read_replies(_file(tmp_path, f"{line}\n{line}\n{_LINE}\n"), notes))
    assert notes.ignored_keys == {"task": 2, "prompt": 2}
    assert notes.lines == 3


@pytest.mark.parametrize(
    "reply", ["<script>alert(1)</script>", "\x00", "\u202e12", "\u2212\u0669", "😀", "x" * 1_000_000, "a\nb", "\u2028"]
)
def test_any_text_comes_through(tmp_path: Path, reply: str) -> None:
    for ensure_ascii in (True, False):
        line = json.dumps({"question_id": "q", "model": "m", "reply": reply}, ensure_ascii=ensure_ascii)
        assert [found.reply for found in read_replies(_file(tmp_path, line))] == [reply]


def test_half_a_surrogate_pair_becomes_a_replacement_character(tmp_path: Path) -> None:
    line = '{"question_id": "q", "model": "m", "reply": "\\ud800 4 \\ud83d\\ude00"}'
    assert [reply.reply for reply in read_replies(_file(tmp_path, line))] == ["\ufffd 4 😀"]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("not json", "not JSON"),
        ('{"question_id": "q1", "model": "m", "rep', "not JSON"),
        ("[1, 2]", "not a JSON object"),
        ("4", "not a JSON object"),
        ("[" * 5000, "not JSON"),
        ('{"\\u0041": ' + "[" * 5000, "not JSON"),
        ('{"question_id": "q1", "reply": "4"}', "model: Field required"),
        ('{"question_id": "q1", "model": "m"}', "reply: Field required"),
        ('{"question_id": 7, "model": "m", "reply": "4"}', "question_id"),
        ('{"question_id": "", "model": "m", "reply": "4"}', "question_id"),
        ('{"question_id": "q1", "model": "m", "reply": 4}', "reply: Input should be a valid string"),
        ('{"question_id": "q1", "model": "m", "reply": ["4"]}', "reply"),
        ('{"question_id": "q1", "model": "m", "reply": "4", "repeat": -1}', "repeat"),
        ('{"question_id": "q1", "model": "m", "reply": "4", "repeat": true}', "repeat"),
        ('{"question_id": "q1", "model": "m", "reply": "4", "settings": [1]}', "settings"),
        ('{"question_id": "q1", "model": "m", "reply": "4", "settings": "hot"}', "settings"),
        ('{"question_id": "q1", "model": "m", "reply": "4", "seconds": Infinity}', "seconds"),
        ('{"question_id": "q1", "model": "m", "reply": "4", "input_tokens": 1.5}', "input_tokens"),
        (b'{"question_id": "q1", "model": "m", "reply": "\xff"}', "not UTF-8"),
        (_LINE.encode("utf-16"), "not UTF-8"),
    ],
)
def test_errors_name_file_and_line(tmp_path: Path, bad: str | bytes, message: str) -> None:
    content = (_LINE + "\n").encode() + (bad.encode() if isinstance(bad, str) else bad) + b"\n"
    path = _file(tmp_path, content)
    with pytest.raises(SnellenError) as caught:
        list(read_replies(path))
    assert str(caught.value).startswith(f"{path}:2: ")
    assert message in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match=r"none\.jsonl: No such file"):
        list(read_replies(tmp_path / "none.jsonl"))


@pytest.mark.parametrize("cut", range(1, len(_LINE)))
def test_a_torn_last_line_is_left_out_of_a_journal_alone(tmp_path: Path, cut: int) -> None:
    path = _file(tmp_path, _LINE + "\n" + _LINE[:cut])
    notes = ReadingNotes()
    assert len(list(read_replies(path, notes, journal=True))) == 1
    assert notes.torn == 2
    with pytest.raises(SnellenError, match=":2: not JSON"):
        list(read_replies(path))


def test_a_torn_line_in_the_middle_of_a_journal_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SnellenError, match=":1: not JSON"):
        list(read_replies(_file(tmp_path, _LINE[:20] + "\n" + _LINE + "\n"), journal=True))


def test_settings_have_one_text() -> None:
    assert canonical_settings({"b": [1, 2.5], "a": "ü"}) == canonical_settings({"a": "ü", "b": [1, 2.5]})
    assert canonical_settings({}) == "{}"
    for value in (float("nan"), object()):
        with pytest.raises(SnellenError, match="settings"):
            canonical_settings({"a": value})


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from(["question_id", "model", "reply", "settings", "repeat", "seconds", "input_tokens", "other"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.binary(max_size=60) | st.dictionaries(names, json_values).map(lambda d: json.dumps(d).encode())))
def test_any_file_gives_replies_or_one_clear_error(tmp_path: Path, lines: list[bytes]) -> None:
    path = _file(tmp_path, b"\n".join(lines))
    message = f"{path}:"
    try:
        for reply in read_replies(path):
            (reply.reply or "").encode()
    except SnellenError as error:
        message = str(error)
    assert message.startswith(f"{path}:")
