"""Diplomat: act as the card on top of an opponent's discard pile (§6.7)."""

from collections.abc import Callable
from typing import TypeAlias

from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.actions import architect, colonist, mercator, prefect, senator, specialist
from domain.concordia.data import CARDS, SPECIALISTS, Card
from domain.concordia.guards import must_be_at
from domain.concordia.state import ConcordiaRecorder, ConcordiaState, Public
from domain.concordia.turn import end_turn
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command, in_turn_order
from domain.kernel.ids import Seat

Begin: TypeAlias = Callable[[ConcordiaRecorder, Seat, Card], None]

ACTION = "diplomat"
COPYABLE: dict[str, Begin] = {
    "architect": architect.begin,
    "prefect": prefect.begin,
    "mercator": mercator.begin,
    "colonist": colonist.begin,
    "senator": senator.begin,
    "consul": senator.begin,
    **dict.fromkeys(SPECIALISTS, specialist.begin),
}
"""What each card starts. A Tribune never lies on a pile, and a Diplomat copies no Diplomat."""


def begin(recorder: ConcordiaRecorder, seat: Seat) -> None:
    """Without anything to copy the card has no effect (R4)."""
    if offers(recorder.state.public, seat):
        recorder.emit(ev.ActionBegan(seat=seat, action=ACTION))
    else:
        recorder.emit(ev.ActionForgone(seat=seat, action=ACTION))
        end_turn(recorder)


def options(state: ConcordiaState, seat: Seat) -> list[Command]:
    return list(offers(state.public, seat))


def offers(public: Public, seat: Seat) -> list[cmd.CopyCard]:
    """The cards that this player can copy."""
    others = in_turn_order(seat, len(public.players))[1:]
    tops = [(other, _top(public, other)) for other in others]
    return [cmd.CopyCard(opponent=other, card=card.id) for other, card in tops if card is not None]


def _top(public: Public, seat: Seat) -> Card | None:
    """The card that can be copied from this player."""
    discard = public.players[seat].discard
    card = CARDS[discard[-1]] if discard else None
    return card if card is not None and card.kind in COPYABLE else None


def copy_card(recorder: ConcordiaRecorder, seat: Seat, command: cmd.CopyCard) -> None:
    must_be_at(recorder.state, seat, ACTION)
    if command.opponent == seat or not 0 <= command.opponent < len(recorder.state.public.players):
        raise IllegalMove("no_such_opponent", rule="§6.7")
    card = _top(recorder.state.public, command.opponent)
    if card is None:
        raise IllegalMove("nothing_to_copy", rule="§6.7", opponent=command.opponent)
    if card.id != command.card:
        raise IllegalMove("not_on_top", rule="§6.7", card=command.card, opponent=command.opponent)
    recorder.emit(ev.CardCopied(seat=seat, opponent=command.opponent, card=card.id))
    COPYABLE[card.kind](recorder, seat, card)
