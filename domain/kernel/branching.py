"""A what-if game: play goes on from a position of another game, at a table of its own, against bots.

Of a game that is over the position is the true one. While a game runs it is dealt anew: `imagine` is given what the
player's seat could see at that version and nothing else, so no branch tells more than that view did. All its
randomness, the deal's too, comes from a secret of its own, from which nothing of the other game can be predicted.

The log of a branch folds by itself, since its first batch holds the position. It proves all that followed; whether the
position is what it claims to be, `check_start` shows from the log of the other game.
"""

import hmac
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel import lobby
from domain.kernel.envelope import Codec, Record
from domain.kernel.errors import BadRecord, NotAllowed
from domain.kernel.game import AnyGame, PointsScored, Term
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.log import read
from domain.kernel.match import Batch, Match
from domain.kernel.replay import fold
from domain.kernel.rng import KeyedRng

CARRIED_OVER = "carried_over"
"""The source of the points that the seats bring along."""


class Place(NamedTuple):
    """A version of a game, and its hash."""

    game: GameId
    version: Version
    head: str


class Seating(NamedTuple):
    """Who plays and where; the bot has every other chair."""

    host: UserId
    seat: Seat
    bot: str


def place_at(records: Sequence[Record]) -> Place:
    """The place of the first of these records, or rather of the end of its step: within one no position is whole.

    A step is one choice, or one step of the system, with everything that followed from it.
    """
    first = records[0].envelope()
    last = records[0]
    for record in records[1:]:
        envelope = record.envelope()
        if (envelope.command_id, envelope.step) != (first.command_id, first.step):
            break
        last = record
    return Place(first.game, last.envelope().version, last.hash())


def start_from(match: Match, place: Place, secret: bytes, dealt_for: Seat | None) -> life.GameBranched:
    """The event that puts a position on the table of a branch with that secret.

    `match` stands at `place`. With `dealt_for` the position is one that this seat cannot tell from the true one.
    """
    game = match.game
    if match.table.first_seat is None or not match.to_act():
        raise NotAllowed("nothing_to_play")
    if dealt_for is None:
        state = game.copy(match.state)
    else:
        state = game.imagine(game.view(match.state, dealt_for), KeyedRng(_deal_key(secret)))
    scores = tuple(state.scores)
    state.scores = [0 for _ in scores]
    return life.GameBranched(
        origin=place.game,
        version=place.version,
        head=place.head,
        first_seat=match.table.first_seat,
        dealt_anew=dealt_for is not None,
        scores=scores,
        state=msgspec.Raw(msgspec.json.encode(state)),
    )


def _deal_key(secret: bytes) -> bytes:
    """Apart from the key of the branch's own draws: what the deal shows says nothing about these."""
    return hmac.digest(secret, b"acta/branch", "sha256")


def terms_of(match: Match) -> lobby.Terms:
    """The terms of a branch: those of its origin, private and without a clock."""
    table = match.table
    return lobby.Terms(len(table.chairs), table.options, table.title, private=True)


def open_branch(game: AnyGame, secret: bytes, seating: Seating, terms: lobby.Terms, start: life.GameBranched) -> Batch:
    """Open the table of a branch, seat the bots, put the position on it and play on to the first real choice."""
    batch = lobby.create(game, secret, seating.host, terms, seating.seat)
    others = (Seat(number) for number in range(terms.players) if number != seating.seat)
    batch.emit(*(life.SeatTaken(seat=seat, bot=seating.bot) for seat in others), start)
    for number, points in enumerate(start.scores):
        if points:
            term = Term(points=points, label=CARRIED_OVER, args={"version": start.version})
            batch.emit(PointsScored(seat=Seat(number), points=points, source=CARRIED_OVER, detail=(term,)))
    batch.advance()
    return batch


class Beginning(NamedTuple):
    """How a branch began, as its own log tells: in which version, on which seat, under which secret."""

    version: Version
    start: life.GameBranched
    seat: Seat
    secret: bytes


def check_start(game: AnyGame, beginning: Beginning, origin: Sequence[Record]) -> None:
    """Raise `BadRecord` unless a branch began with the position of its origin, whose whole log this must be."""
    version, start, seat, secret = beginning
    if origin[0].envelope().game != start.origin:
        raise BadRecord(version, f"it branches from the game {start.origin}, and the other log is of another game")
    if len(origin) < start.version or origin[start.version - 1].hash() != start.head:
        raise BadRecord(version, f"the other log has no version {start.version} with the hash {start.head}")
    match = fold(game, secret, read(Codec(game), origin[: start.version]))
    place = Place(start.origin, Version(start.version), start.head)
    expected = start_from(match, place, secret, seat if start.dealt_anew else None)
    ours, theirs = (msgspec.json.decode(one.state, type=game.state_type) for one in (start, expected))
    if (start.first_seat, start.scores, ours) != (expected.first_seat, expected.scores, theirs):
        raise BadRecord(version, f"it does not begin with the position of version {start.version} of {start.origin}")
