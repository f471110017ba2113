"""The frieze that fills up: cards sold and the most houses of one player, the two ways to the end, then Concordia."""

from domain.concordia.data import BY_PLAYERS, DATA
from services.render import svg
from services.render.concordia.pen import ConcordiaPen
from services.render.drawing import Drawing, Part

_WIDTH, _HEIGHT = 470.0, 36.0
_TICK, _ROOF = 6.5, 11.0
_HOUSES = DATA.components.per_player.houses


def cards_sold(pen: ConcordiaPen) -> tuple[int, int]:
    """How many cards were bought, and of how many."""
    cards = BY_PLAYERS[len(pen.public.players)].market_cards
    return cards - pen.view.deck_size - sum(card is not None for card in pen.public.display), cards


def progress(drawing: Drawing) -> Part:
    """The frieze."""
    pen = ConcordiaPen(drawing)
    second = 30 * _TICK
    return pen.part(
        "progress",
        drawing.say("draw.progress"),
        (_WIDTH, _HEIGHT),
        _cards(pen, second - 14),
        _houses(pen, second),
        _concordia(pen, second + _HOUSES * _ROOF + 14),
    )


def _cards(pen: ConcordiaPen, room: float) -> str:
    sold, cards = cards_sold(pen)
    ticks = [
        svg.element("rect", x=_TICK * i + 0.5, y=2.5, width=4.5, height=11, rx=1, **_inked(pen, on=i < sold))
        for i in range(cards)
    ]
    words = pen.text(0, 30, pen.drawing.say("draw.sold", sold=sold, cards=cards), size=11.5, colour="faint", room=room)
    return "".join(ticks) + words


def _inked(pen: ConcordiaPen, *, on: bool) -> dict[str, str | float]:
    ink = pen.theme["ink" if on else "faint"]
    return {"fill": ink if on else "none", "stroke": ink, "stroke_opacity": 1 if on else 0.65}


def _houses(pen: ConcordiaPen, x: float) -> str:
    built = [len(player.houses) for player in pen.public.players]
    most = max(built)
    leader = built.index(most)
    colour = pen.theme.seat(leader)
    roofs = []
    for i in range(_HOUSES):
        left, on = svg.number(x + _ROOF * i), i < most
        roofs.append(
            svg.element(
                "path",
                d=f"M{left} 7l4.5-4 4.5 4v6h-9z",
                fill=colour if on else "none",
                stroke=pen.theme["outline" if on else "faint"],
                stroke_opacity=1 if on else 0.65,
            )
        )
    key = "draw.most_houses" if most else "draw.no_houses"
    words = pen.drawing.say(key, houses=most, all=_HOUSES, seat=leader)
    return "".join(roofs) + pen.text(x, 30, words, size=11.5, colour="faint", room=_HOUSES * _ROOF - 4)


def _concordia(pen: ConcordiaPen, x: float) -> str:
    drawing, holder = pen.drawing, pen.public.concordia
    room = _WIDTH - x - 30
    if holder is None:
        sign = pen.icon("concordia", x, 5, 22)
        below = drawing.say("draw.concordia_points", points=DATA.end_of_game.concordia_vp)
    else:
        sign = pen.seat_mark(holder, x + 11, 16, 22)
        below = drawing.say("draw.concordia_taken", seat=holder)
    above = pen.text(x + 28, 14, drawing.say("draw.concordia"), size=11.5, colour="faint", room=room)
    return pen.thing("concordia:card", sign, above, pen.text(x + 28, 28, below, size=11.5, colour="faint", room=room))
