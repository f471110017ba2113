"""A game that a seat cannot tell from the true one: the cards nobody has seen, in another order within their decks."""

from domain.concordia.data import decks_for
from domain.concordia.state import ConcordiaState
from domain.concordia.view import ConcordiaView
from domain.kernel.game import copy_of
from domain.kernel.rng import Rng


def imagine(view: ConcordiaView, rng: Rng) -> ConcordiaState:
    public = copy_of(view.public)
    seen = {card for player in public.players for card in (*player.hand, *player.discard)}
    seen.update(card for card in public.display if card is not None)
    deck: list[str] = []
    for cards in decks_for(len(public.players)):
        deck += rng.shuffled("imagined deck", [card for card in cards if card not in seen])
    return ConcordiaState(scores=list(view.scores), public=public, deck=deck)
