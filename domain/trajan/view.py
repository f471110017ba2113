"""What one seat may know: the open table, its own hand and choice, and how much lies hidden elsewhere."""

from domain.kernel.game import View, copy_of
from domain.kernel.ids import Seat
from domain.trajan.data import DATA
from domain.trajan.outlook import Outlook, outlook
from domain.trajan.state import Public, TrajanState, Unit


class TrajanView(View):
    seat: Seat | None
    scores: list[int]
    public: Public
    hand: list[str]
    """The seat's own cards; a spectator has none."""
    drawn: list[str]
    """The cards that the seat has drawn since its last turn began, also those that it has played or discarded again."""
    chosen: list[Unit]
    """What the seat itself has chosen to lay out or ship so far."""
    chosen_units: int
    """How much the seat whose turn it is has chosen, whatever it is."""
    hand_sizes: list[int]
    draw_pile_size: int
    forum_stack_size: int
    extra_stack_size: int
    need_stack_size: int
    trajan_stack_sizes: dict[str, int]
    """The tiles below the top of each stack."""
    bag_size: int
    outlook: Outlook


def view_of(state: TrajanState, seat: Seat | None) -> TrajanView:
    unseen_needs = DATA.needs.removed_unseen_at_setup
    hand_sizes = [len(hand) for hand in state.hands]
    return TrajanView(
        seat=seat,
        scores=list(state.scores),
        public=copy_of(state.public),
        hand=[] if seat is None else list(state.hands[seat]),
        drawn=list(state.drawn[seat]) if state.drawn and seat is not None else [],
        chosen=list(state.chosen) if seat == state.public.turn else [],
        chosen_units=len(state.chosen),
        hand_sizes=hand_sizes,
        draw_pile_size=len(state.draw_pile),
        forum_stack_size=len(state.forum_stack),
        extra_stack_size=len(state.extra_stack),
        need_stack_size=len(state.need_stack) - unseen_needs,
        trajan_stack_sizes={kind: len(tiles) for kind, tiles in state.trajan_stacks.items()},
        bag_size=len(state.bag),
        outlook=outlook(state.public, hand_sizes),
    )
