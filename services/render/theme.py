"""Colours by role, in light and dark. A picture writes them out; on the page they are custom properties.

A game adds roles of its own in `palette.toml` beside its renderer, with names that begin with the game's prefix.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

ThemeName: TypeAlias = Literal["light", "dark", "page"]
THEMES: tuple[ThemeName, ...] = ("light", "dark", "page")
"""The two looks of a picture, and `page`: colours as custom properties, which follow the look that a reader chose."""

Palette: TypeAlias = Mapping[str, Mapping[str, str]]


class Theme:
    """The colour of each role."""

    def __init__(self, name: ThemeName, colours: Mapping[str, str]) -> None:
        """Roles must be known: a misspelt one is an error, not a black shape."""
        self.name = name
        self._colours = colours

    def __getitem__(self, role: str) -> str:
        """The colour of a role, as it is written into a picture."""
        return self._colours[role]

    def seat(self, seat: int, part: Literal["", "-edge", "-soft", "-on"] = "") -> str:
        """The colour of a seat's pieces, their edge, the ground of its row or the letter on them."""
        return self._colours[f"seat-{seat + 1}{part}"]


@cache
def palette(package: str = "services.render") -> Palette:
    """The roles that a package defines, in light and dark."""
    read: Palette = tomllib.loads(files(package).joinpath("palette.toml").read_text("utf-8"))
    return read


@cache
def theme(name: ThemeName, package: str) -> Theme:
    """The shared roles and those of one game's renderer."""
    roles = [*palette()["light"], *palette(package)["light"]]
    if name == "page":
        return Theme(name, {role: f"var(--{role})" for role in roles})
    return Theme(name, {**palette()[name], **palette(package)[name]})


def css(package: str) -> str:
    """The roles of a package as custom properties of a style sheet, each in the look that its reader has."""
    light, dark = palette(package)["light"], palette(package)["dark"]
    return "".join(f"--{role}:light-dark({colour},{dark[role]});" for role, colour in light.items())
