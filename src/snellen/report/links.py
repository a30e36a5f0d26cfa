"""Addresses within a report, from its folder: pages of a subfolder put `../` before them."""

import re
from urllib.parse import quote, urlencode

__all__ = ["benchmark_link", "comparison_link", "items_link", "page_name"]


def benchmark_link(slug: str, anchor: str = "") -> str:
    """The page of a dataset, at one of its headings where `anchor` names one."""
    return f"benchmarks/{quote(slug)}.html" + (f"#{quote(anchor)}" if anchor else "")


def comparison_link(name: str) -> str:
    """The page of a pair of which `name` is the file's stem."""
    return f"comparisons/{quote(name)}.html"


def items_link(slug: str, **filters: object) -> str:
    """The item explorer of a dataset, showing what `filters` keep.

    Filters are columns of the results table, and `kind` (of error), `q` (words to search for), `id` (a question to
    open) and `flip` (two models, with a comma between); several values of one are a list. They stand in the hash as
    URLSearchParams reads them, in the order given; one that is None is left out.

    >>> items_link("grab", model="a b/c", kind="sign", task=None)
    'items/grab.html#model=a+b%2Fc&kind=sign'
    """
    kept = {
        name: [str(each) for each in value] if isinstance(value, list | tuple) else str(value)
        for name, value in filters.items()
        if value is not None
    }
    address = f"items/{quote(slug)}.html"
    return f"{address}#{urlencode(kept, doseq=True)}" if kept else address


def page_name(text: str) -> str:
    """A text as the stem of a file's name: lower case, with a hyphen for whatever no address likes.

    Different texts can get one name.

    >>> page_name("openai/gpt-4o (few-shot, 3 examples)")
    'openai-gpt-4o-few-shot-3-examples'
    """
    return re.sub(r"[^a-z0-9._]+", "-", text.lower()).strip("-.") or "unnamed"
