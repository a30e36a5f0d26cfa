"""The reader that sees only the question: the most common answer to that kind of question. The floor of every score."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from snellen.benchmark import find_benchmark
from snellen.errors import SnellenError
from snellen.messages import Message, Reader, message_text
from snellen.readers.knowledge import Knowledge, Learned, load_knowledge, shipped_knowledge
from snellen.readers.offered import answer_in_form, offer_of
from snellen.readers.saying import saying_so

__all__ = ["blind_reader", "recalling", "tables_to_use"]


def blind_reader(table: str | Path | None = None, saying: str | None = None) -> Reader:
    """A reader that answers with the most common answer to the question's template, learned from other datasets.

    `table` is a file made by `snellen learn`; without it the tables that come with the package are used. A question of
    an unknown kind is answered as the kind that is most like it in words. Where the text offers options, items to rank
    or a fraction, the answer is one of these (`snellen.readers.offered`). `saying` is a text with {} in it for the
    answer (`snellen.readers.saying`). Raises SnellenError where the table cannot be read, where there is none, and for
    a text without {}.
    """
    recall, say = recalling(tables_to_use(table)), saying_so(saying)

    def read(messages: Sequence[Message]) -> str:
        text = message_text(messages[-1])
        return say(answer_in_form(offer_of(text), recall(text)))

    return read


def tables_to_use(table: str | Path | None) -> list[Knowledge]:
    """The table in that file, or without one those that come with the package. Raises SnellenError for none."""
    if table is not None:
        return [load_knowledge(Path(table))]
    if not (shipped := shipped_knowledge()):
        raise SnellenError("this installation has learned nothing; make a table with `snellen learn` and name it.")
    return shipped


def recalling(tables: Sequence[Knowledge]) -> Callable[[str], Learned | None]:
    """A function from a question's text to what the tables know of it.

    That is what is known of its template, or else of the known template that is most like it; None where no table
    knows anything. Raises SnellenError for a table of a benchmark that is not installed.
    """
    known = [(table, find_benchmark(table.benchmark).template) for table in tables]

    @cache
    def nearest(templates: tuple[str, ...]) -> Learned | None:
        likely = [near for table, template in zip(tables, templates, strict=True) if (near := table.nearest(template))]
        return max(likely, key=lambda near: near[0])[2] if likely else None

    def recall(text: str) -> Learned | None:
        templates = tuple(template(text) for _, template in known)
        for table, template in zip(tables, templates, strict=True):
            if learned := table.find(template):
                return learned
        return nearest(templates)

    return recall
