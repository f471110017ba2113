"""How the draft, the rounds and the end of a phase change the state. No rules here."""

from domain.forum_trajanum import events as ev
from domain.forum_trajanum.evolve.pieces import choose, colony_of, take_from_grid
from domain.forum_trajanum.state import (
    OVER,
    ROUND,
    SCORING,
    TURNS,
    ForumTrajanumState,
    Secret,
    Taken,
)
from domain.kernel.game import Fold

FOLD: Fold[ForumTrajanumState] = Fold()


@FOLD.on(ev.RoundDue)
def round_due(state: ForumTrajanumState, _event: ev.RoundDue) -> None:
    state.public.stage = ROUND
    state.public.step = None


@FOLD.on(ev.PhaseBegan)
def phase_began(state: ForumTrajanumState, event: ev.PhaseBegan) -> None:
    state.public.phase = event.number


@FOLD.on(ev.StreetCardsRevealed)
def street_cards_revealed(state: ForumTrajanumState, event: ev.StreetCardsRevealed) -> None:
    state.public.round = event.round
    state.public.streets = list(event.cards)
    state.public.revealed += event.cards
    del state.deck[: len(event.cards)]


@FOLD.on(ev.DraftTileTaken)
def draft_tile_taken(state: ForumTrajanumState, event: ev.DraftTileTaken) -> None:
    taken = Taken(street=event.street, cell=event.cell, tile=event.tile, tribune=event.tribune)
    choose(state, event.seat).taken.append(taken)


@FOLD.on(ev.DraftTileKept)
def draft_tile_kept(state: ForumTrajanumState, event: ev.DraftTileKept) -> None:
    choose(state, event.seat).kept = event.tile


@FOLD.on(ev.DraftRevealed)
def draft_revealed(state: ForumTrajanumState, event: ev.DraftRevealed) -> None:
    colony = colony_of(state, event.seat)
    colony.stock["tribune"] -= event.tribunes
    for cell in event.cells:
        tile = take_from_grid(state, event.seat, cell)
        if tile is not None:
            colony.taken_open.append(tile)
    state.hands[event.seat].own = event.kept
    state.hands[event.to].received = event.passed
    state.secrets[event.seat] = Secret()
    state.public.stage = TURNS


# End of a phase


@FOLD.on(ev.PaymentChosen)
def payment_chosen(state: ForumTrajanumState, event: ev.PaymentChosen) -> None:
    choose(state, event.seat).paid_rows = event.rows


@FOLD.on(ev.CitizensPaid)
def citizens_paid(state: ForumTrajanumState, event: ev.CitizensPaid) -> None:
    colony = colony_of(state, event.seat)
    colony.stock["coin"] -= event.coins
    colony.active = [number in event.rows for number in range(1, len(colony.rows) + 1)]
    state.secrets[event.seat] = Secret()
    state.public.stage = SCORING


@FOLD.on(ev.StepDue)
def step_due(state: ForumTrajanumState, event: ev.StepDue) -> None:
    if event.step:
        state.public.step = event.step
    else:
        state.public.step = None
        state.public.stage = OVER


@FOLD.on(ev.CraneScored)
def crane_scored(state: ForumTrajanumState, event: ev.CraneScored) -> None:
    colony_of(state, event.seat).scored_cranes.append(event.cell)
