"""Templates to pages: everything escaped, data that no browser runs, and a policy that forbids the network."""

import base64
import hashlib
import json
from collections.abc import Iterable
from importlib.resources import files
from typing import IO, Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

__all__ = ["inert_json", "package_text", "render_page", "template_environment"]

# What could end a script element, open a comment in one, or end a line in JavaScript.
_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_TABLE = str.maketrans(_ESCAPED)
_LOCAL = "'self' file:"


def inert_json(value: Any) -> Markup:
    """JSON for a script element of type application/json: the same value to a parser, nothing to a browser.

    `<`, `>`, `&`, U+2028, U+2029 and lone surrogates are written as escapes, so no text in `value` can end the
    element. Raises ValueError for NaN and infinities.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).translate(_TABLE)
    # A lone surrogate cannot be written as UTF-8; JSON has an escape for it.
    text = "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in text) if not _encodes(text) else text
    return Markup(text)


def package_text(package: str, name: str) -> Markup:
    """The text of a style sheet or script that ships in `package`, to be put into a page as it is."""
    return Markup(files(package).joinpath("templates", name).read_text(encoding="utf-8"))


def render_page(
    handle: IO[str], package: str, template: str, *, scripts: Iterable[str], parts: bool = False, **context: Any
) -> None:
    """Write one page from `templates/TEMPLATE` of `package` to an open text file, piece by piece.

    Templates extend `base.html` of this room. Values are escaped unless they are `Markup`; a missing value is an
    error. `scripts` are the page's own scripts, in order: the page's content security policy lets a browser run these
    and no other, and load nothing from a network. With `parts` these scripts, and they alone, may fetch further ones
    from the page's own site or from files.
    """
    environment = template_environment((package, "snellen.pages"))
    sources = [str(script) for script in scripts]
    own = " ".join(_hash(source) for source in sources) or "'none'"
    policy = "; ".join(
        [
            "default-src 'none'",
            "img-src 'self' file: data: blob:",
            "style-src 'unsafe-inline'",
            f"script-src {own}" + (f" 'strict-dynamic' {_LOCAL}" if parts else ""),
        ]
    )
    stream = environment.get_template(template).stream(
        scripts=[Markup(source) for source in sources],
        style=package_text("snellen.pages", "base.css"),
        # Both are obeyed. The first admits what scripts of known digest fetch, the second nothing from afar.
        policies=[policy, f"script-src 'unsafe-inline' {_LOCAL}"] if parts else [policy],
        **context,
    )
    stream.enable_buffering(64)
    for piece in stream:
        handle.write(piece.encode("utf-8", "replace").decode("utf-8"))


def template_environment(packages: Iterable[str]) -> Environment:
    """Jinja over the templates of `packages`, the first that has one: all is escaped, a missing value is an error."""
    return Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _hash(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def _encodes(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
