"""The pieces of the seats: figures are the seat's mark with what tells their rank; markers and roundels."""

from domain.kernel.ids import Seat
from services.render import svg
from services.render.trajan.pen import TablePen

Point = tuple[float, float]
_BODY = 24
_HEAD_UP = (13.5, 15, 15, 15.5, 15)
"""How far above the middle of each seat's shape a worker's head sits."""


def legionary(pen: TablePen, seat: Seat, at: Point, scale: float) -> str:
    """The seat's mark with a spear."""
    spear = pen.symbol_at("piece-legionary", at, 48 * scale)
    return spear + _mark_on_card(pen, seat, at, scale)


def general(pen: TablePen, seat: Seat, at: Point, scale: float) -> str:
    """The seat's mark on a standard."""
    standard = pen.symbol_at("piece-general", at, 56 * scale)
    return standard + _mark_on_card(pen, seat, at, scale)


def worker(pen: TablePen, seat: Seat, at: Point, scale: float) -> str:
    """The seat's mark with a head."""
    head = svg.element(
        "circle",
        cx=at[0],
        cy=at[1] - _HEAD_UP[seat] * scale,
        r=6.5 * scale,
        fill=pen.theme.seat(seat),
        stroke=pen.theme["outline"],
        stroke_width=1.4 * scale,
    )
    return head + pen.seat_mark(seat, *at, _BODY * scale)


def disc(pen: TablePen, seat: Seat, at: Point) -> str:
    """The seat's mark on a disc of the senate."""
    return pen.circle(at, 11.2, "card", "ink") + pen.seat_mark(seat, *at, 16.6)


def arch(pen: TablePen, seat: Seat, at: Point, size: float) -> str:
    """The arch, in the seat's colour."""
    drawn = pen.symbol_at("p-arch", at, size, f"seat-{seat + 1}")
    return svg.element("g", drawn, stroke=pen.theme["outline"], stroke_width=1.2)


def marker(pen: TablePen, colour: str, at: Point, size: float) -> str:
    """An octagon of the action circle: colour and glyph."""
    return pen.symbol_at(f"m-{colour}", at, size, None)


def coin(pen: TablePen, at: Point, worth: str, *, gold: bool, radius: float = 8.5) -> str:
    """A roundel of gold or silver with a figure on it."""
    fill, line, on = (
        ("coin", "coin-edge", "on-coin") if gold else ("trajan-silver", "trajan-silver-line", "trajan-on-silver")
    )
    figure = pen.text(
        at[0],
        at[1] + radius * 0.45,
        worth,
        face="serif-700",
        size=radius * 1.3,
        colour=on,
        anchor="middle",
        room=2 * radius,
    )
    return pen.circle(at, radius, fill, line) + figure


def _mark_on_card(pen: TablePen, seat: Seat, at: Point, scale: float) -> str:
    """The mark with a rim of the card's colour, so that spear, border and mark stay apart."""
    rim = pen.circle(at, 11.5 * scale, "card")
    return rim + pen.seat_mark(seat, *at, _BODY * scale)
