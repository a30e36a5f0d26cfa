"""The item explorer: for each dataset a page of every question, with its picture and all replies side by side."""

import os
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snellen.accuracy import model_labels
from snellen.report.items.chunks import write_chunks
from snellen.report.items.contents import Contents
from snellen.report.items.facets import RIGHT, Facet, item_facets, reply_facets, score_codes
from snellen.report.items.store import Store
from snellen.report.kinds import error_kinds
from snellen.report.runs import Asked
from snellen.report.site import Site

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["ItemsPage", "write_items"]

_AT_A_TIME = 1000
_SCRIPTS = (
    *("list.js", "drawing.js", "marks.js"),
    *(
        "items_data.js",
        "items_state.js",
        "items_filter.js",
        "items_draw.js",
        "items_view.js",
        "items_list.js",
        "items.js",
    ),
)


@dataclass(frozen=True)
class ItemsPage:
    """A page that was written: its path from the report's folder, its dataset, and how many questions and replies."""

    file: str
    dataset: str
    questions: int
    replies: int


def write_items(asked: Sequence[Asked], site: Site) -> list[ItemsPage]:
    """Write `items/SLUG.html` for each dataset: every question that was asked, to be filtered, searched and looked at.

    The page itself has what its filters say; all else is in files of `items/SLUG/`, which it loads as needed: `ids.js`,
    `shape.js` (which replies belong to which question), `column-N.js` (for each facet the value of each row, as a small
    number), `questions-N.js`, `replies-N.js` and `seen-N.js` (texts, replies and reasoning of some items), `long-N.js`
    (one reply over 10,000 characters, of which the others have both ends). Pictures are files of `images/`, once a
    chart. Where the dataset is not there the page has replies and keys, and says so.
    """
    return [_write_page(one, site) for one in asked]


def _write_page(one: Asked, site: Site) -> ItemsPage:
    store = Store(site.folder / "items" / one.slug)
    contents = Contents.of(one, site.folder, store)
    rows = _Rows.of(one, contents)
    facets = [*item_facets(rows.first, one.benchmark), *rows.reply_facets(one)]
    columns = _write_columns(store, facets, rows, one)
    chunks = write_chunks(store, rows.by_item(), contents)
    data = {
        "folder": one.slug,
        "questions": len(rows.first),
        "replies": len(rows.frame),
        "conditions": rows.conditions,
        "headline": one.benchmark.headline,
        "scorers": list(one.benchmark.score_columns),
        "notes": list(one.benchmark.note_columns),
        "right": RIGHT,
        "logs": [_beside(path, site.folder / "items") for path in contents.logs.files],
        "missing": one.missing,
        **columns,
        **chunks,
    }
    path = f"items/{one.slug}.html"
    site.write(
        path,
        "items.html",
        scripts=_SCRIPTS,
        styles=("marks.css", "items.css"),
        data={"items-data": data},
        title=f"{one.label}: items",
        heading=one.label,
        missing=one.missing,
        questions=len(rows.first),
        replies=len(rows.frame),
    )
    return ItemsPage(path, one.label, len(rows.first), len(rows.frame))


@dataclass(frozen=True)
class _Rows:
    """The results, sorted by question in dataset order, then by model. `first` has one row a question.

    `item` is the place of each row's question, `condition` that of its model among `conditions`.
    """

    frame: "pd.DataFrame"
    first: "pd.DataFrame"
    item: "NDArray[np.int64]"
    condition: "NDArray[np.int64]"
    conditions: list[dict[str, Any]]

    @classmethod
    def of(cls, one: Asked, contents: Contents) -> "_Rows":
        import pandas as pd

        labels = model_labels(one.results)
        condition, names = pd.factorize(labels)
        ids = one.results["question_id"].astype(str)
        order = {name: place for place, name in enumerate(dict.fromkeys([*contents.questions, *ids]))}
        item = ids.map(order).to_numpy(dtype=np.int64)
        sorting = np.lexsort((one.results["repeat"].to_numpy(dtype=np.int64), condition, item))
        frame = one.results.iloc[sorting].reset_index(drop=True)
        item, condition = item[sorting], condition[sorting]
        _, starts, item = np.unique(item, return_index=True, return_inverse=True)
        conditions = []
        for place, label in enumerate(names):
            row = frame.iloc[int(np.argmax(condition == place))]
            about = {name: row[name] for name in ("model", "settings", "strategy")}
            conditions.append({"label": str(label), **about, "examples": int(row["n_examples"])})
        return cls(frame, frame.iloc[starts], item, condition, conditions)

    def reply_facets(self, one: Asked) -> list[Facet]:
        """The facets of replies, the kind of error among them."""
        frame = self.frame.assign(kind=error_kinds(self.frame, one.benchmark))
        return reply_facets(frame, one.benchmark)

    def by_item(self) -> Iterator[list[Mapping[Hashable, Any]]]:
        """The rows of each question as mappings; some at a time, for of many they take more memory than the frame."""
        gathered: list[Mapping[Hashable, Any]] = []
        for first in range(0, len(self.frame), _AT_A_TIME):
            part = self.frame.iloc[first : first + _AT_A_TIME].to_dict("records")
            for place, record in enumerate(part, start=first):
                if gathered and self.item[place] != self.item[place - 1]:
                    yield gathered
                    gathered = []
                gathered.append(record)
        if gathered:
            yield gathered


def _write_columns(store: Store, facets: Sequence[Facet], rows: _Rows, one: Asked) -> dict[str, Any]:
    """The columns' files, and what the page says of them: facets, and of the scorers those that tables show."""
    counts = np.bincount(rows.item)
    same = bool((counts == counts[0]).all())
    store.put("ids", rows.first["question_id"].astype(str).tolist())
    store.put("shape", {"counts": int(counts[0]) if same else counts.tolist(), "conditions": rows.condition.tolist()})
    about: list[dict[str, Any]] = []
    for facet in facets:
        store.put(f"column-{len(about)}", facet.codes.tolist())
        about.append({"name": facet.name, "of": facet.of, "values": facet.values, "counts": facet.counts})
    for name in one.benchmark.summary_columns:
        codes = score_codes(rows.frame[name])
        shares = np.bincount(codes, minlength=len(RIGHT)).tolist()
        if shares[-1] < len(codes):  # one that scores nothing here is no filter
            store.put(f"column-{len(about)}", codes.tolist())
            about.append({"name": name, "of": "score", "values": RIGHT, "counts": shares})
    return {"columns": about}


def _beside(path: Path, folder: Path) -> str:
    """A log's path from the page's folder, or the whole of it from another drive."""
    try:
        return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()
    except ValueError:
        return path.resolve().as_posix()
