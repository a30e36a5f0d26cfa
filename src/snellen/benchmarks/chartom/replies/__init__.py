"""What a reply to either task says: answers to FACT questions, predictions of MIND, and one in place of the other."""

from snellen.benchmarks.chartom.replies.answers import Answer, is_same, read_answer, written
from snellen.benchmarks.chartom.replies.card import card_answer, card_prediction
from snellen.benchmarks.chartom.replies.conflation import answers_fact, predicts_fraction, repeats_key
from snellen.benchmarks.chartom.replies.words import read_words

__all__ = [
    "Answer",
    "answers_fact",
    "card_answer",
    "card_prediction",
    "is_same",
    "predicts_fraction",
    "read_answer",
    "read_words",
    "repeats_key",
    "written",
]
