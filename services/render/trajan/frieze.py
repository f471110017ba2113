"""The frieze that fills up: four quarters of four rounds; the round that is played is in accent."""

from domain.trajan.data import DATA
from services.render.drawing import Drawing, Part
from services.render.trajan.calendar import ROMAN
from services.render.trajan.pen import Box, TablePen

_ROUND, _GAP, _APART = 19.0, 2.0, 12.0
_TOP, _HIGH, _BASE = 3.0, 10.0, 28.0
_ROUNDS = DATA.calendar.rounds_per_quarter
_QUARTER = _ROUNDS * (_ROUND + _GAP) - _GAP
_WIDTH = DATA.calendar.quarters * (_QUARTER + _APART) - _APART + 2


def frieze(drawing: Drawing) -> Part:
    """Every round of the game, as a part."""
    pen = TablePen(drawing)
    quarters = "".join(_quarter(pen, quarter) for quarter in range(DATA.calendar.quarters))
    return pen.part("frieze", drawing.say("part.frieze"), (_WIDTH, _BASE + 6), quarters)


def _quarter(pen: TablePen, quarter: int) -> str:
    public = pen.public
    left = 1 + quarter * (_QUARTER + _APART)
    now = (public.quarter - 1) * _ROUNDS + public.rounds
    drawn = []
    for number in range(_ROUNDS):
        place = quarter * _ROUNDS + number
        playing = place == now and public.step != ""
        fill = "accent" if playing else "ink" if place < now or public.step == "" else None
        box = Box(left + number * (_ROUND + _GAP), _TOP, _ROUND, _HIGH)
        drawn.append(pen.rect(box, fill, fill or "faint", rx=1.5))
    current = quarter == public.quarter - 1
    numeral = pen.text(
        left + _QUARTER / 2,
        _BASE,
        ROMAN[quarter],
        face="serif-600",
        size=12,
        colour="ink" if current else "faint",
        anchor="middle",
        room=_QUARTER,
    )
    return "".join(drawn) + numeral
