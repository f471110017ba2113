"""Every legal command of a seat: what it owes, the choices of its action, and its standing order beside them."""

from collections.abc import Callable, Iterable

from domain.concordia import commands as cmd
from domain.concordia.actions import architect, colonist, diplomat, mercator, prefect, senator, tribune
from domain.concordia.data import CARDS
from domain.concordia.guards import owed_by
from domain.concordia.state import CARD, OVER, ConcordiaState
from domain.concordia.storehouse import order_options, overflow_options
from domain.kernel.game import Command
from domain.kernel.ids import Seat


def playable(hand: Iterable[str]) -> list[str]:
    """The cards to choose from: of cards that do and score the same, the one whose id comes first."""
    first: dict[tuple[str, str, int], str] = {}
    for card in hand:
        first[_FACES[card]] = min(card, first.get(_FACES[card], card))
    return [*first.values()]


_FACES = {card.id: (card.kind, card.god, card.mercator_money) for card in CARDS.values()}
"""What tells a card from others once it is in a hand."""


def _cards(state: ConcordiaState, seat: Seat) -> list[Command]:
    return [cmd.PlayCard(card=card) for card in playable(state.public.players[seat].hand)]


_CHOICES: dict[str, Callable[[ConcordiaState, Seat], list[Command]]] = {
    CARD: _cards,
    tribune.ACTION: tribune.options,
    architect.MOVING: architect.moving_options,
    architect.BUILDING: architect.building_options,
    prefect.ACTION: prefect.options,
    colonist.ACTION: colonist.options,
    colonist.MORE: colonist.more_options,
    mercator.ACTION: mercator.options,
    diplomat.ACTION: diplomat.options,
    senator.SENATOR: senator.senator_options,
    senator.CONSUL: senator.consul_options,
}
MAY_STOP = frozenset(
    {tribune.ACTION, architect.BUILDING, colonist.MORE, mercator.ACTION, senator.SENATOR, senator.CONSUL}
)
"""The actions that a player may end where they stand."""


def legal(state: ConcordiaState, seat: Seat) -> list[Command]:
    public = state.public
    if public.step == OVER:
        return []
    owed = owed_by(public, seat)
    found: list[Command] = []
    if owed is not None:
        found = overflow_options(owed)
    elif public.action is not None and public.active == seat:
        found = _CHOICES[public.action](state, seat)
        if public.action in MAY_STOP:
            found.append(cmd.EndAction())
    return found + order_options(state, seat)
