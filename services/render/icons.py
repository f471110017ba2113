"""The symbols of a game: `icons.svg` beside its renderer. They paint with `currentColor`."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from services.render.theme import Theme

_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
_VARIABLE = re.compile(r"var\(--([a-z0-9-]+)\)")


@cache
def symbols(package: str) -> Mapping[str, str]:
    """Every symbol of a renderer by its name."""
    source = files(package).joinpath("icons.svg").read_text("utf-8")
    return {found[1]: found[0] for found in _SYMBOL.finditer(source)}


def definitions(package: str, names: Iterable[str], theme: Theme) -> str:
    """The symbols that a picture uses, in a fixed order, with the colours of its theme written in."""
    known = symbols(package)
    drawn = "".join(known[name] for name in sorted(names))
    if theme.name != "page":
        drawn = _VARIABLE.sub(lambda role: theme[role[1]], drawn)
    return f"<defs>{drawn}</defs>"
