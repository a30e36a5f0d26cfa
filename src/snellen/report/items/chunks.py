"""Items in order, so many to a file that a page loads little to show one."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from snellen.report.items.contents import Contents
from snellen.report.items.store import Store

__all__ = ["write_chunks"]

_ITEMS = 100
_CHARACTERS = 300_000
"""A chunk ends after so many items, or before that once its texts have as many characters."""


def write_chunks(
    store: Store, items: Iterable[Sequence[Mapping[Hashable, Any]]], contents: Contents
) -> dict[str, list[int]]:
    """Write `questions-N.js`, `replies-N.js` and, where there is any reasoning, `seen-N.js`, of each item's results.

    Returns `starts`, the place of each chunk's first item, and `seen`, the chunks that have reasoning.
    """
    starts: list[int] = []
    seen: list[int] = []
    chunk = _Chunk(0)

    def put_down() -> None:
        number = len(starts)
        starts.append(chunk.start)
        store.put(f"questions-{number}", chunk.questions)
        store.put(f"replies-{number}", chunk.replies)
        if chunk.seen:
            store.put(f"seen-{number}", chunk.seen)
            seen.append(number)

    for records in items:
        if chunk.is_full:
            put_down()
            chunk = _Chunk(chunk.start + len(chunk.replies))
        chunk.add(records, contents)
    put_down()
    return {"starts": starts, "seen": seen}


class _Chunk:
    """Some items from `start` on: texts and pictures that several of them share are there once."""

    def __init__(self, start: int) -> None:
        self.start = start
        self.replies: list[list[dict[str, Any]]] = []
        self.seen: dict[int, dict[int, Any]] = {}
        self._items: list[dict[str, Any]] = []
        self._texts: dict[str, int] = {}
        self._charts: dict[str, int] = {}
        self._pictures: list[dict[str, Any]] = []
        self._characters = 0

    @property
    def is_full(self) -> bool:
        return len(self._items) >= _ITEMS or self._characters >= _CHARACTERS

    @property
    def questions(self) -> dict[str, Any]:
        return {"texts": list(self._texts), "charts": self._pictures, "items": self._items}

    def add(self, records: Sequence[Mapping[Hashable, Any]], contents: Contents) -> None:
        question = contents.question(records[0])
        replies = [contents.reply(record) for record in records]
        reasoning = {place: told for place, record in enumerate(records) if (told := contents.reasoning(record))}
        asked = contents.questions.get(question["id"])
        chart = contents.charts.get(asked.chart_id) if asked else None
        texts = [question.get("text"), *(reply.get("reply") for reply in replies)]
        self._characters += sum(len(text) for text in texts if text)
        if "text" in question:
            question["text"] = self._texts.setdefault(question["text"], len(self._texts))
        if chart is not None:
            if chart.chart_id not in self._charts:
                self._charts[chart.chart_id] = len(self._pictures)
                self._pictures.append(contents.chart(chart))
            question["chart"] = self._charts[chart.chart_id]
        if reasoning:
            self.seen[len(self._items)] = reasoning
        self._items.append(question)
        self.replies.append(replies)
