"""A world that a seat cannot tell from the true one: what it has not seen is dealt anew."""

from domain.kernel.game import copy_of
from domain.kernel.rng import Rng
from tests.kit.taberna.data import DATA
from tests.kit.taberna.state import TabernaState
from tests.kit.taberna.view import TabernaView


def imagine(view: TabernaView, rng: Rng) -> TabernaState:
    known = {*view.hand, *view.public.played, *([] if view.laid is None else [view.laid])}
    unknown = rng.shuffled("imagine", [card for card in DATA.cards if card not in known])
    hands = []
    laid: list[int | None] = []
    for seat, size in enumerate(view.hand_sizes):
        own = seat == view.seat
        hands.append(list(view.hand) if own else sorted(unknown.pop() for _ in range(size)))
        laid.append(view.laid if own else unknown.pop() if view.has_laid[seat] else None)
    public = copy_of(view.public)
    deck = [unknown.pop() for _ in range(view.deck_size)]
    return TabernaState(scores=list(view.scores), public=public, hands=hands, laid=laid, deck=deck)
