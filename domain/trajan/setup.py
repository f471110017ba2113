"""Set-up (§3): what is laid out by itself, and the three choices in it – markers, goods cards, Trajan tiles."""

from collections import Counter

from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.game import Chairs, Command
from domain.kernel.ids import Seat
from domain.trajan import commands as cmd
from domain.trajan.actions.trajan import next_shown, stacks, top_tile
from domain.trajan.data import (
    BONUS_TILES,
    BOWLS,
    BUILDINGS,
    CELLS,
    COLOURS,
    DATA,
    EXTRA_STACK,
    FORUM_STACK,
    GOODS_CARDS,
    NEED_STACK,
    PLACE_OF,
    TRAJAN_STACKS,
    TRAJAN_TILES,
)
from domain.trajan.events import quarter
from domain.trajan.events import setup as ev
from domain.trajan.guards import must_owe
from domain.trajan.phases.refill import fill_forum, fill_provinces, offer_bonus_tiles
from domain.trajan.state import Mat, Owed, TrajanRecorder, TrajanState
from domain.trajan.turn import begin_turn

_START = DATA.players.start
_SLOTS = _START.trajan_tile_slots
_PILES = ("left", "right")


def setup_into(recorder: TrajanRecorder, chairs: Chairs) -> None:
    """Steps 1 to 8: the table up to the markers, which everyone places before the Trajan tiles are shown."""
    rng = recorder.rng
    recorder.emit(
        ev.TableLaid(
            players=chairs.count,
            first=chairs.first,
            supply=_START.figures_in_supply,
            military_camp=_START.legionaries_in_camp,
            worker_camp=_START.workers_in_camp,
            general=_START.general_node,
            arch=_START.arch_slot,
        )
    )
    forum, extra, needs = (
        tuple(rng.shuffled(label, tiles))
        for label, tiles in (("forum tiles", FORUM_STACK), ("extra actions", EXTRA_STACK), ("needs", NEED_STACK))
    )
    recorder.emit(ev.StacksShuffled(forum=forum, extra=extra, needs=needs))
    fill_provinces(recorder)
    fill_forum(recorder)
    buildings = rng.shuffled("construction", list(BUILDINGS))
    recorder.emit(ev.ConstructionTilesLaid(cells=dict(zip(CELLS, buildings, strict=True))))
    recorder.emit(ev.MarkersHandedOut(seats=tuple(Seat(seat) for seat in range(chairs.count))))


def marker_options(state: TrajanState, seat: Seat) -> list[Command]:
    return [cmd.PlaceMarker(colour=colour) for colour in _colours_left(state.public.mats[seat])]


def _colours_left(mat: Mat) -> list[str]:
    placed = Counter(colour for bowl in mat.bowls for colour in bowl)
    return [colour for colour in COLOURS if placed[colour] < DATA.markers.per_colour]


def bowls_to_fill(mat: Mat) -> list[str]:
    """The bowls that have room for a marker; the first gets the next one."""
    return [BOWLS[place] for place, bowl in enumerate(mat.bowls) if len(bowl) < _START.markers_per_bowl]


def place_marker(recorder: TrajanRecorder, seat: Seat, command: cmd.PlaceMarker) -> None:
    """Any two colours may share a bowl, also twice the same (R2)."""
    if seat not in recorder.state.public.waiting:
        raise NotYourTurn(seat)
    mat = recorder.state.public.mats[seat]
    bowls = bowls_to_fill(mat)
    if not bowls:
        raise IllegalMove("not_offered")
    if command.colour not in _colours_left(mat):
        raise IllegalMove("colour_not_left", rule="§3.8", colour=command.colour)
    recorder.emit(ev.MarkerPlaced(seat=seat, bowl=bowls[0], colour=command.colour))
    if not bowls_to_fill(mat):
        recorder.emit(ev.CircleFilled(seat=seat))
        if not recorder.state.public.waiting:
            _lay_the_rest(recorder)


def _lay_the_rest(recorder: TrajanRecorder) -> None:
    """Steps 9 to 15."""
    shuffled = {kind: recorder.rng.shuffled(f"trajan {kind}", tiles) for kind, tiles in TRAJAN_STACKS.items()}
    tops = {kind: tiles.pop() for kind, tiles in shuffled.items()}
    below = {kind: tuple(tiles) for kind, tiles in shuffled.items()}
    recorder.emit(ev.TrajanStacksLaid(tops=tops, below=below))
    order = _turn_order(recorder.state)
    recorder.emit(quarter.DiscsStacked(seats=order))
    recorder.emit(ev.BagFilled(tiles=tuple(recorder.rng.shuffled("bonus tiles", list(BONUS_TILES)))))
    for seat in order:
        recorder.emit(ev.BonusTileDrawn(seat=seat, tile=recorder.state.bag[-1]))
    offer_bonus_tiles(recorder)
    recorder.emit(ev.GoodsShuffled(cards=tuple(recorder.rng.shuffled("goods", GOODS_CARDS))))
    for pile in _PILES:
        recorder.emit(ev.DiscardTurnedUp(pile=pile, card=recorder.state.draw_pile[-1]))
    recorder.emit(ev.StartingChoicesDue(seats=order, kind="starting_card", times=_START.goods_cards_in_hand))


def _turn_order(state: TrajanState) -> tuple[Seat, ...]:
    return Chairs(len(state.public.mats), state.public.first).in_order()


def starting_card_options(_state: TrajanState, _seat: Seat, _owed: Owed) -> list[Command]:
    return [cmd.TakeStartingCard(pile=pile) for pile in ("draw", "left", "right")]


def take_starting_card(recorder: TrajanRecorder, seat: Seat, command: cmd.TakeStartingCard) -> None:
    """A discard that is taken is replaced at once, so that the next choice sees the new card."""
    state = recorder.state
    must_owe(state, seat, "starting_card")
    if command.pile == "draw":
        recorder.emit(ev.StartingCardDrawn(seat=seat, card=state.draw_pile[-1]))
    else:
        card = state.public.discards[command.pile][-1]
        recorder.emit(ev.StartingCardTaken(seat=seat, pile=command.pile, card=card))
        recorder.emit(ev.DiscardTurnedUp(pile=command.pile, card=state.draw_pile[-1]))
    if not state.public.owed:
        order = _turn_order(state)
        recorder.emit(ev.StartingChoicesDue(seats=order, kind="starting_tile", times=len(_SLOTS)))


def starting_tile_options(state: TrajanState, seat: Seat, _owed: Owed) -> list[Command]:
    taken = _stacks_taken_from(state.public.mats[seat])
    return [cmd.TakeStartingTile(stack=stack) for stack in stacks(state.public) if stack not in taken]


def _stacks_taken_from(mat: Mat) -> set[str]:
    return {TRAJAN_TILES[tile].kind for tile in mat.slots if tile is not None}


def slot_to_fill(mat: Mat) -> str:
    """The first slot of the set-up without a tile."""
    return next(slot for slot in _SLOTS if mat.slots[PLACE_OF[slot]] is None)


def take_starting_tile(recorder: TrajanRecorder, seat: Seat, command: cmd.TakeStartingTile) -> None:
    """Three tiles of different stacks, for the slots in their order."""
    state = recorder.state
    must_owe(state, seat, "starting_tile")
    mat = state.public.mats[seat]
    tile = top_tile(state.public, command.stack)
    if command.stack in _stacks_taken_from(mat):
        raise IllegalMove("stack_taken", rule="§3.16", stack=command.stack)
    slot = slot_to_fill(mat)
    shows = next_shown(state, command.stack)
    recorder.emit(ev.StartingTileTaken(seat=seat, stack=command.stack, tile=tile, slot=slot, shows=shows))
    if not state.public.owed:
        begin_turn(recorder, state.public.first)
