"""Everything of one player in a panel: name and score, colony, stock, tiles, prestige track."""

from domain.forum_trajanum.state import SECRET_STAGES
from services.render import text
from services.render.drawing import Drawing, Part
from services.render.forum_trajanum import prestige, stock
from services.render.forum_trajanum.colony import colony
from services.render.forum_trajanum.pen import Box, TablePen
from services.render.forum_trajanum.sizes import Size
from services.render.forum_trajanum.standing import has_standing, standing
from services.render.svg import number as n

_HEAD = 44
_MARGIN = 14
_NARROW = 300
_STOCK, _DISPLAY = 32, 24


def panel_name(seat: int) -> str:
    """What the panel of a player is called among the parts of the table."""
    return f"player:{seat}"


def panel(drawing: Drawing, seat: int, width: float, size: Size) -> Part:
    """The panel of a seat."""
    pen = TablePen(drawing)
    wide, high = size.whole
    at = _MARGIN - 2 if size.told else max((width - wide) / 2, 4)
    inner = width - 2 * _MARGIN
    y_stock = _HEAD + high + 6
    y_display = y_stock + _STOCK + 4
    y_track = y_display + _DISPLAY + 8
    height = y_track + prestige.HEIGHT + 8
    corner = Box(0, 1, size.left, size.top - 5)
    own_colony = pen.shifted(at, _HEAD, lambda: colony(pen, seat, size) + stock.of_this_round(pen, seat, corner))
    track = pen.shifted(_MARGIN, y_track, lambda: prestige.prestige(pen, seat, 0, inner))
    body = (
        _ground(pen, seat, width, height),
        _head(pen, seat, width),
        own_colony,
        stock.Strip(pen, seat, Box(_MARGIN, y_stock, inner, _STOCK), icon=20 if width > _NARROW else 14).draw(),
        stock.display(pen, seat, Box(_MARGIN, y_display, inner, _DISPLAY)),
        pen.rule(_MARGIN, y_track - 3, inner),
        track,
    )
    return pen.part(panel_name(seat), _title(pen, seat), (width, height), *body)


def _title(pen: TablePen, seat: int) -> str:
    own = pen.colony(seat)
    return pen.say(
        "panel",
        player=pen.drawing.players[seat],
        score=pen.view.scores[seat],
        buildings=len(own.built),
        envoys=own.ship,
    )


def _ground(pen: TablePen, seat: int, width: float, height: float) -> str:
    """A card; that of the player whose turn it is has a head in accent."""
    turn = pen.public.turn
    face = pen.rect(Box(0.5, 0.5, width - 1, height - 1), "card", radius=8, stroke="line")
    if turn is None or turn.seat != seat:
        return face
    w = n(width - 8)
    soft = pen.path(f"M0 {_HEAD - 2}V8a8 8 0 0 1 8-8H{w}a8 8 0 0 1 8 8V{_HEAD - 2}z", fill="turn-soft")
    bar = pen.path(f"M1.5 4.5Q4 0 8 0H{w}q4 0 6.5 4.5z", fill="accent")
    return face + soft + bar


def _head(pen: TablePen, seat: int, width: float) -> str:
    """Mark, name and start player to the left; points and what is to come to the right."""
    score = str(pen.view.scores[seat])
    changed = pen.state_of(f"score:{seat}") == "changed"
    right = width - _MARGIN
    points = pen.thing(
        f"score:{seat}",
        pen.text(right, 32, score, face="serif-600", size=26, colour="accent" if changed else "ink", anchor="end"),
    )
    right -= text.width(score, "serif-600", 26) + 8
    beside, right = _beside(pen, seat, right, narrow=width < _NARROW)
    flag = 22 if pen.public.start_player == seat else 0
    name = pen.drawing.players[seat]
    room = right - 45 - flag - 4
    drawn = pen.text(45, 30, name, face="serif-600", size=18, room=room)
    after = 45 + min(text.width(name, "serif-600", 18), room) + 7
    start = pen.thing("start", pen.icon("start", after, 16, 15, "faint")) if flag else ""
    return pen.seat_mark(seat, 26, 24, 25) + drawn + start + beside + points


def _beside(pen: TablePen, seat: int, right: float, *, narrow: bool) -> tuple[str, float]:
    """While everyone chooses in secret, how far this seat is; else what a scoring would bring now."""
    if pen.public.stage in SECRET_STAGES:
        return _choices(pen, seat, right)
    if not has_standing(pen.public):
        return "", right
    points = standing(pen.public, seat).total
    content = f"+{points}" if narrow else pen.say("standing", points=points)
    wide = min(text.width(content, "sans", 14), 130)
    return pen.text(right, 30, content, size=14, colour="faint", anchor="end", room=130), right - wide - 6


def _choices(pen: TablePen, seat: int, right: float) -> tuple[str, float]:
    """A dot for each secret choice, filled once it is made."""
    made, left = pen.public.chosen[seat], pen.public.waiting[seat]
    dots = []
    for place in range(made + left):
        colour = "good" if not left else "accent"
        x = right - 5 - 12 * (made + left - 1 - place)
        dots.append(pen.disc(x, 24, 4, colour if place < made else None, colour, 1.4))
    return pen.thing(f"choices:{seat}", *dots), right - 12 * (made + left) - 4
