"""The legend of a renderer: every symbol that it draws, with the words that say what it means (`signs.toml`)."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec


class LegendSign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symbol, and the key of its words among those of the game and its renderer."""

    symbol: str
    words: str
    also: tuple[str, ...] = ()
    """Symbols that look alike and mean the same: of other seats, or on another ground."""


@cache
def legend(package: str) -> tuple[LegendSign, ...]:
    """The signs of a renderer in their order; none if its game is drawn plainly."""
    file = files(package).joinpath("signs.toml")
    if not file.is_file():
        return ()
    return msgspec.convert(tomllib.loads(file.read_text("utf-8"))["signs"], tuple[LegendSign, ...])
