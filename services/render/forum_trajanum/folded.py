"""A colony folded to a small board, with what counts beside it."""

from domain.forum_trajanum.data import CELLS, COLOUR_OF, CORNERS, RESOURCES, ROWS, TEMPLES
from domain.forum_trajanum.prestige import trajan_value
from services.render import text
from services.render.forum_trajanum import pieces
from services.render.forum_trajanum.grid import Grid
from services.render.forum_trajanum.pen import Box, TablePen
from services.render.forum_trajanum.standing import has_standing, largest, standing
from services.render.svg import number as n
from services.render.text import Face

SIZE = (212.0, 134.0)
_LETTERS = {"column": "C", "library": "L", "basilica": "B", "market": "M"}
_BOARD = Grid(2, 32, 16, 1)


def folded(pen: TablePen, seat: int) -> str:
    """One thing: it opens the whole colony."""
    board = pen.rect(Box(0, 30, 100, 100), "ft-street", radius=2, stroke="ft-plate-line", width=1.2)
    cells = [_cell(pen, seat, cell, _BOARD.box(cell)) for cell in CELLS]
    body = (_name(pen, seat), board, *cells, _stock(pen, seat), _citizens(pen, seat), _sums(pen, seat))
    return pen.framed(f"miniature:{seat}", Box(0, 0, *SIZE).grown(-1), *body, radius=6)


def _name(pen: TablePen, seat: int) -> str:
    score = str(pen.view.scores[seat])
    wide = text.width(score, "serif-600", 20)
    return (
        pen.seat_mark(seat, 11, 14, 20)
        + pen.text(28, 19, pen.drawing.players[seat], face="sans-600", size=14, room=SIZE[0] - 40 - wide)
        + pen.text(SIZE[0], 21, score, face="serif-600", size=20, anchor="end")
    )


def _cell(pen: TablePen, seat: int, cell: str, box: Box) -> str:
    own = pen.colony(seat)
    if cell in own.built:
        return _built(pen, own.built[cell], box)
    if cell in TEMPLES:
        return pen.icon("temple", box.x + 2, box.y + 2, 10, "ft-temple")
    if cell in CORNERS:
        return _corner(pen, seat, cell, box)
    if cell in own.covered:
        return pen.rect(box, "ft-slab", radius=1.5, stroke="ft-slab-line", width=0.6)
    return pen.rect(box.grown(-0.5), "ft-plot", radius=1.5, stroke="ft-plot-line", width=0.8, dash="1.5 2")


def _built(pen: TablePen, building: str, box: Box) -> str:
    ground = pieces.ground_of(building)
    tile = pen.rect(box, ground, radius=1, stroke="ft-yellow-emblem" if ground == "ft-yellow" else None)
    if building in COLOUR_OF:
        return tile + pen.icon(f"e-{COLOUR_OF[building]}", box.x + 2.4, box.y + 2.4, 9.2, f"{ground}-on")
    middle = box.x + box.width / 2
    return tile + pen.text(
        middle, box.y + 11, _LETTERS[building], face="sans-700", size=11, colour="ft-stone-on", anchor="middle", room=14
    )


def _corner(pen: TablePen, seat: int, cell: str, box: Box) -> str:
    own = pen.colony(seat)
    colour = own.cranes.get(cell)
    if colour is None or cell in own.scored_cranes:
        return pen.icon("crane", box.x + 2, box.y + 1, 10, "ft-slab-envoy")
    if cell not in own.open:
        return pen.rect(box, f"ft-{colour}", radius=1) + pen.icon(
            "crane", box.x + 2, box.y + 1.5, 10, f"ft-{colour}-on"
        )
    right, foot = n(box.x + box.width), n(box.y + box.height)
    tile = pen.rect(box, "card", radius=1.5, stroke="ft-slab-line", width=0.6)
    return tile + pen.path(f"M{right} {n(box.y + 5)}V{foot}H{n(box.x + 5)}z", fill=f"ft-{colour}")


def _stock(pen: TablePen, seat: int) -> str:
    own = pen.colony(seat)
    drawn = []
    items = [(*pieces.ICON[name], own.stock[name]) for name in RESOURCES]
    items.append(("ship", f"seat-{seat + 1}", own.ship))
    for place, (icon, colour, number) in enumerate(items):
        line, column = divmod(place, 3)
        x, y = 110 + 35 * column, 32 + 20 * line
        drawn.append(pen.icon(icon, x, y, 15, colour))
        face: Face = "serif-600" if number else "serif"
        ink = "ink" if number else "faint"
        drawn.append(pen.text(x + 18, y + 12, str(number), face=face, size=13, colour=ink, room=17))
    return "".join(drawn)


def _citizens(pen: TablePen, seat: int) -> str:
    """A ring a row, filled by those who live there and are active."""
    own = pen.colony(seat)
    drawn = []
    for row in ROWS:
        x, living = 116 + (row - 1) * 17, own.rows[row - 1]
        if not living:
            drawn.append(pen.disc(x, 102, 6.5, None, "ft-slab-line", 1.1))
            continue
        drawn.append(pieces.citizen(pen, living[0].tile, x, 102, 7, active=own.active[row - 1]))
        if len(living) > 1:
            drawn.append(pen.text(x, 118, "2", face="sans-700", size=9, colour="faint", anchor="middle", room=8))
    return "".join(drawn)


def _sums(pen: TablePen, seat: int) -> str:
    """Trajan's value, the largest area and the points as things stand."""
    items = [("trajan", str(trajan_value(pen.colony(seat))), "ink"), ("area", str(largest(pen.public, seat)), "ink")]
    if has_standing(pen.public):
        items.append(("laurel", f"+{standing(pen.public, seat).total}", "good"))
    drawn = []
    for place, (icon, content, colour) in enumerate(items):
        x = 110 + 30 * place
        drawn.append(pen.icon(icon, x, 119, 13, colour))
        drawn.append(pen.text(x + 15, 130, content, face="sans-700", size=12, colour=colour, room=26))
    return "".join(drawn)
