"""The journal: what is on disk after a kill at any byte is read again, and no more is lost than the torn line."""

import signal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.errors import SnellenError
from snellen.replies import Reply
from snellen.running.journal import Request, locked, open_journal, read_journal

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1), TEXT | st.none()), max_size=8), st.data())
def test_a_kill_at_any_byte_loses_no_whole_line(
    tmp_path_factory: pytest.TempPathFactory, entries: list[tuple[int, int, str | None]], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("run")
    replies = [
        Reply(
            f"q{number}",
            "a/b",
            text,
            repeat=repeat,
            error=None if text is not None else "on fire",
            input_tokens=3,
            reasoning=text,
        )
        for number, repeat, text in entries
    ]
    with open_journal(folder) as journal:
        for reply in replies:
            journal.add(reply)
    path = folder / "replies.jsonl"
    whole = path.read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    path.write_bytes(whole[:cut])
    kept = replies[: whole[:cut].count(b"\n")]
    expected: dict[Request, Reply] = {}
    for reply in kept:
        old = expected.get(Request.of(reply))
        if old is None or old.error is not None or reply.error is None:
            expected[Request.of(reply)] = reply
    found, _ = read_journal(folder)
    assert found == expected
    last = Reply("last", "a/b", "4")
    with open_journal(folder) as journal:
        journal.add(last)
    found, _ = read_journal(folder)
    assert found == {**expected, Request.of(last): last}


def test_time_and_cost_add_up_over_sessions(tmp_path: Path) -> None:
    lines = [
        '{"session": "a", "wall_seconds": 1, "cpu_seconds": 0.5, "cost": 0.25, "started": "2026-01-02T00:00:00+00:00"}',
        '{"session": "a", "wall_seconds": 9, "cpu_seconds": 2.5, "cost": 0.5, "started": "2026-01-02T00:00:00+00:00"}',
        '{"session": "b", "wall_seconds": 4, "cpu_seconds": 1, "cost": 1.0, "started": "2026-01-03T00:00:00+00:00"}',
        '{"session": "c", "wall_seco',
    ]
    (tmp_path / "compute.jsonl").write_text("\n".join(lines))
    _, taken = read_journal(tmp_path)
    assert (taken.wall_seconds, taken.cpu_seconds, taken.cost) == (13, 3.5, 1.5)
    assert taken.started is not None
    assert taken.started.day == 2


def test_a_line_that_is_no_reply_is_named_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "replies.jsonl").write_text('{"question_id": "a", "model": "m", "reply": "4"}\nnonsense\n')
    with pytest.raises(SnellenError, match=r"replies\.jsonl:2"):
        read_journal(tmp_path)


def test_a_run_has_one_process_at_a_time(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(SnellenError, match="another process"), locked(tmp_path):
        pass
    with locked(tmp_path):
        pass


def test_half_a_surrogate_pair_is_replaced_and_not_lost(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        journal.add(Reply("q", "a/b", "4 \ud83d"))
    found, _ = read_journal(tmp_path)
    assert found[Request("q", "zero-shot", 0, 0)].reply == "4 \ufffd"


def test_a_full_disk_leaves_no_half_line_and_ends_the_asking(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    signal_before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        with open_journal(tmp_path) as journal:
            journal.add(Reply("first", "a/b", "1"))
            whole = (tmp_path / "replies.jsonl").read_bytes()
            resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 100, limits[1]))  # no file may grow beyond that
            with pytest.raises(OSError, match=r"replies\.jsonl"):
                journal.add(Reply("second", "a/b", "x" * 10_000))
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            assert journal.broken_off
            assert "replies.jsonl" in str(journal.last_error)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, signal_before)
    assert (tmp_path / "replies.jsonl").read_bytes() == whole
