"""The port action (§5.1): draw, take a discard, lay out cards, or ship goods."""

from typing import get_args

from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.trajan import commands as cmd
from domain.trajan.actions.shipments import cards_of, next_to_lay_out, next_to_ship
from domain.trajan.data import SHIPS, WILD_GOOD
from domain.trajan.draw_pile import can_draw, draw
from domain.trajan.events import turn as ev
from domain.trajan.guards import begin_action, must_owe, must_perform
from domain.trajan.scoring import score_shipment
from domain.trajan.state import Owed, Public, TrajanRecorder, TrajanState, Unit

CARDS_DRAWN = 2
_PILES: tuple[cmd.Pile, ...] = get_args(cmd.Pile)
_TAKE = {pile: cmd.TakeDiscard(pile=pile) for pile in _PILES}
_SHIP = {ship: cmd.ShipGoods(ship=ship) for ship in get_args(cmd.ShipName)}


def possible(state: TrajanState, seat: Seat) -> bool:
    return (
        can_draw(state)
        or bool(state.hands[seat])
        or any(state.public.discards.values())
        or WILD_GOOD in state.public.mats[seat].tiles
    )


def options(state: TrajanState, seat: Seat) -> list[Command]:
    found: list[Command] = [cmd.DrawCards()] if can_draw(state) else []
    found += [command for pile, command in _TAKE.items() if state.public.discards[pile]]
    hand = state.hands[seat]
    if hand:
        found.append(cmd.LayOutCards())
    wilds = state.public.mats[seat].tiles.count(WILD_GOOD)
    found += [command for ship, command in _SHIP.items() if next_to_ship(ship, hand, wilds, ())]
    return found


# Draw, and take a discard


def draw_cards(recorder: TrajanRecorder, seat: Seat, _command: cmd.DrawCards) -> None:
    must_perform(recorder.state, seat, "port")
    if not can_draw(recorder.state):
        raise IllegalMove("nothing_to_draw", rule="§10")
    begin_action(recorder, seat, "port")
    draw(recorder, seat, CARDS_DRAWN)
    recorder.emit(ev.ChoiceDue(seat=seat, kind="discard"))


def discard_options(state: TrajanState, seat: Seat, _owed: Owed) -> list[Command]:
    return [cmd.DiscardCard(card=card, pile=pile) for card in dict.fromkeys(state.hands[seat]) for pile in _PILES]


def discard_card(recorder: TrajanRecorder, seat: Seat, command: cmd.DiscardCard) -> None:
    must_owe(recorder.state, seat, "discard")
    if command.card not in recorder.state.hands[seat]:
        raise IllegalMove("not_in_hand", rule="§5.1 a", card=command.card)
    recorder.emit(ev.CardDiscarded(seat=seat, card=command.card, pile=command.pile))


def take_discard(recorder: TrajanRecorder, seat: Seat, command: cmd.TakeDiscard) -> None:
    must_perform(recorder.state, seat, "port")
    pile = recorder.state.public.discards[command.pile]
    if not pile:
        raise IllegalMove("pile_empty", rule="§5.1 b")
    begin_action(recorder, seat, "port")
    recorder.emit(ev.DiscardTaken(seat=seat, card=pile[-1], pile=command.pile))


# Lay out, and ship


def lay_out_cards(recorder: TrajanRecorder, seat: Seat, _command: cmd.LayOutCards) -> None:
    must_perform(recorder.state, seat, "port")
    if not recorder.state.hands[seat]:
        raise IllegalMove("hand_empty", rule="§5.1 c")
    begin_action(recorder, seat, "port")
    recorder.emit(ev.ChoiceDue(seat=seat, kind="lay_out"))


def ship_goods(recorder: TrajanRecorder, seat: Seat, command: cmd.ShipGoods) -> None:
    mat = must_perform(recorder.state, seat, "port")
    if not next_to_ship(command.ship, recorder.state.hands[seat], mat.tiles.count(WILD_GOOD), ()):
        raise IllegalMove("nothing_to_ship", rule="§5.1 d")
    begin_action(recorder, seat, "port")
    recorder.emit(ev.ChoiceDue(seat=seat, kind="shipment", what=command.ship))


def next_units(state: TrajanState, seat: Seat, owed: Owed) -> list[Unit]:
    """What can be named next for the set that the seat is composing."""
    hand = state.hands[seat]
    if owed.kind == "lay_out":
        return next_to_lay_out(hand, state.chosen)
    return next_to_ship(owed.what, hand, state.public.mats[seat].tiles.count(WILD_GOOD), state.chosen)


def lay_out_options(state: TrajanState, seat: Seat, owed: Owed) -> list[Command]:
    return _choices(state, seat, owed, cmd.LayOut())


def shipment_options(state: TrajanState, seat: Seat, owed: Owed) -> list[Command]:
    return _choices(state, seat, owed, cmd.SetSail())


def _choices(state: TrajanState, seat: Seat, owed: Owed, end: Command) -> list[Command]:
    found: list[Command] = [end] if state.chosen else []
    found += [cmd.ChooseGoods(good=unit.good, wilds=unit.wilds) for unit in next_units(state, seat, owed)]
    return found


def choose_goods(recorder: TrajanRecorder, seat: Seat, command: cmd.ChooseGoods) -> None:
    owed = must_owe(recorder.state, seat, "lay_out", "shipment")
    if Unit(command.good, command.wilds) not in next_units(recorder.state, seat, owed):
        raise IllegalMove("does_not_fit", rule="§5.1", good=command.good)
    recorder.emit(ev.GoodsChosen(seat=seat, good=command.good, wilds=command.wilds))


def lay_out(recorder: TrajanRecorder, seat: Seat, _command: cmd.LayOut) -> None:
    must_owe(recorder.state, seat, "lay_out")
    _must_have_chosen(recorder.state)
    cards = cards_of(recorder.state.chosen, 1)
    recorder.emit(ev.CardsLaidOut(seat=seat, cards=cards))
    draw(recorder, seat, len(cards))


def set_sail(recorder: TrajanRecorder, seat: Seat, _command: cmd.SetSail) -> None:
    ship = must_owe(recorder.state, seat, "shipment").what
    _must_have_chosen(recorder.state)
    units = recorder.state.chosen
    side = side_up(recorder.state.public, ship)
    cards = cards_of(units, SHIPS[ship].unit_cards)
    wilds = sum(unit.wilds for unit in units)
    recorder.emit(ev.GoodsShipped(seat=seat, ship=ship, cards=cards, wilds=wilds))
    score_shipment(recorder, seat, ship, side, len(units))


def side_up(public: Public, ship: str) -> str:
    """A ship that has sailed in this quarter shows its grey side."""
    return "grey" if ship in public.grey_ships else "coloured"


def _must_have_chosen(state: TrajanState) -> None:
    if not state.chosen:
        raise IllegalMove("nothing_chosen", rule="§5.1")
