"""A seat's own area: who it is, score and figures, and what lies before it. On the page, in a picture, on a phone."""

from domain.kernel.ids import Seat
from domain.trajan.data import DATA
from services.render import svg, text
from services.render.drawing import Drawing, Part
from services.render.trajan import belongings, pieces
from services.render.trajan.pen import Box, TablePen, signed

SIZE = (392, 232)
TALL = (362, 495)
WIDE = (565, 374)
_LABEL = 12
_FIGURE = 40.0
_FIGURES = ("hand", "supply", "legionaries", "workers")


def mat(drawing: Drawing, seat: Seat) -> Part:
    """The area on the page; on a phone one long row, which scrolls sideways."""
    pen = TablePen(drawing)
    if drawing.compact:
        return _compact(pen, seat)
    body = [
        _head(pen, seat, SIZE[0] - 2),
        _section(pen, "hand", Box(3, 52, 225, 63)),
        belongings.hand(pen, seat, Box(3, 57, 225, 61)),
        _section(pen, "laid_out", Box(240, 52, 148, 63)),
        belongings.laid_out(pen, seat, Box(240, 58, 148, 60)),
        _section(pen, "tiles", Box(3, 136, 225, 36)),
        belongings.stored(pen, seat, Box(3, 141, 225, 37)),
        _section(pen, "bonus", Box(240, 136, 150, 36)),
        belongings.bonus_tiles(pen, seat, Box(240, 141, 148, 37)),
        _section(pen, "buildings", Box(3, 192, 300, 36)),
        belongings.buildings(pen, seat, Box(3, 196, 300, 36)),
        _sets(pen, SIZE[0] - 3, 208),
    ]
    return pen.part(pen.of(seat, "mat"), _title(pen, seat), SIZE, *body)


def tall(drawing: Drawing, seat: Seat) -> Part:
    """The area around a circle, in a picture of three: rows below it."""
    pen = TablePen(drawing)
    body = [
        _head(pen, seat, TALL[0]),
        belongings.stored(pen, seat, Box(0, 366, 214, 37)),
        belongings.laid_out(pen, seat, Box(224, 362, 138, 44)),
        belongings.buildings(pen, seat, Box(0, 412, 214, 36)),
        belongings.bonus_tiles(pen, seat, Box(224, 412, 138, 80)),
        belongings.hand(pen, seat, Box(0, 454, 214, 41)),
    ]
    return pen.part(pen.of(seat, "mat"), _title(pen, seat), TALL, *body)


def wide(drawing: Drawing, seat: Seat) -> Part:
    """The area beside a circle, in a picture of two or four: a column at its right."""
    pen = TablePen(drawing)
    left, room = 386.0, WIDE[0] - 386
    body = [
        _head(pen, seat, WIDE[0]),
        _section(pen, "tiles", Box(left, 52, room, 0)),
        belongings.stored(pen, seat, Box(left, 57, room, 60)),
        _section(pen, "laid_out", Box(left, 133, room, 0)),
        belongings.laid_out(pen, seat, Box(left, 139, room, 56)),
        _section(pen, "bonus", Box(left, 212, room, 0)),
        belongings.bonus_tiles(pen, seat, Box(left, 217, room, 36)),
        _section(pen, "buildings", Box(left, 270, room, 0)),
        belongings.buildings(pen, seat, Box(left, 275, room, 36)),
        _section(pen, "hand", Box(left, 327, room, 0)),
        belongings.hand(pen, seat, Box(left, 331, room, 41)),
    ]
    return pen.part(pen.of(seat, "mat"), _title(pen, seat), WIDE, *body)


def _title(pen: TablePen, seat: Seat) -> str:
    mat_ = pen.mat(seat)
    return pen.say(
        "part.mat", seat=seat, points=pen.view.scores[seat], cards=pen.view.hand_sizes[seat], figures=mat_.supply
    )


def _section(pen: TablePen, key: str, box: Box) -> str:
    return pen.text(box.x, box.y, pen.say(f"mat.{key}"), face="sans-600", size=_LABEL, room=box.width)


def _head(pen: TablePen, seat: Seat, width: float) -> str:
    """Seat, name, cards in hand, figures in supply and camps, score."""
    name = pen.drawing.players[seat]
    score = _score(pen, seat, width)
    room = width - 36 - len(_FIGURES) * _FIGURE - 74
    title = pen.text(36, 22, name, face="serif-600", size=18, room=room)
    x = 36 + min(text.width(name, "serif-600", 18), room) + 12
    line = pen.path(f"M0 36H{svg.number(width)}", None, "line")
    return pen.seat_mark(seat, 14, 16, 28) + title + _figures(pen, seat, x, 22) + score + line


def _score(pen: TablePen, seat: Seat, right: float) -> str:
    score = signed(pen.view.scores[seat])
    wide = text.width(score, "serif-700", 28)
    figure = pen.text(right, 25, score, face="serif-700", size=28, anchor="end", room=70)
    return pen.piece(pen.of(seat, "score"), Box(right - wide, 4, wide, 23), figure)


def _figures(pen: TablePen, seat: Seat, x: float, base: float) -> str:
    """Icons with numbers: cards in hand, figures in supply, and those in the two camps (which are things there)."""
    mat_ = pen.mat(seat)
    icons = (
        pen.icon("cards", x, base - 15, 18),
        pen.icon("p-figure", x + _FIGURE, base - 16, 18),
        pieces.legionary(pen, seat, (x + 2 * _FIGURE + 9, base - 6), 0.6),
        pieces.worker(pen, seat, (x + 3 * _FIGURE + 9, base - 4), 0.56),
    )
    counts = (pen.view.hand_sizes[seat], mat_.supply, mat_.military_camp, mat_.worker_camp)
    drawn = []
    for place, (thing, icon, count) in enumerate(zip(_FIGURES, icons, counts, strict=True)):
        left = x + _FIGURE * place
        number = pen.text(left + 20, base, str(count), face="sans-600", size=14, room=18)
        body = icon + number
        is_thing = thing in {"hand", "supply"}
        drawn.append(
            pen.piece(pen.of(seat, thing), Box(left - 1, base - 17, 37, 22), body, margin=1) if is_thing else body
        )
    return "".join(drawn)


def _sets(pen: TablePen, right: float, y: float) -> str:
    """What sets of buildings bring at the end."""
    final = DATA.final_scoring
    rows = ((3, final.set_of_3_buildings), (4, final.set_of_4_buildings))
    return "".join(
        pen.text(
            right - 24, y + 17 * row, pen.say("mat.set", size=size), size=12, colour="faint", anchor="end", room=64
        )
        + pen.text(right, y + 17 * row, str(points), face="sans-700", size=12, anchor="end", room=20)
        for row, (size, points) in enumerate(rows)
    )


def _compact(pen: TablePen, seat: Seat) -> Part:
    """One row for a phone: score, figures, and everything at a size that a thumb can hit."""
    score = pen.text(34, 32, signed(pen.view.scores[seat]), face="serif-700", size=28, anchor="middle", room=60)
    points = pen.text(24, 53, pen.say("mat.points", points=pen.view.scores[seat]), size=12, colour="faint", room=44)
    body = [
        pen.piece(pen.of(seat, "score"), Box(6, 8, 56, 28), score),
        pen.seat_mark(seat, 14, 49, 15) + points,
        _figures(pen, seat, 78, 39),
    ]
    x = 78 + _FIGURE * len(_FIGURES) + 8
    draws = (belongings.hand, belongings.stored, belongings.laid_out, belongings.buildings, belongings.bonus_tiles)
    for draw, wanted in zip(draws, belongings.width_wanted(pen, seat), strict=True):
        if wanted:
            body.append(draw(pen, seat, Box(x, 3, wanted, 62)))
            x += wanted + 10
    return pen.part(pen.of(seat, "mat"), _title(pen, seat), (x, 68), *body)
