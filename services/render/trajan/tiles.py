"""Tiles and cards: what lies in stacks, on spaces and before the players. At any size, from their corner."""

from domain.trajan.data import (
    BONUS_TILES,
    BUILDINGS,
    FORUM_TILES,
    TRAJAN_TILES,
    TrajanTile,
)
from domain.trajan.state import Bonus
from services.render.trajan import pieces
from services.render.trajan.pen import Box, TablePen

TILE = (46.0, 60.0)
PIGMENT_OF = {good: f"trajan-{'-'.join(tile.goods)}" for tile in BONUS_TILES.values() for good in tile.goods}
_FRACTIONS = {0.5: "½", 1.5: "1½"}
WILD_ICONS = {"good": "cards", "building": "b-door", "extra_action": "t-extra", "need": "n-bread"}


# Trajan tiles


def trajan_tile(pen: TablePen, tile_id: str, x: float, y: float, scale: float, bowl: list[str] | None = None) -> str:
    """Points, what it gives, and its two colours; a tick on those that its bowl holds."""
    tile = TRAJAN_TILES[tile_id]
    ground = pen.icon("tile", x, y, TILE[0] * scale, None, TILE[1] * scale)
    points = pen.text(
        x + 11.5 * scale,
        y + 21.5 * scale,
        str(tile.vp),
        face="serif-700",
        size=20 * scale,
        anchor="middle",
        room=20 * scale,
    )
    return ground + points + _effect(pen, tile, x, y, scale) + _colours(pen, tile, x, y, scale, bowl)


def _effect(pen: TablePen, tile: TrajanTile, x: float, y: float, scale: float) -> str:
    if tile.kind == "plus_two":
        return pen.icon("plus-two", x + 23.6 * scale, y + 8.5 * scale, 21 * scale, None, 15 * scale)
    icon = f"n-{tile.need}" if tile.need else f"e-{tile.kind}"
    drawn = pen.icon(icon, x + 25.5 * scale, y + 4 * scale, 17 * scale)
    if tile.need:
        return drawn + pen.icon("forever", x + 27.9 * scale, y + 19.6 * scale, 12.2 * scale)
    if tile.kind == "points":
        return drawn
    times = pen.text(
        x + 34 * scale,
        y + 30.5 * scale,
        f"×{tile.amount}",
        face="sans-700",
        size=9.5 * scale,
        anchor="middle",
        room=18 * scale,
    )
    return drawn + times


def _colours(pen: TablePen, tile: TrajanTile, x: float, y: float, scale: float, bowl: list[str] | None) -> str:
    drawn = ""
    left = list(bowl or ())
    for place, colour in enumerate(tile.colours):
        at = (x + (12.5 + 21 * place) * scale, y + 45.5 * scale)
        drawn += pieces.marker(pen, colour, at, 20 * scale)
        if colour in left:
            left.remove(colour)
            drawn += pen.icon("tick", at[0] + 1 * scale, at[1] - 13 * scale, 12 * scale, None)
    return drawn


# Forum tiles


def forum_tile(pen: TablePen, tile_id: str, box: Box, *, figures: bool = True) -> str:
    """A tile of the forum; `figures` is false for one that another covers."""
    tile = FORUM_TILES[tile_id]
    kind = {"votes": "votes", "extra_action": "extra"}.get(tile.category, "need")
    role = f"trajan-{'wild' if tile.wild else kind}"
    ground = pen.rect(box, role, f"{role}-line")
    size = min(box.width, box.height)
    centre = box.centre
    if tile.wild:
        star = pen.icon("t-wild", box.x + box.width - size * 0.36, box.y + size * 0.03, size * 0.33, "trajan-wild-line")
        return ground + pen.symbol_at(WILD_ICONS[tile.wild], (centre[0], centre[1] + size * 0.07), size * 0.54) + star
    if tile.category == "votes":
        return ground + _votes(pen, tile.votes, centre, size, figures=figures)
    if tile.action:
        again = pen.symbol_at("t-extra", centre, size * 0.84, "trajan-repeat")
        return ground + again + pen.symbol_at(f"a-{tile.action}", centre, size * 0.37)
    return ground + pen.symbol_at(f"n-{tile.need}", centre, size * 0.63)


def _votes(pen: TablePen, votes: int, centre: tuple[float, float], size: float, *, figures: bool) -> str:
    hand = pen.symbol_at("t-votes", (centre[0] - size * 0.19, centre[1]), size * 0.57)
    if not figures:
        return hand
    number = pen.text(
        centre[0] + size * 0.28,
        centre[1] + size * 0.17,
        str(votes),
        face="serif-700",
        size=size * 0.49,
        anchor="middle",
        room=size * 0.42,
    )
    return hand + number


def kept_need(pen: TablePen, tile_id: str, box: Box) -> str:
    """A Trajan tile that covers its need every quarter."""
    need = TRAJAN_TILES[tile_id].need
    size = box.width
    ground = pen.rect(box, "trajan-need", "good", stroke_width=1.8)
    icon = pen.symbol_at(f"n-{need}", (box.centre[0], box.centre[1] - size * 0.1), size * 0.54)
    return ground + icon + pen.symbol_at("forever", (box.centre[0], box.y + size * 0.82), size * 0.38, "good")


def need(pen: TablePen, what: str, box: Box) -> str:
    """A need of the people."""
    return pen.rect(box, "trajan-need", "trajan-need-line") + pen.symbol_at(f"n-{what}", box.centre, box.width * 0.62)


# Buildings, goods, bonus tiles


def building(pen: TablePen, tile_id: str, box: Box) -> str:
    """A building tile: its kind and its points."""
    kind, points = BUILDINGS[tile_id]
    size = box.width
    ground = pen.rect(box, f"trajan-{kind}", "trajan-tile-line", rx=3, stroke_width=1)
    icon = pen.icon(f"b-{kind}", box.x + size * 0.13, box.y + size * 0.16, size * 0.56)
    figure = pen.text(
        box.x + size * 0.82,
        box.y + size * 0.88,
        str(points),
        face="serif-700",
        size=size * 0.34,
        anchor="middle",
        room=size * 0.3,
    )
    return ground + icon + figure


def building_place(pen: TablePen, kind: str, box: Box) -> str:
    """Where the first building of a kind would lie."""
    return pen.hole(box, 3) + pen.symbol_at(f"b-{kind}", box.centre, box.width * 0.5, "trajan-dash")


def goods_card(pen: TablePen, good: str, box: Box, *, named: bool = False) -> str:
    """A card; its name below the picture if there is room for it."""
    pigment = PIGMENT_OF[good]
    ground = pen.rect(box, f"{pigment}-card", pigment)
    up = box.height * 0.07 if named else 0
    icon = pen.symbol_at(f"g-{good}", (box.centre[0], box.centre[1] - up), box.width * 0.62, pigment)
    if not named:
        return ground + icon
    name = pen.text(
        box.centre[0],
        box.y + box.height - 4.5,
        pen.name(good),
        face="sans-600",
        size=box.width * 0.235,
        colour=pigment,
        anchor="middle",
        room=box.width - 2,
    )
    return ground + icon + name


def card_back(pen: TablePen, box: Box) -> str:
    """A card that only its owner sees, or nobody."""
    laurel = pen.symbol_at("laurel", (box.centre[0], box.centre[1] - box.height * 0.12), box.width * 0.5, "trajan-dash")
    return pen.rect(box, "trajan-stone", "trajan-dash") + laurel


def bonus_tile(pen: TablePen, bonus: Bonus, box: Box) -> str:
    """A bonus tile with the side that is up."""
    line = "coin-edge" if bonus.gold else "trajan-silver-line"
    printed = BONUS_TILES[bonus.tile]
    worth = printed.gold if bonus.gold else printed.silver
    ground = pen.rect(box, "trajan-tile", line, stroke_width=1.3)
    radius = box.height * 0.27
    side = pieces.coin(
        pen, (box.x + box.width - radius - 3.5, box.centre[1]), amount(worth), gold=bonus.gold, radius=radius
    )
    return ground + bonus_icons(pen, bonus.tile, box) + side


def offered_bonus_tile(pen: TablePen, tile_id: str, box: Box) -> str:
    """A bonus tile beside the senate, with what each side is worth."""
    printed = BONUS_TILES[tile_id]
    ground = pen.rect(box, "trajan-tile", "coin-edge", stroke_width=1.3)
    x = box.x + box.width - 12
    gold = pieces.coin(pen, (x, box.centre[1] - 9.3), amount(printed.gold), gold=True)
    silver = pieces.coin(pen, (x, box.centre[1] + 9.3), amount(printed.silver), gold=False)
    return ground + bonus_icons(pen, tile_id, box) + gold + silver


def bonus_icons(pen: TablePen, tile_id: str, box: Box) -> str:
    """What a bonus tile counts, in the left part of its box."""
    printed = BONUS_TILES[tile_id]
    centre = (box.x + box.width * 0.32, box.centre[1])
    if printed.goods:
        size = box.width * 0.25
        return "".join(
            pen.symbol_at(f"g-{good}", (centre[0] + (place - 0.5) * size, centre[1]), size, PIGMENT_OF[good])
            for place, good in enumerate(printed.goods)
        )
    icon = {"need": f"n-{printed.need}", "gold_tiles": "laurel"}.get(printed.kind, f"e-{printed.kind}")
    return pen.symbol_at(icon, centre, min(box.height * 0.5, box.width * 0.36))


def amount(worth: float) -> str:
    """A number of points as it is printed."""
    return _FRACTIONS.get(worth) or f"{worth:g}"
