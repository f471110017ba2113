"""What one seat may know: the open table, its own cards, and how much lies hidden elsewhere."""

from domain.kernel.game import View, copy_of
from domain.kernel.ids import Seat
from tests.kit.taberna.state import Public, TabernaState


class TabernaView(View):
    seat: Seat | None
    scores: list[int]
    public: Public
    hand: list[int]
    laid: int | None
    hand_sizes: list[int]
    has_laid: list[bool]
    deck_size: int


def view_of(state: TabernaState, seat: Seat | None) -> TabernaView:
    return TabernaView(
        seat=seat,
        scores=list(state.scores),
        public=copy_of(state.public),
        hand=[] if seat is None else list(state.hands[seat]),
        laid=None if seat is None else state.laid[seat],
        hand_sizes=[len(hand) for hand in state.hands],
        has_laid=[card is not None for card in state.laid],
        deck_size=len(state.deck),
    )
