"""The symbols of a game: `icons.svg` beside its renderer. They paint with `currentColor` and may use each other."""

import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files

from services.render import seats
from services.render.theme import Theme

_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
_VARIABLE = re.compile(r"var\(--([a-z0-9-]+)\)")
_SEAT = re.compile(r"seat-\d-[0-9a-f]+")
_USED = re.compile(r'href="#([^"]+)"')


@cache
def symbols(package: str) -> Mapping[str, str]:
    """Every symbol of a renderer by its name.

    Each stands in the upper left corner of its place, so that a use without a height, which is as high as the picture
    then, shows it where it belongs.
    """
    source = files(package).joinpath("icons.svg").read_text("utf-8")
    return {
        found[1]: found[0].replace("<symbol ", '<symbol preserveAspectRatio="xMinYMin" ', 1)
        for found in _SYMBOL.finditer(source)
    }


@cache
def _uses(package: str, name: str) -> frozenset[str]:
    """The symbols that a symbol is composed of."""
    direct = _USED.findall(symbols(package)[name])
    return frozenset(direct).union(*(_uses(package, used) for used in direct))


@cache
def _painted(package: str, name: str, theme: Theme) -> str:
    drawn = symbols(package)[name]
    return drawn if theme.name == "page" else _VARIABLE.sub(lambda role: theme[role[1]], drawn)


def definitions(package: str, names: Collection[str], theme: Theme) -> str:
    """The marks and symbols that a picture uses, in a fixed order, with the colours of its theme written in."""
    marks = sorted(name for name in names if _SEAT.fullmatch(name))
    wanted = frozenset(names).difference(marks)
    needed = wanted.union(*(_uses(package, name) for name in wanted))
    drawn = [seats.symbol(theme, name) for name in marks]
    drawn += [_painted(package, name, theme) for name in sorted(needed)]
    # No symbol is clipped to its box, which would cost a layer for each use. Pages take no style but from their files.
    if theme.name == "page":
        return f"<defs>{''.join(drawn)}</defs>".replace("<symbol ", '<symbol overflow="visible" ')
    return f"<defs><style>symbol{{overflow:visible}}</style>{''.join(drawn)}</defs>"
