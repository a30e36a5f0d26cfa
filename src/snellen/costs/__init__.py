"""What asking costs: a picture's tokens by each vendor's formula, a text's by its length, and prices by a library."""

from snellen.costs.image_tokens import image_formula
from snellen.costs.prices import Price, find_price, library_told
from snellen.costs.token_counts import Range

__all__ = ["Price", "Range", "find_price", "image_formula", "library_told"]
