"""Rankings in Markdown tables: the column of items, where the rows say that they are in order."""

import re
from collections.abc import Sequence

__all__ = ["tables_as_lines"]

_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")
_RANK_NAMES = {"", "#", "rank", "ranking", "place", "position", "order", "no", "no."}
_NUMBER = re.compile(r"#?([0-9]{1,3})(?:[.)]|st|nd|rd|th)?")


def tables_as_lines(text: str, items: Sequence[str]) -> str:
    """The text with each Markdown table that ranks items replaced by its items, one a line. In time linear in the text.

    A table ranks items where one column alone holds them, an item a row, and it has no other column or one called rank
    (place, position, order, #, or nothing) with 1, 2, 3 … down the rows. Other tables state no order, and stay.

    >>> tables_as_lines("| Rank | Bar |\\n|---|---|\\n| 1 | B |\\n| 2 | A |", ["A", "B"])
    'B\\nA'
    """
    if "|" not in text:
        return text
    known = {_plain(item) for item in items}
    lines, kept, place = text.split("\n"), list[str](), 0
    while place < len(lines):
        end = place
        while end < len(lines) and "|" in lines[end]:
            end += 1
        if end == place:
            kept.append(lines[place])
            place += 1
            continue
        kept += _ranked(lines[place:end], known) or lines[place:end]
        place = end
    return "\n".join(kept)


def _ranked(lines: Sequence[str], known: set[str]) -> list[str] | None:
    if len(lines) < 3 or not _RULE.fullmatch(lines[1].strip()):
        return None
    head, *rows = (
        [cell.strip(" \t*_`") for cell in line.strip().strip("|").split("|")] for line in (lines[0], *lines[2:])
    )
    if any(len(row) != len(head) for row in rows):
        return None
    columns = list(zip(*rows, strict=True))
    of_items = [place for place, column in enumerate(columns) if all(_plain(cell) in known for cell in column)]
    numbered = [
        place
        for place, column in enumerate(columns)
        if _plain(head[place]) in _RANK_NAMES
        and all((number := _NUMBER.fullmatch(cell)) and int(number[1]) == row for row, cell in enumerate(column, 1))
    ]
    of_items = [place for place in of_items if place not in numbered]
    if len(of_items) != 1 or (len(columns) > 1 and not numbered):
        return None
    return list(columns[of_items[0]])


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
