"""What can be chosen and lies nowhere on the table: tiles of a draft, ways to pay, bonuses, tribunes; the turn bar."""

from collections.abc import Callable

from services.render import text
from services.render.forum_trajanum import pieces, stock
from services.render.forum_trajanum.pen import Box, TablePen

_HEIGHT = 52
_GAP = 10
_TILE = 40


class _Line:
    """Choices side by side, in as many lines as they need."""

    def __init__(self, pen: TablePen, width: float) -> None:
        self.pen = pen
        self.width = width
        self.x = 0.0
        self.y = 0.0
        self.drawn: list[str] = []

    def add(self, thing: str, width: float, body: Callable[[float, float], str]) -> None:
        """A choice in a dashed card of its own."""
        if self.x and self.x + width > self.width:
            self.x, self.y = 0.0, self.y + _HEIGHT + _GAP
        box = Box(self.x + 1, self.y + 1, width - 2, _HEIGHT - 2)
        ground = self.pen.rect(box, "card", radius=6, stroke="line")
        self.drawn.append(self.pen.framed(thing, box, ground, body(self.x, self.y), radius=6))
        self.x += width + _GAP

    @property
    def height(self) -> float:
        return self.y + _HEIGHT if self.drawn else 0


def choices(pen: TablePen, width: float, *, drafts: bool = False) -> tuple[str, float]:
    """The choices of the reader that lie nowhere else, and how high they are; on a phone the open tiles too.

    Those of a draft are left out where the draft is drawn by itself.
    """
    line = _Line(pen, width)
    seat = pen.drawing.seat
    if seat is not None and pen.drawing.compact:
        _tiles(line, seat)
    if not drafts:
        _of_draft(line)
    for thing in pen.points_at("pay"):
        _pay(line, thing)
    for thing in pen.points_at("bonus"):
        bonus = thing.partition(":")[2]
        _worded(line, thing, pen.drawing.name(bonus), resource=bonus)
    return "".join(line.drawn), line.height


def _of_draft(line: _Line) -> None:
    """The tiles to keep one of, and the streets that a tribune can ignore."""
    for thing in line.pen.points_at("hand"):
        tile = thing.partition(":")[2]
        _worded(line, thing, line.pen.drawing.name(tile), tile=tile)
    for thing in line.pen.points_at("tribune"):
        _tribune(line, thing)


def _worded(line: _Line, thing: str, word: str, *, tile: str = "", resource: str = "") -> None:
    """A tile or a resource with its name."""
    pen = line.pen
    room = min(text.width(word, "sans-600", 13), 220)

    def body(x: float, y: float) -> str:
        at = Box(x + 6, y + 6, _TILE, _TILE)
        drawn = pieces.front(pen, tile, at) if tile else pieces.resource(pen, resource, x + 12, y + 12, 28)
        return drawn + pen.text(x + 54, y + 31, word, face="sans-600", size=13, room=room)

    line.add(thing, 54 + room + 12, body)


def _tiles(line: _Line, seat: int) -> None:
    """The tiles of this round, large enough for a thumb."""
    pen = line.pen
    for which, tile in stock.held(pen, seat):
        thing = pen.of(seat, f"tile:{which}")

        def body(x: float, y: float, tile: str | None = tile) -> str:
            at = Box(x + 6, y + 6, _TILE, _TILE)
            return pieces.front(pen, tile, at) if tile else pieces.back(pen, at)

        line.add(thing, _HEIGHT, body)


def _tribune(line: _Line, thing: str) -> None:
    """A tribune and the street that it ignores."""
    pen, symbol = line.pen, thing.partition(":")[2]
    word = pen.say("ignore", street=symbol)
    room = min(text.width(word, "sans-600", 13), 240)

    def body(x: float, y: float) -> str:
        figure = pieces.resource(pen, "tribune", x + 10, y + 13, 26) + pen.icon(
            f"s-{symbol}", x + 42, y + 17, 18, "accent"
        )
        return figure + pen.text(x + 68, y + 31, word, face="sans-600", size=13, room=room)

    line.add(thing, 68 + room + 12, body)


def _pay(line: _Line, thing: str) -> None:
    """The resources of a price."""
    pen = line.pen
    kinds = thing.partition(":")[2].split("+")

    def body(x: float, y: float) -> str:
        figures = [pieces.resource(pen, kind, x + 10 + 26 * place, y + 14, 24) for place, kind in enumerate(kinds)]
        return "".join(figures)

    line.add(thing, 18 + 26 * len(kinds), body)


def bar(pen: TablePen, width: float) -> tuple[str, float]:
    """The buttons of the turn bar, each with the words of its choice."""
    line = _Line(pen, width)
    for thing in pen.points_at("bar"):
        target = pen.drawing.legal.get(thing)
        word = target.label if target else pen.say("done")
        room = min(text.width(word, "sans-600", 14), width - 32)
        line.add(thing, room + 32, _button(pen, word, room))
    return "".join(line.drawn), line.height


def _button(pen: TablePen, word: str, room: float) -> Callable[[float, float], str]:
    return lambda x, y: pen.text(x + 16, y + 31, word, face="sans-600", size=14, colour="accent", room=room)
