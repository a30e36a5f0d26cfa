"""The gallery: every picture of a dataset with its questions and answers, as a folder of static HTML."""

from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup

from snellen import __version__
from snellen.dataset import Dataset
from snellen.errors import SnellenError
from snellen.gallery.cards import FILTERS, card_values, charts_with_questions, twin_of
from snellen.gallery.catalogue import Catalogue
from snellen.pages import inert_json, package_text, render_page, replaced_folder

__all__ = ["write_gallery"]

KIND = "snellen gallery"


def write_gallery(dataset: Path, out: Path, *, thumbnail_width: int = 480, jobs: int | None = None) -> Path:
    """Write a contact sheet of a dataset to the folder `out`, and return the path of its `index.html`.

    The folder stands on its own and may be moved: pictures at full size in `images/`, WebP thumbnails at most
    `thumbnail_width` pixels wide in `thumbnails/`, made on `jobs` threads, and the contents of cards in `cards/`, which
    the page loads as they come into sight. A picture that is missing or damaged is shown as such. A gallery made
    before is replaced. A chart whose metadata name a `twin`, another chart of the same data, is shown with that beside
    it. Memory grows neither with the size of the pictures nor, but for a few bytes each, with the
    number of charts and questions.

    Raises SnellenError where `dataset` is none or has no pictures, or where `out` holds anything but a gallery.
    """
    data = Dataset(dataset)
    if not data.manifest.counts.images or not (data.path / "images").is_dir():
        raise SnellenError(f"{dataset} has no pictures; make it without --no-images, or import it with --images.")
    with (
        replaced_folder(out, KIND, [dataset]) as folder,
        (folder / "index.html").open("w", encoding="utf-8") as page,
        Catalogue(folder) as catalogue,
    ):
        names = ("overlay.js", "gallery.js")
        shared = [package_text("snellen.pages", name) for name in ("list.js", "parts.js", "drawing.js")]
        scripts = [*shared, *(package_text("snellen.gallery", name) for name in names)]
        render_page(
            page,
            "snellen.gallery",
            "gallery.html",
            scripts=[Markup("").join(scripts)],
            parts=True,
            kind=KIND,
            title=f"{data.manifest.name}: gallery",
            version=__version__,
            manifest=data.manifest,
            gallery_style=package_text("snellen.gallery", "gallery.css"),
            filters=inert_json([{"key": key, "label": label} for key, label in FILTERS.items()]),
            cards=_cards(data, catalogue, folder, thumbnail_width, jobs),
            catalogue=catalogue,
        )
    return out / "index.html"


def _cards(data: Dataset, catalogue: Catalogue, folder: Path, width: int, jobs: int | None) -> Iterator[Markup]:
    for chart, questions, picture in charts_with_questions(data, folder, width, jobs):
        yield catalogue.add(chart, questions, card_values(chart, questions, picture, twin_of(data, chart)))
    catalogue.finish()
