"""What is always true of a game of Forum Trajanum (§16), written from the fact sheet alone."""

from collections import Counter

from domain.forum_trajanum.data import DATA
from domain.forum_trajanum.state import Colony, ForumTrajanumState, Turn
from domain.kernel.ids import Seat

ALL_TILES = Counter(tile.id for tile in DATA.colony_tile)
CORNERS = {"r1c1", "r1c6", "r6c1", "r6c6"}
TEMPLES = {"r2c3", "r3c5", "r4c2", "r5c4"}
CELLS = {f"r{row}c{column}" for row in range(1, 7) for column in range(1, 7)}
GREY_TRACKS = ("library", "basilica", "market")
CLASS_ROWS = ((1, 2), (3, 4), (5, 6))


def check(state: ForumTrajanumState) -> None:
    for chair, colony in enumerate(state.public.colonies):
        if colony.covered:
            tiles_are_somewhere(state, chair)
    for colony in state.public.colonies:
        citizens_have_places(colony)
        cells_are_one_thing(colony)
        markers_count_buildings(state, colony)
        slider_is_on_its_track(colony)
        assert all(number >= 0 for number in colony.stock.values()), colony.stock
    pools_are_constant(state)
    envoys_are_in_the_forum(state)


def tiles_are_somewhere(state: ForumTrajanumState, chair: int) -> None:
    """1: each of the 34 tiles of a set is in exactly one place."""
    players = len(state.scores)
    colony, neighbour = state.public.colonies[chair], state.public.colonies[(chair - 1) % players]
    found = [*colony.open.values(), *state.fronts[chair].values()]
    found += [state.first_envoys[chair], *colony.envoys]
    found += neighbour.display + state.public.out_of_game[chair]
    found += [citizen.tile for row in colony.rows for citizen in row if not citizen.foreign]
    found += [citizen.tile for row in neighbour.rows for citizen in row if citizen.foreign]
    found += tiles_in_hands(state, chair)
    assert Counter(found) == ALL_TILES
    assert set(state.fronts[chair]) == set(colony.covered)


def tiles_in_hands(state: ForumTrajanumState, chair: int) -> list[str]:
    receiver = (chair - 1) % len(state.scores)
    held = [state.hands[chair].own, state.hands[receiver].received]
    turn: Turn | None = state.public.turn
    if turn is not None and turn.seat == chair:
        held += [turn.own, turn.taken]
    if turn is not None and turn.seat == receiver:
        held += [turn.received, turn.picked]
    return [tile for tile in held if tile is not None]


def citizens_have_places(colony: Colony) -> None:
    """2: at most two in a row and four of a class; an empty row is never active."""
    assert all(len(row) <= 2 for row in colony.rows)
    for rows in CLASS_ROWS:
        assert sum(len(colony.rows[row - 1]) for row in rows) <= 4
    assert not any(active and not row for row, active in zip(colony.rows, colony.active, strict=True))


def cells_are_one_thing(colony: Colony) -> None:
    """3: temple, corner, covered, built or free; a crane is covered, open or scored."""
    assert not set(colony.covered) & set(colony.built)
    assert not (set(colony.covered) | set(colony.built)) & (CORNERS | TEMPLES)
    assert set(colony.covered) | set(colony.built) <= CELLS
    assert set(colony.open) <= CORNERS
    assert not set(colony.open) & set(colony.scored_cranes)
    assert sorted(cell for placed in colony.placed for cell in placed.cells) == sorted(colony.built)


def markers_count_buildings(state: ForumTrajanumState, colony: Colony) -> None:
    """4: a marker counts the buildings of its type, up to four; then it stands beside the column."""
    turn = state.public.turn
    if turn is not None and state.public.colonies[turn.seat] is colony and turn.owed[-1].kind != "close":
        return
    for track in GREY_TRACKS:
        number = list(colony.built.values()).count(track)
        assert colony.markers.get(track, 0) == min(4, number)
        assert (track in colony.beside_column) == (number >= 4)


def pools_are_constant(state: ForumTrajanumState) -> None:
    """5: 14 singles and 12 doubles of each colour."""
    if state.public.unlimited_buildings or not state.public.singles:
        return
    placed = [placed for colony in state.public.colonies for placed in colony.placed]
    for colour in DATA.colours.names:
        sizes = [len(tile.cells) for tile in placed if tile.colour == colour]
        assert state.public.singles[colour] + sizes.count(1) == 14
        assert state.public.doubles[colour] + sizes.count(2) == 12


def slider_is_on_its_track(colony: Colony) -> None:
    """6: position 0 to 6; turned over exactly if somebody ever stood in the row of Merchant I."""
    assert 0 <= colony.slider <= 6
    assert colony.advanced == bool(colony.rows[2])


def envoys_are_in_the_forum(state: ForumTrajanumState) -> None:
    forum = state.public.forum
    cells = [cell for area in forum.areas for cell in area.cells] + forum.eagles
    assert len(cells) == len(set(cells))
    assert set(forum.envoys) <= set(cells)
    for chair, colony in enumerate(state.public.colonies):
        sent = list(forum.envoys.values()).count(Seat(chair))
        assert sent + colony.ship == len(colony.envoys) + bool(colony.covered)
        assert colony.ship + sent <= 15
