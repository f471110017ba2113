"""Trajan's arch: six stacks of tiles, each with its top tile and how many lie below."""

from domain.trajan.data import TRAJAN_KINDS
from services.render.drawing import Drawing, Part
from services.render.trajan import tiles
from services.render.trajan.pen import Box, TablePen

SIZE = (256, 118)
ROW_SIZE = (434, 96)
_PITCH = (84.5, 59.0)
_SCALE = 0.85


def stacks(drawing: Drawing) -> Part:
    """The stacks in two rows, with their names beside them."""
    pen = TablePen(drawing)
    drawn = []
    for number, kind in enumerate(TRAJAN_KINDS):
        x, y = 4 + _PITCH[0] * (number % 3), 5 + _PITCH[1] * (number // 3)
        drawn.append(_stack(pen, kind, x, y, _SCALE))
        name = pen.text(x + 48.5, y + 23, pen.say(f"stack.{kind}"), face="sans-600", size=10.5, room=34)
        left = pen.text(x + 48.5, y + 37, _left(pen, kind), size=11, colour="faint", room=34)
        drawn += [name, left]
    return pen.part("trajan", _title(pen), SIZE, *drawn)


def row_of_stacks(drawing: Drawing) -> Part:
    """The stacks in one row, as a picture has them."""
    pen = TablePen(drawing)
    pitch = ROW_SIZE[0] / len(TRAJAN_KINDS)
    drawn = []
    for number, kind in enumerate(TRAJAN_KINDS):
        x = pitch * number + (pitch - tiles.TILE[0]) / 2 - 2
        drawn.append(_stack(pen, kind, x, 5, 1))
        drawn.append(pen.text(x + 23, 82, _left(pen, kind), size=12, colour="faint", anchor="middle", room=pitch - 6))
    return pen.part("trajan", _title(pen), ROW_SIZE, *drawn)


def _title(pen: TablePen) -> str:
    return pen.say("part.trajan", stacks=sum(tile is not None for tile in pen.public.tops.values()))


def _left(pen: TablePen, kind: str) -> str:
    if pen.public.tops.get(kind) is None:
        return pen.say("trajan.none")
    return pen.say("trajan.left", tiles=pen.view.trajan_stack_sizes[kind] + 1)


def _stack(pen: TablePen, kind: str, x: float, y: float, scale: float) -> str:
    tile = pen.public.tops.get(kind)
    box = Box(x, y, tiles.TILE[0] * scale, tiles.TILE[1] * scale)
    if tile is None:
        return pen.thing(f"stack:{kind}", pen.hole(box))
    below = min(pen.view.trajan_stack_sizes.get(kind, 0), 2)
    under = [
        pen.rect(Box(x + 2 * n, y - 1.6 * n, box.width, box.height), "trajan-stone", "trajan-tile-line")
        for n in range(below, 0, -1)
    ]
    whole = Box(x, y - 1.6 * below, box.width + 2 * below, box.height + 1.6 * below)
    return pen.piece(f"stack:{kind}", whole, *under, tiles.trajan_tile(pen, tile, x, y, scale), margin=2.5)
