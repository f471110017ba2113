"""What lies before a seat, each kind in a box: hand, goods laid out, tiles, bonus tiles, buildings."""

from collections import Counter
from collections.abc import Iterable

from domain.kernel.ids import Seat
from domain.trajan.data import BONUS_TILES, BUILDINGS, DATA, FORUM_TILES, GOODS, SHIPS, WILD_GOOD
from domain.trajan.state import Bonus
from services.render.trajan import tiles
from services.render.trajan.circle import numbered
from services.render.trajan.pen import Box, TablePen
from services.render.trajan.rows import Item, Shape, lay

_CARD = Shape(42, 56, edge=11)
_SMALL_CARD = Shape(26, 36, gap=3, edge=7)
_TILE = Shape(36, 36, edge=9)
_BONUS = Shape(58, 36)
_BUILDING = Shape(36, 36, edge=13)
_RAISED = 5
_FOR_THUMBS = 1.3


# The hand


def hand(pen: TablePen, seat: Seat, box: Box) -> str:
    """The reader's own cards; of others only those that everyone saw, and how many more there are."""
    return _own_hand(pen, box) if seat == pen.view.seat else _seen_hand(pen, seat, box)


def _own_hand(pen: TablePen, box: Box) -> str:
    held, chosen = Counter(pen.view.hand), _chosen_cards(pen)
    shape = _CARD if box.height >= _CARD.height else _SMALL_CARD
    drawn = []
    for item in lay(_alike(held, GOODS), shape, box._replace(y=box.y + _RAISED, height=box.height - _RAISED)):
        handle = f"card:{item.kind}"
        name = numbered(handle, item.number)
        # Those that were chosen are the last of their kind: the first ones can still be pointed at.
        taken = item.number > held[item.kind] - chosen[item.kind]
        place = item.box._replace(y=item.box.y - _RAISED) if taken else item.box
        card = tiles.goods_card(pen, item.kind, place, named=item.number == 1 and shape is _CARD)
        if taken:
            drawn.append(pen.thing(name, card, pen.ring("chosen", place.grown(1.5), 5)))
        else:
            drawn.append(pen.piece(name, place, card, twin_of=handle, margin=1.5))
    return "".join(drawn)


def _chosen_cards(pen: TablePen) -> Counter[str]:
    """How many cards of each good the reader has put aside to lay out or ship."""
    owed = pen.public.owed[-1] if pen.public.owed else None
    size = SHIPS[owed.what].unit_cards if owed and owed.kind == "shipment" else 1
    found: Counter[str] = Counter()
    for unit in pen.view.chosen:
        found[unit.good] += size - unit.wilds
    return found


def _seen_hand(pen: TablePen, seat: Seat, box: Box) -> str:
    seen = Counter(pen.mat(seat).seen_in_hand)
    hidden = max(pen.view.hand_sizes[seat] - seen.total(), 0)
    back = Box(box.x, box.y, _SMALL_CARD.width, min(_SMALL_CARD.height, box.height))
    count = pen.text(
        back.centre[0], back.y + back.height - 6, str(hidden), face="serif-700", size=12, anchor="middle", room=22
    )
    drawn = [pen.thing(pen.of(seat, "unseen"), tiles.card_back(pen, back), count)]
    room = Box(back.x + back.width + 6, box.y, box.width - back.width - 6, box.height)
    for item in lay(_alike(seen, GOODS), _SMALL_CARD, room):
        name = pen.of(seat, numbered(f"seen:{item.kind}", item.number))
        drawn.append(pen.piece(name, item.box, tiles.goods_card(pen, item.kind, item.box), margin=1.5))
    return "".join(drawn)


# What lies open


def laid_out(pen: TablePen, seat: Seat, box: Box) -> str:
    """The goods cards before a seat."""
    name = pen.of(seat, "laid-out")
    ground = pen.rect(box, "trajan-stone", "line", stroke_width=1)
    cards = Counter(pen.mat(seat).laid_out)
    drawn = []
    for item in lay(_alike(cards, GOODS), _sized(pen, _SMALL_CARD), box.grown(-4)):
        thing = pen.of(seat, numbered(f"laid:{item.kind}", item.number))
        drawn.append(pen.piece(thing, item.box, tiles.goods_card(pen, item.kind, item.box), margin=1.5))
    return pen.piece(name, box, ground, *drawn, margin=1)


def stored(pen: TablePen, seat: Seat, box: Box) -> str:
    """Forum and extra-action tiles, and Trajan tiles that cover a need every quarter."""
    mat = pen.mat(seat)
    groups = [[tile] for tile in mat.kept] + _alike(Counter(mat.tiles), FORUM_TILES)
    return "".join(_stored_tile(pen, seat, item) for item in lay(groups, _sized(pen, _TILE), box))


def _stored_tile(pen: TablePen, seat: Seat, item: Item) -> str:
    if item.kind not in FORUM_TILES:
        return pen.piece(
            pen.of(seat, f"kept:{item.kind}"), item.box, tiles.kept_need(pen, item.kind, item.box), margin=1.5
        )
    handle = pen.of(seat, f"tile:{item.kind}")
    name = numbered(handle, item.number)
    drawn = tiles.forum_tile(pen, item.kind, item.box, figures=item.number == 1)
    wilds = sum(unit.wilds for unit in pen.view.chosen) if seat == pen.view.seat and item.kind == WILD_GOOD else 0
    if wilds and item.number > pen.mat(seat).tiles.count(WILD_GOOD) - wilds:
        return pen.thing(name, drawn, pen.ring("chosen", item.box.grown(1.5), 5))
    return pen.piece(name, item.box, drawn, twin_of=handle, margin=1.5)


def bonus_tiles(pen: TablePen, seat: Seat, box: Box) -> str:
    """Bonus tiles with the side that is up."""
    gold = {bonus.tile: bonus.gold for bonus in pen.mat(seat).bonus}
    groups = [[tile] for tile in BONUS_TILES if tile in gold]
    return "".join(
        pen.piece(
            pen.of(seat, f"bonus:{item.kind}"),
            item.box,
            tiles.bonus_tile(pen, Bonus(item.kind, gold[item.kind]), item.box),
            margin=1.5,
        )
        for item in lay(groups, _sized(pen, _BONUS), box)
    )


def buildings(pen: TablePen, seat: Seat, box: Box) -> str:
    """One place for each kind of building; those that the seat has not built are holes."""
    own = sorted(pen.mat(seat).buildings)
    groups = [[tile for tile in own if BUILDINGS[tile][0] == kind.id] or [kind.id] for kind in DATA.construction_kind]
    drawn = []
    for item in lay(groups, _sized(pen, _BUILDING), box):
        if item.kind in BUILDINGS:
            name = pen.of(seat, f"built:{item.kind}")
            drawn.append(pen.piece(name, item.box, tiles.building(pen, item.kind, item.box), margin=1.5))
        else:
            drawn.append(tiles.building_place(pen, item.kind, item.box))
    return "".join(drawn)


def _sized(pen: TablePen, shape: Shape) -> Shape:
    """On a phone everything is large enough for a thumb."""
    return shape.scaled(_FOR_THUMBS) if pen.drawing.compact else shape


def width_wanted(pen: TablePen, seat: Seat) -> tuple[float, ...]:
    """The widths of a row for a phone: hand, tiles, goods laid out, buildings, bonus tiles."""
    mat = pen.mat(seat)
    kinds = Counter(BUILDINGS[tile][0] for tile in mat.buildings)
    own = pen.view.hand if seat == pen.view.seat else ["", *mat.seen_in_hand]
    return (
        _row_width(Counter(own), _CARD),
        _row_width(Counter(mat.tiles + mat.kept), _TILE.scaled(_FOR_THUMBS)),
        max(_row_width(Counter(mat.laid_out), _SMALL_CARD.scaled(_FOR_THUMBS)) + 10, 60),
        _row_width(
            Counter({kind.id: max(kinds[kind.id], 1) for kind in DATA.construction_kind}), _BUILDING.scaled(_FOR_THUMBS)
        ),
        _row_width(Counter(bonus.tile for bonus in mat.bonus), _BONUS.scaled(_FOR_THUMBS)),
    )


def _row_width(counted: Counter[str], shape: Shape) -> float:
    return sum(shape.wide(count) + shape.gap for count in counted.values())


def _alike(counted: Counter[str], order: Iterable[str]) -> list[list[str]]:
    """Equal things together, in a fixed order."""
    return [[kind] * counted[kind] for kind in order if counted[kind]]
