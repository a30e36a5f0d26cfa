"""`snellen extract`: other models say which answer each reply of a finished run gives; then exact match.

A run's folder gets `extractions.jsonl` (the journal, which decides what is still to be asked) and `logs-extraction/`
(Inspect's); its `results.parquet` and `run.json` are written again.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from snellen.errors import SnellenError
from snellen.results import Extraction, ExtractorRecord, read_run, rewrite_results, write_run
from snellen.running.extraction_journal import Entry, ExtractionJournal, read_extractions
from snellen.running.extraction_runs import COLUMNS, ROLES, Ask, FinishedRun, Role, read_finished_run
from snellen.running.extraction_sample import write_sample
from snellen.running.journal import locked
from snellen.running.redaction import without_secrets
from snellen.running.run_plan import check_model
from snellen.running.settings import parse_model_arguments

__all__ = ["extract_runs", "parse_roles"]

_SAMPLE = 50


def extract_runs(
    runs: Sequence[Path],
    *,
    large: str | None = None,
    small: str | None = None,
    judge: str | None = None,
    sample: int | None = None,
    seed: int = 0,
    max_connections: int | None = None,
    model_args: Sequence[str] = (),
) -> int:
    """Ask one or two extractors and a judge about each reply of `runs`, score what they say, and print the summary.

    A model is a local reader or any of Inspect AI's; `model_args` are ROLE.KEY=VALUE for its provider. The columns
    extracted_large, extracted_small and judged of a run's results are filled, each by its role, with the texts in
    extraction_large, extraction_small and verdict; columns of roles that are not named stay as they are. A prompt is
    sent once to a model, however many replies share it, over all runs given and all sessions. A sheet of `sample`
    replies (50 by default, none for 0), drawn by `seed`, is put into each run's folder for a person to check.

    Returns the exit status: 0 where every request was answered, 1 where some were not, which is said.
    Raises SnellenError where no role is named, for an unknown model, a missing key, an argument of a role that is not
    there, a folder named twice, and as `read_finished_run` does.
    """
    roles = parse_roles({"large": large, "small": small, "judge": judge}, model_args)
    if len({run.resolve() for run in runs}) < len(runs):
        raise SnellenError("a run is named twice; name each once.")
    finished = [read_finished_run(run) for run in runs]
    with ExitStack() as stack:
        for run in runs:
            stack.enter_context(locked(run))
        known = [read_extractions(run) for run in runs]
        trouble = _ask_what_is_open(finished, roles, known, max_connections)
        journals = [read_extractions(run) for run in runs]
        left = _open_keys(finished, roles, journals)
        if any(key not in journal for keys, journal in zip(left, journals, strict=True) for key in keys):
            reason = f" The last error: {trouble}." if trouble else ""
            click.echo(
                f"snellen: broken off, and nothing is scored yet.{reason} Run the same command again to go on; nothing "
                "that was answered is asked again.",
                err=True,
            )
            return 1
        records = [_write(run, roles, journal) for run, journal in zip(finished, journals, strict=True)]
        size = _SAMPLE if sample is None else sample
        sheets = [page for run in runs if size and (page := write_sample(read_finished_run(run), size, seed))]
    _print_summary(finished, records, sheets)
    if failed := sum(told.failed for record in records for told in record.values()):
        replies = "reply has" if failed == 1 else "replies have"
        told = trouble or next((entry.error for journal in journals for entry in journal.values() if entry.error), "")
        click.echo(
            f"snellen: {failed:,} {replies} no score, since the requests failed for good ({told}). Run the same "
            "command again to ask them again.",
            err=True,
        )
        return 1
    return 0


def parse_roles(models: Mapping[str, str | None], model_args: Sequence[str] = ()) -> list[Role]:
    """The roles for which a model is named, in the order of `ROLES`, each with the arguments that are its own.

    Raises SnellenError where there is none, for a model that is none, and for an argument that is not written as
    ROLE.KEY=VALUE with one of these roles.
    """
    named = [role for role in ROLES if models.get(role)]
    if not named:
        raise SnellenError("no model to ask; name one with --large, --small or --judge.")
    own: dict[str, list[str]] = {role: [] for role in named}
    for argument in model_args:
        role, dot, rest = argument.partition(".")
        if not dot or "=" in role or role not in own:
            raise SnellenError(
                f"-M {argument}: write it as ROLE.KEY=VALUE with one of the roles {', '.join(named)}, for example "
                f"-M {named[0]}.base_url=http://localhost:8000/v1."
            )
        own[role].append(rest)
    found = []
    for role in named:
        arguments, model = parse_model_arguments(tuple(own[role])), models[role] or ""
        check_model(model, arguments)
        found.append(Role(role, model, arguments, without_secrets(arguments)))
    return found


def _open_keys(
    runs: Sequence[FinishedRun], roles: Sequence[Role], journals: Sequence[Mapping[str, Entry]]
) -> list[dict[str, Ask]]:
    """For each run what its journal has no output for, by key."""
    return [
        {
            ask.key: ask
            for role in roles
            for ask in run.asks(role)
            if ask is not None and (ask.key not in journal or journal[ask.key].output is None)
        }
        for run, journal in zip(runs, journals, strict=True)
    ]


def _ask_what_is_open(
    runs: Sequence[FinishedRun],
    roles: Sequence[Role],
    journals: Sequence[Mapping[str, Entry]],
    max_connections: int | None,
) -> str | None:
    """Fill the journals, from each other where that will do; the last error, if there was one."""
    left = _open_keys(runs, roles, journals)
    answered = {key: entry for journal in journals for key, entry in journal.items() if entry.output is not None}
    wanted: dict[str, list[int]] = {}
    asks: dict[str, Ask] = {}
    for place, keys in enumerate(left):
        for key, ask in keys.items():
            if key not in answered:
                wanted.setdefault(key, []).append(place)
                asks.setdefault(key, ask)
    journal = ExtractionJournal([run.folder for run in runs], wanted)
    try:
        for place, keys in enumerate(left):
            journal.lend(place, (answered[key] for key in keys if key in answered))
        if asks:
            from snellen.running.extraction_asking import ask_models

            ask_models(
                list(asks.values()),
                models={role.name: role.model for role in roles},
                model_args={role.name: role.arguments for role in roles},
                journal=journal,
                log_dir=runs[0].folder / "logs-extraction",
                max_connections=max_connections,
            )
    finally:
        journal.close()
    return journal.last_error


def _write(run: FinishedRun, roles: Sequence[Role], journal: Mapping[str, Entry]) -> dict[str, ExtractorRecord]:
    columns: dict[str, list[object]] = {}
    told: dict[str, ExtractorRecord] = {}
    for role in roles:
        filled = run.columns(role, journal)
        columns |= filled
        told[role.name] = run.told_of(role, journal, filled[COLUMNS[role.name][1]])
    rewrite_results(run.folder, run.table, columns)
    record = read_run(run.folder)
    before = record.extraction or Extraction()
    # What a person found of one model's work says nothing of another's.
    checked = {
        name: found
        for name, found in before.checked.items()
        if name not in told or _is_same(before.roles.get(name), told[name])
    }
    extraction = Extraction(roles={**before.roles, **told}, checked=checked)
    write_run(run.folder, record.model_copy(update={"extraction": extraction}))
    return told


def _is_same(before: ExtractorRecord | None, now: ExtractorRecord) -> bool:
    parts = ("model", "model_args", "prompt_version", "replies", "failed")
    return before is not None and all(getattr(before, name) == getattr(now, name) for name in parts)


def _print_summary(
    runs: Sequence[FinishedRun], records: Sequence[Mapping[str, ExtractorRecord]], sheets: Sequence[Path]
) -> None:
    from rich.console import Console
    from rich.table import Table

    from snellen.results import read_results

    console = Console()
    if not console.is_terminal:
        console = Console(width=140)
    table = Table(title="Answers extracted, then exact match")
    for name in ("run", "role", "model"):
        table.add_column(name, overflow="fold")
    for name in ("replies", "exact %", "by role %", "no answer", "unreadable", "asked", "from cache", "no request"):
        table.add_column(name, justify="right")
    for run, told in zip(runs, records, strict=True):
        scores = read_results(run.folder, ["exact", *(COLUMNS[role][0] for role in ROLES)])
        for role in ROLES:
            if role in told:
                of = told[role]
                shares = [f"{100 * scores[name].mean():.1f}" for name in ("exact", COLUMNS[role][0])]
                counts = (of.no_answer, of.unreadable, of.asked, of.from_cache, of.settled)
                table.add_row(str(run.folder), role, of.model, f"{of.replies:,}", *shares, *(f"{n:,}" for n in counts))
    console.print(table)
    for page in sheets:
        console.print(f"{page}", soft_wrap=True, highlight=False)
