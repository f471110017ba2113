"""How the events of the set-up change the state. No rules here."""

from domain.kernel.game import Fold
from domain.trajan.data import BOWLS, PLACE_OF, SENATE_SPACES
from domain.trajan.events import setup as ev
from domain.trajan.evolve.pieces import answer_choice, draw_cards, gain_cards, take_trajan_tile
from domain.trajan.state import Bonus, Mat, Owed, TrajanState

FOLD: Fold[TrajanState] = Fold()


@FOLD.on(ev.TableLaid)
def table_laid(state: TrajanState, event: ev.TableLaid) -> None:
    state.scores = [0] * event.players
    state.hands = [[] for _ in range(event.players)]
    state.public.mats = [
        Mat(
            supply=event.supply,
            military_camp=event.military_camp,
            worker_camp=event.worker_camp,
            general=event.general,
            bowls=[[] for _ in BOWLS],
            slots=[None] * len(BOWLS),
            arch=PLACE_OF[event.arch],
        )
        for _ in range(event.players)
    ]
    state.public.first = event.first
    state.public.senate = [[] for _ in SENATE_SPACES]


@FOLD.on(ev.StacksShuffled)
def stacks_shuffled(state: TrajanState, event: ev.StacksShuffled) -> None:
    state.forum_stack = list(event.forum)
    state.extra_stack = list(event.extra)
    state.need_stack = list(event.needs)


@FOLD.on(ev.ConstructionTilesLaid)
def construction_tiles_laid(state: TrajanState, event: ev.ConstructionTilesLaid) -> None:
    state.public.cells = dict(event.cells)


@FOLD.on(ev.MarkersHandedOut)
def markers_handed_out(state: TrajanState, event: ev.MarkersHandedOut) -> None:
    state.public.waiting = list(event.seats)


@FOLD.on(ev.MarkerPlaced)
def marker_placed(state: TrajanState, event: ev.MarkerPlaced) -> None:
    bowl = state.public.mats[event.seat].bowls[PLACE_OF[event.bowl]]
    bowl.append(event.colour)
    bowl.sort()


@FOLD.on(ev.CircleFilled)
def circle_filled(state: TrajanState, event: ev.CircleFilled) -> None:
    state.public.waiting.remove(event.seat)


@FOLD.on(ev.TrajanStacksLaid)
def trajan_stacks_laid(state: TrajanState, event: ev.TrajanStacksLaid) -> None:
    state.public.tops = dict(event.tops)
    state.trajan_stacks = {kind: list(tiles) for kind, tiles in event.below.items()}


@FOLD.on(ev.BagFilled)
def bag_filled(state: TrajanState, event: ev.BagFilled) -> None:
    state.bag = list(event.tiles)


@FOLD.on(ev.BonusTileDrawn)
def bonus_tile_drawn(state: TrajanState, event: ev.BonusTileDrawn) -> None:
    state.bag.pop()
    state.public.mats[event.seat].bonus.append(Bonus(event.tile, gold=True))


@FOLD.on(ev.GoodsShuffled)
def goods_shuffled(state: TrajanState, event: ev.GoodsShuffled) -> None:
    state.draw_pile = list(event.cards)


@FOLD.on(ev.DiscardTurnedUp)
def discard_turned_up(state: TrajanState, event: ev.DiscardTurnedUp) -> None:
    state.draw_pile.pop()
    state.public.discards.setdefault(event.pile, []).append(event.card)


@FOLD.on(ev.StartingChoicesDue)
def starting_choices_due(state: TrajanState, event: ev.StartingChoicesDue) -> None:
    state.public.owed = [Owed(seat, event.kind) for seat in reversed(event.seats) for _ in range(event.times)]


@FOLD.on(ev.StartingCardDrawn)
def starting_card_drawn(state: TrajanState, event: ev.StartingCardDrawn) -> None:
    answer_choice(state)
    draw_cards(state, event.seat, (event.card,))


@FOLD.on(ev.StartingCardTaken)
def starting_card_taken(state: TrajanState, event: ev.StartingCardTaken) -> None:
    answer_choice(state)
    state.public.discards[event.pile].pop()
    state.public.mats[event.seat].seen_in_hand.append(event.card)
    gain_cards(state, event.seat, (event.card,))


@FOLD.on(ev.StartingTileTaken)
def starting_tile_taken(state: TrajanState, event: ev.StartingTileTaken) -> None:
    answer_choice(state)
    take_trajan_tile(state, event)
