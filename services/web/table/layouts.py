"""Which parts of a game's drawing stand where on its page: `layouts.toml`. A game that is not named shows them all."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from domain.kernel.ids import Seat


class Panel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place of the page and what it shows."""

    area: str
    parts: tuple[str, ...]
    watching: tuple[str, ...] = ()
    title: str = ""
    hint: str = ""
    icon: str = ""
    numeral: str = ""
    column: str = ""
    drawer: bool = False
    tile: bool = False
    glance: bool = False
    tab: str = ""
    scrolls: bool = False
    owner: bool = False


class TableLayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page of a game: what stands in the header, its panels, and how other seats are shown, folded and opened."""

    panels: tuple[Panel, ...]
    frieze: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    sources: dict[str, str] = {}
    """Where on the table each source of points comes from: the area of a panel."""


@cache
def _layouts() -> Mapping[str, TableLayout]:
    text = files(__package__ or "").joinpath("layouts.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=dict[str, TableLayout])


def layout_of(slug: str, parts: Iterable[str]) -> TableLayout:
    """The layout of a game; one without a layout shows its parts below each other."""
    return _layouts().get(slug) or TableLayout((Panel("view", tuple(parts)),))


def of_seat(names: Iterable[str], seat: Seat) -> list[str]:
    """The names of a seat's parts."""
    return [name.format(seat=seat, number=seat + 1) for name in names]
