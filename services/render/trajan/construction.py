"""The building site: four rows of five cells; where a building was taken the workers stand on bare stone."""

from domain.trajan.data import CELLS, DATA
from services.render import svg
from services.render.drawing import Drawing, Part
from services.render.trajan import pieces, tiles
from services.render.trajan.pen import Box, TablePen

SIZE = (256, 234)
_CELL, _PITCH = 46, 49
_WORDY = 70
"""Room for a seat below the site in which words stand beside its number."""
_SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((23, 26),),
    2: ((13, 26), (33, 26)),
    3: ((12, 18), (34, 18), (23, 35)),
    4: ((12, 17), (34, 17), (12, 37), (34, 37)),
}
"""Where workers stand in a cell, by their number."""
_WORKER = {1: 0.88, 2: 0.71, 3: 0.58, 4: 0.58}


def construction(drawing: Drawing) -> Part:
    """The building site as a part."""
    pen = TablePen(drawing)
    ground = pen.rect(Box(9, 8, 247, 199), "trajan-stone")
    axes = [_axis(pen, 35 + _PITCH * cell.column, 6.5, cell.id[1:]) for cell in DATA.construction_cell if not cell.row]
    axes += [_axis(pen, 4, 37.5 + _PITCH * cell.row, cell.id[0]) for cell in DATA.construction_cell if not cell.column]
    cells = [
        _cell(pen, cell.id, Box(12 + _PITCH * cell.column, 11 + _PITCH * cell.row, _CELL, _CELL))
        for cell in DATA.construction_cell
    ]
    title = pen.say("part.construction", buildings=len(pen.public.cells), cells=len(CELLS))
    return pen.part("construction", title, SIZE, ground, *axes, *cells, _camps(pen))


def _axis(pen: TablePen, x: float, y: float, name: str) -> str:
    return pen.text(x, y, name, size=10, colour="faint", anchor="middle", room=9)


def _cell(pen: TablePen, cell: str, box: Box) -> str:
    building = pen.public.cells.get(cell)
    here = [seat for seat in pen.seats if cell in pen.mat(seat).workers]
    bare = pen.rect(box.grown(-0.5), "card", "line", rx=3, stroke_width=1, stroke_dasharray="3 3")
    tile = pen.thing(f"building:{cell}", tiles.building(pen, building, box)) if building else bare
    workers = [
        pen.thing(pen.of(seat, f"worker:{cell}"), pieces.worker(pen, seat, (box.x + x, box.y + y), _WORKER[len(here)]))
        for seat, (x, y) in zip(here, _SPOTS.get(len(here), ()), strict=True)
    ]
    changed = any(pen.state_of(pen.of(seat, f"worker:{cell}")) == "changed" for seat in here)
    state = pen.state_of(f"cell:{cell}") or ("changed" if changed else "")
    ring = pen.ring(state, box.grown(1.5), 5)
    return pen.thing(f"cell:{cell}", tile, *workers, ring)


def _camps(pen: TablePen) -> str:
    """How many workers each seat has in the camp."""
    pitch = 240 / len(pen.public.mats)
    wordy = pitch > _WORDY
    drawn = []
    for place, seat in enumerate(pen.seats):
        x = 14 + pitch * place
        figure = pieces.worker(pen, seat, (x + 8, 225), 0.58)
        count = pen.text(x + 20, 228, str(pen.mat(seat).worker_camp), face="sans-700", size=12, room=16)
        words = (
            pen.text(x + 37, 228, pen.say("construction.camp"), size=11, colour="faint", room=pitch - 42)
            if wordy
            else ""
        )
        drawn.append(pen.piece(pen.of(seat, "worker-camp"), Box(x - 2, 211, 36, 22), figure, count, margin=0) + words)
    return svg.group(*drawn)
