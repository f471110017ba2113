"""The beginning of a round: cards are dealt, and every seat secretly lays one."""

from domain.kernel.errors import IllegalMove, NotYourTurn
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from tests.kit.taberna import commands as cmd
from tests.kit.taberna import events as ev
from tests.kit.taberna.data import DATA
from tests.kit.taberna.state import TabernaRecorder, TabernaState
from tests.kit.taberna.turn import next_turn


def begin_round(recorder: TabernaRecorder, number: int) -> None:
    recorder.emit(ev.RoundBegan(number=number))
    recorder.emit(ev.DeckShuffled(cards=tuple(recorder.rng.shuffled("deck", DATA.cards))))
    for seat in range(len(recorder.state.hands)):
        recorder.emit(ev.HandDealt(seat=Seat(seat), cards=tuple(recorder.state.deck[: DATA.hand])))


def card_options(state: TabernaState, seat: Seat) -> list[Command]:
    return [cmd.LayCard(card=card) for card in state.hands[seat]]


def lay_card(recorder: TabernaRecorder, seat: Seat, command: cmd.LayCard) -> None:
    if seat not in recorder.state.public.waiting:
        raise NotYourTurn(seat)
    if command.card not in recorder.state.hands[seat]:
        raise IllegalMove("not_in_hand", card=command.card)
    recorder.emit(ev.CardLaid(seat=seat, card=command.card))
    if not recorder.state.public.waiting:
        recorder.emit(ev.CardsRevealed(cards=tuple(card for card in recorder.state.laid if card is not None)))
        next_turn(recorder, None)


def take_card_back(recorder: TabernaRecorder, seat: Seat, _command: cmd.TakeCardBack) -> None:
    if recorder.state.laid[seat] is None:
        raise IllegalMove("nothing_laid")
    recorder.emit(ev.CardTakenBack(seat=seat))
