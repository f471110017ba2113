"""The forum: how the mosaic boards lie, which cells are free for an envoy, and what the envoys there are worth."""

from collections.abc import Collection, Iterable, Mapping

from domain.forum_trajanum.data import ASLANT, DATA, EVERY_CELL, STRAIGHT, ForumLayout, beside, cell_at
from domain.forum_trajanum.events import ForumLaid
from domain.forum_trajanum.state import Area, Forum
from domain.kernel.rng import Rng

_FACE = {(face.board, face.side): face.cells for face in DATA.mosaic_face}
_ROTATIONS = {"h": (0, 180), "v": (90, 270)}
_EAGLE = "E"
_STRAIGHT = {cell: beside(cell, *STRAIGHT) for cell in EVERY_CELL}
_DIAGONAL = {cell: beside(cell, *ASLANT) for cell in EVERY_CELL}


def laid_at_random(rng: Rng, players: int) -> ForumLaid:
    """Any boards, sides and rotations on one of the layouts for this number of players (R-13)."""
    layouts = [layout for layout in DATA.forum_layout if layout.players == players]
    layout = layouts[rng.below("forum layout", len(layouts))]
    numbers = rng.shuffled("mosaic boards", range(1, DATA.mosaics.boards + 1))
    boards = []
    for number, slot in zip(numbers, layout.slots, strict=False):
        side = "AB"[rng.below("mosaic side", 2)]
        boards.append((number, side, _ROTATIONS[slot.orient][rng.below("mosaic rotation", 2)]))
    return laid(layout, tuple(boards))


def laid(layout: ForumLayout, boards: tuple[tuple[int, str, int], ...]) -> ForumLaid:
    """The forum that these boards form on that layout."""
    letters: dict[str, str] = {}
    for slot, (number, side, rotation) in zip(layout.slots, boards, strict=True):
        top, left = slot.at
        for row, line in enumerate(_rotated(_FACE[number, side], rotation)):
            letters |= {cell_at((top + row, left + column)): letter for column, letter in enumerate(line)}
    eagles = tuple(sorted(cell for cell, letter in letters.items() if letter == _EAGLE))
    return ForumLaid(layout=layout.id, boards=boards, areas=_areas(letters), eagles=eagles)


def _rotated(lines: tuple[str, ...], degrees: int) -> tuple[str, ...]:
    """The face turned clockwise."""
    for _ in range(degrees // 90):
        lines = tuple("".join(column) for column in zip(*reversed(lines), strict=True))
    return lines


def _areas(letters: Mapping[str, str]) -> tuple[Area, ...]:
    areas = []
    for letter, colour in DATA.colours.letters.items():
        cells = [cell for cell, found in letters.items() if found == letter]
        areas += [Area(colour, tuple(sorted(group))) for group in groups(cells)]
    return tuple(sorted(areas, key=lambda area: area.cells))


def groups(cells: Collection[str]) -> Iterable[list[str]]:
    """The maximal groups of orthogonally connected cells."""
    left = set(cells)
    while left:
        group = [left.pop()]
        for cell in group:
            for other in _STRAIGHT[cell]:
                if other in left:
                    left.remove(other)
                    group.append(other)
        yield group


# Where an envoy may go


def free_of_colour(forum: Forum, colour: str, *, ignore_started: bool) -> list[str]:
    """Free cells for the envoy of a structure: those of started areas, if there are any that are not full (8.3)."""
    started: list[str] = []
    free: list[str] = []
    taken = forum.envoys
    for area in forum.areas:
        if area.colour == colour:
            cells = [cell for cell in area.cells if cell not in taken]
            free += cells
            if len(cells) < len(area.cells):
                started += cells
    return free if ignore_started or not started else started


def free_coloured(forum: Forum) -> list[str]:
    """Free cells of any colour; eagles have none."""
    return [cell for area in forum.areas for cell in area.cells if cell not in forum.envoys]


def free_eagles(forum: Forum) -> list[str]:
    return [cell for cell in forum.eagles if cell not in forum.envoys]


def colour_of(forum: Forum, cell: str) -> str | None:
    """The colour of a cell; eagles have none."""
    return next((area.colour for area in forum.areas if cell in area.cells), None)


def completes_area(forum: Forum, cell: str) -> bool:
    """Whether the area of this cell is full, with an envoy on it."""
    taken = forum.envoys.keys() | {cell}
    return any(cell in area.cells and taken.issuperset(area.cells) for area in forum.areas)


# What envoys are worth


def eagle_points(forum: Forum, envoys: Iterable[str], *, diagonally: bool) -> tuple[int, int, int]:
    """How many envoys stand on an eagle, orthogonally beside one, and only diagonally beside one (R-37)."""
    eagles = set(forum.eagles)
    on = beside = diagonal = 0
    for cell in envoys:
        if cell in eagles:
            on += 1
        elif any(other in eagles for other in _STRAIGHT[cell]):
            beside += 1
        elif diagonally and any(other in eagles for other in _DIAGONAL[cell]):
            diagonal += 1
    return on, beside, diagonal


def largest_group(envoys: Collection[str]) -> int:
    """The size of the largest connected group; eagle cells connect like any other (R-38)."""
    return max(map(len, groups(envoys)), default=0)
