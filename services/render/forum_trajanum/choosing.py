"""Who has chosen while everyone chooses in secret: how many choices each seat has made, never which."""

from domain.forum_trajanum.state import SECRET_STAGES, Public
from services.render.forum_trajanum.pen import TablePen

_LINE = 26.0


def is_secret(public: Public) -> bool:
    """Whether everyone chooses at the same time, in secret."""
    return public.stage in SECRET_STAGES


def choosing(pen: TablePen, width: float) -> tuple[str, float]:
    """A line a seat, and how high all of them are. The line of another seat opens its board."""
    seats = range(len(pen.public.colonies))
    return "".join(_line(pen, seat, seat * _LINE, width) for seat in seats), len(seats) * _LINE


def _line(pen: TablePen, seat: int, y: float, width: float) -> str:
    made, left = pen.public.chosen[seat], pen.public.waiting[seat]
    said = pen.say("ready") if not left else pen.say("made_of", made=made, choices=made + left)
    word = pen.text(width, y + 17, said, size=12, colour="faint" if left else "good", anchor="end", room=64)
    right = width - 70
    dots = [
        pen.disc(right - 12 * (made + left - 1 - place), y + 13, 4, "ink" if place < made else None, "ink", 1.2)
        for place in range(made + left)
    ]
    room = right - 12 * (made + left) - 34
    name = pen.text(
        28, y + 17.5, pen.drawing.players[seat], face="sans-600" if pen.is_own(seat) else "sans", size=13.5, room=room
    )
    kind = "reader" if pen.is_own(seat) else "player"
    return pen.thing(f"{kind}:{seat}", pen.seat_mark(seat, 11, y + 13, 20), name, *dots, word)
