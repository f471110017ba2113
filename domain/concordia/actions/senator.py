"""Senator and Consul: buy cards from the display (§6.8, §6.9).

The Senator pays the surcharge of a card's slot as well; cards slide only when the purchase is over, so both
cards cost what they cost at first (R14).
"""

from domain.concordia import commands as cmd
from domain.concordia import events as ev
from domain.concordia.data import ANY, DATA, GOODS, Card
from domain.concordia.guards import must_be_at
from domain.concordia.state import ConcordiaRecorder, ConcordiaState, Public
from domain.concordia.storehouse import can_pay, cheapest_first
from domain.concordia.turn import end_turn, take_concordia
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat

SENATOR = "senator"
CONSUL = "consul"
MOST = {SENATOR: DATA.market.senator_max_cards, CONSUL: DATA.market.consul_max_cards}


def _offers(card: Card, slot: int | None) -> tuple[cmd.BuyCard, ...]:
    """Every way to pay for a card: its printed cost and the surcharge of its slot (none: the Consul pays none)."""
    added = () if slot is None else DATA.market.surcharge[slot]
    fixed = (*card.cost, *(good for good in added if good != ANY))
    chosen = [(good,) for good in GOODS] if ANY in added else [()]
    return tuple(cmd.BuyCard(card=card.id, goods=cheapest_first((*fixed, *extra))) for extra in chosen)


_OFFERS = {
    SENATOR: {card.id: [_offers(card, slot) for slot in range(DATA.market.slots)] for card in DATA.cards.market},
    CONSUL: {card.id: [_offers(card, None)] * DATA.market.slots for card in DATA.cards.market},
}
"""Action → card → slot → the ways to pay."""


def begin(recorder: ConcordiaRecorder, seat: Seat, card: Card) -> None:
    recorder.emit(ev.ActionBegan(seat=seat, action=card.kind, allowance=MOST[card.kind]))


def senator_options(state: ConcordiaState, seat: Seat) -> list[Command]:
    return list(payable(state.public, seat, SENATOR))


def consul_options(state: ConcordiaState, seat: Seat) -> list[Command]:
    return list(payable(state.public, seat, CONSUL))


def payable(public: Public, seat: Seat, action: str) -> list[cmd.BuyCard]:
    """Every purchase that this player has the goods for."""
    player = public.players[seat]
    return [
        offer
        for slot, card in enumerate(public.display)
        if card is not None
        for offer in _OFFERS[action][card][slot]
        if can_pay(player, offer.goods)
    ]


def is_last_card(public: Public, deck_size: int) -> bool:
    """Whether one card is left to be bought by anyone."""
    return not deck_size and sum(card is not None for card in public.display) == 1


def buy_card(recorder: ConcordiaRecorder, seat: Seat, command: cmd.BuyCard) -> None:
    public = recorder.state.public
    action = must_be_at(recorder.state, seat, SENATOR, CONSUL)
    if command.card not in public.display:
        raise IllegalMove("not_on_display", rule="§6.8", card=command.card)
    slot = public.display.index(command.card)
    offers = _OFFERS[action][command.card][slot]
    within_means = [offer for offer in offers if can_pay(public.players[seat], offer.goods)]
    if within_means and command not in offers:
        raise IllegalMove("wrong_price", rule="§6.8", card=command.card, slot=slot + 1)
    if command not in within_means:
        raise IllegalMove("cannot_pay_card", rule="§6.8", card=command.card)
    recorder.emit(ev.CardBought(seat=seat, card=command.card, slot=slot + 1, goods=command.goods))
    if not public.allowance:
        finish(recorder, seat)


def finish(recorder: ConcordiaRecorder, seat: Seat) -> None:
    """Close the gaps, fill up from the deck, and end the game with the last card for sale (§8.1)."""
    public = recorder.state.public
    if None in public.display:
        recorder.emit(ev.DisplaySlid(cards=tuple(card for card in public.display if card is not None)))
        cards = tuple(recorder.state.deck[: DATA.market.slots - len(public.display)])
        if cards:
            recorder.emit(ev.CardsDealt(cards=cards))
        if not public.display:
            take_concordia(recorder, seat, "cards")
    end_turn(recorder)
