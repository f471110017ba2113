"""What a player has, in symbols and numbers: money, pieces, goods, badges, the top of the pile, goods to come."""

from typing import NamedTuple

from domain.concordia.data import CARDS, GOODS, Good
from domain.concordia.state import OVER
from services.render import svg, text
from services.render.concordia.cards import kind_name, picture_of
from services.render.concordia.pen import ConcordiaPen, PieceKind, lettered

_PIECES: tuple[PieceKind, ...] = ("house", "land", "sea")
_POINTS_ROOM = 90.0
_NAME_ROOM = 70.0


class Columns(NamedTuple):
    """Where the numbers stand, side by side around `y`; goods around a line of their own if there is no room."""

    x: float
    y: float
    money: float
    each: float
    goods: tuple[float, float]


def holdings(pen: ConcordiaPen, seat: int, at: Columns) -> str:
    """Money, houses, colonists on the board and the five goods; what is not there is faint."""
    player = pen.public.players[seat]
    drawn = [number(pen, f"money:{seat}", player.money, pen.coin(at.x + 8, at.y, 16), (at.x + 18, at.y), at.money - 19)]
    counts = (len(player.houses), len(player.colonists["land"]), len(player.colonists["sea"]))
    for i, (kind, count) in enumerate(zip(_PIECES, counts, strict=True)):
        x = at.x + at.money + at.each * i
        icon = pen.piece(kind, seat, x + 7, at.y, 13, letter=False)
        drawn.append(number(pen, f"count:{seat}:{kind}", count, icon, (x + 17, at.y), at.each - 18))
    x, y = at.goods
    drawn += [_good(pen, seat, good, (x + at.each * i, y), at.each) for i, good in enumerate(GOODS)]
    return lettered(*drawn)


def _good(pen: ConcordiaPen, seat: int, good: Good, at: tuple[float, float], room: float) -> str:
    count = pen.public.players[seat].goods[good]
    icon = pen.good(good, at[0] + 8, at[1], 16)
    drawn = number(pen, f"goods:{seat}:{good}", count, icon, (at[0] + 18, at[1]), room - 19)
    return drawn if count else svg.element("g", drawn, opacity=0.4)


def number(pen: ConcordiaPen, thing: str, count: int, icon: str, at: tuple[float, float], room: float) -> str:
    """A symbol and how many there are of it, within `lettered`."""
    colour = "accent" if pen.state_of(thing) == "changed" else "ink"
    shown, size = text.fitted(str(count), "sans-700", 14, room)
    pen.note(at[0], at[1] + 5, shown, "sans-700", size, room=room)
    words = svg.element(
        "text", shown, x=at[0], y=at[1] + 5, font_size=size, fill=pen.theme[colour], text_anchor="start"
    )
    return pen.thing(thing, icon, words)


def pile_chip(pen: ConcordiaPen, seat: int, right: float, y: float) -> tuple[str, float]:
    """The top of the pile as a chip that ends at `right`, and where it begins."""
    pile, thing = pen.public.players[seat].discard, f"pile:{seat}"
    if not pile:
        empty = pen.rect((right - 26, y, 26, 21), edge="con-card-edge", radius=4, dash="3 2.5")
        return pen.thing(thing, empty), right - 26
    card = CARDS[pile[-1]]
    name, size = text.fitted(kind_name(pen, card), "sans", 12.5, _NAME_ROOM)
    wide = text.width(name, "sans", size) + 31
    left = right - wide
    body = pen.frame(thing, (left, y, wide, 21), radius=4) + picture_of(pen, card, left + 13, y + 10.5, 15)
    return pen.thing(thing, body, pen.text(left + 24, y + 15, name, size=size, room=_NAME_ROOM)), left


def badges(pen: ConcordiaPen, seat: int, right: float, y: float) -> tuple[str, float]:
    """Præfectus Magnus, the Concordia card and points, from `right` to the left; and where they begin."""
    public, drawn, left = pen.public, [], right
    if public.magnus == seat:
        left -= 21
        drawn.append(magnus(pen, left + 10, y, 19))
    if public.concordia == seat:
        left -= 23
        drawn.append(pen.thing("concordia", pen.icon("concordia", left, y - 10, 20, "accent")))
    words = points(pen, seat)
    if words is not None:
        left -= min(text.width(words[1], "serif-600", 14), _POINTS_ROOM) + 6
        shown = pen.text(left, y + 5, words[1], face="serif-600", size=14, colour="accent", room=_POINTS_ROOM)
        drawn.append(pen.thing(words[0], shown))
    return "".join(drawn), left


def magnus(pen: ConcordiaPen, x: float, y: float, size: float) -> str:
    """The wreath of Præfectus Magnus around (x, y)."""
    ring = pen.round_mark("magnus", x, y, size * 0.7)
    return pen.thing("magnus", ring, pen.icon("magnus", x - size / 2, y - size / 2, size, None))


def points(pen: ConcordiaPen, seat: int) -> tuple[str, str] | None:
    """What is known of a player's points: the score once there is one, else the track of the interim scoring."""
    interim = pen.public.interim
    if pen.public.step == OVER or any(pen.view.scores):
        return f"score:{seat}", pen.drawing.say("draw.points", points=pen.view.scores[seat])
    if interim is not None and interim[seat] is not None:
        return f"interim:{seat}", pen.drawing.say("draw.interim", points=interim[seat])
    return None


def awaited(pen: ConcordiaPen, seat: int, right: float, y: float) -> tuple[str, float]:
    """Goods on their way to a player as small symbols that end at `right`; and where they begin."""
    public, drawn, left = pen.public, [], right
    groups = [("owed", one.goods) for one in public.overflows if one.seat == seat]
    groups += [("due", one.goods) for one in public.receipts if one.seat == seat]
    for prefix, goods in groups:
        ordered = sorted(goods, key=GOODS.index, reverse=True)
        for i, good in enumerate(ordered):
            left -= 17
            thing = f"{prefix}:{seat}:{good}:{ordered[: i + 1].count(good)}"
            drawn.append(pen.thing(thing, lettered(pen.good(good, left + 8, y, 15))))
    if drawn:
        left -= 13
        drawn.append(pen.text(left, y + 5, "+", face="sans-600", size=14, colour="accent", room=12))
    return "".join(drawn), left
