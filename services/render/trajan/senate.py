"""The senate: stacked discs on steps, the votes so far, and the bonus tiles for the two consuls."""

from collections.abc import Sequence

from domain.kernel.ids import Seat
from domain.trajan.actions.senate import space_of
from domain.trajan.data import SENATE_SPACES, VOTES_OF
from services.render import svg
from services.render.drawing import Drawing, Part
from services.render.trajan import pieces, tiles
from services.render.trajan.pen import Box, TablePen

SIZE = (300, 188)
_STEP, _RISE = 26.6, 13.4
_FOOT, _LOWEST = 186.0, 164.0
_DISC_UP, _DISC_PITCH = 11.5, 12.0
_PER_VOTE, _LONGEST_BAR = 4.6, 70.0
_CONSULS = ("I", "II")


def senate(drawing: Drawing) -> Part:
    """The senate as a part."""
    pen = TablePen(drawing)
    told = pen.view.outlook
    consuls = told.vote_ranking or tuple(pen.seats)
    offers = [_offer(pen, tile, Box(230, 81 + 54 * row, 68, 48)) for row, tile in enumerate(pen.public.offered)]
    rows = [_votes(pen, seat, consuls, 8 + 19 * row) for row, seat in enumerate(consuls)]
    title = pen.say("part.senate", votes=list(told.votes))
    return pen.part("senate", title, SIZE, _steps(pen), _discs(pen), _next_step(pen), *offers, *rows)


def _top(space: int) -> float:
    return _LOWEST - _RISE * space


def _middle(space: int) -> float:
    return _STEP * (space + 0.5)


def _steps(pen: TablePen) -> str:
    outline = f"M0 {_FOOT}" + "".join(
        f"V{svg.number(_top(n))}H{svg.number(_STEP * (n + 1))}" for n in range(len(SENATE_SPACES))
    )
    stair = pen.path(f"{outline}V{_FOOT}Z", "trajan-stone", "trajan-mosaic-2", stroke_width=1.4)
    figures = [
        pen.text(
            _middle(n),
            _top(n) + 16.2,
            str(space.vp) if space.vp else "–",
            face="serif-700",
            size=12,
            colour="faint",
            anchor="middle",
            room=_STEP - 4,
        )
        for n, space in enumerate(SENATE_SPACES)
    ]
    return stair + "".join(figures)


def _place(space: int, height: int) -> tuple[float, float]:
    """The middle of a disc so high on the stack of a space."""
    return _middle(space), _top(space) - _DISC_UP - _DISC_PITCH * height


def _discs(pen: TablePen) -> str:
    drawn = ""
    for space, stack in enumerate(pen.public.senate):
        for height, seat in enumerate(stack):
            at = _place(space, height)
            name = pen.of(seat, "disc")
            ring = pen.round_ring(pen.state_of(name), at, 13.5)
            drawn += pen.thing(name, pieces.disc(pen, seat, at), ring)
    return drawn


def _next_step(pen: TablePen) -> str:
    """The step that the reader's disc may take."""
    state = pen.state_of("next-step")
    seat = pen.view.seat
    if not state or seat is None:
        return ""
    space = space_of(pen.public, seat) + 1
    at = _place(space, len(pen.public.senate[space]))
    ground = pen.circle(at, 11.2, "legal-soft")
    return pen.thing("next-step", ground, pen.round_ring(state, at, 11.2))


def _offer(pen: TablePen, tile: str, box: Box) -> str:
    return pen.piece(f"offer:{tile}", box, tiles.offered_bonus_tile(pen, tile, box))


def _votes(pen: TablePen, seat: Seat, consuls: Sequence[Seat], y: float) -> str:
    """A bar: full for the track, pale for each tile."""
    drawn = pen.seat_mark(seat, 8, y, 15)
    total = pen.view.outlook.votes[seat]
    tiles_of = [VOTES_OF[tile] for tile in pen.mat(seat).tiles if tile in VOTES_OF]
    each = min(_PER_VOTE, _LONGEST_BAR / max(total, 1))
    x = 21.0
    for count, opacity in ((total - sum(tiles_of), 1.0), *((votes, 0.5) for votes in tiles_of)):
        if count:
            drawn += svg.element(
                "rect",
                x=x,
                y=y - 4.5,
                width=max(each * count - 1.6, 1),
                height=9,
                rx=1.5,
                fill=pen.theme.seat(seat),
                fill_opacity=None if opacity == 1 else opacity,
                stroke=pen.theme.seat(seat),
                stroke_width=0.8,
            )
            x += each * count
    drawn += pen.text(x + 5, y + 4.2, str(total), face="sans-700", size=12, room=18)
    place = consuls.index(seat)
    if place < len(_CONSULS) and any(pen.public.senate):
        drawn += pieces.coin(pen, (x + 33, y), _CONSULS[place], gold=place == 0, radius=6.8)
    return drawn
