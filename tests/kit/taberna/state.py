"""The truth of a game of Taberna, what a seat may know of it, and a truth it could be."""

import msgspec

from domain.kernel.game import Options, State, View
from domain.kernel.ids import Seat
from domain.kernel.rng import Rng
from tests.kit.taberna.data import DATA


class TabernaOptions(Options, frozen=True, forbid_unknown_fields=True):
    rounds: int = 2


class Owed(msgspec.Struct):
    """One entry of the stack of pending choices."""

    seat: Seat
    kind: str


class Public(msgspec.Struct):
    """What everyone sees."""

    rounds: int = 0
    round: int = 0
    turn: Seat | None = None
    waiting: list[Seat] = []
    feasted: bool = False
    owed: list[Owed] = []
    step: str | None = None
    coins: list[int] = []
    revealed: list[int] = []
    played: list[int] = []


class TabernaState(State):
    public: Public = msgspec.field(default_factory=Public)
    hands: list[list[int]] = []
    laid: list[int | None] = []
    deck: list[int] = []


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
        public=msgspec.msgpack.decode(msgspec.msgpack.encode(state.public), type=Public),
        hand=[] if seat is None else list(state.hands[seat]),
        laid=None if seat is None else state.laid[seat],
        hand_sizes=[len(hand) for hand in state.hands],
        has_laid=[card is not None for card in state.laid],
        deck_size=len(state.deck),
    )


def imagine(seen: TabernaView, rng: Rng) -> TabernaState:
    known = {*seen.hand, *seen.public.played, *([] if seen.laid is None else [seen.laid])}
    unknown = rng.shuffled("imagine", [card for card in DATA.cards if card not in known])
    hands = []
    laid: list[int | None] = []
    for seat, size in enumerate(seen.hand_sizes):
        own = seat == seen.seat
        hands.append(list(seen.hand) if own else sorted(unknown.pop() for _ in range(size)))
        laid.append(seen.laid if own else unknown.pop() if seen.has_laid[seat] else None)
    public = msgspec.msgpack.decode(msgspec.msgpack.encode(seen.public), type=Public)
    deck = [unknown.pop() for _ in range(seen.deck_size)]
    return TabernaState(scores=list(seen.scores), public=public, hands=hands, laid=laid, deck=deck)
