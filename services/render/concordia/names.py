"""What things are called in words, for buttons that stand for several commands."""

from collections.abc import Callable

from services.render.concordia.pen import ConcordiaPen
from services.render.concordia.pointing import LINE_NAMES
from services.render.drawing import Drawing


def thing_name(drawing: Drawing, thing: str) -> str:
    """The name of a thing that has a handle."""
    kind, _, rest = thing.partition(":")
    return _NAMES[kind](drawing, rest)


def _place(drawing: Drawing, name: str) -> str:
    """The id of a city or a line that handles call by this name."""
    lines = LINE_NAMES[ConcordiaPen(drawing).public.map]
    return next((line for line, called in lines.items() if called == name), name)


def _colonist(drawing: Drawing, rest: str) -> str:
    kind, _, place = rest.partition(":")
    return drawing.say("draw.thing.colonist", kind=kind, place=_place(drawing, place))


def _line(drawing: Drawing, rest: str) -> str:
    return drawing.say("draw.thing.line", place=_place(drawing, rest))


def _pile(drawing: Drawing, rest: str) -> str:
    return drawing.say("draw.thing.pile", seat=int(rest))


def _bar(drawing: Drawing, rest: str) -> str:
    what, _, count = rest.partition("-")
    return drawing.say(f"draw.bar.{what}", count=count)


def _by_name(kind: str) -> Callable[[Drawing, str], str]:
    """Things that are called by the name of what they show."""

    def name(drawing: Drawing, rest: str) -> str:
        return drawing.say(f"draw.thing.{kind}", what=rest.partition(":")[0])

    return name


_NAMES: dict[str, Callable[[Drawing, str], str]] = {
    "colonist": _colonist,
    "line": _line,
    "pile": _pile,
    "bar": _bar,
    **{kind: _by_name(kind) for kind in ("card", "city", "province", "cell", "price", "sale", "incoming", "order")},
}
