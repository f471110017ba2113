"""How the end of rounds and quarters changes the state. No rules here."""

from domain.kernel.game import Fold
from domain.trajan.events import quarter as ev
from domain.trajan.evolve.pieces import take_off
from domain.trajan.state import Bonus, TrajanState

FOLD: Fold[TrajanState] = Fold()


@FOLD.on(ev.RoundEnded)
def round_ended(state: TrajanState, event: ev.RoundEnded) -> None:
    state.public.rounds = event.round
    state.public.laps -= 1


@FOLD.on(ev.NeedTurnedUp)
def need_turned_up(state: TrajanState, event: ev.NeedTurnedUp) -> None:
    state.need_stack.pop()
    state.public.needs.append(event.need)


@FOLD.on(ev.StepDue)
def step_due(state: TrajanState, event: ev.StepDue) -> None:
    state.public.step = event.step


@FOLD.on(ev.NeedsCounted)
def needs_counted(state: TrajanState, event: ev.NeedsCounted) -> None:
    state.public.step = None
    if event.needs:
        state.public.waiting.append(event.seat)
        state.public.mats[event.seat].open_needs = list(event.needs)


@FOLD.on(ev.NeedCovered)
def need_covered(state: TrajanState, event: ev.NeedCovered) -> None:
    mat = state.public.mats[event.seat]
    mat.open_needs.remove(event.need)
    mat.tiles.remove(event.tile)
    state.public.removed.tiles.append(event.tile)


@FOLD.on(ev.NeedsSettled)
def needs_settled(state: TrajanState, event: ev.NeedsSettled) -> None:
    state.public.waiting.remove(event.seat)


@FOLD.on(ev.VotesCounted)
def votes_counted(state: TrajanState, event: ev.VotesCounted) -> None:
    state.public.step = None
    state.public.vote_ranking = list(event.ranking)


@FOLD.on(ev.BonusTileTaken)
def bonus_tile_taken(state: TrajanState, event: ev.BonusTileTaken) -> None:
    state.public.owed = []
    state.public.offered.remove(event.tile)
    state.public.mats[event.seat].bonus.append(Bonus(event.tile, event.gold))


@FOLD.on(ev.DiscsStacked)
def discs_stacked(state: TrajanState, event: ev.DiscsStacked) -> None:
    state.public.senate = [[] for _ in state.public.senate]
    state.public.senate[0] = list(event.seats)


@FOLD.on(ev.QuarterCleared)
def quarter_cleared(state: TrajanState, event: ev.QuarterCleared) -> None:
    public = state.public
    for mat, tiles in zip(public.mats, event.votes, strict=True):
        for tile in tiles:
            mat.tiles.remove(tile)
        public.removed.tiles += tiles
    public.removed.tiles += event.forum
    public.removed.needs += event.needs
    public.forum = [None] * len(public.forum)
    public.extra = [None] * len(public.extra)
    public.needs = []


@FOLD.on(ev.BonusTilesOffered)
def bonus_tiles_offered(state: TrajanState, event: ev.BonusTilesOffered) -> None:
    take_off(state.bag, len(event.tiles))
    state.public.offered = list(event.tiles)


@FOLD.on(ev.ProvincesFilled)
def provinces_filled(state: TrajanState, event: ev.ProvincesFilled) -> None:
    take_off(state.forum_stack, len(event.tiles))
    state.public.provinces |= event.tiles


@FOLD.on(ev.ForumFilled)
def forum_filled(state: TrajanState, event: ev.ForumFilled) -> None:
    take_off(state.forum_stack, len(event.forum))
    take_off(state.extra_stack, len(event.extra))
    state.public.forum = [*event.forum, *[None] * (event.spaces - len(event.forum))]
    state.public.extra = list(event.extra)
    state.public.extra_seen += event.extra


@FOLD.on(ev.ShipsTurned)
def ships_turned(state: TrajanState, _event: ev.ShipsTurned) -> None:
    state.public.grey_ships = []


@FOLD.on(ev.QuarterEnded)
def quarter_ended(state: TrajanState, _event: ev.QuarterEnded) -> None:
    state.public.step = None


@FOLD.on(ev.QuarterBegan)
def quarter_began(state: TrajanState, event: ev.QuarterBegan) -> None:
    state.public.quarter = event.quarter
    state.public.rounds = 0
