"""Positions for the cases of the fact sheet: a seeded opening in which a test sets what its case names."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from domain.forum_trajanum import GAME, forum
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.data import COLOURS, DATA, RESOURCES, ROWS_OF_CLASS, TILE, TILES
from domain.forum_trajanum.phases import draft, payment, tiles
from domain.forum_trajanum.state import (
    SCORING,
    TURNS,
    Citizen,
    Colony,
    ForumTrajanumOptions,
    ForumTrajanumRecorder,
    ForumTrajanumState,
    Hand,
    Owed,
)
from domain.forum_trajanum.turn import go_on
from domain.kernel.game import Chairs, Command
from domain.kernel.ids import Seat
from domain.kernel.rng import KeyedRng
from tests.kit.scenario import KEY, waited_for

WATCHTOWER, LYRE, AMPHORA, MONUMENT, ARCH = "watchtower", "lyre", "amphora", "monument", "arch"
LETTERS = {
    "C": "column",
    "L": "library",
    "B": "basilica",
    "M": "market",
    "b": "fountain",
    "g": "park",
    "o": "house",
    "y": "stable",
}


def opened(players: int = 2, **options: object) -> ForumTrajanumState:
    """The first draft is due. Everyone has taken the first choice of the set-up; the citizen rows were emptied."""
    state = set_up(players, **options)
    for colony in state.public.colonies:
        colony.rows = [[] for _ in range(6)]
        colony.active = [False] * 6
        colony.advanced = False
    return state


def set_up(players: int = 2, **options: object) -> ForumTrajanumState:
    """The set-up as it is played: everyone takes the first choice each time."""
    state = GAME.blank()
    rng = KeyedRng(KEY)
    terms = msgspec.convert(options, ForumTrajanumOptions)
    GAME.setup_into(GAME.recorder(state, rng), terms, Chairs(players, Seat(0)))
    while state.public.round == 0:
        seat = waited_for(GAME.to_act(state))[0]
        GAME.decide_into(GAME.recorder(state, rng), seat, GAME.legal(state, seat)[0])
    return state


def recorder(state: ForumTrajanumState) -> ForumTrajanumRecorder:
    return GAME.recorder(state, KeyedRng(KEY))


def colony_of(state: ForumTrajanumState, seat: int = 0) -> Colony:
    return state.public.colonies[seat]


# What a player has


def give(state: ForumTrajanumState, seat: int = 0, **resources: int) -> ForumTrajanumState:
    """The player has exactly these resources."""
    colony_of(state, seat).stock = dict.fromkeys(RESOURCES, 0) | resources
    return state


def settle(
    state: ForumTrajanumState, row: int, number: int = 1, seat: int = 0, *, active: bool = True
) -> ForumTrajanumState:
    """Citizens in a row (1 to 6)."""
    colony = colony_of(state, seat)
    tiles_of_class = [tile for tile in TILES if row in ROWS_OF_CLASS.get(TILE[tile].social_class, ())]
    colony.rows[row - 1] = [Citizen(tile, foreign=False) for tile in tiles_of_class[:number]]
    colony.active[row - 1] = active and number > 0
    if row == 3 and number:
        colony.advanced = True
    return state


def uncover(state: ForumTrajanumState, *cells: str, seat: int = 0) -> ForumTrajanumState:
    """These cells have lost their tile."""
    colony = colony_of(state, seat)
    for cell in cells:
        if cell in colony.open:
            del colony.open[cell]
        elif cell in colony.covered:
            colony.covered.remove(cell)
            del state.fronts[seat][cell]
    return state


def uncover_street(state: ForumTrajanumState, number: int, *, keep: tuple[str, ...] = ()) -> ForumTrajanumState:
    """A whole row of seat 0's grid is empty but for these cells."""
    cells = [f"r{number}c{column}" for column in range(1, 7)]
    return uncover(state, *(cell for cell in cells if cell not in keep))


def built(state: ForumTrajanumState, buildings: Mapping[str, str], seat: int = 0) -> ForumTrajanumState:
    """These buildings stand in the colony, and the reward tracks count them."""
    colony = colony_of(state, seat)
    uncover(state, *buildings, seat=seat)
    colony.built.update(buildings)
    for track in ("library", "basilica", "market"):
        number = list(colony.built.values()).count(track)
        colony.markers[track] = min(4, number)
        if number >= 4 and track not in colony.beside_column:
            colony.beside_column.append(track)
    return state


def grid(*rows: str) -> dict[str, str]:
    """Buildings by cell from a picture of the grid."""
    return {
        f"r{row}c{column}": LETTERS[letter]
        for row, line in enumerate(rows, 1)
        for column, letter in enumerate(line, 1)
        if letter in LETTERS
    }


EXAMPLE_BOARDS = ((1, "A", 0), (2, "A", 0), (5, "A", 0), (3, "A", 0))
"""The forum of the 54-point example.

    G O O Y Y Y E O
    G E O Y B B B Y
    B G B B B G G O
    Y Y Y G G Y Y O
    Y O E G B B E O
    G O B B G O O O
"""


def example_forum(state: ForumTrajanumState) -> ForumTrajanumState:
    """The mosaic boards lie as in the 54-point example; no envoy is there."""
    layout = next(layout for layout in DATA.forum_layout if layout.id == "3-block")
    GAME.evolve(state, forum.laid(layout, EXAMPLE_BOARDS))
    return state


def envoys(state: ForumTrajanumState, seat: int, *cells: str) -> ForumTrajanumState:
    for cell in cells:
        state.public.forum.envoys[cell] = Seat(seat)
    return state


def pay(builders: int = 0, assistants: int = 0, **workers: int) -> cmd.Pay:
    """A payment by the numbers of each kind; workers by their colour."""
    numbers = {"builder": builders, "assistant": assistants}
    numbers |= {f"worker_{colour}": workers.get(colour, 0) for colour in COLOURS}
    return cmd.Pay(resources=tuple(name for name, number in numbers.items() for _ in range(number)))


# Where the game stands


def drafting(state: ForumTrajanumState, *streets: str) -> ForumTrajanumState:
    """A draft of these two street cards begins."""
    state.deck[: len(streets)] = streets
    state.public.round = max(state.public.round, 1)
    draft.call_round(recorder(state))
    return carried_on(state, cmd.RevealStreetCards(), state.public.start_player)


def turn(
    state: ForumTrajanumState, own: str | None = None, received: str | None = None, seat: int = 0
) -> ForumTrajanumState:
    """The turn of that seat begins with these tiles."""
    state.public.stage = TURNS
    state.public.waiting = [0] * len(state.scores)
    state.hands[seat] = Hand(own=own, received=received)
    tiles.begin_turn(recorder(state), Seat(seat))
    return carried_on(state, cmd.LayTilesOpen(), seat)


def carried_on(state: ForumTrajanumState, command: Command, seat: int) -> ForumTrajanumState:
    GAME.decide_into(recorder(state), Seat(seat), command)
    return state


def building(state: ForumTrajanumState, seat: int = 0) -> ForumTrajanumState:
    """The build action of that seat is due."""
    return turn(state, seat=seat)


def owing(state: ForumTrajanumState, *owed: Owed, seat: int = 0) -> ForumTrajanumState:
    """In the build half of that seat's turn these choices are due, the last one first."""
    building(state, seat)
    assert state.public.turn is not None
    state.public.turn.owed[-1:] = owed
    return state


def paying(state: ForumTrajanumState, phase: int = 1) -> ForumTrajanumState:
    """The citizens of that phase are to be paid."""
    state.public.phase = phase
    state.public.round = 4 * phase
    payment.open_payment(recorder(state))
    go_on(recorder(state))
    return state


def scoring(state: ForumTrajanumState, step: str, phase: int = 1) -> ForumTrajanumState:
    """That step of that phase's scoring is due."""
    state.public.phase = phase
    state.public.round = 4 * phase
    state.public.stage = SCORING
    state.public.waiting = [0] * len(state.scores)
    state.public.step = step
    return state


# What a player reads

Position: TypeAlias = Callable[[], ForumTrajanumState]
"""Made when its test runs."""


def label(state: ForumTrajanumState, command: Command, seat: int = 0) -> str:
    """A choice in that seat's menu, at a table of Tanja, Tom, Tina and Tim."""
    assert command in GAME.legal(state, Seat(seat))
    return GAME.label(GAME.view(state, Seat(seat)), command, players=("Tanja", "Tom", "Tina", "Tim"))
