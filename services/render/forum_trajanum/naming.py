"""What the things of the table are called, for those who hear them and for buttons that stand for several choices."""

from collections.abc import Callable

from domain.forum_trajanum.data import CORNERS, TEMPLES
from domain.forum_trajanum.state import Colony
from services.render.drawing import Drawing
from services.render.forum_trajanum.pen import known


def thing_name(drawing: Drawing, thing: str) -> str:
    """The name of a thing that can be pointed at."""
    kind, _, rest = thing.partition(":")
    return _NAMES.get(kind, _plain)(drawing, rest)


def _plain(drawing: Drawing, rest: str) -> str:
    return drawing.name(rest)


def _cell(drawing: Drawing, cell: str) -> str:
    seat = drawing.seat or 0
    what = _lying(drawing, known(drawing.view).public.colonies[seat], cell)
    return drawing.say("table.cell", row=cell[1], column=cell[3], what=what)


def _lying(drawing: Drawing, colony: Colony, cell: str) -> str:
    if cell in colony.built:
        return drawing.name(colony.built[cell])
    if cell in colony.open:
        return drawing.name(colony.open[cell])
    if cell in colony.covered:
        return drawing.name("face down")
    if cell in TEMPLES:
        return drawing.say("table.temple")
    return drawing.say("table.crane") if cell in CORNERS else drawing.say("table.site")


def _crane(drawing: Drawing, rest: str) -> str:
    cell, _, colour = rest.partition(":")
    return drawing.say("table.crane_on", colour=colour, row=cell[1], column=cell[3])


def _tribune(drawing: Drawing, symbol: str) -> str:
    return drawing.say("table.ignore", street=symbol)


def _row(drawing: Drawing, row: str) -> str:
    return drawing.say("table.row", row=row)


def _button(drawing: Drawing, name: str) -> str:
    return drawing.say(f"table.bar_button.{name}")


_NAMES: dict[str, Callable[[Drawing, str], str]] = {
    "cell": _cell,
    "crane": _crane,
    "tribune": _tribune,
    "row": _row,
    "bar": _button,
}
