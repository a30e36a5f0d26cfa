"""The results table, one row a reply, and the record of the run that it came from."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from snellen.benchmark import Benchmark
from snellen.dataset import describe_validation_error
from snellen.errors import SnellenError
from snellen.files import atomic_file, write_text

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    from numpy.typing import NDArray

__all__ = [
    "KEY",
    "NO_ANSWER",
    "UNREADABLE",
    "CheckedRecord",
    "Compute",
    "Condition",
    "DatasetRecord",
    "Extraction",
    "ExtractorRecord",
    "Finding",
    "Interval",
    "ResultsWriter",
    "RunRecord",
    "read_results",
    "read_results_table",
    "read_run",
    "results_schema",
    "results_writer",
    "rewrite_results",
    "write_run",
]

KEY = ("model", "settings", "dataset_fingerprint", "question_id", "strategy", "n_examples", "repeat")
"""What makes a row of the results table unique."""

NO_ANSWER = "no answer"
"""What a column of extractions says where a reply gives no answer, or several."""

UNREADABLE = "(unreadable)"
"""How such a column begins on an output that is not of the form asked for; what was written stands behind it."""

Kind = Literal["string", "integer", "float"]

_BEFORE_FACETS: Mapping[str, Kind] = {
    "model": "string",
    "settings": "string",
    "benchmark": "string",
    "benchmark_version": "integer",
    "dataset_fingerprint": "string",
    "question_id": "string",
    "chart_id": "string",
    "source_id": "string",
    "group_id": "string",
    "split": "string",
    "strategy": "string",
    "n_examples": "integer",
    "repeat": "integer",
    "task": "string",
    "category": "string",
    "property": "string",
    "precision": "float",
    "complexity": "integer",
    "margin": "float",
}
_AFTER_FACETS: Mapping[str, Kind] = {"answer": "string", "reply": "string", "parsed": "string", "outcome": "string"}
_AFTER_SCORERS: Mapping[str, Kind] = {
    "input_tokens": "integer",
    "output_tokens": "integer",
    "seconds": "float",
    "cost": "float",
    "stop_reason": "string",
    "error": "string",
}


class _RunPart(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, protected_namespaces=())


class DatasetRecord(_RunPart):
    """Which dataset was asked. `path` is absolute; `fingerprint` is its manifest's `fingerprints.dataset`."""

    path: str
    name: str
    benchmark: str
    benchmark_version: int
    preset: str | None
    seed: int | None
    fingerprint: str


class Compute(_RunPart):
    """What a run cost; None where it is not known. Times are in seconds, `cost` is in US dollars.

    `estimated_cost` is the least and the most that was expected before it, of all its requests.

    `answering_…` is the time that asking took, where Snellen did the asking; CPU time is that of this machine's
    processes.
    """

    answering_wall_seconds: float | None = None
    answering_cpu_seconds: float | None = None
    scoring_wall_seconds: float | None = None
    scoring_cpu_seconds: float | None = None
    cost: float | None = None
    estimated_cost: tuple[float, float] | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


class Interval(_RunPart):
    """A mean score with its 95% interval, as `snellen.statistics.accuracy_by` gives it; None where it has no value."""

    n: int
    score: float | None
    low: float | None
    high: float | None
    interval: str


class Condition(_RunPart):
    """One model under one set of settings, one strategy and number of examples; repeats are taken together.

    `scores` are over the test set, or over all rows where no question of it was asked; `extra` has those of each task
    beyond it, where both were asked. Tokens and `cost`, in US dollars, are those of the rows where they are known; None
    where they are in none. `stop_reasons` counts the rows by why the model stopped, where that is known.
    """

    model: str
    settings: dict[str, Any]
    strategy: str
    n_examples: int
    repeats: int
    rows: int
    outcomes: dict[str, int]
    scores: dict[str, Interval]
    extra: dict[str, dict[str, Interval]] = Field(default_factory=dict)
    input_tokens: int | None
    output_tokens: int | None
    cost: float | None = None
    stop_reasons: dict[str, int] = Field(default_factory=dict)


class Finding(_RunPart):
    """Something about the replies that did not go as it should: how many, and the first few ids."""

    model_config = ConfigDict(frozen=False)

    count: int = 0
    first: list[str] = Field(default_factory=list)


class ExtractorRecord(_RunPart):
    """What a model of `snellen extract` did in one role.

    `replies` with a key are `asked` about (a request of this run), read `from_cache` (the same prompt was answered
    before, in this run or another), or `settled` without a request, since there is nothing to read in them. Of those
    that were read, `no_answer` gave none, `unreadable` counts outputs that are not of the form asked for, `failed`
    requests to which nobody answered. Tokens, and `cost` in US dollars, are those of this run's requests.
    """

    model: str
    model_args: dict[str, Any] = Field(default_factory=dict)
    prompt_version: int
    replies: int
    asked: int
    from_cache: int
    settled: int
    no_answer: int
    unreadable: int
    failed: int
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None


class CheckedRecord(_RunPart):
    """How often a person found a role's work right, in a stratified sample; shares from 0 to 1.

    `checked` counts yes and no, `right` the former. `accuracy` is of all replies that were read: the strata's shares
    by their sizes, with Wilson's 95% interval at Kish's effective size.
    """

    file: str
    checked: int
    right: int
    unsure: int
    accuracy: float
    low: float
    high: float


class Extraction(_RunPart):
    """What `snellen extract` did: by role (large, small, judge), and what a person found, by role."""

    roles: dict[str, ExtractorRecord] = Field(default_factory=dict)
    checked: dict[str, CheckedRecord] = Field(default_factory=dict)


class RunRecord(_RunPart):
    """What `run.json` holds.

    `questions` is how many questions were to be answered, under one condition at least. `missing` are questions without
    a reply, which stand in the table as errors; `unknown` are replies to questions that the dataset lacks or that were
    not to be asked, and `duplicates` are replies after the first with the same key: neither is in the table. `beyond`
    are replies to questions outside the test set, which are in it. `left_out` names tasks to which there is no reply at
    all, with the number of conditions where that is so: their questions are not missing. `ignored_keys` counts keys of
    a replies file that mean nothing here. `not_sent` are settings that were asked for and that the model's provider was
    not sent; None where that was not seen. `complete` says whether every question that was to be answered has a reply.
    `extraction` is what `snellen extract` did, None where nothing.
    """

    format: int = 1
    snellen: str
    dataset: DatasetRecord
    questions: int
    conditions: list[Condition]
    missing: Finding = Field(default_factory=Finding)
    unknown: Finding = Field(default_factory=Finding)
    duplicates: Finding = Field(default_factory=Finding)
    beyond: Finding = Field(default_factory=Finding)
    left_out: dict[str, int] = Field(default_factory=dict)
    ignored_keys: dict[str, int] = Field(default_factory=dict)
    not_sent: list[str] | None = None
    complete: bool
    started: AwareDatetime
    ended: AwareDatetime
    compute: Compute = Compute()
    extraction: Extraction | None = None

    @property
    def outcomes(self) -> dict[str, int]:
        """The rows by outcome, over all conditions."""
        total: dict[str, int] = {}
        for condition in self.conditions:
            for outcome, count in condition.outcomes.items():
                total[outcome] = total.get(outcome, 0) + count
        return total


def write_run(run: Path, record: RunRecord) -> None:
    """Write `RUN/run.json`, whole or not at all."""
    write_text(run / "run.json", record.model_dump_json(indent=2) + "\n")


def read_run(run: Path) -> RunRecord:
    """Read `RUN/run.json`. Raises SnellenError where it is not there or not a record of a run."""
    path = run / "run.json"
    try:
        return RunRecord.model_validate_json(path.read_bytes())
    except OSError as error:
        logs = "; make a run of Inspect's logs with `snellen score DATASET --log`" if any(run.glob("*.eval")) else ""
        raise SnellenError(
            f"{path}: {error.strerror}{logs}; name a folder that `snellen eval` or `snellen score` wrote."
        ) from None
    except ValidationError as error:
        raise SnellenError(f"{path}: {describe_validation_error(error)}; score the replies again.") from None


def results_schema(benchmark: Benchmark) -> "pa.Schema":
    """The results table's Arrow schema for a benchmark, with its facets, its scorers and its notes in their places."""
    import pyarrow as pa

    types = {"string": pa.string(), "integer": pa.int64(), "float": pa.float64()}
    columns = {
        **_BEFORE_FACETS,
        **benchmark.facets,
        **_AFTER_FACETS,
        **dict.fromkeys(benchmark.score_columns, "float"),
        **dict.fromkeys(benchmark.note_columns, "string"),
        **_AFTER_SCORERS,
    }
    required = {*KEY, "benchmark", "benchmark_version", "outcome"}
    return pa.schema([pa.field(name, types[kind], name not in required) for name, kind in columns.items()])


class ResultsWriter:
    """Takes rows in batches and writes each at once; memory does not grow with their number."""

    def __init__(self, writer: Any, schema: "pa.Schema") -> None:
        self._writer = writer
        self._schema = schema

    def add(self, columns: "Mapping[str, Sequence[Any] | NDArray[Any] | pa.Array]") -> None:
        """A batch of rows, as the schema's columns. NaN in a column of numbers is a missing value."""
        import numpy as np
        import pyarrow as pa

        arrays = [
            values
            if isinstance(values := columns[field.name], pa.Array | pa.ChunkedArray)
            else pa.array(values, field.type, from_pandas=isinstance(values, np.ndarray))
            for field in self._schema
        ]
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))


@contextmanager
def results_writer(run: Path, benchmark: Benchmark) -> Iterator[ResultsWriter]:
    """Write `RUN/results.parquet`, whole or not at all: batches of rows added inside the block."""
    import pyarrow.parquet as pq

    schema = results_schema(benchmark)
    with (
        atomic_file(run / "results.parquet", "wb") as handle,
        pq.ParquetWriter(handle, schema, compression="zstd") as writer,
    ):
        yield ResultsWriter(writer, schema)


def read_results(runs: Path | Sequence[Path], columns: Sequence[str] | None = None) -> "pd.DataFrame":
    """The results table of one run or of several, one below the other, as a data frame.

    A run is its folder, or its `results.parquet`. Columns that only some benchmarks have are missing values
    elsewhere. Whole numbers are `Int64`, which has missing values. `columns` keeps some and saves the memory of the
    rest. Raises SnellenError where a run has no results table, where the file is damaged or lacks a column, and where
    two runs hold the same reply (the same `KEY`).
    """
    import pandas as pd
    import pyarrow as pa

    paths = [runs] if isinstance(runs, Path) else list(runs)
    if not paths:
        raise SnellenError("no run to read; name a folder that `snellen eval` or `snellen score` wrote.")
    files = [path / "results.parquet" if path.is_dir() or path.suffix != ".parquet" else path for path in paths]
    wanted = None if columns is None else list(dict.fromkeys([*columns, *(KEY if len(paths) > 1 else ())]))
    tables = [_read_table(file, wanted) for file in files]
    table = pa.concat_tables(tables, promote_options="default")
    frame: pd.DataFrame = table.to_pandas(types_mapper={pa.int64(): pd.Int64Dtype()}.get)
    if len(files) > 1:
        _refuse_repeats(frame, files, [len(one) for one in tables])
    return frame if columns is None else frame[list(columns)]


def read_results_table(run: Path) -> "pa.Table":
    """The results table of one run's folder as Arrow has it. Raises SnellenError as `read_results` does."""
    return _read_table(run / "results.parquet", None)


def rewrite_results(run: Path, table: "pa.Table", columns: Mapping[str, Sequence[Any]]) -> None:
    """Write `RUN/results.parquet` again, whole or not at all: `table` with the values of some columns changed."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for name, values in columns.items():
        field = table.schema.field(name)
        table = table.set_column(table.schema.get_field_index(name), field, pa.array(values, field.type))
    with atomic_file(run / "results.parquet", "wb") as handle:
        pq.write_table(table, handle, compression="zstd")


def _read_table(file: Path, columns: Sequence[str] | None) -> "pa.Table":
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(file) as parquet:
            present = set(parquet.schema_arrow.names)
            for name in (*_BEFORE_FACETS, *_AFTER_FACETS, *_AFTER_SCORERS, *(columns or ())):
                if name not in present:
                    raise SnellenError(
                        f"{file}: has no column {name!r}; it is no results table, or an old one: score again."
                    )
            return parquet.read(columns)
    except FileNotFoundError:
        raise SnellenError(
            f"{file}: no such file; name a folder that `snellen eval` or `snellen score` wrote."
        ) from None
    except (OSError, pa.ArrowException) as error:
        raise SnellenError(f"{file}: cannot be read as a results table ({error}); score the replies again.") from None


def _refuse_repeats(frame: "pd.DataFrame", files: Sequence[Path], sizes: Sequence[int]) -> None:
    import numpy as np

    repeated = frame.duplicated(list(KEY), keep="first").to_numpy()
    if not repeated.any():
        return
    place = int(np.argmax(repeated))
    later = files[int(np.searchsorted(np.cumsum(sizes), place, side="right"))]
    row = frame.iloc[place]
    raise SnellenError(
        f"{later}: holds a reply of {row['model']!r} to {row['question_id']!r} that another of the runs holds too; "
        "name each run once, or give repeated runs different `repeat` numbers."
    )
