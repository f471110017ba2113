"""Drawing goods cards, and what happens when the draw pile runs out (§10, R17)."""

from domain.kernel.ids import Seat
from domain.trajan.events import turn as ev
from domain.trajan.state import Public, TrajanRecorder, TrajanState


def can_draw(state: TrajanState) -> bool:
    """Whether a card is left, in the draw pile or buried under the top of a discard pile."""
    return bool(state.draw_pile) or any(len(pile) > 1 for pile in state.public.discards.values())


def cards_to_draw(public: Public, draw_pile: int) -> int:
    """How many cards are left: so many in the draw pile, and those buried under the top of a discard pile."""
    return draw_pile + sum(max(0, len(pile) - 1) for pile in public.discards.values())


def draw(recorder: TrajanRecorder, seat: Seat, count: int) -> None:
    """Draw cards, as far as there are any; an empty pile is made new from the buried discards."""
    state = recorder.state
    while count and can_draw(state):
        if not state.draw_pile:
            buried = [card for pile in state.public.discards.values() for card in pile[:-1]]
            recorder.emit(ev.DiscardsReshuffled(cards=tuple(recorder.rng.shuffled("goods", buried))))
        cards = tuple(state.draw_pile[-count:])
        recorder.emit(ev.CardsDrawn(seat=seat, count=len(cards), cards=cards))
        count -= len(cards)
