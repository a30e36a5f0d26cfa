"""`snellen models`: the catalogue for a reader at the terminal, or as JSON."""

import json
from datetime import UTC, datetime
from typing import Any

import click

from snellen.catalogue.entries import Catalogue, Model, catalogue
from snellen.errors import SnellenError

__all__ = ["print_models"]


def print_models(name: str | None, *, as_json: bool) -> None:
    """Print the whole catalogue, or of it what a name names, with what is known of it today.

    A name is that of a model or of settings; of any other text the models are shown in whose name, vendor, papers,
    settings or addresses it stands. Raises SnellenError where it stands in none.
    """
    known, today = catalogue(), datetime.now(UTC).date()
    models = list(known.models) if name is None else _found(known, name)
    if as_json:
        rows = [{**_row(known, model), "status": model.status(today)} for model in models]
        click.echo(json.dumps({"as_of": str(known.as_of), "models": rows}, indent=2, ensure_ascii=False))
    elif len(models) != 1:
        _print_table(known, models)
    else:
        _print_one(known, models[0])


def _found(known: Catalogue, name: str) -> list[Model]:
    named = known.settings_named(name)
    if model := known.model(named.model if named else name):
        return [model]
    text = name.lower()
    if not (models := [model for model in known.models if any(text in each.lower() for each in _words(known, model))]):
        raise SnellenError(
            f"the catalogue has nothing with {name!r} in it; `snellen models` lists what it has. Models that are not "
            "in it can be asked all the same."
        )
    return models


def _words(known: Catalogue, model: Model) -> list[str]:
    settings = [each.name for each in known.settings_of(model)]
    return [model.name, model.title, model.vendor, *model.papers, *settings, *model.access, *model.access.values()]


def _row(known: Catalogue, model: Model) -> dict[str, Any]:
    return {
        **model.model_dump(mode="json"),
        "settings": {each.name: each.generation.told() for each in known.settings_of(model)},
    }


def _print_table(known: Catalogue, models: list[Model]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    today = datetime.now(UTC).date()
    table = Table(
        title=f"Models of the papers, and what follows them (as known on {known.as_of})", title_justify="left"
    )
    for column in ("version", "papers", "settings", "ways of access", "status"):
        table.add_column(column, overflow="fold")
    for model in models:
        table.add_row(
            *map(
                Text,
                (
                    model.name,
                    ", ".join(model.papers) or "–",
                    "\n".join(each.name for each in known.settings_of(model)) or "–",
                    ", ".join(model.access),
                    model.status_told(today),
                ),
            )
        )
    console = Console()
    (console if console.is_terminal else Console(width=150)).print(table)


def _print_one(known: Catalogue, model: Model) -> None:
    lines = [
        f"{model.name}: {model.title}, {model.vendor}",
        f"  released   {model.released or 'not known'}",
        f"  status     {model.status_told(datetime.now(UTC).date())}",
        f"  today      {model.current or 'not known'}" if model.status_told(known.as_of) != "available" else "",
        *(f"  {way:<10} {address}" for way, address in model.access.items()),
        *(f"  {'-M':<10} {key}={value}" for key, value in model.model_args.items()),
        *(f"  settings   {each.name} ({each.source}): {each.generation}" for each in known.settings_of(model)),
        f"  note       {model.note}" if model.note else "",
    ]
    click.echo("\n".join(line for line in lines if line))
