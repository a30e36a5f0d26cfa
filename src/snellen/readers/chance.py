"""The reader that guesses: a well-formed answer, drawn from the plausible range of that kind of question."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from snellen.errors import SnellenError
from snellen.messages import Image, Message, Reader, Text
from snellen.readers.blind import recalling, tables_to_use
from snellen.readers.knowledge import Learned, Span
from snellen.readers.offered import drawn_in_form, offer_of
from snellen.readers.saying import saying_so

__all__ = ["chance_reader", "draw_answer"]


def chance_reader(seed: int = 0, table: str | Path | None = None, saying: str | None = None) -> Reader:
    """A reader that draws each number of an answer uniformly between the least and the greatest known for its kind.

    Numbers are whole multiples of the question's precision, lists are in increasing order without repeats, equations
    have the form that is asked for, with a leading coefficient that is not zero; words, and how many boxes or points
    there are, are drawn as often as they are the answer, and boxes have their corners in order. Where the text offers
    options, items to rank or a fraction, each of these, each order and each hundredth from 0 to 1 has the same chance.
    The draw depends on `seed` and on what is shown, text and pictures, and on nothing else: neither order nor
    concurrency changes a reply. (A picture that is not on disk counts by its file name.) `table` and
    `saying` are as in `blind_reader`. Raises SnellenError where the table cannot be read, where the seed is not an
    integer, and for a text without {}.
    """
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise SnellenError(f"the seed of snellen/chance is an integer, not {seed!r}.")
    recall, say = recalling(tables_to_use(table)), saying_so(saying)

    def read(messages: Sequence[Message]) -> str:
        shown = messages[-1]
        text = "\n".join(part.text for part in shown.content if isinstance(part, Text))
        if (offer := offer_of(text)) is not None:
            numbers = _uniform(_key(seed, shown))
            return say(drawn_in_form(offer, lambda below: next(numbers) % below))
        known = recall(text)
        return say(draw_answer(known, _key(seed, shown)) if known else "")

    return read


def draw_answer(known: Learned, key: bytes) -> str:
    """A well-formed answer of a kind, in canonical text, decided by `key` alone."""
    numbers = _uniform(key)
    step = known.precision or 1.0
    shape, slots = _form(known, numbers) if known.forms else (known.shape, known.slots)
    values = [_draw(span, step, numbers) for span in slots]
    if known.answer_type == "list":
        for _ in range(100):
            if len(set(values)) == len(values):
                break
            values = [_draw(span, step, numbers) for span in slots]
        values.sort()
    if known.answer_type == "boxes":
        values = [value for first in range(0, len(values), 4) for value in _box(values[first : first + 4])]
    return _written(shape, values, step)


def _form(known: Learned, numbers: Iterator[int]) -> tuple[str, Sequence[Span]]:
    """One of the shapes that answers have, as often as they have it."""
    place = next(numbers) % sum(form.count for form in known.forms)
    for form in known.forms:
        place -= form.count
        if place < 0:
            return form.shape, form.slots
    raise AssertionError("counts add up to their sum")


def _box(corners: Sequence[int]) -> Sequence[int]:
    """A box between two drawn corners, x and y of each: its least and then its greatest coordinates."""
    x, y = sorted(corners[0::2]), sorted(corners[1::2])
    return x[0], y[0], x[1], y[1]


def _key(seed: int, message: Message) -> bytes:
    digest = hashlib.sha256(str(seed).encode())
    for part in message.content:
        if isinstance(part, Image):
            content = part.path.read_bytes() if part.path.is_file() else part.path.name.encode()
            digest.update(b"\0image\0" + hashlib.sha256(content).digest())
        else:
            digest.update(b"\0text\0" + part.text.encode())
    return digest.digest()


def _uniform(key: bytes) -> Iterator[int]:
    """Endless 256-bit integers, the same for the same key on any machine and version of Python."""
    number = 0
    while True:
        yield int.from_bytes(hashlib.sha256(key + number.to_bytes(8, "big")).digest(), "big")
        number += 1


def _draw(span: Span, step: float, numbers: Iterator[int]) -> int:
    """A multiple of the step, in steps; never zero where no known answer has a zero there."""
    low, high = round(span.low / step), round(span.high / step)
    choices = high - low + 1
    if span.zero or not low < 0 < high:
        return low + next(numbers) % choices
    value = low + next(numbers) % (choices - 1)
    return value if value < 0 else value + 1


def _written(shape: str, values: Sequence[int], step: float) -> str:
    decimals = next(n for n in range(13) if abs(step * 10**n - round(step * 10**n)) < 1e-9)
    text, rest = "", shape
    for value in values:
        size = f"{abs(value) * step:.{decimals}f}"
        bare, signed = rest.find("{}"), rest.find("{+}")
        if signed < 0 or 0 <= bare < signed:
            text += rest[:bare] + ("-" if value < 0 else "") + size
            rest = rest[bare + 2 :]
        else:
            text += rest[:signed] + ("- " if value < 0 else "+ ") + size
            rest = rest[signed + 3 :]
    return text + rest
