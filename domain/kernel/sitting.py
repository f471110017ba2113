"""A game as its choices alone: small enough to be shipped beside a game, and played by today's rules when it is opened.

Nothing else is kept, so a sitting cannot tell of a position that the rules do not lead to: one that they refuse does
not open. Lessons and pages of rules take their positions from it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from domain.kernel import draft, lobby
from domain.kernel.envelope import Codec
from domain.kernel.game import AnyGame, Command, Event, Step
from domain.kernel.ids import Seat, UserId
from domain.kernel.match import SYSTEM, Batch, Match


class SittingHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at the table, what was agreed, and what every shuffle follows from."""

    players: tuple[str, ...]
    secret: str
    options: Mapping[str, Any] = {}


class SittingTurn(NamedTuple):
    """What a seat confirmed at once."""

    seat: Seat
    commands: tuple[Command, ...]


class Sitting(NamedTuple):
    """Everything from which a game can be played again."""

    head: SittingHead
    turns: tuple[SittingTurn, ...]


class SittingMoment(NamedTuple):
    """The table after a turn, and what happened in it. The match goes on: whoever keeps it takes a copy."""

    turn: SittingTurn | None
    match: Match
    events: tuple[Event, ...]


def read(game: AnyGame, text: bytes) -> Sitting:
    """A sitting from its lines: the head, then seat and commands of each turn."""
    first, *others = text.splitlines()
    codec = Codec(game)
    turns = [
        SittingTurn(Seat(seat), tuple(codec.convert(commands))) for seat, commands in map(msgspec.json.decode, others)
    ]
    return Sitting(msgspec.json.decode(first, type=SittingHead), tuple(turns))


def write(head: SittingHead, turns: Iterable[SittingTurn]) -> bytes:
    """The lines of a sitting."""
    lines = [msgspec.json.encode(head), *(msgspec.json.encode([turn.seat, turn.commands]) for turn in turns)]
    return b"".join(line + b"\n" for line in lines)


def opened(game: AnyGame, head: SittingHead) -> SittingMoment:
    """The table when the game has just begun."""
    terms = lobby.Terms(len(head.players), head.options)
    first, *others = (UserId(name) for name in head.players)
    batch = lobby.create(game, bytes.fromhex(head.secret), first, terms)
    events = [entry.event for entry in batch.entries]
    for user in others:
        joining = Batch(batch.match, user)
        lobby.join(joining, user, None)
        events += _settled(joining)
    return SittingMoment(None, batch.match, tuple(events))


def confirmed(match: Match, turn: SittingTurn) -> SittingMoment:
    """The table after a turn, with all that the system does then."""
    return SittingMoment(turn, match, tuple(_settled(draft.confirm(match, turn.seat, turn.commands))))


def moments(game: AnyGame, sitting: Sitting) -> Iterator[SittingMoment]:
    """The opening, and then one turn after the other: moment n is that after n turns."""
    moment = opened(game, sitting.head)
    yield moment
    for turn in sitting.turns:
        moment = confirmed(moment.match, turn)
        yield moment


def _settled(batch: Batch) -> list[Event]:
    """What happened in a batch, and in the steps of the system that follow it."""
    events = [entry.event for entry in batch.entries]
    while isinstance(step := batch.match.to_act(), Step):
        batch = Batch(batch.match, SYSTEM)
        batch.resolve(step)
        batch.advance()
        events += [entry.event for entry in batch.entries]
    return events
