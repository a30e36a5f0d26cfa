"""Make the pictures of the README anew: `python docs/make_images.py`."""

import sys
import tempfile
from pathlib import Path

from PIL import Image

from snellen.dataset import Dataset, Question
from snellen.generation import generate_dataset

__all__ = ["make_contact_sheet"]

_SHOWN = (
    ("properties", "Pearson correlation"),
    ("properties", "peak location"),
    ("functions", "period"),
    ("functions", "stationary point"),
    ("properties", "number of series"),
    ("series", "interquartile range"),
    ("series", "Spearman correlation"),
    ("transforms", "maximum"),
)
_TILE = 400


def make_contact_sheet(path: Path) -> None:
    """Write eight charts of a small GRAB set as one picture, four in a row."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "grab"
        generate_dataset("grab", seed=20, out=out, preset="smoke")
        dataset = Dataset(out)
        found: dict[tuple[str, str], Question] = {}
        for question in dataset.questions():
            found.setdefault((question.task, question.property), question)
        sheet = Image.new("RGB", (4 * _TILE, 2 * _TILE), "white")
        for place, kind in enumerate(_SHOWN):
            with Image.open(dataset.image_path(dataset.chart(found[kind].chart_id))) as picture:
                tile = picture.convert("RGB")
                tile.thumbnail((_TILE - 16, _TILE - 16), Image.Resampling.LANCZOS)
            left, top = _TILE * (place % 4), _TILE * (place // 4)
            sheet.paste(tile, (left + (_TILE - tile.width) // 2, top + (_TILE - tile.height) // 2))
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    make_contact_sheet(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "images" / "charts.png")
