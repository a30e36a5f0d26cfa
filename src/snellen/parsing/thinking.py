"""Replies without the thinking that some models show before them."""

import re

__all__ = ["without_thinking"]

_NAMES = r"(?:think|thinking|thought|thoughts|reasoning|scratchpad|reflection)"
_TAG = re.compile(
    rf"<(?P<close>/)?\s*{_NAMES}\s*>|\[(?P<close_square>/)?THINK\]|◁(?P<close_kimi>/)?think▷"
    r"|<\|(?:begin_of_thought|(?P<close_bar>end_of_thought))\|>",
    re.IGNORECASE,
)


def without_thinking(text: str) -> str:
    """The text without blocks of thinking, white space at both ends stripped.

    Blocks are `<think>…</think>` and the like under other names (thinking, thought, reasoning, scratchpad,
    reflection), `[THINK]…[/THINK]`, `◁think▷…◁/think▷` and `<|begin_of_thought|>…<|end_of_thought|>`; they may nest.
    A block that never ends runs to the end of the text; where one ends that never began, it began with the text.

    >>> without_thinking("<think>0.2? No.</think>0.4"), without_thinking("perhaps 0.2</think>0.4")
    ('0.4', '0.4')
    >>> without_thinking("<think>0.2, or is it")
    ''
    """
    kept: list[str] = []
    depth = place = 0
    for tag in _TAG.finditer(text):
        if tag["close"] or tag["close_square"] or tag["close_kimi"] or tag["close_bar"]:
            if depth == 0:
                kept.clear()
            depth = max(0, depth - 1)
        else:
            if depth == 0:
                kept.append(text[place : tag.start()])
            depth += 1
        place = tag.end()
    if depth == 0:
        kept.append(text[place:])
    return "".join(kept).strip()
