"""Sowing while it is composed: the path from the emptied bowl, its step numbers, and what comes next."""

from domain.kernel.ids import Seat
from domain.trajan.data import BOWLS, DATA, PLACE_OF
from services.render import svg
from services.render.trajan.geometry import RING, bowl_at, marker_size, on_ring, packed, turn_of
from services.render.trajan.pen import TablePen

_ACTION_KINDS = frozenset({"action", "repetition", "repeat", "discard", "lay_out", "shipment"})


def due_action(pen: TablePen, seat: Seat) -> str | None:
    """The action that the reader has to perform now; red means only the reader's own turn."""
    owed = pen.public.owed[-1] if pen.public.owed else None
    if owed is None or seat != pen.view.seat or owed.seat != seat or owed.kind not in _ACTION_KINDS:
        return None
    return owed.what if owed.kind in {"action", "repetition", "repeat"} else "port"


def receives(pen: TablePen, seat: Seat, place: int) -> str:
    """A glow around the bowl that gets the reader's next marker."""
    if seat != pen.view.seat or not any(handle.startswith("marker:") for handle in pen.drawing.legal):
        return ""
    if place != _next_place(pen, seat):
        return ""
    return svg.element(
        "circle",
        cx=bowl_at(place)[0],
        cy=bowl_at(place)[1],
        r=45,
        fill="none",
        stroke=pen.theme["accent"],
        stroke_width=3,
        stroke_opacity=0.55,
    )


def _next_place(pen: TablePen, seat: Seat) -> int:
    if pen.public.in_hand:
        return (pen.public.sown_into + 1) % len(BOWLS)
    room = DATA.players.start.markers_per_bowl
    return next(place for place, bowl in enumerate(pen.mat(seat).bowls) if len(bowl) < room)


def ribbon(pen: TablePen, seat: Seat) -> str:
    """From the bowl that the reader's draft took to the one that got the last marker so far."""
    taken = [bowl for bowl in BOWLS if f"bowl:{bowl}" in pen.drawing.chosen]
    if seat != pen.view.seat or not taken or pen.public.turn != seat:
        return ""
    start = PLACE_OF[taken[0]]
    steps = _steps(pen, seat, start)
    ghosts = _ghosts(pen, seat, start, steps + len(pen.public.in_hand))
    return ghosts + (_arrow(pen, start, steps) if steps else "")


def _steps(pen: TablePen, seat: Seat, start: int) -> int:
    """How many bowls the path has reached; a whole round has put a marker into the emptied bowl."""
    steps = (pen.public.sown_into - start) % len(BOWLS)
    return steps or (len(BOWLS) if pen.mat(seat).bowls[start] else 0)


def _ghosts(pen: TablePen, seat: Seat, start: int, count: int) -> str:
    """Where the markers of the emptied bowl lay."""
    if pen.mat(seat).bowls[start] or not count:
        return ""
    x, y = bowl_at(start)
    size = marker_size(count)
    ground = pen.circle((x, y), 37, "trajan-emptied")
    places = packed(count, start)
    return ground + "".join(pen.symbol_at("octagon", (x + right, y + down), size, None) for right, down in places)


def _arrow(pen: TablePen, start: int, steps: int) -> str:
    first = turn_of(start) - 8
    last = turn_of(start) - 60 * steps + 24
    begin, end = on_ring(first), on_ring(last)
    large = int(first - last > 180)  # noqa: PLR2004 - half a turn
    d = "M{} {}A{r} {r} 0 {large} 1 {} {}".format(*map(svg.number, (*begin, *end)), r=svg.number(RING), large=large)
    casing = pen.path(d, None, "card", stroke_width=13, stroke_linecap="round")
    band = pen.path(d, None, "accent", stroke_width=8, stroke_linecap="round")
    tip = on_ring(last - 4)
    # The head points along the ring, clockwise.
    turned = f"translate({svg.number(tip[0])} {svg.number(tip[1])})rotate({svg.number(90 - (last - 4))})"
    head = pen.path("M-9-9.5 8 0-9 9.5Z", "accent", "card", stroke_width=2.2, stroke_linejoin="round", transform=turned)
    numbers = [_number(pen, on_ring(turn_of(start) - 60 * step + 30), step) for step in range(1, steps + 1)]
    return casing + band + head + "".join(numbers)


def _number(pen: TablePen, at: tuple[float, float], step: int) -> str:
    figure = pen.text(
        at[0], at[1] + 3.8, str(step), face="sans-700", size=11, colour="on-accent", anchor="middle", room=14
    )
    return pen.circle(at, 8.2, "accent", "card") + figure
