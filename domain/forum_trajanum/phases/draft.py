"""The draft (§4.3–4.6): each seat takes a tile from each of two streets, keeps one and passes the other on.

All seats draft at the same time and in secret. How many choices a seat makes follows from what everyone sees: none if
it cannot take a tile, one if it cannot take more than one, else three (two takes and what to keep), whatever it takes.
"""

from collections.abc import Sequence

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.data import CORNERS, COVERABLE, DATA, STREETS
from domain.forum_trajanum.guards import must_choose
from domain.forum_trajanum.state import (
    ROUND,
    Colony,
    ForumTrajanumRecorder,
    ForumTrajanumState,
    Secret,
    Taken,
    right_of,
)
from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.game import Command
from domain.kernel.ids import Seat

DRAFT = "draft"
TAKES = DATA.streets.cards_per_round
_STEPS = (0, 1, TAKES + 1)
_ANYWHERE = {
    street: tuple((cell, cmd.TakeTile(street=street, cell=cell, tribune=True)) for cell in COVERABLE)
    for street in STREETS[0]
}
"""For each street the takes that ignore its card for a tribune, by their cells."""
_SERVING = tuple(
    {
        street: tuple((cell, cmd.TakeTile(street=street, cell=cell, tribune=False)) for cell in cells)
        for street, cells in plan.items()
    }
    for plan in STREETS
)
"""For each board and street the takes that serve its card, by their cells."""


def call_round(recorder: ForumTrajanumRecorder) -> None:
    """The start player is to reveal two street cards."""
    recorder.emit(ev.RoundDue(seat=recorder.state.public.start_player))


def round_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    return [cmd.RevealStreetCards()] if seat == state.public.start_player else []


def reveal_street_cards(recorder: ForumTrajanumRecorder, seat: Seat, _command: cmd.RevealStreetCards) -> None:
    """A new phase if it is time for one (4.1), two street cards, and the draft."""
    public = recorder.state.public
    if public.stage != ROUND or seat != public.start_player:
        raise NotYourTurn(seat)
    if public.round % DATA.meta.rounds_per_phase == 0:
        number = public.phase + 1
        recorder.emit(ev.PhaseBegan(number=number, fragment=DATA.trajan_column.fragments[number - 1]))
    cards = tuple(recorder.state.deck[:TAKES])
    recorder.emit(ev.StreetCardsRevealed(round=public.round + 1, cards=cards))
    recorder.emit(ev.ChoicesOpened(stage=DRAFT, steps=tuple(_steps(colony, cards) for colony in public.colonies)))


def _steps(colony: Colony, cards: tuple[str, ...]) -> int:
    """How many choices this player makes; a matter of public facts alone."""
    lying, plan = _lying(colony), STREETS[colony.board]
    streets = [lying.intersection(plan[symbol]) for symbol in cards]
    served = min(len(set().union(*streets)), sum(map(bool, streets)))
    return _STEPS[min(TAKES, served + colony.stock["tribune"])]


def _lying(colony: Colony) -> set[str]:
    """The cells of the grid on which a tile lies."""
    return {*colony.covered, *colony.open}


class Drafting:
    """Where one seat's draft stands: the streets whose cards are open, and what still lies there."""

    __slots__ = ("_board", "cells", "lying", "streets", "tribunes")

    def __init__(self, state: ForumTrajanumState, seat: Seat) -> None:
        colony, taken = state.public.colonies[seat], state.secrets[seat].taken
        self.streets = _still_open(state.public.streets, taken)
        self.lying = _lying(colony)
        self.tribunes = colony.stock["tribune"]
        for take in taken:
            self.lying.discard(take.cell)
            self.tribunes -= take.tribune
        plan = STREETS[colony.board]
        self.cells = {street: self.lying.intersection(plan[street]) for street in self.streets}
        self._board = colony.board

    def may_serve(self) -> list[str]:
        """The streets that may be served now: of two that make no difference only the first."""
        if len(self.streets) == TAKES and self.cells[self.streets[0]] == self.cells[self.streets[1]]:
            return self.streets[:1]
        return self.streets

    def starving(self, street: str, *, tribune: bool) -> set[str]:
        """The cells to take which would leave the other card without a tile, though both could be served (R-15)."""
        if len(self.streets) < TAKES:
            return set()
        first, second = self.streets
        last = self.cells[second if street == first else first]
        return last if len(last) == 1 and (tribune or self.cells[street] != last) else set()

    def takes(self, street: str) -> list[Command]:
        """Every take for this card: in its street, and with a tribune anywhere."""
        starving, cells = self.starving(street, tribune=False), self.cells[street]
        found: list[Command] = [
            take for cell, take in _SERVING[self._board][street] if cell in cells and cell not in starving
        ]
        if self.tribunes:
            starving, cells = self.starving(street, tribune=True), self.lying
            found += [take for cell, take in _ANYWHERE[street] if cell in cells and cell not in starving]
        return found

    def may_go_without(self) -> bool:
        """Every street that is left is empty (4.6)."""
        return not any(self.cells.values())


def _still_open(streets: Sequence[str], taken: Sequence[Taken]) -> list[str]:
    """The street cards not served yet; none once the player went without."""
    still_open = list(streets)
    for take in taken:
        if not take.street:
            return []
        still_open.remove(take.street)
    return still_open


# What may be chosen


def options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    secret = state.secrets[seat]
    if len(secret.taken) == TAKES:
        return [cmd.KeepTile(tile=tile) for tile in tiles_taken(secret) or [None]]
    draft = Drafting(state, seat)
    found: list[Command] = []
    for street in draft.may_serve():
        found += draft.takes(street)
    if draft.may_go_without():
        found.append(cmd.GoWithout())
    return found


def tiles_taken(secret: Secret) -> list[str | None]:
    return [take.tile for take in secret.taken if take.tile]


# What happens


def take_tile(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.TakeTile) -> None:
    state = recorder.state
    _must_take(state, seat)
    draft = Drafting(state, seat)
    if command.street not in draft.streets:
        raise IllegalMove("card_served", rule="§4.3")
    if command.street not in draft.may_serve():
        raise IllegalMove("first_card_first", rule="R-14", street=draft.streets[0])
    if command.cell not in draft.lying:
        raise IllegalMove("no_tile_there", rule="§4.3", cell=command.cell)
    if command.tribune and not draft.tribunes:
        raise IllegalMove("no_tribune", rule="§4.4", number=1, held=0)
    if not command.tribune and command.cell not in draft.cells[command.street]:
        raise IllegalMove("not_in_street", rule="§4.3", street=command.street)
    if command.cell in draft.starving(command.street, tribune=command.tribune):
        raise IllegalMove("serve_both", rule="R-15")
    tile = tile_at(state, seat, command.cell)
    _emit_take(recorder, seat, Taken(street=command.street, cell=command.cell, tile=tile, tribune=command.tribune))


def _emit_take(recorder: ForumTrajanumRecorder, seat: Seat, take: Taken) -> None:
    recorder.emit(
        ev.DraftTileTaken(seat=seat, street=take.street, cell=take.cell, tile=take.tile, tribune=take.tribune)
    )


def tile_at(state: ForumTrajanumState, seat: Seat, cell: str) -> str:
    """The front of the tile on a cell of the grid."""
    return state.public.colonies[seat].open[cell] if cell in CORNERS else state.fronts[seat][cell]


def go_without(recorder: ForumTrajanumRecorder, seat: Seat, _command: cmd.GoWithout) -> None:
    _must_take(recorder.state, seat)
    if not Drafting(recorder.state, seat).may_go_without():
        raise IllegalMove("street_not_empty", rule="R-16")
    _emit_take(recorder, seat, Taken())


def _must_take(state: ForumTrajanumState, seat: Seat) -> None:
    must_choose(state, seat, DRAFT)
    if len(state.secrets[seat].taken) == TAKES:
        raise IllegalMove("not_offered")


def keep_tile(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.KeepTile) -> None:
    must_choose(recorder.state, seat, DRAFT)
    secret = recorder.state.secrets[seat]
    if len(secret.taken) < TAKES:
        raise IllegalMove("not_offered")
    if command.tile not in (tiles_taken(secret) or [None]):
        raise IllegalMove("not_taken", rule="§4.5")
    recorder.emit(ev.DraftTileKept(seat=seat, tile=command.tile))


def passed_on(secret: Secret, kept: str | None) -> str | None:
    """The tile that goes to the right neighbour if that one is kept."""
    return next((tile for tile in tiles_taken(secret) if tile != kept), None)


def reveal(recorder: ForumTrajanumRecorder) -> None:
    """Everyone sees which cells are empty now, and each receives what the left neighbour passed (R-18)."""
    players = len(recorder.state.scores)
    for chair in range(players):
        seat, secret = Seat(chair), recorder.state.secrets[chair]
        cells = tuple(sorted(take.cell for take in secret.taken if take.cell))
        cranes = recorder.state.public.colonies[chair].cranes
        kept = secret.kept or next(iter(tiles_taken(secret)), None)
        recorder.emit(
            ev.DraftRevealed(
                seat=seat,
                cells=cells,
                tribunes=sum(take.tribune for take in secret.taken),
                kept=kept,
                passed=passed_on(secret, kept),
                to=right_of(seat, players),
                cranes=tuple(cranes[cell] for cell in cells if cell in cranes),
            )
        )
