"""What `--only` keeps, read from its text."""

from snellen.errors import SnellenError

__all__ = ["parse_selection"]


def parse_selection(text: str) -> dict[str, list[str]]:
    """Fields with their allowed values, from `field=value,field=value`.

    A field may be repeated, or its values joined by `|`; each value is kept once, in the order given. Whether fields
    and values exist is the benchmark's to say. Raises SnellenError for a part that is not `field=value`.

    >>> parse_selection("task=series, property=median|minimum, task=functions")
    {'task': ['series', 'functions'], 'property': ['median', 'minimum']}
    """
    selection: dict[str, list[str]] = {}
    for part in text.split(","):
        if not part.strip():
            continue
        field, equals, values = (piece.strip() for piece in part.partition("="))
        wanted = [value.strip() for value in values.split("|")]
        if not (field and equals and all(wanted)):
            raise SnellenError(
                f"--only: {part.strip()!r} is not FIELD=VALUE; write a field's name, =, and its values with | between "
                "them."
            )
        kept = selection.setdefault(field, [])
        kept.extend(value for value in dict.fromkeys(wanted) if value not in kept)
    return selection
