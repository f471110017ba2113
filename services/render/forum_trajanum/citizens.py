"""The six citizen rows beside their streets: who lives there, what the street brings, what the citizens can do."""

from collections.abc import Sequence

from domain.forum_trajanum.data import DATA, ROW, ROWS
from domain.forum_trajanum.scoring import street_terms
from domain.forum_trajanum.state import left_of
from domain.kernel.ids import Seat
from services.render import svg, text
from services.render.forum_trajanum import pieces
from services.render.forum_trajanum.pen import Box, TablePen
from services.render.forum_trajanum.sizes import Size

_SPACES = DATA.citizen_rows.spaces_per_row
_ABILITY: dict[int, tuple[str, ...]] = {
    1: ("area", "'any", "eagle", "'diagonal"),
    2: ("area", ">", "'two_bonuses"),
    3: ("upgrade", ">", "cypress", "'next"),
    4: ("coin", "<>", "tribune", "<>", "assistant"),
    5: ("assistant", ">", "worker_any", "'twice"),
    6: ("assistant", ">", "builder"),
}
"""What the citizens of each row can do, as a pictogram; words begin with an apostrophe."""
_SECOND: dict[int, tuple[str, ...]] = {
    1: ("envoy",),
    2: ("area",),
    3: ("coin", "'or", "tribune"),
    4: ("coin", "'or", "assistant"),
    5: ("worker_any",),
    6: ("builder",),
}
_INK = {"area": "ink", "eagle": "ink", "envoy": "ink", "cypress": "ft-upgrade"}
_SIGN = {">": "u-arrow", "<>": "u-swap"}


def rows(pen: TablePen, seat: int, size: Size) -> str:
    """All six rows; both places of one are pointed at together."""
    points = {term.args["row"]: term for term in street_terms(pen.colony(seat))} if size.told else {}
    drawn = []
    for row in ROWS:
        y = size.top + (row - 0.5) * size.cell
        told = ""
        if size.told:
            term = points.get(row)
            sums = (int(term.args["types"]), int(term.args["times"]), term.points) if term else None
            told = _told(pen, seat, row, size, sums)
        (first, last), r = size.citizens_x, size.citizen + 4
        box = Box(first - r, y - r, last - first + 2 * r, 2 * r)
        drawn.append(pen.framed(pen.of(seat, f"row:{row}"), box, told, _places(pen, seat, row, y, size), radius=r))
    return "".join(drawn)


def _places(pen: TablePen, seat: int, row: int, y: float, size: Size) -> str:
    own = pen.colony(seat)
    living, active = own.rows[row - 1], own.active[row - 1]
    drawn = []
    for number, x in enumerate(size.citizens_x):
        if number < len(living):
            citizen = living[number]
            name = pen.of(seat, f"citizen:{row}:{number + 1}")
            medal = pieces.citizen(pen, citizen.tile, x, y, size.citizen, active=active)
            token = _origin(pen, seat, x, y, size) if citizen.foreign else ""
            drawn.append(pen.thing(name, medal, token))
        else:
            drawn.append(_vacant(pen, x, y, size, DATA.citizen_rows.multiplier[number + 1]))
    return "".join(drawn) + _planned(pen, seat, row, y, size)


def _origin(pen: TablePen, seat: int, x: float, y: float, size: Size) -> str:
    """A small mark of the left neighbour, from whom this citizen came."""
    giver = left_of(Seat(seat), len(pen.public.colonies))
    away = size.citizen * 0.78
    return pen.seat_mark(giver, x + away, y - away, size.citizen * 0.9)


def _vacant(pen: TablePen, x: float, y: float, size: Size, times: int) -> str:
    r = size.citizen
    return pen.icon(f"vacant-{times}", x - r, y - r, 2 * r, None)


def _planned(pen: TablePen, seat: int, row: int, y: float, size: Size) -> str:
    """What the reader has chosen for this row in secret: a citizen to come, or a coin to be paid."""
    secret = pen.secret(seat)
    x, r = size.citizens_x[0], size.citizen
    if pen.public.stage == "women" and secret.row == row:
        return pieces.citizen(pen, pen.colony(seat).start_citizen, x, y, r)
    if pen.public.stage == "newcomers" and secret.newcomer[1] == row:
        return pieces.citizen(pen, pen.colony(seat).open[secret.newcomer[0]], x, y, r)
    if pen.public.stage == "payment" and row in secret.paid_rows:
        return pieces.resource(pen, "coin", x - r * 1.7, y + r * 0.1, r * 1.2)
    return ""


# In words and pictograms


def _told(pen: TablePen, seat: int, row: int, size: Size, sums: tuple[int, int, int] | None) -> str:
    own = pen.colony(seat)
    active = own.active[row - 1]
    top, unit = size.top + (row - 1) * size.cell, size.cell / 60
    room = size.citizens_x[0] - size.citizen - 4
    line = pen.rule(0, top, size.symbol_x - size.symbol - 6) if row in {3, 5} else ""
    figures, taken = _sum(pen, room, top + 16 * unit, sums)
    name = pen.text(
        0,
        top + 16 * unit,
        pen.drawing.name(row),
        face="sans-600",
        size=13 * unit,
        colour="ink" if active else "faint",
        room=room - taken - 4,
    )
    ability = _pictogram(pen, _ABILITY[row], (0, top + 22 * unit), 16 * unit, room)
    second, at = _second(pen, row, top + 44 * unit, 12.5 * unit, room)
    if len(own.rows[row - 1]) == _SPACES:
        second += pen.icon("u-check", at + 4, top + 45 * unit, 10 * unit, "faint")
    used = _uses(pen, seat, row, (room, top + 30 * unit), unit)
    return line + name + figures + svg.group(ability, second, opacity=None if active else 0.66) + used


def _sum(pen: TablePen, right: float, y: float, sums: tuple[int, int, int] | None) -> tuple[str, float]:
    """Different greys × multiplier = points, and how much room that took."""
    if sums is None:
        return "", 0
    types, times, points = sums
    total = pen.text(right, y, str(points), face="sans-700", size=13, anchor="end", room=16)
    wide = text.width(str(points), "sans-700", 13) + 4
    product = f"{types} × {times} ="
    taken = wide + text.width(product, "sans", 11.5)
    return total + pen.text(right - wide, y, product, size=11.5, colour="faint", anchor="end"), taken


def _second(pen: TablePen, row: int, y: float, size: float, room: float) -> tuple[str, float]:
    """What the second citizen of a row brings."""
    word = pen.say("second")
    letters = size * 0.88
    wide = min(text.width(word, "sans", letters), room * 0.4)
    drawn = pen.text(0, y + size * 0.8, word, size=letters, colour="faint", room=room * 0.4)
    parts = _SECOND[row]
    at = wide + 4
    return drawn + _pictogram(pen, parts, (at, y), size, room - at), at + _length(pen, parts, size)


def _length(pen: TablePen, parts: Sequence[str], size: float) -> float:
    return sum(_width(pen, part, size) for part in parts)


def _width(pen: TablePen, part: str, size: float) -> float:
    if part.startswith("'"):
        return text.width(pen.say(part[1:]), "sans", size * 0.72) + size * 0.25
    return size * (0.9 if part in _SIGN else 1.18)


def _pictogram(pen: TablePen, parts: Sequence[str], at: tuple[float, float], size: float, room: float) -> str:
    """Drawings and words in a line; if it is too long, the words give way."""
    x, y = at
    words = sum(_width(pen, part, size) for part in parts if part.startswith("'"))
    share = min(1.0, (room - _length(pen, parts, size) + words) / words) if words else 1.0
    drawn = []
    for part in parts:
        wide = _width(pen, part, size)
        if part.startswith("'"):
            wide *= share
            drawn.append(pen.text(x, y + size * 0.76, pen.say(part[1:]), size=size * 0.72, room=wide - size * 0.2))
        elif part in _SIGN:
            drawn.append(pen.icon(_SIGN[part], x, y + size * 0.14, size * 0.72, "faint"))
        elif part in _INK:
            drawn.append(pen.icon(part, x, y, size, _INK[part]))
        else:
            drawn.append(pieces.resource(pen, part, x, y, size))
        x += wide
    return "".join(drawn)


def _uses(pen: TablePen, seat: int, row: int, right: tuple[float, float], unit: float) -> str:
    """In one's turn: how often the ability can be used and was, as dots."""
    turn, most = pen.public.turn, ROW[row].uses_per_turn
    if turn is None or turn.seat != seat or not most or not pen.colony(seat).active[row - 1]:
        return ""
    used = turn.abilities_used[row - 1]
    x, y = right
    return "".join(
        pen.disc(x - (number + 0.5) * 8 * unit, y, 2.6 * unit, "faint" if number < used else None, "faint")
        for number in range(most)
    )
