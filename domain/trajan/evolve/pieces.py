"""Pieces that several events move alike."""

from domain.kernel.ids import Seat
from domain.trajan.data import PLACE_OF
from domain.trajan.events.turn import TrajanTileTaken
from domain.trajan.state import Owed, TrajanState


def answer_choice(state: TrajanState, owed: tuple[Owed, ...] = ()) -> None:
    """The choice on top of the stack is answered; these are owed in its place, the last one first."""
    state.public.owed.pop()
    state.public.owed += owed


def take_off(stack: list[str], count: int) -> None:
    if count:
        del stack[-count:]


def lose_card(state: TrajanState, seat: Seat, card: str) -> None:
    state.hands[seat].remove(card)
    seen = state.public.mats[seat].seen_in_hand
    if card in seen:
        seen.remove(card)


def gain_cards(state: TrajanState, seat: Seat, cards: tuple[str, ...]) -> None:
    hand = state.hands[seat]
    hand += cards
    hand.sort()


def draw_cards(state: TrajanState, seat: Seat, cards: tuple[str, ...]) -> None:
    """The next cards of the draw pile go to a hand."""
    take_off(state.draw_pile, len(cards))
    gain_cards(state, seat, cards)
    state.drawn = state.drawn or [[] for _ in state.hands]
    state.drawn[seat] += cards


def take_trajan_tile(state: TrajanState, event: TrajanTileTaken) -> None:
    state.public.mats[event.seat].slots[PLACE_OF[event.slot]] = event.tile
    state.public.tops[event.stack] = event.shows
    if event.shows is not None:
        state.trajan_stacks[event.stack].pop()
