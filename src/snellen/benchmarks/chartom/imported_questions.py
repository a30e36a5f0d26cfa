"""One FACT question of the authors' with its key, out of the question's file and the cells of its row."""

import json
from dataclasses import dataclass
from pathlib import Path

from snellen.benchmarks.chartom.imported_items import UnusableError
from snellen.benchmarks.chartom.imported_keys import has_numbered_options, options_in, orders_in, same_option
from snellen.parsing import read_quantity

__all__ = ["Asked", "read_question"]

_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A question without its options, these, and its key in canonical text; `accepted` are other right answers."""

    question: str
    answer_format: str
    answer: str
    answer_type: str
    options: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()


def read_question(path: Path, answer_type: str, key: str) -> Asked:
    """The question in a file, held against its key.

    The answer type `free text` or `rank` (or a word like it) says so; any other is multiple choice. A choice's key is
    an option's letter or text, a rank's a list literal of labels or of acceptable orders. Items of a ranking stand in
    the order in which the question names them, or else of the alphabet. Raises UnusableError.
    """
    text = _text_of(path)
    if not key:
        raise UnusableError("it has no answer")
    answer_format = _format_of(answer_type)
    if answer_format == "free text":
        number = read_quantity(key).way == "bare" and any(character.isdigit() for character in key)
        return Asked(text, answer_format, key, "number" if number else "text")
    if answer_format == "ranking":
        orders = orders_in(key)
        if orders is None:
            raise UnusableError(
                f"its answer {key[:80]!r} is no list of labels, or of acceptable orders of the same labels"
            )
        first, *others = dict.fromkeys(json.dumps(order, ensure_ascii=False) for order in orders)
        return Asked(text, answer_format, first, "ranking", _in_order_of(text, orders[0]), tuple(others))
    question, options = options_in(text)
    if not options or not question:
        raise UnusableError(f"{path}: no lettered options can be read in the question, which is of multiple choice")
    option = same_option(key, options, has_numbered_options(text))
    if option is None:
        raise UnusableError(f"its answer {key[:80]!r} is none of its options, or fits more than one")
    return Asked(question, answer_format, option, "choice", options)


def _text_of(path: Path) -> str:
    try:
        if path.is_symlink() or path.stat().st_size > _LONGEST:
            raise UnusableError(f"{path} is a link or has over {_LONGEST // 1000} kB, so it is no question")
        text = path.read_text(encoding="utf-8-sig").strip()
    except UnicodeDecodeError:
        raise UnusableError(f"{path} is not UTF-8") from None
    except OSError as error:
        raise UnusableError(f"{path}: {(error.strerror or 'unreadable').lower()}") from None
    if not text or "\0" in text:
        raise UnusableError(f"{path} holds no question")
    return text


def _format_of(answer_type: str) -> str:
    plain = answer_type.casefold().replace("_", " ").replace("-", " ").strip()
    if plain.startswith("free") or plain in ("text", "open", "open ended", "number", "numeric", "numerical"):
        return "free text"
    return "ranking" if plain.startswith(("rank", "order")) else "multiple choice"


def _in_order_of(question: str, labels: list[str]) -> tuple[str, ...]:
    """Never in the order of the key, which would give it away."""
    text = question.casefold()
    places = {label: text.find(label.casefold()) for label in labels if len(label) > 1}
    if len(places) == len(labels) and min(places.values()) >= 0 and len(set(places.values())) == len(labels):
        return tuple(sorted(labels, key=lambda label: places[label]))
    return tuple(sorted(labels))
