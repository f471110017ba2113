"""What a seat may know: everything but the order of the deck, so every seat and spectator knows the same."""

from domain.concordia.outlook import Outlook, outlook
from domain.concordia.state import ConcordiaState, Public
from domain.kernel.game import View, copy_of
from domain.kernel.ids import Seat


class ConcordiaView(View):
    seat: Seat | None
    scores: list[int]
    public: Public
    deck_size: int
    outlook: Outlook


def view_of(state: ConcordiaState, seat: Seat | None) -> ConcordiaView:
    return ConcordiaView(
        seat=seat,
        scores=list(state.scores),
        public=copy_of(state.public),
        deck_size=len(state.deck),
        outlook=outlook(state.public, seat, len(state.deck)),
    )
