"""What a player would count up on the table: votes, consuls, needs that are met. Shown, never ruled."""

from collections import Counter
from typing import NamedTuple

from domain.kernel.ids import Seat
from domain.trajan.data import DATA, NEED_TILE_FOR, PROVINCE_VP, SENATE_SPACES, TRAJAN_TILES, VOTES_OF, WILD_NEED
from domain.trajan.state import Mat, Public


class Votes(NamedTuple):
    """The votes of a seat."""

    track: int
    tiles: tuple[int, ...]

    @property
    def total(self) -> int:
        """All of them."""
        return self.track + sum(self.tiles)


def space_of(public: Public, seat: Seat) -> int:
    """The space on which a seat's disc lies; before the discs are laid, the start."""
    return next((space for space, discs in enumerate(public.senate) if seat in discs), 0)


def votes(public: Public) -> list[Votes]:
    """The votes of every seat if they were counted now."""
    return [
        Votes(SENATE_SPACES[space_of(public, Seat(seat))].votes, tuple(VOTES_OF[t] for t in mat.tiles if t in VOTES_OF))
        for seat, mat in enumerate(public.mats)
    ]


def consuls(public: Public) -> list[Seat]:
    """The seats by their votes, then by their place on the track, then by the height in the stack."""
    counted = votes(public)

    def strength(seat: Seat) -> tuple[int, int, int]:
        space = space_of(public, seat)
        stack = public.senate[space] if public.senate else []
        return counted[seat].total, space, stack.index(seat) if seat in stack else 0

    return sorted(map(Seat, range(len(public.mats))), key=strength, reverse=True)


def met_needs(mat: Mat, needs: list[str]) -> list[bool]:
    """For each need of the people whether the player would meet it if the quarter ended now."""
    at_hand = Counter(mat.tiles)
    kept = Counter(TRAJAN_TILES[tile].need for tile in mat.kept)
    met = []
    for need in needs:
        if kept[need]:
            kept[need] -= 1
            met.append(True)
            continue
        tile = NEED_TILE_FOR[need] if at_hand[NEED_TILE_FOR[need]] else WILD_NEED
        met.append(at_hand[tile] > 0)
        at_hand[tile] -= met[-1]
    return met


def loss(mat: Mat, needs: list[str]) -> int:
    """The points that unmet needs would cost."""
    return DATA.needs.penalty[met_needs(mat, needs).count(False)]


def conquest(public: Public, seat: Seat, province: str) -> int:
    """The points for conquering a province now."""
    foreign = sum(province in mat.legionaries for other, mat in enumerate(public.mats) if other != seat)
    points = PROVINCE_VP[province] - foreign * DATA.military.vp_loss_per_foreign_legionary
    return max(points, DATA.military.vp_floor)
