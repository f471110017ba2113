"""Where the game stands: a frieze with a front a phase and a bay a round, and the streets that have been drawn."""

from domain.forum_trajanum.data import DATA
from services.render.forum_trajanum import pieces
from services.render.forum_trajanum.pen import TablePen
from services.render.svg import number as n

FRIEZE = (259.0, 44.0)
STREETS = (300.0, 44.0)
_BAYS = DATA.meta.rounds_per_phase
_FRONT, _BETWEEN, _BAY = 77, 14, 18
_ROMAN = ("I", "II", "III")


def frieze(pen: TablePen, x: float, y: float) -> str:
    """The fronts fill up: a gable with the scoring of its phase, a bay with each round."""
    fronts = [_front(pen, phase, x + phase * (_FRONT + _BETWEEN), y) for phase in range(DATA.meta.phases)]
    return "".join(fronts)


def _front(pen: TablePen, phase: int, x: float, y: float) -> str:
    played = pen.public.round - phase * _BAYS
    now = pen.public.phase == phase + 1
    scored = pen.public.phase > phase + 1 or pen.public.stage == "over"
    gable = pen.path(f"M{n(x)} {n(y + 16)}l38.5-15l38.5 15z", fill="ink" if scored else "card", stroke="ink")
    number = pen.text(
        x + 38.5,
        y + 13.8,
        _ROMAN[phase],
        face="serif-700",
        size=9.5,
        colour="card" if scored else "accent" if now else "ink",
        anchor="middle",
    )
    arches = [_bay(pen, x + 5 + bay * _BAY, y, bay + 1, played, now=now and not scored) for bay in range(_BAYS)]
    pillars = "".join(f"M{n(x + 1.5 + bay * _BAY)} {n(y + 21)}h2v17h-2z" for bay in range(_BAYS + 1))
    beams = f"M{n(x)} {n(y + 17)}h77v3h-77zM{n(x - 1.5)} {n(y + 39)}h80v2.6h-80z"
    return gable + number + "".join(arches) + pen.path(pillars + beams, fill="ink")


def _bay(pen: TablePen, x: float, y: float, bay: int, played: int, *, now: bool) -> str:
    current = now and bay == played
    fill = "accent" if current else "ink" if bay <= played else "line"
    return pen.path(f"M{n(x)} {n(y + 38)}v-11a6.5 6.5 0 0 1 13 0v11z", fill=fill)


def streets(pen: TablePen, x: float, y: float) -> str:
    """The twelve symbols; a dot below for each of their two cards that has come up, those of this round in accent."""
    drawn = []
    pitch = STREETS[0] / 12
    symbols = (*DATA.streets.row_symbols, *DATA.streets.column_symbols)
    for place, symbol in enumerate(symbols):
        middle = x + (place + 0.5) * pitch
        now = symbol in pen.public.streets
        disc = pieces.street(pen, symbol, middle, y + 12, 9.6, lit=now)
        drawn.append(pen.thing(f"drawn:{symbol}", disc, _pips(pen, symbol, middle, y + 32)))
    return "".join(drawn)


def _pips(pen: TablePen, symbol: str, x: float, y: float) -> str:
    cards, now = pen.public.revealed.count(symbol), pen.public.streets.count(symbol)
    pips = []
    for place in range(DATA.streets.cards_per_symbol):
        fill = None if place >= cards else "accent" if place >= cards - now else "ink"
        pips.append(pen.disc(x - 4 + 8 * place, y, 2.8, fill, "accent" if fill == "accent" else "faint"))
    return "".join(pips)
