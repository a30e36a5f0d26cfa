"""What a reply to a BIY question scores."""

from snellen.benchmark import Score
from snellen.dataset import Question
from snellen.metrics import exact_match
from snellen.parsing import is_refusal

__all__ = ["score"]


def score(question: Question, reply: str) -> Score:
    """Whether the reply is the key. Never raises, whatever the reply."""
    stripped = reply.strip()
    if question.answer is None:
        return Score(None, "no_key", {"exact": None})
    exact = exact_match(stripped, question.answer)
    if exact:
        return Score(question.answer, "answered", {"exact": exact})
    return Score(None, "refused" if is_refusal(stripped) else "unparsed", {"exact": exact})
