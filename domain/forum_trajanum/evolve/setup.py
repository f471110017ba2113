"""How the events of the set-up change the state. No rules here."""

from domain.forum_trajanum import events as ev
from domain.forum_trajanum.evolve.pieces import choose, colony_of, settle
from domain.forum_trajanum.state import Citizen, Colony, Forum, ForumTrajanumState, Hand, Secret
from domain.kernel.game import Fold

FOLD: Fold[ForumTrajanumState] = Fold()


@FOLD.on(ev.TableLaid)
def table_laid(state: ForumTrajanumState, event: ev.TableLaid) -> None:
    public = state.public
    state.scores = [0] * event.players
    public.start_player = event.start_player
    public.first_game = event.first_game
    public.newcomers = list(event.newcomers)
    public.unlimited_buildings = event.unlimited_buildings
    public.trajan_unit = event.trajan_unit
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


@FOLD.on(ev.CranesArranged)
def cranes_arranged(state: ForumTrajanumState, event: ev.CranesArranged) -> None:
    choose(state, event.seat).cranes = event.colours


@FOLD.on(ev.CranesRevealed)
def cranes_revealed(state: ForumTrajanumState, event: ev.CranesRevealed) -> None:
    colony_of(state, event.seat).cranes = dict(event.cranes)


@FOLD.on(ev.StartCitizenDrawn)
def start_citizen_drawn(state: ForumTrajanumState, event: ev.StartCitizenDrawn) -> None:
    colony_of(state, event.seat).start_citizen = event.tile


@FOLD.on(ev.StartRowChosen)
def start_row_chosen(state: ForumTrajanumState, event: ev.StartRowChosen) -> None:
    choose(state, event.seat).row = event.row


@FOLD.on(ev.CornersChosen)
def corners_chosen(state: ForumTrajanumState, event: ev.CornersChosen) -> None:
    choose(state, event.seat).corners = event.corners


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
    choose(state, event.seat).newcomer = (event.corner, event.row)


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
