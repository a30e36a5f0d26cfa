"""Values out of free text: numbers, lists, equations, choices, refusals. Pure, linear in the text, never raising."""

from snellen.parsing.choices import parse_choice
from snellen.parsing.equations import parse_equation
from snellen.parsing.functions import Function
from snellen.parsing.numbers import list_text, number_text, parse_list, parse_number
from snellen.parsing.refusals import is_refusal
from snellen.parsing.text import LONGEST_VALUE, plain_characters, strip_wrappers

__all__ = [
    "LONGEST_VALUE",
    "Function",
    "is_refusal",
    "list_text",
    "number_text",
    "parse_choice",
    "parse_equation",
    "parse_list",
    "parse_number",
    "plain_characters",
    "strip_wrappers",
]
