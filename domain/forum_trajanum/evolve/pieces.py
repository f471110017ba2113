"""What several events change alike: a secret choice that was made, citizens, and cells that become empty."""

from domain.forum_trajanum.state import Citizen, Colony, ForumTrajanumState, Secret
from domain.kernel.ids import Seat


def colony_of(state: ForumTrajanumState, seat: Seat) -> Colony:
    return state.public.colonies[seat]


def settle(colony: Colony, row: int, citizen: Citizen) -> None:
    colony.rows[row - 1].append(citizen)
    colony.active[row - 1] = True


def take_from_grid(state: ForumTrajanumState, seat: Seat, cell: str) -> str | None:
    """Empty a cell; gives the tile if it lay open."""
    colony = colony_of(state, seat)
    if cell in colony.open:
        return colony.open.pop(cell)
    colony.covered.remove(cell)
    del state.fronts[seat][cell]
    return None


def choose(state: ForumTrajanumState, seat: Seat) -> Secret:
    """Note that a secret choice was made; gives the slot that it goes to."""
    state.public.waiting[seat] -= 1
    state.public.chosen[seat] += 1
    return state.secrets[seat]
