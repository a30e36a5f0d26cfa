"""Outputs of Inspect as replies: what is the answer, and what was only reasoned before it."""

import pytest
from inspect_ai.model import Content, ContentReasoning, ContentText, ModelOutput

from snellen.running.outputs import reply_of

_SEEN = ContentReasoning(reasoning="three peaks")
_HIDDEN = ContentReasoning(reasoning="gAAAA", redacted=True)
_SUMMED_UP = ContentReasoning(reasoning="gAAAA", summary="It counts peaks.", redacted=True)


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ([], None),
        ([_SEEN], "three peaks"),
        ([_HIDDEN], None),
        ([_SUMMED_UP], "It counts peaks."),
        ([_SEEN, _HIDDEN, _SUMMED_UP], "three peaks\n\nIt counts peaks."),
    ],
)
def test_reasoning_is_kept_apart_from_the_answer(before: list[ContentReasoning], expected: str | None) -> None:
    content: list[Content] = [*before, ContentText(text="{3}")]
    reply = reply_of(ModelOutput.from_content("a/b", content), error=None, question_id="q", model="a/b")
    assert (reply.reply, reply.reasoning) == ("{3}", expected)
