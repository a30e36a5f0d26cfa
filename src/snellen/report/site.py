"""The pages of a report: one frame for all, and scripts and styles in files that they share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from snellen import __version__
from snellen.pages.rendering import inert_json, template_environment
from snellen.pages.showing import plot_library

__all__ = ["KIND", "Destination", "Site"]

KIND = "snellen report"
"""What the pages call themselves: a folder whose `index.html` says so may be replaced."""

_PACKAGES = ("snellen.report", "snellen.pages")
_VEGA = "vega.js"
_POLICY = "; ".join(
    [
        "default-src 'none'",
        "img-src 'self' file: data: blob:",
        "style-src 'self' file: 'unsafe-inline'",
        "script-src 'self' file:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)
"""No script but those in files of the report, nothing from afar. `file:` is for pages that are opened from a disk."""


@dataclass(frozen=True)
class Destination:
    """A place in the navigation: its address from the report's folder, or places under one heading."""

    label: str
    address: str = ""
    under: Sequence["Destination"] = ()


@dataclass
class Site:
    """A report's folder, and the navigation that every page of it shows."""

    folder: Path
    navigation: Sequence[Destination] = ()
    _assets: set[str] = field(default_factory=set)

    def write(
        self,
        path: str,
        template: str,
        *,
        scripts: Sequence[str] = (),
        styles: Sequence[str] = (),
        data: Mapping[str, Any] | None = None,
        **context: Any,
    ) -> Path:
        """Write the page `path` (from the report's folder) from a template of the report that extends `frame.html`.

        `scripts` and `styles` name files under `templates/` of the rooms report and pages, or `vega.js`: each is put
        into `assets/` once and linked, in order, behind those of the frame. `data` are values for elements
        `<script type="application/json" id=…>`, which no browser runs. The template has the `context`, and `root`,
        what leads from the page to the report's folder. Every value is escaped.
        """
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        own = [*("base.css", "site.css"), *styles, *("theme.js", "site.js"), *scripts]
        for name in own:
            self._put_asset(name)
        stream = (
            template_environment(_PACKAGES)
            .get_template(template)
            .stream(
                kind=KIND,
                version=__version__,
                policy=_POLICY,
                root="../" * path.count("/"),
                here=path,
                navigation=self.navigation,
                styles=["base.css", "site.css", *styles],
                scripts=["site.js", *scripts],
                blocks={name: inert_json(value) for name, value in (data or {}).items()},
                **context,
            )
        )
        stream.enable_buffering(64)
        with target.open("w", encoding="utf-8", newline="\n") as page:
            for piece in stream:
                page.write(piece.encode("utf-8", "replace").decode("utf-8"))
        return target

    def _put_asset(self, name: str) -> None:
        if name in self._assets:
            return
        self._assets.add(name)
        target = self.folder / "assets" / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(_asset(name), encoding="utf-8", newline="\n")


def _asset(name: str) -> str:
    if name == _VEGA:
        return plot_library()
    for package in _PACKAGES:
        found = files(package).joinpath("templates", name)
        if found.is_file():
            return found.read_text(encoding="utf-8")
    raise FileNotFoundError(name)
