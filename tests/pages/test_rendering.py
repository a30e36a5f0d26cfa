"""Data in a page is inert: the same to a parser of JSON, nothing to a browser."""

import json
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snellen.pages import inert_json

ANY_TEXT = st.text(st.characters(), max_size=40)
PIECES = st.sampled_from(
    ["</script>", "<script>", "<!--", "-->", "]]>", "&lt;", "\u2028", "\u2029", '"', "\\", "\ud800"]
)
TEXTS = st.lists(ANY_TEXT | PIECES, max_size=6).map("".join)


class _Scripts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.data = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)

    def handle_data(self, data: str) -> None:
        self.data += data


@given(TEXTS)
def test_no_text_ends_its_element(text: str) -> None:
    written = inert_json({"reply": text})
    assert not set("<>&\u2028\u2029") & set(written)
    parser = _Scripts()
    parser.feed(f'<script type="application/json">{written}</script>')
    parser.close()
    assert parser.seen == ["script"]
    assert json.loads(parser.data)["reply"] == text


@given(TEXTS)
def test_it_can_be_written_as_utf_8(text: str) -> None:
    written = inert_json([text])
    assert written.encode("utf-8").decode("utf-8") == written


def test_what_json_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        inert_json(float("nan"))
