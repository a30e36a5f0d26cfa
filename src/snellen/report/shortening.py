"""Long texts without their middle."""

__all__ = ["shortened"]


def shortened(text: str | None, head: int = 2600, tail: int = 1400) -> tuple[str | None, int]:
    """A long text without its middle (answers stand at either end), and how many characters that leaves out.

    >>> shortened("0123456789", head=3, tail=2)
    ('012\\n[…]\\n89', 5)
    """
    if text is None or len(text) <= head + tail:
        return text, 0
    return f"{text[:head]}\n[…]\n{text[-tail:]}", len(text) - head - tail
