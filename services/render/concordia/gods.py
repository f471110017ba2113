"""What the gods give: for the reader's own cards as things stand, or how many cards each player has of them."""

from domain.concordia.data import CARDS, GODS
from domain.concordia.scoring import term_of
from domain.concordia.state import Player
from services.render.concordia.pen import ConcordiaPen
from services.render.drawing import Drawing, Part

_WIDTH, _HEAD, _ROW = 360.0, 24.0, 26.0
_COLUMN = 24.0


def gods(drawing: Drawing) -> Part:
    """A row a god."""
    pen = ConcordiaPen(drawing)
    count = len(pen.public.players)
    in_drawer = drawing.compact  # which has a heading of its own
    head = "" if in_drawer else pen.text(0, 15, drawing.say("draw.gods"), face="sans-600", size=12.5, room=120)
    if pen.own is None:
        marks = [pen.seat_mark(seat, _column(seat, count), 11, 16) for seat in range(count)]
        about = ""
    else:
        marks = []
        about = pen.text(_WIDTH, 15, drawing.say("draw.god_now"), size=11.5, colour="faint", anchor="end", room=220)
    rows = [_god(pen, god, _HEAD + _ROW * i) for i, god in enumerate(GODS)]
    return pen.part("gods", drawing.say("draw.gods"), (_WIDTH, _HEAD + _ROW * len(GODS)), head, about, *marks, *rows)


def _column(seat: int, count: int) -> float:
    return _WIDTH - _COLUMN * (count - seat) + _COLUMN / 2


def _god(pen: ConcordiaPen, god: str, top: float) -> str:
    base = top + 18
    rule = pen.rule(0, top, _WIDTH, 0)
    name = pen.text(21, base, pen.drawing.name(god), face="sans-600", size=12.5, room=64)
    kept = _COLUMN * len(pen.public.players) if pen.own is None else 74
    words = pen.text(
        88, base, pen.drawing.say(f"draw.god.{god}"), size=11.5, colour="faint", room=_WIDTH - 88 - kept - 4
    )
    told = _cards(pen, god, base) if pen.own is None else _worth(pen, pen.own, god, base)
    return rule + pen.icon(f"god-{god}", 1, top + 5, 15) + name + words + told


def _cards(pen: ConcordiaPen, god: str, base: float) -> str:
    """How many cards of the god each player has."""
    players = pen.public.players
    numbers = [sum(CARDS[card].god == god for card in (*player.hand, *player.discard)) for player in players]
    return "".join(
        pen.text(
            _column(seat, len(players)),
            base,
            str(number),
            face="sans-600" if number else "sans",
            size=13,
            colour="ink" if number else "faint",
            anchor="middle",
            room=_COLUMN,
        )
        for seat, number in enumerate(numbers)
    )


def _worth(pen: ConcordiaPen, own: Player, god: str, base: float) -> str:
    """How the points of a god come about, and their sum."""
    points = [
        term_of(pen.public, own, CARDS[card]).points for card in (*own.hand, *own.discard) if CARDS[card].god == god
    ]
    sums = f"{len(points)} × {points[0]}" if points and len(set(points)) == 1 else str(len(points))
    detail = pen.text(_WIDTH - 30, base, sums, size=12, colour="faint", anchor="end", room=42)
    total = pen.text(_WIDTH - 1, base, str(sum(points)), face="serif-700", size=15, anchor="end", room=26)
    return detail + total
