"""Buildings and rewards: a row a kind, with the four sides that can be built and the track of its grey building."""

from domain.forum_trajanum.data import COLUMN, KIND, LAST_SPACE, TRACKS, WORKER, Colour, Reward
from domain.forum_trajanum.phases.build import buildings_of
from domain.forum_trajanum.state import Shape
from services.render import svg
from services.render.forum_trajanum import column, pieces
from services.render.forum_trajanum.pen import Box, TablePen

WIDTH = 388
_ORDER: tuple[Colour, ...] = ("green", "blue", "orange", "yellow")
_FACE = 34
_FACES: dict[Shape, float] = {"grey": 1, "structure": 43, "grey_and_structure": 91, "two_structures": 167}
_POOLS = (("singles", 39), ("doubles", 163))
TRACK = 246.0
_SPACE, _PITCH = 34.0, 35.5
ROMAN = ("I", "II", "III", "IV")
_EFFECTS: dict[str, tuple[str, ...]] = {
    "place_envoy_on_eagle": ("envoy", "eagle"),
    "place_envoy_on_any_coloured_cell": ("envoy", "e-any"),
    "take_colony_tile_and_use": ("tile", "u-check"),
    "extra_build_action": ("b-house", "+"),
    "area_bonus": ("area", "+"),
}


def height(row: float) -> float:
    return len(_ORDER) * row - 5


def buildings(pen: TablePen, x: float, y: float, row: float) -> str:
    """All four kinds, `row` apart."""
    drawn = []
    for number, colour in enumerate(_ORDER):
        top = y + number * row
        if number:
            drawn.append(pen.rule(x, top - 0.5, WIDTH))
        drawn += [_side(pen, colour, shape, x + left, top + 9) for shape, left in _FACES.items()]
        drawn += [_pool(pen, colour, pool, x + at, top + 8) for pool, at in _POOLS]
        grey = KIND[colour].grey
        box = Box(x + TRACK, top + 7, WIDTH - TRACK, row - 13)
        drawn.append(column.column(pen, box) if grey == COLUMN else _track(pen, grey, box))
    return "".join(drawn)


# The sides of building tiles


def _side(pen: TablePen, colour: Colour, shape: Shape, x: float, y: float) -> str:
    name = f"building:{colour}:{shape}"
    shown = buildings_of(colour, shape)
    width = _FACE * len(shown)
    if len(shown) == 1:
        tile = pieces.building(pen, shown[0], Box(x, y, _FACE, _FACE))
    else:
        one, other = Box(x, y, _FACE, _FACE), Box(x + _FACE, y, _FACE, _FACE)
        halves = pieces.half(pen, shown[0], one, "right", 0) + pieces.half(pen, shown[1], other, "left", 0)
        tile = halves + pieces.joint(pen, one, other)
    price = _price(pen, colour, shown, x + width / 2, y + 38)
    faded = _cannot(pen, name, colour, shape)
    body = svg.group(tile, price, opacity=0.36) if faded else tile + price
    frame = Box(x, y, width, _FACE).grown(2.5)
    return pen.framed(name, frame, body, radius=3, thin=True, chosen=_is_chosen(pen, colour, shape))


def _price(pen: TablePen, colour: Colour, shown: tuple[str, ...], middle: float, y: float) -> str:
    """A builder for a grey building, a worker of its colour for a structure."""
    kinds = ["builder" if building == KIND[colour].grey else WORKER[colour] for building in shown]
    left = middle - 8 * len(kinds) + 0.5
    return "".join(pieces.resource(pen, kind, left + 16 * place, y, 15) for place, kind in enumerate(kinds))


def _cannot(pen: TablePen, name: str, colour: str, shape: Shape) -> bool:
    """No tile is left; or the reader is choosing, and cannot choose this one."""
    pool = pen.public.doubles if len(buildings_of(colour, shape)) > 1 else pen.public.singles
    choosing = any(thing.startswith("building:") for thing in pen.drawing.legal)
    return not pool.get(colour, 1) or (choosing and name not in pen.drawing.legal)


def _is_chosen(pen: TablePen, colour: str, shape: Shape) -> bool:
    turn = pen.public.turn
    owed = pen.owed(turn.seat) if turn is not None else None
    return owed is not None and owed.kind in {"site", "price"} and (owed.of, owed.shape) == (colour, shape)


def _pool(pen: TablePen, colour: str, pool: str, x: float, y: float) -> str:
    """How many tiles of a pool are left, between the two sides that they can show."""
    left = (pen.public.singles if pool == "singles" else pen.public.doubles).get(colour)
    content = "∞" if pen.public.unlimited_buildings or left is None else str(left)
    return pen.thing(f"pool:{colour}:{pool}", pieces.tag(pen, x, y - 0.5, content, round_=True, size=11))


# Reward tracks


def _track(pen: TablePen, track: str, box: Box) -> str:
    reader = pen.focus
    reached = pen.colony(reader).markers.get(track, 0) if reader is not None else None
    owed = None if reader is None else pen.owed(reader)
    due = owed is not None and owed.kind == "track" and owed.of == track and pen.is_own(reader or 0)
    drawn = []
    for space in range(1, LAST_SPACE + 1):
        at = Box(box.x + (space - 1) * _PITCH, box.y, _SPACE, box.height)
        name = f"space:{space}" if due else f"space:{track}:{space}"
        ground = _ground(pen, at, space, reached)
        reward = _reward(pen, TRACKS[track][space - 1], at.x + _SPACE / 2, at.y + 16)
        drawn.append(pen.framed(name, at, ground, reward, radius=2))
        drawn.append(_markers(pen, track, space, at))
    return "".join(drawn)


def _ground(pen: TablePen, box: Box, space: int, reached: int | None) -> str:
    """Spaces behind are sunk, the next one is framed."""
    following = reached is not None and space == reached + 1
    past = reached is not None and space <= reached
    fill = "card" if following else "ft-spine" if past else "ground"
    face = pen.rect(box, fill, radius=2, stroke="ink" if following else "line", width=1.4 if following else None)
    return face + pen.text(
        box.x + box.width / 2,
        box.y + 11.5,
        ROMAN[space - 1],
        face="serif-700" if following else "serif",
        size=10,
        colour="ink" if following else "faint",
        anchor="middle",
    )


def _reward(pen: TablePen, reward: Reward, middle: float, y: float) -> str:
    parts = _EFFECTS.get(reward.effect) or [kind for kind, number in reward.gain.items() for _ in range(number)]
    if len(parts) == 1:
        return _drawn(pen, parts[0], middle - 9, y - 1, 18)
    return "".join(_drawn(pen, part, middle - 16 + 16.5 * place, y, 15) for place, part in enumerate(parts))


def _drawn(pen: TablePen, part: str, x: float, y: float, size: float) -> str:
    if part == "+":
        return pen.text(x + 2, y + 12.5, part, face="sans-700", size=15)
    return pieces.resource(pen, part, x, y, size) if part in pieces.ICON else pen.icon(part, x, y, size)


def _markers(pen: TablePen, track: str, space: int, box: Box) -> str:
    """The markers that stand on a space, in two lines if they are many."""
    here = [
        seat
        for seat, colony in enumerate(pen.public.colonies)
        if colony.markers.get(track) == space and track not in colony.beside_column
    ]
    in_line = len(here) if len(here) < 4 else 2  # noqa: PLR2004 - three stand side by side
    drawn = []
    for place, seat in enumerate(here):
        line, column_ = divmod(place, in_line)
        x = box.x + box.width / 2 + (column_ - (in_line - 1) / 2) * 11
        y = box.y + box.height - 8 - (10.5 * (1 - line) if in_line < len(here) else 0)
        drawn.append(pen.thing(f"marker:{track}:{seat}", pen.seat_mark(seat, x, y, 11)))
    return "".join(drawn)
