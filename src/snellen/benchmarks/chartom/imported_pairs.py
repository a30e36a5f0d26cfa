"""Which charts are twins, told by their ids and never by their place in a file or folder."""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["PAIRING_RULE", "Known", "Paired", "is_honest_by_name", "pair_up"]

PAIRING_RULE = (
    "Charts are twins where a column `twin` (the other's id) or `pair` (an id for both) says so; else where two ids, "
    "and only two, are the same but for one mark at their beginning or end (honest, original, control, true, normal or "
    "good against manipulated, misleading, deceptive, distorted, fake or bad, whole or shortened, or the letters h/m, "
    "g/b and a/b), and the marks or the table of manipulations say that one is honest and the other not."
)
"""The rule of `pair_up`, for documents."""

_HONEST = (
    *("honest", "hon", "h", "original", "orig", "control", "ctrl", "true", "normal", "norm", "good", "g"),
    *("nonmisleading", "unmanipulated", "nonmanipulated", "undistorted", "clean", "correct", "accurate", "fair"),
)
_MANIPULATED = (
    *("manipulated", "manip", "man", "m", "misleading", "mislead", "misled", "mis", "deceptive", "deceiving"),
    *("distorted", "fake", "bad", "b", "lie", "lying", "false", "unfair"),
)
_NEUTRAL = ("a",)
"""With b: which of the two is honest must be said elsewhere."""
_MARKS = sorted({*_HONEST, *_MANIPULATED, *_NEUTRAL}, key=len, reverse=True)
_JOINT = r"[\s_.\-]+"
_PREFIX = re.compile(rf"^(non[_-]?)?({'|'.join(_MARKS)})(?:{_JOINT}|(?=[0-9]))", re.IGNORECASE)
_SUFFIX = re.compile(rf"(?:{_JOINT}|(?<=[0-9]))(non[_-]?)?({'|'.join(_MARKS)})$", re.IGNORECASE)
_CAMEL = re.compile(
    r"(?<=[a-z0-9])(Non)?(Honest|Original|Control|Manipulated|Misleading|Deceptive|Distorted|Good|Bad)$"
)


@dataclass(frozen=True, slots=True)
class Known:
    """What tables say of a chart: its type, whether it is manipulated (None: not said), its twin and its pair."""

    chart_type: str
    manipulated: bool | None = None
    twin: str = ""
    pair: str = ""


@dataclass(frozen=True, slots=True)
class Paired:
    """Twins: the pair's id, the honest chart's id and the other's."""

    pair: str
    honest: str
    manipulated: str


def pair_up(charts: Mapping[str, Known]) -> tuple[list[Paired], dict[str, str]]:
    """The twins among charts by id, and for each chart without one why, as a clause. The rule is PAIRING_RULE."""
    groups = _stated(charts)
    in_groups = {name for group in groups.values() for name in group}
    by_stem: dict[str, list[str]] = defaultdict(list)
    for name in charts:
        if name not in in_groups and not charts[name].twin:
            by_stem[_split(name)[0]].append(name)
    alone: dict[str, str] = {}
    for stem, names in by_stem.items():
        # A chart without a mark can be the honest form of its marked twin, but two such have nothing in common.
        if len(names) == 2:
            groups[stem] = names
        else:
            why = "no other id differs from its own by a mark of honest or manipulated alone"
            several = f"{len(names)} ids differ from one another by such a mark alone"
            alone |= {name: why if len(names) == 1 else several for name in names}
    pairs = []
    for pair, names in groups.items():
        fault = _fault(names, charts)
        if fault:
            alone |= dict.fromkeys(names, fault)
            continue
        honest = str(_honest_of(names, charts))
        pairs.append(Paired(pair, honest, next(name for name in names if name != honest)))
    for name, known in charts.items():
        if known.twin and name not in {each for pair in pairs for each in (pair.honest, pair.manipulated)}:
            alone.setdefault(name, f"its twin {known.twin!r} is not among the charts, or names another twin")
    return sorted(pairs, key=lambda paired: paired.pair), alone


def is_honest_by_name(name: str) -> bool | None:
    """Whether an id's mark says that the chart is honest; None without a mark that does.

    >>> is_honest_by_name("bar_3_honest"), is_honest_by_name("12m"), is_honest_by_name("bar_3"), is_honest_by_name("4b")
    (True, False, None, None)
    """
    return _split(name)[1]


def _split(name: str) -> tuple[str, bool | None]:
    """The stem of an id, and what its mark says: honest, not, or nothing."""
    for pattern in (_SUFFIX, _PREFIX, _CAMEL):
        match = pattern.search(name)
        if match and len(match[0]) < len(name):
            mark = match[2].casefold()
            stem = (name[: match.start()] + name[match.end() :]).casefold()
            if mark in ("a", "b"):
                return stem, None
            return stem, (mark in _HONEST) != bool(match[1])
    return name.casefold(), None


def _stated(charts: Mapping[str, Known]) -> dict[str, list[str]]:
    """The groups that columns name."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name, known in charts.items():
        if known.pair:
            groups[known.pair].append(name)
    for name, known in charts.items():
        other = charts.get(known.twin)
        if known.pair or other is None or known.twin == name or other.twin not in ("", name):
            continue
        first, second = sorted((name, known.twin))
        claimed = [each for each, about in charts.items() if about.twin in (first, second)]
        if set(claimed) <= {first, second}:
            groups[_split(first)[0] if _split(first)[0] == _split(second)[0] else first] = [first, second]
    return dict(groups)


def _honest_of(names: list[str], charts: Mapping[str, Known]) -> str | None:
    """The honest one of two, by their marks, and where these leave it open by what a table says of them."""
    marks = [is_honest_by_name(name) for name in names]
    told = [None if (manipulated := charts[name].manipulated) is None else not manipulated for name in names]
    for said in (marks, told):
        known = {name: honest for name, honest in zip(names, said, strict=True) if honest is not None}
        honest = [name for name in names if known.get(name, not any(known.values())) and known]
        if len(honest) == 1:
            return honest[0]
    return None


def _fault(names: list[str], charts: Mapping[str, Known]) -> str | None:
    if len(names) != 2:
        return f"{len(names)} charts are said to be of one pair"
    if len({charts[name].chart_type.casefold() for name in names}) > 1:
        return f"{' and '.join(names)} would be twins but are charts of two types"
    if _honest_of(names, charts) is None:
        return f"of {' and '.join(names)} neither id nor table says which one is honest"
    return None
