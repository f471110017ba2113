"""How the events of a turn change the state. No rules here."""

from domain.kernel.game import Fold
from domain.trajan.data import PLACE_OF, WILD_GOOD
from domain.trajan.events import turn as ev
from domain.trajan.evolve.pieces import answer_choice, draw_cards, gain_cards, lose_card, take_trajan_tile
from domain.trajan.state import Owed, TrajanState, Unit

FOLD: Fold[TrajanState] = Fold()


@FOLD.on(ev.TurnBegan)
def turn_began(state: TrajanState, event: ev.TurnBegan) -> None:
    state.public.turn = event.seat
    state.public.extra_used = False
    state.public.owed = list(event.owed)
    if state.drawn:
        state.drawn[event.seat] = []


@FOLD.on(ev.MarkersTaken)
def markers_taken(state: TrajanState, event: ev.MarkersTaken) -> None:
    public = state.public
    place = PLACE_OF[event.bowl]
    public.mats[event.seat].bowls[place] = []
    public.in_hand = list(event.colours)
    public.sown_into = place
    answer_choice(state, event.owed)


@FOLD.on(ev.TimeMoved)
def time_moved(state: TrajanState, event: ev.TimeMoved) -> None:
    state.public.time = event.index
    state.public.laps += event.laps


@FOLD.on(ev.MarkerSown)
def marker_sown(state: TrajanState, event: ev.MarkerSown) -> None:
    public = state.public
    place = PLACE_OF[event.bowl]
    public.in_hand.remove(event.colour)
    public.sown_into = place
    bowl = public.mats[event.seat].bowls[place]
    bowl.append(event.colour)
    bowl.sort()


@FOLD.on(ev.BowlActivated)
def bowl_activated(state: TrajanState, event: ev.BowlActivated) -> None:
    answer_choice(state, event.owed)


@FOLD.on(ev.TrajanTileCompleted)
def trajan_tile_completed(state: TrajanState, event: ev.TrajanTileCompleted) -> None:
    mat = state.public.mats[event.seat]
    mat.slots[PLACE_OF[event.slot]] = None
    (mat.kept if event.kept else state.public.removed.trajan).append(event.tile)


@FOLD.on(ev.ChoiceDue)
def choice_due(state: TrajanState, event: ev.ChoiceDue) -> None:
    state.public.owed.append(Owed(event.seat, event.kind, event.what))


@FOLD.on(ev.SpecialActionUsed)
def special_action_used(state: TrajanState, _event: ev.SpecialActionUsed) -> None:
    answer_choice(state)


@FOLD.on(ev.SpecialActionDeclined)
def special_action_declined(state: TrajanState, _event: ev.SpecialActionDeclined) -> None:
    answer_choice(state)


@FOLD.on(ev.PlusTwoAttached)
def plus_two_attached(state: TrajanState, event: ev.PlusTwoAttached) -> None:
    state.public.mats[event.seat].plus_two.append(event.action)


@FOLD.on(ev.ArchMoved)
def arch_moved(state: TrajanState, event: ev.ArchMoved) -> None:
    state.public.mats[event.seat].arch = None if event.slot is None else PLACE_OF[event.slot]


@FOLD.on(ev.ActionTaken)
def action_taken(state: TrajanState, event: ev.ActionTaken) -> None:
    answer_choice(state, event.owed)


@FOLD.on(ev.ActionSkipped)
def action_skipped(state: TrajanState, _event: ev.ActionSkipped) -> None:
    answer_choice(state)


@FOLD.on(ev.FiguresPlaced)
def figures_placed(state: TrajanState, event: ev.FiguresPlaced) -> None:
    mat = state.public.mats[event.seat]
    mat.supply -= event.count
    if event.camp == "military":
        mat.military_camp += event.count
    else:
        mat.worker_camp += event.count


@FOLD.on(ev.CardsDrawn)
def cards_drawn(state: TrajanState, event: ev.CardsDrawn) -> None:
    draw_cards(state, event.seat, event.cards)


@FOLD.on(ev.DiscardsReshuffled)
def discards_reshuffled(state: TrajanState, event: ev.DiscardsReshuffled) -> None:
    state.draw_pile = list(event.cards)
    for pile in state.public.discards.values():
        del pile[:-1]


@FOLD.on(ev.CardDiscarded)
def card_discarded(state: TrajanState, event: ev.CardDiscarded) -> None:
    answer_choice(state)
    lose_card(state, event.seat, event.card)
    state.public.discards[event.pile].append(event.card)


@FOLD.on(ev.DiscardTaken)
def discard_taken(state: TrajanState, event: ev.DiscardTaken) -> None:
    state.public.discards[event.pile].pop()
    state.public.mats[event.seat].seen_in_hand.append(event.card)
    gain_cards(state, event.seat, (event.card,))


@FOLD.on(ev.GoodsChosen)
def goods_chosen(state: TrajanState, event: ev.GoodsChosen) -> None:
    state.chosen.append(Unit(event.good, event.wilds))


@FOLD.on(ev.CardsLaidOut)
def cards_laid_out(state: TrajanState, event: ev.CardsLaidOut) -> None:
    answer_choice(state)
    state.chosen = []
    for card in event.cards:
        lose_card(state, event.seat, card)
    state.public.mats[event.seat].laid_out += event.cards


@FOLD.on(ev.GoodsShipped)
def goods_shipped(state: TrajanState, event: ev.GoodsShipped) -> None:
    public = state.public
    answer_choice(state)
    state.chosen = []
    mat = public.mats[event.seat]
    for card in event.cards:
        lose_card(state, event.seat, card)
    mat.laid_out += event.cards
    for _ in range(event.wilds):
        mat.tiles.remove(WILD_GOOD)
        public.removed.tiles.append(WILD_GOOD)
    if event.ship not in public.grey_ships:
        public.grey_ships.append(event.ship)


@FOLD.on(ev.ForumTileTaken)
def forum_tile_taken(state: TrajanState, event: ev.ForumTileTaken) -> None:
    area = state.public.forum if event.area == "forum" else state.public.extra
    area[event.space] = None
    state.public.mats[event.seat].tiles.append(event.tile)


@FOLD.on(ev.GeneralMoved)
def general_moved(state: TrajanState, event: ev.GeneralMoved) -> None:
    mat = state.public.mats[event.seat]
    mat.general = event.province
    if event.tile is not None:
        del state.public.provinces[event.province]
        mat.tiles.append(event.tile)


@FOLD.on(ev.ProvinceConquered)
def province_conquered(state: TrajanState, event: ev.ProvinceConquered) -> None:
    mat = state.public.mats[event.seat]
    mat.military_camp -= 1
    mat.legionaries.append(event.province)


@FOLD.on(ev.SenateAdvanced)
def senate_advanced(state: TrajanState, event: ev.SenateAdvanced) -> None:
    senate = state.public.senate
    senate[event.space - 1].remove(event.seat)
    senate[event.space].append(event.seat)


@FOLD.on(ev.TrajanTileTaken)
def trajan_tile_taken(state: TrajanState, event: ev.TrajanTileTaken) -> None:
    take_trajan_tile(state, event)


@FOLD.on(ev.WorkerPlaced)
def worker_placed(state: TrajanState, event: ev.WorkerPlaced) -> None:
    mat = state.public.mats[event.seat]
    mat.worker_camp -= 1
    mat.workers.append(event.cell)
    if event.building is not None:
        del state.public.cells[event.cell]
        mat.buildings.append(event.building)


@FOLD.on(ev.ExtraTileUsed)
def extra_tile_used(state: TrajanState, event: ev.ExtraTileUsed) -> None:
    public = state.public
    public.extra_used = True
    public.mats[event.seat].tiles.remove(event.tile)
    public.removed.tiles.append(event.tile)
    answer_choice(state, event.owed)


@FOLD.on(ev.RepeatDeclined)
def repeat_declined(state: TrajanState, _event: ev.RepeatDeclined) -> None:
    answer_choice(state)


@FOLD.on(ev.ChoicesLapsed)
def choices_lapsed(state: TrajanState, event: ev.ChoicesLapsed) -> None:
    del state.public.owed[-event.count :]


@FOLD.on(ev.TurnEnded)
def turn_ended(state: TrajanState, _event: ev.TurnEnded) -> None:
    state.public.owed = []
