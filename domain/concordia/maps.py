"""The two maps as tables that the rules read quickly. Worked out once from what is printed; never changed.

Occupied lines may be crossed, so distances do not depend on the position: every way is known beforehand.
"""

from typing import NamedTuple

from domain.concordia.commands import MoveColonist
from domain.concordia.data import DATA, KINDS, Kind, Line, Map
from domain.concordia.state import ConcordiaState


class Way(NamedTuple):
    """A line that can be reached, what it costs at least, and the command that goes there."""

    points: int
    line: str
    command: MoveColonist


class Board:
    """One map. Places are ids of cities and lines."""

    def __init__(self, printed: Map) -> None:
        self.start = printed.start_city
        self.letters = printed.token_letters
        self.cities = printed.cities
        self.lines = {line.id: line for line in printed.lines}
        self.cities_of = {province.id: province.cities for province in printed.provinces}
        self.province_of = {city.id: city.province for city in printed.cities}
        self.lines_at: dict[Kind, dict[str, tuple[str, ...]]] = {kind: _joined(printed, kind) for kind in KINDS}
        """Kind → city → the lines of that kind at it (no entry: none)."""
        self.ways: dict[Kind, dict[str, dict[str, Way]]] = {kind: self._all_ways(kind) for kind in KINDS}
        """Kind → place → line → the way there, nearest lines first."""

    def _all_ways(self, kind: Kind) -> dict[str, dict[str, Way]]:
        lines = [line for line in self.lines.values() if line.kind == kind]
        origins = [*self.lines_at[kind], *(line.id for line in lines)]
        return {origin: self._ways_from(kind, origin) for origin in origins}

    def _ways_from(self, kind: Kind, origin: str) -> dict[str, Way]:
        """Breadth first: a point leads from a city, or through either end of a line, onto a line."""
        found: dict[str, Way] = {}
        edge, points = [origin], 0
        while edge:
            points += 1
            near = {line for place in edge for city in self._cities_at(place) for line in self.lines_at[kind][city]}
            edge = sorted(near - found.keys() - {origin})
            found |= {line: Way(points, line, MoveColonist(kind=kind, origin=origin, line=line)) for line in edge}
        return found

    def _cities_at(self, place: str) -> tuple[str, ...]:
        return self.ends(place) if place in self.lines else (place,)

    def ends(self, line: str) -> tuple[str, str]:
        """The cities that a line joins."""
        return self.lines[line].a, self.lines[line].b


def _joined(printed: Map, kind: Kind) -> dict[str, tuple[str, ...]]:
    cities = (printed.start_city, *(city.id for city in printed.cities))
    joined = {city: tuple(line.id for line in printed.lines if _touches(line, kind, city)) for city in cities}
    return {city: lines for city, lines in joined.items() if lines}


def _touches(line: Line, kind: Kind, city: str) -> bool:
    return line.kind == kind and city in {line.a, line.b}


BOARDS: dict[str, Board] = {name: Board(printed) for name, printed in DATA.maps.items()}


def board_of(state: ConcordiaState) -> Board:
    """The map that is played on."""
    return BOARDS[state.public.map]
