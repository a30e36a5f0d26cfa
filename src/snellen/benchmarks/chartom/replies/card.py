"""Replies as the benchmark's card takes them: equality for FACT, `float()` for MIND."""

import json
from math import isfinite

from snellen.benchmarks.chartom.ask import option_letter
from snellen.dataset import Question

__all__ = ["card_answer", "card_prediction"]


def card_answer(question: Question) -> str | None:
    """The key of a FACT question in the form that its prompt asks for, what the card calls `gold['answer']`.

    The letter of the right option; the number or words as they are in the key; a ranking as a JSON list with a space
    behind each comma. None where there is no key, or none of the options is it.
    """
    if question.answer is None:
        return None
    if question.metadata.get("format") == "ranking" or question.answer_type == "ranking":
        try:
            return json.dumps(json.loads(question.answer), ensure_ascii=False)
        except (ValueError, RecursionError):
            return question.answer
    if question.choices:
        return option_letter(question.choices.index(question.answer)) if question.answer in question.choices else None
    return question.answer


def card_prediction(reply: str) -> float | None:
    """What the card calls `float(pred['prediction_decimal'])`; None where Python raises, or gives no finite number.

    The prompt asks for a decimal number first and then words: the prediction is the first word of the reply, without a
    full stop, comma, semicolon or colon at its end. `40%`, `**0.4**` and `Prediction: 0.4` are no floats.

    >>> card_prediction("0.4. Most will not see it."), card_prediction("Most will not see it: 0.4")
    (0.4, None)
    """
    first = reply.split(maxsplit=1)[:1]
    try:
        value = float(first[0].rstrip(".,;:")) if first else None
    except ValueError:
        return None
    return value if value is not None and isfinite(value) else None
