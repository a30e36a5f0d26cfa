"""A list whose contents are in parts, searched in a browser, where there is a Chromium."""

import json
import re
from pathlib import Path

import pytest
from tests.browser import dumped, needs_browser

from snellen.pages import Parts, package_text

pytestmark = needs_browser

_PAGE = """<!doctype html><meta charset="utf-8"><div id="list"></div>%s<script>%s%s
const places = Array.from({ length: %d }, (_, place) => ({ place }));
const parts = partsOf({ folder: "parts", size: 7, kept: 3 });
filteredList({
  mount: document.getElementById("list"), items: places, filters: [], nouns: ["item", "items"], chunk: 5,
  render({ place }) {
    const node = element("article", {});
    parts.withItem(place, (text, file) => { node.textContent = text ?? `no ${file}`; });
    return node;
  },
  ...textsOf(parts, places.length, 7, (text) => text),
});
const search = document.querySelector("input[type=search]");
search.value = %s;
search.dispatchEvent(new Event("input"));
</script>"""


@pytest.mark.parametrize("inside", [0, 10**6])
@pytest.mark.parametrize(
    ("words", "found"),
    [("value 199", ["value 199"]), ("VALUE 6", [f"value {n}" for n in range(200) if "6" in str(n)]), ("seven", [])],
)
def test_a_search_reads_all_parts_and_finds_what_is_in_any(
    tmp_path: Path, words: str, found: list[str], inside: int
) -> None:
    shown = _searched(tmp_path, words, inside)
    assert f"{len(found)} of 200 items" in shown
    _are_first(shown, found)


def test_what_a_missing_part_holds_is_found_always_and_told(tmp_path: Path) -> None:
    shown = _searched(tmp_path, "value 12", 0, missing=0)
    found = [*["no parts/0.js"] * 7, *(f"value {n}" for n in range(7, 200) if "12" in str(n))]
    assert f"{len(found)} of 200 items" in shown
    _are_first(shown, found)


def _are_first(shown: str, found: list[str]) -> None:
    """As many of what is found as the window takes are put up, the first first."""
    put_up = re.findall("<article>(.*?)</article>", shown)
    assert put_up == found[: len(put_up)]
    assert len(put_up) >= min(len(found), 5)


def _searched(folder: Path, words: str, inside: int, missing: int | None = None) -> str:
    parts = Parts(folder / "parts", 7, inside)
    for number in range(200):
        parts.add(f"value {number}")
    parts.finish()
    if missing is not None:
        (folder / "parts" / f"{missing}.js").unlink()
    blocks = "".join(
        f'<script type="application/json" id="part-{number}">{block}</script>'
        for number, block in enumerate(parts.blocks)
    )
    scripts = (package_text("snellen.pages", name) for name in ("list.js", "parts.js"))
    page = folder / "page.html"
    page.write_text(_PAGE % (blocks, *scripts, 200, json.dumps(words)), encoding="utf-8")
    return dumped(page, folder / "profile")
