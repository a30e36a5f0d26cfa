"""Values out of free text: numbers, lists, equations, choices, refusals. Pure, linear in the text, never raising."""

from snellen.parsing.choices import parse_choice
from snellen.parsing.declarations import readable
from snellen.parsing.equations import parse_equation
from snellen.parsing.found import FAULTS, WAYS, Fault, Found, Way, nothing
from snellen.parsing.functions import Function
from snellen.parsing.number_replies import Quantity, read_quantity
from snellen.parsing.numbers import list_text, number_text, parse_list, parse_number
from snellen.parsing.option_replies import read_option
from snellen.parsing.rankings import read_ranking, runs_upwards
from snellen.parsing.refusals import is_refusal
from snellen.parsing.shares import read_share
from snellen.parsing.text import LONGEST_VALUE, plain_characters, strip_wrappers
from snellen.parsing.thinking import without_thinking

__all__ = [
    "FAULTS",
    "LONGEST_VALUE",
    "WAYS",
    "Fault",
    "Found",
    "Function",
    "Quantity",
    "Way",
    "is_refusal",
    "list_text",
    "nothing",
    "number_text",
    "parse_choice",
    "parse_equation",
    "parse_list",
    "parse_number",
    "plain_characters",
    "read_option",
    "read_quantity",
    "read_ranking",
    "read_share",
    "readable",
    "runs_upwards",
    "strip_wrappers",
    "without_thinking",
]
