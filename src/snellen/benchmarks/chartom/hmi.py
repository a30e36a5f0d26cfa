"""`snellen hmi`: how many people each chart misleads, from their raw answers."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from snellen.benchmarks.chartom.hmi_attaching import refuse_foreign, write_copy
from snellen.benchmarks.chartom.hmi_estimates import DEFINITIONS, Estimate, excess, noise_of, share
from snellen.benchmarks.chartom.hmi_responses import Answers, Judge, Judged, charts_by_name, read_answers
from snellen.benchmarks.chartom.imported_items import People, refuse_existing
from snellen.benchmarks.chartom.imported_people import read_indices
from snellen.benchmarks.chartom.measures import label_noise
from snellen.dataset import Chart, Dataset, Question
from snellen.errors import SnellenError
from snellen.files import write_text

__all__ = ["COLUMNS", "Measured", "attach_hmi", "measure", "measure_hmi"]

COLUMNS = ("chart_id", "hmi", "n", "low", "high", "definition", "standard_error", "n_honest", "unread")
"""Of the table that is written; `import chartom --hmi` reads it too."""
_SHOWN = 10
_NOISE = (
    "the mean distance of a share of n people from the true one, by the binomial distribution",
    "the mean of √(2/π)·SE, the mean distance of a difference from the true one",
)


@dataclass(frozen=True, slots=True)
class Measured:
    """Estimates by chart id, why a chart has none, and the answers that they come from."""

    definition: str
    estimates: Mapping[str, Estimate]
    without: Mapping[str, str]
    answers: Answers

    @property
    def noise(self) -> float:
        """The sampling noise of the values: of shares by `label_noise`, of differences by `noise_of`."""
        found = list(self.estimates.values())
        if self.definition == "excess-error":
            return noise_of([estimate.standard_error for estimate in found])
        return label_noise([estimate.value for estimate in found], [estimate.n for estimate in found])


def measure_hmi(
    path: Path,
    responses: Path,
    definition: str,
    *,
    attention: Sequence[str] = (),
    min_seconds: float = 0.0,
    out: Path | None = None,
    into: Path | None = None,
) -> Measured:
    """Measure, tell what was left out and how large the labels' sampling noise is, and write what is asked for.

    The table goes to the CSV file `out`, or to standard output where neither is named; `into` is a folder for a copy of
    the dataset whose MIND questions have these values as keys. Raises SnellenError as `measure` and for a folder
    that exists.
    """
    if into is not None:
        refuse_existing(into, "--into")
    if out is not None and out.is_dir():
        raise SnellenError(f"{out} is a folder; --out names the CSV file to write.")
    dataset = Dataset(path)
    measured = measure(dataset, responses, definition, attention=attention, min_seconds=min_seconds)
    _tell(responses, measured)
    if out is not None:
        write_text(out, _table(measured))
        click.echo(out)
    if into is not None:
        people = {
            name: People(estimate.value, definition, estimate.n, estimate.low, estimate.high)
            for name, estimate in measured.estimates.items()
        }
        answers = measured.answers
        about = f"{answers.people - len(answers.excluded)} people's answers, definition {definition}"
        write_copy(dataset, people, into, definition, about)
        click.echo(into)
    if out is None and into is None:
        click.echo(_table(measured), nl=False)
    return measured


def attach_hmi(path: Path, table: Path, into: Path) -> int:
    """Write a copy of a dataset with the values of a table of chart ids and indices as keys; how many charts have one.

    The table is one that `measure_hmi` writes or that `import chartom --hmi` reads; a chart goes by any of the names
    that it has in a table of answers. Raises SnellenError where the table can't be read, or none of its values is of a
    chart here.
    """
    refuse_existing(into, "--into")
    dataset = Dataset(path)
    refuse_foreign(dataset)
    indices, faults = read_indices(table)
    charts = charts_by_name(dataset)
    faults += [
        f"{row.where}: the dataset has no chart {name}" for name, (_, row) in indices.items() if name not in charts
    ]
    people = {charts[name]: each for name, (each, _) in indices.items() if name in charts}
    _tell_faults(faults)
    if not people:
        raise SnellenError(f"{table}: no value in it is of a chart of {path}; the ids are those of its charts.jsonl.")
    definitions = " and ".join(sorted({each.definition for each in people.values()}))
    write_copy(dataset, people, into, definitions, f"a table of values, definition {definitions}")
    click.echo(f"{into}: {len(people)} of {dataset.manifest.counts.charts} charts have people's value.")
    return len(people)


def measure(
    dataset: Dataset,
    responses: Path,
    definition: str,
    *,
    attention: Sequence[str] = (),
    min_seconds: float = 0.0,
    judge: Judge | None = None,
) -> Measured:
    """The index of each chart by a definition of DEFINITIONS, from a table of raw answers (see `read_answers`).

    Answers are scored by the parser of FACT replies. A chart has no value where nobody's answer counts; by
    misleading-choice also where its manipulation invites no answer in particular; by excess-error also where it has no
    twin, and where it is the honest one, which is what the other is measured against. Raises SnellenError where no
    chart has a value, for another definition, and as `read_answers`.
    """
    if definition not in DEFINITIONS:
        raise SnellenError(f"no index is defined as {definition!r}; there are {', '.join(DEFINITIONS)}.")
    refuse_foreign(dataset)
    answers = read_answers(dataset, responses, judge or _remembering(), attention, min_seconds)
    estimates: dict[str, Estimate] = {}
    without: dict[str, str] = {}
    for chart in dataset.charts():
        try:
            estimates[chart.chart_id] = _estimate(chart, definition, answers)
        except ValueError as reason:
            without[chart.chart_id] = str(reason)
    if not estimates:
        reasons = "; ".join(dict.fromkeys(without.values()))
        raise SnellenError(f"{responses}: no chart of {dataset.path} gets a value from it ({reasons}).")
    return Measured(definition, estimates, without, answers)


def _estimate(chart: Chart, definition: str, answers: Answers) -> Estimate:
    """Raises ValueError with the reason where there is no value."""
    judged = answers.by_chart.get(chart.chart_id, {})
    if not judged:
        raise ValueError("nobody's answer counts")
    if definition == "error-rate":
        return share(sum(not each.right for each in judged.values()), len(judged))
    if definition == "misleading-choice":
        misled = [each.misled for each in judged.values()]
        if None in misled:
            raise ValueError("no answer is known that its manipulation invites")
        return share(sum(map(bool, misled)), len(misled))
    twin = chart.metadata.get("twin")
    if not isinstance(twin, str):
        raise ValueError("it has no twin")
    if not chart.metadata.get("manipulated"):
        raise ValueError("it is honest, which is what its twin is measured against")
    honest = answers.by_chart.get(twin, {})
    if not honest:
        raise ValueError("nobody's answer to its honest twin counts")
    return excess(_errors(judged), _errors(honest))


def _errors(judged: Mapping[str, Judged]) -> dict[str, bool]:
    return {name: not each.right for name, each in judged.items()}


def _remembering() -> Judge:
    """Scores each distinct answer to a question once: many people give the same."""
    from snellen.benchmarks.chartom import BENCHMARK

    known: dict[tuple[str, str], Judged] = {}

    def judge(question: Question, answer: str) -> Judged:
        asked = question.question_id, answer
        if asked not in known:
            score = BENCHMARK.score(question, answer)
            tempting = bool((question.answer_data or {}).get("tempting"))
            misled = bool(score.columns.get("misled")) if tempting else None
            known[asked] = Judged(score.outcome == "answered", score.columns.get("fact") == 1, misled)
        return known[asked]

    return judge


def _table(measured: Measured) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_rows(measured))
    return text.getvalue()


def _rows(measured: Measured) -> Iterator[Iterable[str]]:
    for name, found in measured.estimates.items():
        numbers = (found.value, found.low, found.high, found.standard_error)
        value, low, high, error = (f"{number:.6f}" for number in numbers)
        honest = "" if found.n_honest is None else str(found.n_honest)
        unread = str(measured.answers.unread[name])
        yield name, value, str(found.n), low, high, measured.definition, error, honest, unread


def _tell(responses: Path, measured: Measured) -> None:
    answers, estimates = measured.answers, measured.estimates
    kept = sum(len(judged) for judged in answers.by_chart.values())
    told = [
        f"{responses}: {answers.rows} rows of {answers.people} people, of whom {len(answers.excluded)} failed an "
        f"attention check; {kept} answers count.",
        *(f"  {number} {reason}" for reason, number in answers.left_out.items() if number),
        f"{len(estimates)} charts have a value by {measured.definition} ({DEFINITIONS[measured.definition]}); "
        f"their mean is {sum(each.value for each in estimates.values()) / len(estimates):.3f}.",
        f"Sampling noise of the values: {measured.noise:.3f} ({_NOISE[measured.definition == 'excess-error']}).",
        *(
            f"  {list(measured.without.values()).count(reason)} charts have none: {reason}"
            for reason in dict.fromkeys(measured.without.values())
        ),
    ]
    for line in told:
        click.echo(line, err=True)
    _tell_faults(answers.faults)


def _tell_faults(faults: Sequence[str]) -> None:
    for fault in faults[:_SHOWN]:
        click.echo(f"  {fault}.", err=True)
    if len(faults) > _SHOWN:
        click.echo(f"  … and {len(faults) - _SHOWN} more rows", err=True)
