"""Addresses of a report: what goes in comes out of them again, whatever it is."""

from urllib.parse import parse_qsl, unquote, urlsplit

from hypothesis import given
from hypothesis import strategies as st

from snellen.report.links import benchmark_link, items_link, page_name


@given(st.dictionaries(st.sampled_from(["model", "task", "q", "id", "flip"]), st.text(min_size=1)))
def test_filters_are_read_as_they_were_meant(filters: dict[str, str]) -> None:
    link = urlsplit(items_link("grab", **filters))
    assert link.path == "items/grab.html"
    assert dict(parse_qsl(link.fragment, strict_parsing=bool(filters), keep_blank_values=True)) == filters


def test_several_values_and_none() -> None:
    assert items_link("biy", exact=["wrong", "partly"], task=None) == "items/biy.html#exact=wrong&exact=partly"
    assert items_link("biy") == "items/biy.html"


@given(st.text(), st.text())
def test_a_slug_stays_within_its_folder(slug: str, anchor: str) -> None:
    link = urlsplit(benchmark_link(slug, anchor))
    assert unquote(link.path) == f"benchmarks/{slug}.html"
    assert unquote(link.fragment) == anchor


@given(st.text())
def test_a_page_has_a_name_that_files_can_have(text: str) -> None:
    name = page_name(text)
    assert name
    assert name == name.lower()
    assert not set(name) & set(' /\\:*?"<>|#%&')
    assert not name.startswith((".", "-"))
