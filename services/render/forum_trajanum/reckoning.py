"""The reader's points as things stand, by where they come from."""

from services.render import text
from services.render.forum_trajanum.pen import TablePen
from services.render.forum_trajanum.standing import has_standing, standing
from services.render.text import Face

HEIGHT = 34.0
_SOURCES = (
    ("cranes", "crane", "cranes"),
    ("streets", "b-basilica", "street_points"),
    ("eagles", "eagle", "eagles"),
    ("area", "area", "area"),
    ("trajan", "trajan", "trajan_card"),
)


def reckoning(pen: TablePen, seat: int, width: float) -> str:
    """Five sources and their sum; nothing while no scoring is to come. A phone has room for signs and numbers alone."""
    if not has_standing(pen.public):
        return ""
    now = standing(pen.public, seat)
    share = (width - 56) / len(_SOURCES)
    drawn = [
        _source(pen, icon, getattr(now, field), "" if pen.drawing.compact else pen.say(key), place * share, share - 6)
        for place, (field, icon, key) in enumerate(_SOURCES)
    ]
    total = str(now.total)
    drawn.append(pen.text(width, 24, total, face="serif-700", size=20, colour="good", anchor="end"))
    wide = text.width(total, "serif-700", 20) + 6
    drawn.append(pen.text(width - wide, 22, "=", size=12, colour="faint", anchor="end"))
    return "".join(drawn)


def _source(pen: TablePen, icon: str, points: int, word: str, x: float, room: float) -> str:
    drawn = pen.icon(icon, x, 8, 17, "ink" if points else "faint")
    face: Face = "serif-600" if points else "serif"
    number = pen.text(x + 22, 22, str(points), face=face, size=15, colour="ink" if points else "faint")
    at = 22 + text.width(str(points), face, 15) + 5
    if not word:
        return drawn + number
    return drawn + number + pen.text(x + at, 21.5, word, size=11.5, colour="faint", room=room - at)
