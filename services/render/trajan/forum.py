"""The forum: a yellow column for extra actions, then the green columns; a tile that was taken leaves a hole."""

from collections import Counter

from services.render.drawing import Drawing, Part
from services.render.trajan import tiles
from services.render.trajan.pen import Box, TablePen

SIZE = (300, 132)
_ROWS = 3
_HEIGHT, _PITCH = 38.0, 44.0


def forum(drawing: Drawing) -> Part:
    """The forum as a part."""
    pen = TablePen(drawing)
    trays = pen.rect(Box(0, 0, 70, 132), "trajan-extra", rx=6, fill_opacity=0.45)
    trays += pen.rect(Box(74, 0, 226, 132), "trajan-need", rx=6, fill_opacity=0.5)
    spaces = [*_column_boxes(len(pen.public.extra)), *_green_boxes(len(pen.public.forum))]
    seen: Counter[str] = Counter()
    drawn = []
    for box, tile in zip(spaces, (*pen.public.extra, *pen.public.forum), strict=True):
        if tile is None:
            drawn.append(pen.hole(box.grown(-1)))
            continue
        seen[tile] += 1
        handle = f"forum:{tile}"
        name = handle if seen[tile] == 1 else f"{handle}:{seen[tile]}"
        drawn.append(pen.piece(name, box, tiles.forum_tile(pen, tile, box), twin_of=handle, margin=1.8))
    title = pen.say("part.forum", tiles=seen.total())
    return pen.part("forum", title, SIZE, trays, *drawn)


def _column_boxes(count: int) -> list[Box]:
    return [Box(3, 3 + _PITCH * row, 64, _HEIGHT) for row in range(count)]


def _green_boxes(count: int) -> list[Box]:
    columns = count // _ROWS
    step = 230 / columns if columns else 0
    return [Box(77 + step * (n % columns), 3 + _PITCH * (n // columns), step - 8, _HEIGHT) for n in range(count)]
