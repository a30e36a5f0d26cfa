"""The authors' layout of CHARTOM: which files it has, and what they say of each chart."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from snellen.benchmarks.chartom.imported_pairs import Known, is_honest_by_name
from snellen.benchmarks.chartom.imported_people import ID_NAMES, stem_of
from snellen.benchmarks.chartom.tables import Row, read_table
from snellen.errors import SnellenError

__all__ = ["Layout", "read_layout"]

_QUESTIONS, _KEYS, _KINDS, _IMAGES = (
    "FACT_questions",
    "FACT_answer_keys.csv",
    "chart_manipulations.csv",
    "chart_images",
)
_WHENCE = (
    "the charts, answers and human values of CHARTOM are not public: its authors (Bharti et al., arXiv:2408.14419) "
    "give them on request"
)
_PAIR_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "twin": ("twin id", "twin chart", "counterpart", "paired chart", "partner"),
    "pair": ("pair id", "group", "group id", "base id"),
}
_KEY_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "chart_id": ID_NAMES,
    "answer_type": ("type", "format", "question type", "answer format", "kind"),
    "answer": ("key", "answer key", "correct answer", "gold", "ground truth", "fact answer"),
}
_KIND_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "chart_id": ID_NAMES,
    "chart_type": ("type", "chart kind", "kind", "plot type"),
    "manipulation": ("planted manipulation", "manipulation type", "manipulations", "misleader"),
    **_PAIR_COLUMNS,
}
_HONEST = (
    "",
    "none",
    "no",
    "na",
    "n/a",
    "nan",
    "-",
    "honest",
    "original",
    "control",
    "no manipulation",
    "unmanipulated",
)
_INDEX_FILES = ("hmi.csv", "mind_answer_keys.csv", "human_misleadingness_index.csv", "chart_hmi.csv", "mind_hmi.csv")


@dataclass(frozen=True, slots=True)
class Layout:
    """What the files say: rows of keys and of manipulations by chart id, what pairs are known by, and the faults.

    `faults` are rows that can't be used. `indices` is the file of the people's values, or None.
    """

    folder: Path
    keys: dict[str, Row]
    kinds: dict[str, Row]
    known: dict[str, Known]
    faults: list[str]
    indices: Path | None

    def question(self, name: str) -> Path:
        """Where the FACT question of a chart is."""
        return self.folder / _QUESTIONS / f"{name}.txt"

    @property
    def images(self) -> Path:
        """The folder of the pictures."""
        return self.folder / _IMAGES

    def manipulation(self, name: str) -> str:
        """The planted manipulation as it is written, empty for an honest chart or where there is none."""
        written = self.kinds[name].get("manipulation") if name in self.kinds else ""
        return "" if written.casefold() in _HONEST else written


def read_layout(folder: Path, hmi: Path | None) -> Layout:
    """Read the two tables in `folder`, and say which file of indices goes with them.

    The names of columns are not known for certain, so sensible variants are taken whatever their case and punctuation.
    `hmi` is the file that a user named; without it one of the usual names in the folder is looked for. Raises
    SnellenError where the folder lacks the layout, with where the data come from.
    """
    if not folder.is_dir():
        raise SnellenError(f"{folder}: no such folder; {_WHENCE}.")
    missing = [name for name in (_QUESTIONS, _IMAGES) if not (folder / name).is_dir()]
    missing += [name for name in (_KEYS, _KINDS) if not (folder / name).is_file()]
    if missing:
        raise SnellenError(f"{folder} has no {', no '.join(missing)}, as the authors' folder has; {_WHENCE}.")
    faults: list[str] = []
    keyed, kinded = ("chart_id", "answer_type", "answer"), ("chart_id", "chart_type", "manipulation")
    keys = _by_id(read_table(folder / _KEYS, _KEY_COLUMNS, keyed, faults), faults)
    kinds = _by_id(read_table(folder / _KINDS, _KIND_COLUMNS, kinded, faults), faults)
    known = {name: _known(name, kinds[name]) for name in keys if name in kinds}
    faults += [
        f"{row.where}: the chart {name} has no usable row in {_KINDS}"
        for name, row in keys.items()
        if name not in kinds
    ]
    faults += [
        f"{row.where}: the chart {name} has no usable row in {_KEYS}" for name, row in kinds.items() if name not in keys
    ]
    files = sorted((folder / _QUESTIONS).glob("*.txt")) + sorted(
        path for path in (folder / _IMAGES).iterdir() if path.is_file() and not path.name.startswith(".")
    )
    faults += [f"{path}: no row of {_KEYS} has its id" for path in files if path.stem not in keys | kinds]
    return Layout(folder, keys, kinds, known, faults, hmi or _indices_in(folder))


def _by_id(rows: list[Row], faults: list[str]) -> dict[str, Row]:
    """Rows by chart id; an id that comes twice is used only where both rows say the same."""
    found: dict[str, Row] = {}
    refused = set()
    for row in rows:
        name = stem_of(row.get("chart_id"))
        if not name:
            faults.append(f"{row.where}: it has no chart id")
        elif any(part in name for part in ("/", "\\", "\0")) or name in (".", "..") or len(name) > 200:
            faults.append(f"{row.where}: the chart id {name[:80]!r} can't be the name of a file")
        elif name in refused or (name in found and found[name].values != row.values):
            faults.append(f"{row.where}: the chart {name} has another row that says otherwise, so neither is used")
            refused.add(name)
            found.pop(name, None)
        else:
            found[name] = row
    return found


def _known(name: str, row: Row) -> Known:
    """An id with a mark of honesty is honest although the table names the manipulation of its pair."""
    manipulated = row.get("manipulation").casefold() not in _HONEST and is_honest_by_name(name) is not True
    return Known(row.get("chart_type"), manipulated, stem_of(row.get("twin")), row.get("pair"))


def _indices_in(folder: Path) -> Path | None:
    found = [path for path in sorted(folder.iterdir()) if path.name.casefold() in _INDEX_FILES]
    return found[0] if found else None
