"""A complete state that a seat cannot tell from the true one: what it does not know is drawn anew.

Everything is drawn from what is left when the known tiles and cards are taken away; the secret choices of others are
made up from what they could have chosen.
"""

from collections import Counter
from collections.abc import Callable

import msgspec

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.data import STREET_CARDS, TILES
from domain.forum_trajanum.legal import legal
from domain.forum_trajanum.phases.draft import tile_at
from domain.forum_trajanum.state import (
    SECRET_STAGES,
    ForumTrajanumState,
    Hand,
    Public,
    Secret,
    Taken,
    right_of,
)
from domain.forum_trajanum.view import ForumTrajanumView
from domain.kernel.game import Command, copy_of
from domain.kernel.ids import Seat
from domain.kernel.rng import Rng


def imagine(view: ForumTrajanumView, rng: Rng) -> ForumTrajanumState:
    players = len(view.scores)
    state = ForumTrajanumState(
        scores=list(view.scores),
        public=copy_of(view.public),
        deck=_deck(view.public, rng),
        fronts=[{} for _ in range(players)],
        first_envoys=[""] * players,
        secrets=[Secret() for _ in range(players)],
        hands=[Hand() for _ in range(players)],
    )
    if view.seat is not None and view.secret is not None:
        state.secrets[view.seat] = msgspec.structs.replace(view.secret, taken=list(view.secret.taken))
    for chair, colony in enumerate(view.public.colonies):
        if colony.covered:  # before the deal there is nothing to imagine; after it some tiles always stay
            _Set(view, state, Seat(chair)).fill(rng)
    _choose_for_others(view, state, rng)
    return state


def _deck(public: Public, rng: Rng) -> list[str]:
    return rng.shuffled("imagined decks", list((Counter(STREET_CARDS) - Counter(public.revealed)).elements()))


class _Set:
    """The tiles of one player: those that the viewer knows, and places for the others."""

    def __init__(self, view: ForumTrajanumView, state: ForumTrajanumState, owner: Seat) -> None:
        self._view = view
        self._state = state
        self._owner = owner
        self._receiver = right_of(owner, len(view.scores))
        self._colony = view.public.colonies[owner]

    def fill(self, rng: Rng) -> None:
        """Put every tile of this set somewhere it could be."""
        self._place_known()
        known = self._known()
        pool = rng.shuffled(f"imagined tiles {self._owner}", [tile for tile in TILES if tile not in known])
        hidden = self._hidden_in_hands()
        for place in rng.shuffled(f"imagined hands {self._owner}", hidden):
            candidates = [tile for tile in self._colony.taken_open if tile not in known] or pool
            tile = candidates[0]
            known.append(tile)
            pool = [other for other in pool if other != tile]
            place(tile)
        fronts = self._state.fronts[self._owner]
        for cell in self._colony.covered:
            if cell not in fronts:
                fronts[cell] = pool.pop()
        if self._owner != self._view.seat:
            self._state.first_envoys[self._owner] = pool.pop()

    def _place_known(self) -> None:
        view, state = self._view, self._state
        if view.seat == self._owner:
            state.first_envoys[self._owner] = view.first_envoy or ""
            state.hands[self._owner].own = view.own_tile
            state.hands[self._receiver].received = view.passed_tile
            for take in view.secret.taken if view.secret else ():
                if take.cell in self._colony.covered:
                    state.fronts[self._owner][take.cell] = take.tile
        if view.seat == self._receiver:
            state.hands[self._receiver].received = view.received_tile

    def _known(self) -> list[str]:
        """Every tile of this set that the viewer knows the place of."""
        public, state = self._view.public, self._state
        receiver = public.colonies[self._receiver]
        known = [*self._colony.open.values(), *self._colony.envoys, *receiver.display]
        known += public.out_of_game[self._owner]
        known += [citizen.tile for row in self._colony.rows for citizen in row if not citizen.foreign]
        known += [citizen.tile for row in receiver.rows for citizen in row if citizen.foreign]
        known += state.fronts[self._owner].values()
        hands = [state.hands[self._owner].own, state.hands[self._receiver].received, *self._laid_open()]
        if self._owner == self._view.seat:
            hands.append(state.first_envoys[self._owner])
        return known + [tile for tile in hands if tile]

    def _laid_open(self) -> list[str | None]:
        turn = self._view.public.turn
        if turn is None:
            return []
        own = [turn.own, turn.taken] if turn.seat == self._owner else []
        return own + ([turn.received, turn.picked] if turn.seat == self._receiver else [])

    def _hidden_in_hands(self) -> list[Callable[[str], None]]:
        """The places of tiles that someone holds and the viewer has not seen."""
        places: list[Callable[[str], None]] = []
        if self._view.holds_own[self._owner] and self._owner != self._view.seat:
            places.append(self._into_own)
        if self._view.holds_received[self._receiver] and self._view.seat not in (self._owner, self._receiver):
            places.append(self._into_received)
        return places

    def _into_own(self, tile: str) -> None:
        self._state.hands[self._owner].own = tile

    def _into_received(self, tile: str) -> None:
        self._state.hands[self._receiver].received = tile


# Secret choices of the others


def _choose_for_others(view: ForumTrajanumView, state: ForumTrajanumState, rng: Rng) -> None:
    public = state.public
    if public.stage not in SECRET_STAGES or public.turn is not None:
        return
    made, owed = public.chosen, public.waiting
    for chair, number in enumerate(made):
        if chair == view.seat:
            continue
        public.chosen = [0] * len(made)
        public.waiting = [1] * len(made)
        for step in range(number):
            options = [option for option in legal(state, Seat(chair)) if option.SECRET]
            _note(state, Seat(chair), options[rng.below(f"imagined choice {chair} {step}", len(options))])
            public.chosen[chair] += 1
    public.chosen, public.waiting = made, owed


def _note(state: ForumTrajanumState, seat: Seat, command: Command) -> None:
    """Remember a secret choice as the fold of its event would."""
    secret = state.secrets[seat]
    match command:
        case cmd.ArrangeCranes(colours=colours):
            secret.cranes = colours
        case cmd.PlaceStartCitizen(row=row):
            secret.row = row
        case cmd.SeatWomen(corners=corners):
            secret.corners = corners
        case cmd.SettleNewcomer(corner=corner, row=row):
            secret.newcomer = (corner, row)
        case cmd.TakeTile(street=street, cell=cell, tribune=tribune):
            secret.taken.append(Taken(street=street, cell=cell, tile=tile_at(state, seat, cell), tribune=tribune))
        case cmd.GoWithout():
            secret.taken.append(Taken())
        case cmd.KeepTile(tile=tile):
            secret.kept = tile
        case cmd.PayCitizens(rows=rows):
            secret.paid_rows = rows
