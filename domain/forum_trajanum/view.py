"""What a seat may know of a game: everything public, its own secrets, and how much is hidden elsewhere."""

import msgspec

from domain.forum_trajanum.state import ForumTrajanumState, Public, Secret, right_of
from domain.kernel.game import View, copy_of
from domain.kernel.ids import Seat


class ForumTrajanumView(View):
    """A spectator has no seat and no secrets."""

    seat: Seat | None
    scores: list[int]
    public: Public
    secret: Secret | None
    """What the seat has chosen in the current stage."""
    first_envoy: str | None
    """The front of the tile that lay on the ship at the start."""
    own_tile: str | None
    """The tile that the seat drafted and kept, until it is laid open."""
    received_tile: str | None
    passed_tile: str | None
    """The tile that the seat passed on, until its right neighbour lays it open."""
    holds_own: list[bool]
    """Which seats hold a drafted tile that is not open yet."""
    holds_received: list[bool]


def view_of(state: ForumTrajanumState, seat: Seat | None) -> ForumTrajanumView:
    known = ForumTrajanumView(
        seat=seat,
        scores=list(state.scores),
        public=copy_of(state.public),
        secret=None,
        first_envoy=None,
        own_tile=None,
        received_tile=None,
        passed_tile=None,
        holds_own=[hand.own is not None for hand in state.hands],
        holds_received=[hand.received is not None for hand in state.hands],
    )
    if seat is not None:
        secret = state.secrets[seat]
        known.secret = msgspec.structs.replace(secret, taken=list(secret.taken))
        known.first_envoy = state.first_envoys[seat] or None
        known.own_tile = state.hands[seat].own
        known.received_tile = state.hands[seat].received
        known.passed_tile = state.hands[right_of(seat, len(state.hands))].received
    return known
