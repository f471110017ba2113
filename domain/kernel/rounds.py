"""The head of the chain at the end of each round: short enough to be noted down, and a witness of all before it."""

from collections.abc import Iterable
from functools import cache

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Record
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat, Version

_BEGINNINGS = {kind.__name__ for kind in (life.GameStarted, life.GameBranched)}


class _Begun(msgspec.Struct):
    first_seat: Seat


class RoundHead(msgspec.Struct, frozen=True):
    """The hash of the event that closed a round; whoever keeps it can show a later rewrite."""

    version: Version
    hash: str


def first_seat(records: Iterable[Record]) -> Seat | None:
    """The seat that begins the game, if it begins in one of these records."""
    for record in records:
        envelope = record.envelope()
        if envelope.type in _BEGINNINGS:
            return msgspec.json.decode(envelope.data, type=_Begun).first_seat
    return None


@cache
def _closing(game: AnyGame) -> frozenset[str]:
    """The types of events that may close a round; to ask every type anew would take longer than to read an event."""
    return frozenset(kind.__name__ for kind in (*life.EVENTS, *game.events) if kind.CLOSES_ROUND)


def round_heads(codec: Codec, records: Iterable[Record], first: Seat | None) -> list[RoundHead]:
    """The heads among these records of a game that `first` began. No undo reaches them, so they stay what they are."""
    game = codec.game
    closing = _closing(game)
    heads = []
    for record in records:
        envelope = record.envelope()
        if envelope.type in closing and game.closes_round(codec.event(record), first):
            heads.append(RoundHead(envelope.version, record.hash()))
    return heads
