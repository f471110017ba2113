"""The draft (§4.3–4.6): each seat takes a tile from each of two streets, keeps one and passes the other on.

All seats draft at the same time and in secret. How many choices a seat makes follows from what everyone sees: none if
it cannot take a tile, one if it cannot take more than one, else three (two takes and what to keep), whatever it takes.
"""

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.data import DATA
from domain.forum_trajanum.duties import must_choose
from domain.forum_trajanum.printed import CORNERS, COVERABLE, STREETS
from domain.forum_trajanum.state import Colony, ForumTrajanumState, Playing, Secret, Taken, right_of
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat

DRAFT = "draft"
TAKES = DATA.streets.cards_per_round
_STEPS = (0, 1, TAKES + 1)
_TAKE = {
    (card, cell, tribune): cmd.TakeTile(card=card, cell=cell, tribune=tribune)
    for card in range(TAKES)
    for cell in COVERABLE
    for tribune in (False, True)
}


def begin_round(play: Playing) -> None:
    """A new phase if it is time for one (4.1), two street cards, and the draft."""
    public = play.state.public
    if public.round % DATA.meta.rounds_per_phase == 0:
        number = public.phase + 1
        play.emit(ev.PhaseBegan(number=number, fragment=DATA.trajan_column.fragments[number - 1]))
    cards = tuple(play.state.deck[:TAKES])
    play.emit(ev.StreetCardsRevealed(round=public.round + 1, cards=cards))
    play.emit(ev.ChoicesOpened(stage=DRAFT, steps=tuple(_steps(colony, cards) for colony in public.colonies)))


def _steps(colony: Colony, cards: tuple[str, ...]) -> int:
    """How many choices this player makes; a matter of public facts alone."""
    streets = [_lying_in(colony, symbol) for symbol in cards]
    served = min(len(set().union(*streets)), sum(bool(street) for street in streets))
    return _STEPS[min(TAKES, served + colony.stock["tribune"])]


def _lying_in(colony: Colony, symbol: str) -> set[str]:
    return {cell for cell in STREETS[colony.board][symbol] if cell in colony.covered or cell in colony.open}


class Drafting:
    """Where one seat's draft stands: the cards not served yet, and what still lies in their streets."""

    __slots__ = ("lying", "open_cards", "streets", "tribunes")

    def __init__(self, state: ForumTrajanumState, seat: Seat) -> None:
        colony, taken = state.public.colonies[seat], state.secrets[seat].taken
        gone = {take.cell for take in taken}
        self.lying = {*colony.covered, *colony.open} - gone
        done = {take.card for take in taken}
        self.open_cards = [card for card in range(TAKES) if card not in done] if -1 not in done else []
        plan = STREETS[colony.board]
        self.streets = {card: self.lying.intersection(plan[state.public.streets[card]]) for card in self.open_cards}
        self.tribunes = colony.stock["tribune"] - sum(take.tribune for take in taken)

    def first_cards(self) -> list[int]:
        """The cards that may be served now: of two that make no difference only the first."""
        if len(self.open_cards) == TAKES and self.streets[0] == self.streets[1]:
            return self.open_cards[:1]
        return self.open_cards

    def starves(self, card: int, cell: str, *, tribune: bool) -> bool:
        """Whether that take leaves the other card without a tile, though both could be served (R-15)."""
        for other in self.open_cards:
            if other != card and self.streets[other] == {cell}:
                return tribune or self.streets[card] != {cell}
        return False

    def may_go_without(self) -> bool:
        """Every street that is left is empty (4.6)."""
        return not any(self.streets.values())


# What may be chosen


def options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    secret = state.secrets[seat]
    if len(secret.taken) == TAKES:
        return [cmd.KeepTile(tile=tile) for tile in tiles_taken(secret) or [None]]
    draft = Drafting(state, seat)
    found: list[Command] = []
    for card in draft.first_cards():
        street = draft.streets[card]
        found += [
            _TAKE[card, cell, False]
            for cell in COVERABLE
            if cell in street and not draft.starves(card, cell, tribune=False)
        ]
        if draft.tribunes:
            found += [
                _TAKE[card, cell, True]
                for cell in COVERABLE
                if cell in draft.lying and not draft.starves(card, cell, tribune=True)
            ]
    if draft.may_go_without():
        found.append(cmd.GoWithout())
    return found


def tiles_taken(secret: Secret) -> list[str | None]:
    return [take.tile for take in secret.taken if take.tile]


# What happens


def take_tile(play: Playing, seat: Seat, command: cmd.TakeTile) -> None:
    state = play.state
    _must_take(state, seat)
    draft = Drafting(state, seat)
    if command.card not in draft.open_cards:
        raise IllegalMove("card_served", rule="§4.3")
    if command.card not in draft.first_cards():
        raise IllegalMove("first_card_first", rule="R-14")
    if command.cell not in draft.lying:
        raise IllegalMove("no_tile_there", rule="§4.3", cell=command.cell)
    if command.tribune and not draft.tribunes:
        raise IllegalMove("no_tribune", rule="§4.4")
    if not command.tribune and command.cell not in draft.streets[command.card]:
        raise IllegalMove("not_in_street", rule="§4.3", street=state.public.streets[command.card])
    if draft.starves(command.card, command.cell, tribune=command.tribune):
        raise IllegalMove("serve_both", rule="R-15")
    tile = tile_at(state, seat, command.cell)
    play.emit(ev.DraftTileTaken(seat=seat, card=command.card, cell=command.cell, tile=tile, tribune=command.tribune))


def tile_at(state: ForumTrajanumState, seat: Seat, cell: str) -> str:
    """The front of the tile on a cell of the grid."""
    return state.public.colonies[seat].open[cell] if cell in CORNERS else state.fronts[seat][cell]


def go_without(play: Playing, seat: Seat, _command: cmd.GoWithout) -> None:
    _must_take(play.state, seat)
    if not Drafting(play.state, seat).may_go_without():
        raise IllegalMove("street_not_empty", rule="R-16")
    nothing = Taken()
    play.emit(
        ev.DraftTileTaken(seat=seat, card=nothing.card, cell=nothing.cell, tile=nothing.tile, tribune=nothing.tribune)
    )


def _must_take(state: ForumTrajanumState, seat: Seat) -> None:
    must_choose(state, seat, DRAFT)
    if len(state.secrets[seat].taken) == TAKES:
        raise IllegalMove("not_offered")


def keep_tile(play: Playing, seat: Seat, command: cmd.KeepTile) -> None:
    must_choose(play.state, seat, DRAFT)
    secret = play.state.secrets[seat]
    if len(secret.taken) < TAKES:
        raise IllegalMove("not_offered")
    if command.tile not in (tiles_taken(secret) or [None]):
        raise IllegalMove("not_taken", rule="§4.5")
    play.emit(ev.DraftTileKept(seat=seat, tile=command.tile))


def reveal(play: Playing) -> None:
    """Everyone sees which cells are empty now, and each receives what the left neighbour passed (R-18)."""
    players = len(play.state.scores)
    for chair in range(players):
        seat, secret = Seat(chair), play.state.secrets[chair]
        tiles = tiles_taken(secret)
        kept = secret.kept or next(iter(tiles), None)
        play.emit(
            ev.DraftRevealed(
                seat=seat,
                cells=tuple(sorted(take.cell for take in secret.taken if take.cell)),
                tribunes=sum(take.tribune for take in secret.taken),
                kept=kept,
                passed=next((tile for tile in tiles if tile != kept), None),
                to=right_of(seat, players),
            )
        )
