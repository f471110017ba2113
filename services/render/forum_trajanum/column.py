"""Trajan's column: its fragments, what a triumphal column brings now, and the markers that stand beside it."""

from domain.forum_trajanum.data import DATA
from domain.forum_trajanum.scoring import column_terms, points_of
from domain.forum_trajanum.state import citizens_active
from services.render.forum_trajanum.pen import Box, TablePen

_FRAGMENTS = ((24.0, 15.0), (15.0, 15.0), (20.0, 14.0))
"""Width and height of base, shaft and capital."""
_MARK = 10.0


def column(pen: TablePen, box: Box) -> str:
    """The column with its markers and, for one player, its worth."""
    ground = pen.rect(box, "ground", radius=3, stroke="line")
    markers, taken = _markers(pen, box)
    return (
        ground
        + _fragments(pen, box)
        + _worth(pen, Box(box.x + 42, box.y, box.width - 48 - taken, box.height))
        + markers
    )


def _fragments(pen: TablePen, box: Box) -> str:
    """One fragment a phase, each on top of the one before."""
    y = box.y + box.height - 3
    drawn = []
    for place, (width, height) in enumerate(_FRAGMENTS):
        y -= height + 1
        set_up = place < max(pen.public.phase, 1)
        at = Box(box.x + 20 - width / 2, y, width, height)
        ground = (
            pen.rect(at, "ft-stone", radius=1)
            if set_up
            else pen.rect(at, None, radius=1, stroke="ft-slab-line", dash="2 2")
        )
        number = pen.text(
            at.x + width / 2,
            y + height - 3.4,
            str(DATA.trajan_column.fragments[place]),
            face="serif-700" if set_up else "serif",
            size=11,
            colour="ft-stone-on" if set_up else "faint",
            anchor="middle",
            room=width,
        )
        drawn.append(pen.thing(f"fragment:{place + 1}", ground, number))
    return "".join(drawn)


def _worth(pen: TablePen, box: Box) -> str:
    """The fragment on top and one for each active citizen."""
    seat, phase = pen.focus, max(pen.public.phase, 1)
    if seat is None:
        return _everyones(pen, box, phase)
    colony = pen.colony(seat)
    fragment = DATA.trajan_column.fragments[phase - 1]
    said = pen.say("column_sum", fragment=fragment, citizens=citizens_active(colony))
    points = points_of(column_terms(colony, phase))
    middle = box.y + box.height / 2
    first = pen.text(box.x, middle - 9, said, size=11.5, room=box.width)
    wreath = pen.icon("laurel", box.x, middle - 3, 26, "ft-gold")
    number = pen.text(box.x + 13, middle + 14.5, str(points), face="serif-700", size=13, anchor="middle", room=18)
    word = pen.text(box.x + 30, middle + 14, pen.say("points", points=points), size=11.5, room=max(box.width - 30, 8))
    return first + wreath + number + word


def _everyones(pen: TablePen, box: Box, phase: int) -> str:
    """What it brings each seat, where none is looked at more closely."""
    drawn = []
    for seat, colony in enumerate(pen.public.colonies):
        line, column_ = divmod(seat, 2)
        x, y = box.x + 10 + 40 * column_, box.y + box.height / 2 + (line - 0.5) * 24
        points = str(points_of(column_terms(colony, phase)))
        drawn.append(pen.seat_mark(seat, x, y, 16))
        drawn.append(pen.text(x + 13, y + 5, points, face="serif-700", size=14, room=18))
    return "".join(drawn)


def _markers(pen: TablePen, box: Box) -> tuple[str, float]:
    """Beside the column, in columns of four; and how much room they take."""
    beside = [(seat, track) for seat, colony in enumerate(pen.public.colonies) for track in colony.beside_column]
    drawn = []
    for place, (seat, track) in enumerate(beside):
        column_, line = divmod(place, 4)
        x = box.x + box.width - 8 - column_ * (_MARK + 2)
        y = box.y + 8 + line * (box.height - 16) / 3
        drawn.append(pen.thing(f"beside:{track}:{seat}", pen.seat_mark(seat, x, y, _MARK)))
    return "".join(drawn), -(-len(beside) // 4) * (_MARK + 2)
