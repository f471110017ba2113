"""From a command, or a step of the system, to the rule that carries it out."""

from collections.abc import Callable
from typing import Any

from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia import scoring
from domain.concordia.actions import architect, colonist, diplomat, mercator, prefect, senator, tribune
from domain.concordia.data import CARDS
from domain.concordia.guards import must_be_at
from domain.concordia.legal import MAY_STOP, playable
from domain.concordia.maps import board_of
from domain.concordia.state import CARD, FINAL_SCORING, INTERIM_SCORING, OVER, ConcordiaRecorder
from domain.concordia.storehouse import order_overflow, store_goods
from domain.concordia.turn import end_turn
from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.game import Command, Step
from domain.kernel.ids import Seat


def decide_into(recorder: ConcordiaRecorder, seat: Seat, command: Command) -> None:
    if recorder.state.public.step == OVER:
        raise NotYourTurn(seat)
    _RULES[type(command)](recorder, seat, command)


def resolve_into(recorder: ConcordiaRecorder, step: Step) -> None:
    _STEPS[step.name](recorder)


def _play_card(recorder: ConcordiaRecorder, seat: Seat, command: cmd.PlayCard) -> None:
    must_be_at(recorder.state, seat, CARD)
    hand = recorder.state.public.players[seat].hand
    if command.card not in hand:
        raise IllegalMove("not_in_hand", rule="§4.2", card=command.card)
    if command.card not in playable(hand):
        raise IllegalMove("first_of_equals", rule="§4.2", card=command.card)
    card = CARDS[command.card]
    recorder.emit(ev.CardPlayed(seat=seat, card=command.card))
    if card.kind == tribune.ACTION:
        tribune.begin(recorder, seat)
    elif card.kind == diplomat.ACTION:
        diplomat.begin(recorder, seat)
    else:
        diplomat.COPYABLE[card.kind](recorder, seat, card)


def _take_income(recorder: ConcordiaRecorder, seat: Seat, _command: cmd.TakeIncome) -> None:
    action = must_be_at(recorder.state, seat, prefect.ACTION, colonist.ACTION)
    (prefect if action == prefect.ACTION else colonist).take_income(recorder, seat)


def _place_colonist(recorder: ConcordiaRecorder, seat: Seat, command: cmd.PlaceColonist) -> None:
    action = must_be_at(recorder.state, seat, tribune.ACTION, colonist.ACTION, colonist.MORE)
    if action != tribune.ACTION:
        colonist.place_here(recorder, seat, command)
        return
    if command.city != board_of(recorder.state).start:
        raise IllegalMove("roma_only", rule="§6.1", city=command.city)
    colonist.place(recorder, seat, command)
    tribune.finish(recorder, seat)


def _end_action(recorder: ConcordiaRecorder, seat: Seat, _command: cmd.EndAction) -> None:
    action = must_be_at(recorder.state, seat, *MAY_STOP)
    _note_forgone(recorder, seat, action)
    if action == tribune.ACTION:
        tribune.finish(recorder, seat)
    elif action in {senator.SENATOR, senator.CONSUL}:
        senator.finish(recorder, seat)
    else:
        end_turn(recorder)


def _end_moves(recorder: ConcordiaRecorder, seat: Seat, _command: cmd.EndMoves) -> None:
    must_be_at(recorder.state, seat, architect.MOVING)
    _note_forgone(recorder, seat, architect.MOVING)
    recorder.emit(ev.ActionBegan(seat=seat, action=architect.BUILDING))


def _note_forgone(recorder: ConcordiaRecorder, seat: Seat, action: str) -> None:
    """That nothing was done is told; not of a further colonist, nor of one that a Tribune could not bring anyway."""
    is_extra = action == colonist.MORE or (action == tribune.ACTION and not tribune.options(recorder.state, seat))
    if recorder.state.public.idle and not is_extra:
        recorder.emit(ev.ActionForgone(seat=seat, action=action))


_RULES: dict[type[Command], Callable[[ConcordiaRecorder, Seat, Any], None]] = {
    cmd.PlayCard: _play_card,
    cmd.MoveColonist: architect.move_colonist,
    cmd.EndMoves: _end_moves,
    cmd.BuildHouse: architect.build_house,
    cmd.ProduceGoods: prefect.produce_goods,
    cmd.TakeIncome: _take_income,
    cmd.PlaceColonist: _place_colonist,
    cmd.SellGoods: mercator.sell_goods,
    cmd.BuyGoods: mercator.buy_goods,
    cmd.CopyCard: diplomat.copy_card,
    cmd.BuyCard: senator.buy_card,
    cmd.EndAction: _end_action,
    cmd.StoreGoods: store_goods,
    cmd.OrderOverflow: order_overflow,
}
_STEPS: dict[str, Callable[[ConcordiaRecorder], None]] = {
    INTERIM_SCORING: scoring.interim_scoring,
    FINAL_SCORING: scoring.final_scoring,
}
