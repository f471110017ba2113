"""The table as a miniature: one colony, and beside it the forum, the rounds and the reward tracks."""

from domain.forum_trajanum.data import CELLS, COLOUR_OF, CORNERS, DATA, KIND, LAST_SPACE, TEMPLES, TRACKS
from services.render.drawing import Drawing
from services.render.forum_trajanum.forum import extent
from services.render.forum_trajanum.grid import Grid
from services.render.forum_trajanum.mosaic import EAGLE, stones
from services.render.forum_trajanum.pen import Box, TablePen
from services.render.forum_trajanum.pieces import ground_of
from services.render.miniature import Miniature, ground, marks, square
from services.render.svg import number as n

_COLONY = Grid(16, 16.9, 30, 1)
_RIGHT, _TOP, _WIDE, _HIGH = 226.0, 17.0, 118.0, 126.0
"""The field of the forum."""
_ROUNDS_AT, _TRACKS_AT = 153.0, 163.0
_LANE, _LANE_STEP = 9.6, 12.0
_GREYS = {kind.grey: colour for colour, kind in KIND.items()}
_TEMPLE = "l10 5.5h-20zm-8 8h16m-14.5 0v8m4.3 0v-8m4.3 0v8m4.3 0v-8m-15 10.5h18"
"""From the top of the gable."""


def miniature(drawing: Drawing) -> Miniature:
    """The colony of the reader, else of the player whose turn it is, else of the one who begins."""
    pen = TablePen(drawing)
    seat = pen.public.start_player if pen.focus is None else pen.focus
    body = (ground(pen.theme), _colony(pen, seat), _forum(pen), _rounds(pen), _tracks(pen))
    return Miniature("".join(body), 0)


def _colony(pen: TablePen, seat: int) -> str:
    """Face-down tiles, free sites, buildings on their colour, temples and cranes."""
    own = pen.colony(seat)
    squares = {"card": "", "sunk": ""}
    temples, cranes, built = "", "", []
    for cell in CELLS:
        box = _COLONY.box(cell)
        if cell in own.built:
            built.append(_building(pen, own.built[cell], box))
            continue
        raised = cell in own.covered or cell in TEMPLES or cell in own.open
        squares["card" if raised else "sunk"] += square(box.x, box.y, box.width)
        if cell in TEMPLES:
            temples += f"M{n(box.x + 14)} {n(box.y + 4)}{_TEMPLE}"
        elif cell in CORNERS and cell not in own.built:
            cranes += f"M{n(box.x + 7)} {n(box.y + 23)}l7-18 7 18z"
    grounds = [pen.path(d, fill=role, stroke="edge", width=0.8) for role, d in squares.items()]
    signs = pen.path(temples, stroke="ink", width=1.2) + pen.path(cranes, stroke="faint", width=1.2)
    return "".join([*grounds, *built, signs, _lit(pen, seat)])


def _building(pen: TablePen, building: str, box: Box) -> str:
    """A structure on its colour with a light heart; a grey building with that of the colour it belongs to."""
    tile = pen.rect(box, ground_of(building), stroke="outline", width=0.8)
    heart = f"ft-{COLOUR_OF[building]}-on" if building in COLOUR_OF else f"ft-{_GREYS[building]}"
    return tile + pen.rect(Box(box.x + 9, box.y + 9, box.width - 18, box.width - 18), heart)


def _lit(pen: TablePen, seat: int) -> str:
    """Cells that can be pointed at."""
    cells = [cell for cell in CELLS if pen.is_own(seat) and pen.state_of(f"cell:{cell}") == "legal"]
    boxes = [_COLONY.box(cell) for cell in cells]
    d = "".join(square(box.x, box.y, box.width) for box in boxes)
    return pen.path(d, stroke="accent", width=2, dash="4 2.5") if d else ""


def _forum(pen: TablePen) -> str:
    """Stones by their colour, eagles in ink, and the envoys."""
    columns, rows = extent(pen.public.forum)
    cell = min(_WIDE / columns, _HIGH / rows)
    grid = Grid(_RIGHT + (_WIDE - cell * columns) / 2, _TOP + (_HIGH - cell * rows) / 2, cell, 0.5)
    paths: dict[str, str] = {}
    for name, colour in stones(pen.public.forum):
        box = grid.box(name)
        role = "ink" if colour == EAGLE else f"ft-{colour}"
        paths[role] = paths.get(role, "") + square(box.x, box.y, box.width)
    envoys: dict[int, list[tuple[float, float]]] = {}
    for name, seat in pen.public.forum.envoys.items():
        box = grid.box(name)
        envoys.setdefault(seat, []).append((box.x + box.width / 2, box.y + box.width / 2))
    drawn = [pen.path(d, fill=role) for role, d in sorted(paths.items())]
    return "".join(drawn + [marks(pen.theme, seat, places, cell * 0.85, "card") for seat, places in envoys.items()])


def _rounds(pen: TablePen) -> str:
    """A bead a round, filled once it has begun."""
    count = DATA.meta.phases * DATA.meta.rounds_per_phase
    step = (_WIDE - 6) / (count - 1)
    beads = [
        pen.disc(_RIGHT + 3 + step * bead, _ROUNDS_AT, 3, "ink" if bead < pen.public.round else "card", "edge", 1)
        for bead in range(count)
    ]
    return pen.rule(_RIGHT + 3, _ROUNDS_AT, _WIDE - 6) + "".join(beads)


def _tracks(pen: TablePen) -> str:
    """The reward tracks with the markers of all seats."""
    wide = _WIDE / LAST_SPACE
    lanes, drawn = "", []
    for lane, track in enumerate(TRACKS):
        y = _TRACKS_AT + _LANE_STEP * lane
        lanes += "".join(_space(_RIGHT + wide * space, y, wide - 1) for space in range(LAST_SPACE))
        for seat, colony in enumerate(pen.public.colonies):
            space = colony.markers.get(track, 0)
            if space:
                at = (_RIGHT + wide * (space - 1) + 7 + 9 * seat, y + _LANE / 2)
                drawn.append(marks(pen.theme, seat, [at], 9, "card"))
    return pen.path(lanes, fill="card", stroke="edge", width=0.8) + "".join(drawn)


def _space(x: float, y: float, wide: float) -> str:
    return f"M{n(x)} {n(y)}h{n(wide)}v{_LANE}h{n(-wide)}z"
