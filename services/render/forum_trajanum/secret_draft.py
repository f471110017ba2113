"""The reader's own draft while everyone drafts in secret: what was taken, what is to be taken, and who receives what.

Everything here is public or the reader's own secret: it is drawn for the seat that chooses and for nobody else.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from domain.forum_trajanum.data import STREETS
from domain.forum_trajanum.phases.draft import DRAFT, TAKES
from domain.forum_trajanum.state import Taken, right_of
from domain.kernel.ids import Seat
from services.render import text
from services.render.forum_trajanum import pieces
from services.render.forum_trajanum.colony import lit_streets
from services.render.forum_trajanum.pen import Box, TablePen
from services.render.text import Face

_WIDE, _COMPACT = 206.0, 366.0
_TILE = 46.0
_SMALL = 12.0
_LINE = 15.5
_TRIBUNE = 44.0
_ORDINALS = ("first_tile", "second_tile")


def has_draft(pen: TablePen, seat: int) -> bool:
    """Whether the reader takes anything in this draft."""
    return pen.public.stage == DRAFT and _choices(pen, seat) > 0


def draft(pen: TablePen, seat: Seat) -> tuple[str, tuple[float, float]]:
    """A block a tile, the ways around a street, and who receives the other tile; with the size of all of it."""
    sheet = _Sheet(pen)
    taken, takes = pen.secret(seat).taken, min(TAKES, _choices(pen, seat))
    for place in range(takes):
        heading = pen.say(_ORDINALS[place])
        if place < len(taken):
            all_taken = len(taken) == takes > 1
            sheet.add(_seen(pen, seat, heading, taken[place]), thing=f"hand:{taken[place].tile}" if all_taken else "")
        elif place > len(taken):
            sheet.add(_Block(heading, pen.say("of_other_street")))
        else:
            sheet.add(_to_take(pen, seat, heading))
            sheet.add_tribunes()
    if takes > 1 and pen.secret(seat).kept is None:
        sheet.add_receiver(_receiver(pen, seat))
    return "".join(sheet.drawn), (sheet.width, sheet.y)


def _choices(pen: TablePen, seat: int) -> int:
    return pen.public.chosen[seat] + pen.public.waiting[seat]


def _receiver(pen: TablePen, seat: Seat) -> Seat:
    return right_of(seat, len(pen.public.colonies))


class _Block(NamedTuple):
    """A tile of the draft: which one, its name, where it lies, what is to be known of it."""

    heading: str
    title: str
    below: str = ""
    note: str = ""
    streets: Sequence[str] = ()
    lit: bool = False
    face: Callable[[Box], str] | None = None


def _seen(pen: TablePen, seat: Seat, heading: str, take: Taken) -> _Block:
    """A tile that the reader has taken and seen."""
    if not take.street:
        return _Block(heading, pen.say("without_tile"))
    return _Block(
        heading,
        _capital(pen.drawing.name(take.tile)),
        pen.drawing.name(take.cell),
        _fate(pen, pen.secret(seat).kept, take),
        (take.street,),
        face=lambda box: pieces.front(pen, take.tile, box),
    )


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _fate(pen: TablePen, kept: str | None, take: Taken) -> str:
    """What becomes of a tile, or whether anything can still become of it."""
    if kept is not None:
        return pen.say("kept") if take.tile == kept else pen.say("passed_on")
    if f"hand:{take.tile}" in pen.drawing.legal:
        return pen.say("keep_this")
    return "" if take.cell in _drafted(pen) else pen.say("seen")


def _to_take(pen: TablePen, seat: Seat, heading: str) -> _Block:
    """The tile to take now, or one that is pointed at and will be seen once that is confirmed."""
    known = {take.cell for take in pen.secret(seat).taken}
    for cell, street in _drafted(pen).items():
        if cell not in known:
            told = _capital(pen.drawing.name(cell)), pen.say("seen_once_confirmed")
            return _Block(heading, *told, streets=(street,), lit=True, face=lambda box: _back(pen, box))
    streets = tuple(dict.fromkeys(lit_streets(pen, seat)))
    own = pen.colony(seat)
    lying = {cell for street in streets for cell in STREETS[own.board][street]} & {*own.covered, *own.open} - known
    below = pen.say("of_either_street") if len(streets) > 1 else pen.say("of_street", street="".join(streets))
    note = pen.say("lying", tiles=len(lying))
    face = (lambda box: _back(pen, box)) if streets else None
    return _Block(heading, pen.say("point_at_tile"), below, note, streets, lit=True, face=face)


def _drafted(pen: TablePen) -> Mapping[str, str]:
    """The cells of the takes that are composed and not confirmed, with the streets that these serve or ignore."""
    found = {}
    for path in pen.drawing.drafted:
        things = dict(thing.split(":", 1) for thing in path)
        if "cell" in things:
            found[things["cell"]] = things.get("street") or things["tribune"]
    return found


def _back(pen: TablePen, box: Box) -> str:
    """A tile that nobody has seen. It does not glow: the tiles that can be pointed at lie in the colony."""
    size = box.width * 0.42
    inside = (box.width - size) / 2
    slab = pen.rect(box, "ft-slab", radius=3, stroke="ft-slab-line", dash="4 3")
    return slab + pen.icon("envoy", box.x + inside, box.y + inside, size, "ft-slab-envoy")


class _Sheet:
    """Blocks below each other, with rules between them; a phone has room for less of each."""

    def __init__(self, pen: TablePen) -> None:
        self.pen = pen
        self.compact = pen.drawing.compact
        self.width = _COMPACT if self.compact else _WIDE
        self.y = 0.0
        self.drawn: list[str] = []

    def _rule(self) -> None:
        if self.drawn:
            self.drawn.append(self.pen.rule(0, self.y + 0.5, self.width))
            self.y += 1

    def add(self, block: _Block, thing: str = "") -> None:
        """A tile; with a thing it can be pointed at."""
        if not thing:
            self._rule()
        top = self.y
        body = self._key(block)
        left, high = (_TILE + 48, _TILE) if block.face else (8.0, 0.0)
        told, lines = self._told(block, left, high)
        high = max(high, lines)
        if block.face:
            body += block.face(Box(38, self.y + (high - _TILE) / 2, _TILE, _TILE)) + self._discs(block, high)
        self.y += high + (8 if self.compact else 10)
        if thing:
            box = Box(1, top + 2, self.width - 2, self.y - top - 4)
            self.drawn.append(self.pen.framed(thing, box, body, told, radius=6))
            self.y += 2
        else:
            self.drawn.append(body + told)

    def _key(self, block: _Block) -> str:
        """Which tile it is, and what is to be known of it."""
        pen = self.pen
        base = self.y + 17
        drawn = pen.text(8, base, block.heading, size=_SMALL, colour="faint", room=self.width * 0.5)
        room = self.width - 26 - min(text.width(block.heading, "sans", _SMALL), self.width * 0.5)
        if block.note:
            drawn += pen.text(self.width - 8, base, block.note, size=_SMALL, colour="faint", anchor="end", room=room)
        self.y += 22 if self.compact else 25
        return drawn

    def _discs(self, block: _Block, high: float) -> str:
        """The street that is served; both while either may be."""
        share = high / len(block.streets)
        r = 11.0 if len(block.streets) > 1 else 12.5
        return "".join(
            pieces.street(self.pen, street, 20, self.y + share * (line + 0.5), r, lit=block.lit)
            for line, street in enumerate(block.streets)
        )

    def _told(self, block: _Block, x: float, high: float) -> tuple[str, float]:
        """The name of a tile and where it lies, around the middle of its face; and how high that is."""
        room = self.width - x - 4
        head = text.wrapped(block.title, "sans-600", 13, room) if block.face else [block.title]
        foot = text.wrapped(block.below, "sans", _SMALL, room)
        lines = _LINE * (len(head) + len(foot))
        y = self.y + max((high - lines) / 2, 0) + 11.5
        drawn = []
        face: Face = "sans-600" if block.face else "sans"
        for content in head:
            drawn.append(self.pen.text(x, y, content, face=face, size=13, room=room))
            y += _LINE
        for content in foot:
            drawn.append(self.pen.text(x, y, content, size=_SMALL, colour="faint", room=room))
            y += _LINE
        return "".join(drawn), lines

    def add_tribunes(self) -> None:
        """For a tribune a street can be ignored; side by side where there is room."""
        things = self.pen.points_at("tribune")
        share = self.width / 2 if self.compact and len(things) > 1 else self.width
        for place, thing in enumerate(things):
            across, down = (place, 0) if self.compact else (0, place)
            box = Box(across * share + 1, self.y + down * (_TRIBUNE + 6) + 1, share - 2 - 4 * self.compact, _TRIBUNE)
            self.drawn.append(self._tribune(thing, box))
        if things:
            self.y += (_TRIBUNE + 6) * (1 if self.compact else len(things)) + 4

    def _tribune(self, thing: str, box: Box) -> str:
        pen, symbol = self.pen, thing.partition(":")[2]
        room = box.width - 44
        said = text.wrapped(pen.say("ignore_for_any", street=symbol), "sans-600", 12.5, room)
        first = box.y + (box.height - _LINE * len(said)) / 2 + 11.5
        lines = [
            pen.text(box.x + 38, first + _LINE * line, content, face="sans-600", size=12.5, room=room)
            for line, content in enumerate(said)
        ]
        ground = pen.rect(box, "card", radius=6, stroke="line")
        figure = pieces.resource(pen, "tribune", box.x + 8, box.y + (box.height - 24) / 2, 24)
        return pen.framed(thing, box, ground, figure, *lines, radius=6)

    def add_receiver(self, seat: Seat) -> None:
        """Who is given the tile that is not kept."""
        pen = self.pen
        self._rule()
        said = text.wrapped(pen.say("receives", player=pen.drawing.players[seat]), "sans", _SMALL, self.width - 44)
        high = max(_LINE * len(said), 20) + 12
        mark = pen.seat_mark(seat, 20, self.y + high / 2, 20)
        first = self.y + (high - _LINE * len(said)) / 2 + 11.5
        lines = [
            pen.text(38, first + _LINE * line, content, size=_SMALL, room=self.width - 44)
            for line, content in enumerate(said)
        ]
        self.drawn.append(mark + "".join(lines))
        self.y += high
