"""What a player has, in symbols and numbers: money, pieces, goods, badges, the top of the pile, goods to come."""

from domain.concordia.data import CARDS, GOODS, KINDS
from domain.concordia.state import OVER, Player
from services.render import svg, text
from services.render.concordia.cards import kind_name, picture_of
from services.render.concordia.pen import ConcordiaPen, PieceKind, lettered

_PIECES: tuple[PieceKind, ...] = ("house", "land", "sea")
_ICON, _NUMBER, _WIDEST_GAP = 18.0, 14.0, 16.0
"""The room of a symbol, the size of the number beside it, and how far apart columns stand at most."""
_POINTS, _POINTS_ROOM = 15.0, 90.0
_MAGNUS, _CONCORDIA = 21.0, 23.0
"""The room of the two badges."""
_NAME_ROOM = 70.0


def holdings(pen: ConcordiaPen, seat: int, x: float, lines: tuple[float, ...], room: float) -> str:
    """Money, houses, colonists on the board and goods in one line, or goods in a second one."""
    names = [*_counts(pen.public.players[seat])]
    split = len(names) if len(lines) == 1 else len(names) - len(GOODS)
    drawn = [_line(pen, seat, names[:split], (x, lines[0]), room)]
    if split < len(names):
        drawn.append(_line(pen, seat, names[split:], (x, lines[-1]), room))
    return counted(pen, *drawn)


def counted(pen: ConcordiaPen, *body: str) -> str:
    """A group for symbols with numbers beside them."""
    return lettered(*body, font_size=_NUMBER, fill=pen.theme["ink"])


def _counts(player: Player) -> dict[str, int]:
    """What is counted, by the name of its thing with the seat left open."""
    counts = {"money:{}": player.money, "count:{}:house": len(player.houses)}
    counts |= {f"count:{{}}:{kind}": len(player.colonists[kind]) for kind in KINDS}
    return counts | {f"goods:{{}}:{good}": player.goods[good] for good in GOODS}


def _line(pen: ConcordiaPen, seat: int, names: list[str], at: tuple[float, float], room: float) -> str:
    """Numbers side by side; columns are as wide as the longest number of any player, so that they can be compared."""
    x, y = at
    counts = [_counts(player) for player in pen.public.players]
    widths = [_ICON + max(text.width(str(held[name]), "sans-700", _NUMBER) for held in counts) for name in names]
    gap = min((room - sum(widths)) / (len(names) - 1), _WIDEST_GAP)
    drawn = []
    for name, wide in zip(names, widths, strict=True):
        count = counts[seat][name]
        icon = _symbol(pen, seat, name, (x + 8, y))
        shown = number(pen, name.format(seat), count, icon, (x + _ICON, y), wide - _ICON + gap)
        drawn.append(shown if count else svg.element("g", shown, opacity=0.4))
        x += wide + gap
    return "".join(drawn)


def _symbol(pen: ConcordiaPen, seat: int, name: str, at: tuple[float, float]) -> str:
    kind, _, what = name.partition(":{}")
    what = what.removeprefix(":")
    if kind == "count":
        return pen.stamp(f"{what}-{seat}", lambda: _piece(pen, seat, what), at)
    if kind == "goods":
        return pen.stamp(f"good-{what}", lambda: pen.good(what, 0, 0, 16), at)
    return pen.coin(*at, 16)


def _piece(pen: ConcordiaPen, seat: int, what: str) -> str:
    return "".join(pen.piece(kind, seat, 0, 0, 13, letter=False) for kind in _PIECES if kind == what)


def number(pen: ConcordiaPen, thing: str, count: int, icon: str, at: tuple[float, float], room: float) -> str:
    """A symbol and how many there are of it, within a group that says how numbers are set."""
    colour = pen.theme["accent-deep"] if pen.state_of(thing) == "changed" else None
    shown, size = text.fitted(str(count), "sans-700", _NUMBER, room)
    pen.note(at[0], at[1] + 5, shown, "sans-700", size, room=room)
    middle = at[0] + text.width(shown, "sans-700", size) / 2
    return pen.thing(thing, icon, pen.letter(shown, middle, at[1] + 5, None if size == _NUMBER else size, colour))


def pile_chip(pen: ConcordiaPen, seat: int, right: float, y: float, *, named: bool) -> tuple[str, float]:
    """The top of the pile as a chip that ends at `right`, with or without the card's name, and where it begins."""
    pile, thing = pen.public.players[seat].discard, f"pile:{seat}"
    wide = chip_width(pen, seat, named=named)
    left = right - wide
    if not pile:
        return pen.thing(thing, pen.rect((left, y, wide, 21), edge="con-card-edge", radius=4, dash="3 2.5")), left
    card = CARDS[pile[-1]]
    body = pen.frame(thing, (left, y, wide, 21), radius=4) + picture_of(pen, card, left + 13, y + 10.5, 15)
    if named:
        name, size = _card_name(pen, seat)
        body += pen.text(left + 24, y + 15, name, size=size, room=_NAME_ROOM)
    return pen.thing(thing, body), left


def chip_width(pen: ConcordiaPen, seat: int, *, named: bool) -> float:
    """How wide the chip of a pile is."""
    if not named or not pen.public.players[seat].discard:
        return 26
    name, size = _card_name(pen, seat)
    return text.width(name, "sans", size) + 31


def _card_name(pen: ConcordiaPen, seat: int) -> tuple[str, float]:
    card = CARDS[pen.public.players[seat].discard[-1]]
    return text.fitted(kind_name(pen, card), "sans", 12.5, _NAME_ROOM)


def badges(pen: ConcordiaPen, seat: int, right: float, y: float) -> tuple[str, float]:
    """Præfectus Magnus, the Concordia card and points, from `right` to the left; and where they begin."""
    public, drawn, left = pen.public, [], right
    if public.magnus == seat:
        left -= _MAGNUS
        drawn.append(magnus(pen, left + 10, y, 19))
    if public.concordia == seat:
        left -= _CONCORDIA
        drawn.append(pen.thing("concordia", pen.icon("concordia", left, y - 10, 20, "accent")))
    words = points(pen, seat)
    if words is not None:
        left -= _points_width(words[1])
        shown = pen.text(left, y + 5, words[1], face="serif-600", size=_POINTS, colour="accent-deep", room=_POINTS_ROOM)
        drawn.append(pen.thing(words[0], shown))
    return "".join(drawn), left


def badges_width(pen: ConcordiaPen, seat: int) -> float:
    """How much room the badges of a player take."""
    words = points(pen, seat)
    worn = (_MAGNUS if pen.public.magnus == seat else 0) + (_CONCORDIA if pen.public.concordia == seat else 0)
    return worn + (_points_width(words[1]) if words else 0)


def _points_width(words: str) -> float:
    return min(text.width(words, "serif-600", _POINTS), _POINTS_ROOM) + 6


def magnus(pen: ConcordiaPen, x: float, y: float, size: float) -> str:
    """The wreath of Præfectus Magnus around (x, y)."""
    ring = pen.round_mark("magnus", x, y, size * 0.7)
    return pen.thing("magnus", ring, pen.icon("magnus", x - size / 2, y - size / 2, size, None))


def points(pen: ConcordiaPen, seat: int) -> tuple[str, str] | None:
    """What is known of a player's points: the score once there is one, else the track of the interim scoring."""
    interim = pen.public.interim
    if pen.public.step == OVER or any(pen.view.scores):
        return f"score:{seat}", str(pen.view.scores[seat])
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
        drawn.append(pen.text(left, y + 5, "+", face="sans-600", size=14, colour="accent-deep", room=12))
    return "".join(drawn), left
