"""The cards on disk: a line for each in the page, the rest in parts that are loaded when they come into sight."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from markupsafe import Markup

from snellen.dataset import Chart, Question
from snellen.gallery.cards import ask_values, chart_facets
from snellen.gallery.overlay import LAYERS, layers_of
from snellen.pages import Parts, inert_json

__all__ = ["PART", "Catalogue"]

PART = 120
"""Cards in a part."""


class Catalogue:
    """What the page lists of all cards, and `cards/0.js`, `cards/1.js`, …, with what is each card's own.

    What cards share is listed once, under numbers in the order of first appearance: `texts` of questions, `asks` (the
    rest of what questions share, with the number of their text) and `kinds` (what charts share). Memory grows by some
    bytes for each distinct text, ask and kind, and holds one part.
    """

    def __init__(self, folder: Path) -> None:
        self._parts = Parts(folder / "cards", PART)
        self._layers: set[str] = set()
        with ExitStack() as stack:
            self.texts, self.asks, self.kinds = (stack.enter_context(_Table()) for _ in range(3))
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def add(self, chart: Chart, questions: Sequence[Question], own: dict[str, Any]) -> Markup:
        """Put down one card, and give its line: chart, number of its kind and of its asks, and at need further ids.

        The fourth value is the source's id where the chart's does not hold it, the fifth the ids of questions that do
        not begin with the chart's; either is left out with what follows where there is none.
        """
        asks = [self.asks.number([self.texts.number(one.text), ask_values(one)]) for one in questions]
        ids = [one.question_id for one in questions if not one.question_id.startswith(chart.chart_id)]
        line: list[Any] = [chart.chart_id, self.kinds.number(chart_facets(chart)), asks]
        if ids or chart.source_id not in chart.chart_id:
            line.append(chart.source_id)
        if ids:
            line.append(ids)
        self._layers |= layers_of(own.get("over") or {})
        self._parts.add(own)
        return inert_json(line)

    def finish(self) -> None:
        """Write the part under way, if any."""
        self._parts.finish()

    def settings(self) -> Markup:
        """What the page has to know besides, once all cards are put down: the size of parts, and layers there are."""
        layers = [{"key": key, "label": label} for key, label in LAYERS.items() if key in self._layers]
        return inert_json({"part": PART, "layers": layers})


class _Table:
    """Values under numbers: digests in memory, the values themselves in a temporary file."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}

    def __enter__(self) -> Self:
        self._file = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def number(self, value: Any) -> int:
        text = inert_json(value)
        digest = blake2b(text.encode(), digest_size=16).digest()
        if digest not in self._numbers:
            self._numbers[digest] = len(self._numbers)
            self._file.write(text + "\n")
        return self._numbers[digest]

    def __iter__(self) -> Iterator[Markup]:
        self._file.seek(0)
        for line in self._file:
            yield Markup(line.removesuffix("\n"))
