"""How each event changes the state; those of a turn have a module of their own.

No rules here: what is owed and who is next was put into the events.
"""

from domain.forum_trajanum import events as ev
from domain.forum_trajanum.evolve_turn import TURN, colony_of, settle, take_from_grid
from domain.forum_trajanum.state import (
    OVER,
    ROUND,
    SCORING,
    TURNS,
    Citizen,
    Colony,
    Forum,
    ForumTrajanumState,
    Hand,
    Secret,
    Taken,
)
from domain.kernel.game import Fold
from domain.kernel.ids import Seat

FOLD: Fold[ForumTrajanumState] = Fold()
FOLD.table |= TURN.table


# Set-up


@FOLD.on(ev.TableLaid)
def table_laid(state: ForumTrajanumState, event: ev.TableLaid) -> None:
    public = state.public
    state.scores = [0] * event.players
    public.start_player = event.start_player
    public.first_game = event.first_game
    public.newcomers = list(event.newcomers)
    public.unlimited_buildings = event.unlimited_buildings
    public.singles = dict(event.singles)
    public.doubles = dict(event.doubles)
    public.out_of_game = [[] for _ in range(event.players)]
    state.fronts = [{} for _ in range(event.players)]
    state.first_envoys = [""] * event.players
    state.hands = [Hand() for _ in range(event.players)]


@FOLD.on(ev.ForumLaid)
def forum_laid(state: ForumTrajanumState, event: ev.ForumLaid) -> None:
    state.public.forum = Forum(
        layout=event.layout, boards=list(event.boards), areas=list(event.areas), eagles=list(event.eagles)
    )


@FOLD.on(ev.TrajanCardsRevealed)
def trajan_cards_revealed(state: ForumTrajanumState, event: ev.TrajanCardsRevealed) -> None:
    state.public.trajan_cards = list(event.cards)


@FOLD.on(ev.StreetDecksShuffled)
def street_decks_shuffled(state: ForumTrajanumState, event: ev.StreetDecksShuffled) -> None:
    state.deck = list(event.cards)


@FOLD.on(ev.ColonyFounded)
def colony_founded(state: ForumTrajanumState, event: ev.ColonyFounded) -> None:
    state.public.colonies.append(Colony(board=event.board, stock=dict(event.stock)))


@FOLD.on(ev.ChoicesOpened)
def choices_opened(state: ForumTrajanumState, event: ev.ChoicesOpened) -> None:
    state.public.stage = event.stage
    state.public.waiting = list(event.steps)
    state.public.chosen = [0] * len(event.steps)
    state.secrets = [Secret() for _ in event.steps]


def _choose(state: ForumTrajanumState, seat: Seat) -> Secret:
    state.public.waiting[seat] -= 1
    state.public.chosen[seat] += 1
    return state.secrets[seat]


@FOLD.on(ev.CranesArranged)
def cranes_arranged(state: ForumTrajanumState, event: ev.CranesArranged) -> None:
    _choose(state, event.seat).cranes = event.colours


@FOLD.on(ev.CranesRevealed)
def cranes_revealed(state: ForumTrajanumState, event: ev.CranesRevealed) -> None:
    colony_of(state, event.seat).cranes = dict(event.cranes)


@FOLD.on(ev.StartCitizenDrawn)
def start_citizen_drawn(state: ForumTrajanumState, event: ev.StartCitizenDrawn) -> None:
    colony_of(state, event.seat).start_citizen = event.tile


@FOLD.on(ev.StartRowChosen)
def start_row_chosen(state: ForumTrajanumState, event: ev.StartRowChosen) -> None:
    _choose(state, event.seat).row = event.row


@FOLD.on(ev.CornersChosen)
def corners_chosen(state: ForumTrajanumState, event: ev.CornersChosen) -> None:
    _choose(state, event.seat).corners = event.corners


@FOLD.on(ev.StartCitizenPlaced)
def start_citizen_placed(state: ForumTrajanumState, event: ev.StartCitizenPlaced) -> None:
    colony = colony_of(state, event.seat)
    settle(colony, event.row, Citizen(event.tile, foreign=False))
    colony.open.pop(event.corner, None)


@FOLD.on(ev.ColonyDealt)
def colony_dealt(state: ForumTrajanumState, event: ev.ColonyDealt) -> None:
    colony = colony_of(state, event.seat)
    colony.open = dict(event.open)
    colony.covered = list(event.covered)
    colony.ship = 1
    state.fronts[event.seat] = dict(zip(event.covered, event.fronts, strict=True))
    state.first_envoys[event.seat] = event.first_envoy


@FOLD.on(ev.NewcomerChose)
def newcomer_chose(state: ForumTrajanumState, event: ev.NewcomerChose) -> None:
    _choose(state, event.seat).newcomer = (event.corner, event.row)


@FOLD.on(ev.ChoiceWithdrawn)
def choice_withdrawn(state: ForumTrajanumState, event: ev.ChoiceWithdrawn) -> None:
    state.public.waiting[event.seat] += 1
    state.public.chosen[event.seat] -= 1
    secret = state.secrets[event.seat]
    if state.public.stage == "draft":
        secret.kept = None
    elif state.public.stage == "women" and state.public.chosen[event.seat]:
        secret.corners = ()
    else:
        state.secrets[event.seat] = Secret()


# Rounds and the draft


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
    _choose(state, event.seat).taken.append(taken)


@FOLD.on(ev.DraftTileKept)
def draft_tile_kept(state: ForumTrajanumState, event: ev.DraftTileKept) -> None:
    _choose(state, event.seat).kept = event.tile


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
    _choose(state, event.seat).paid_rows = event.rows


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
