"""The timeline: one line an event, grouped by turn, with what was taken back shown as such.

A line is made from the public fields of its event alone, so that it is the same line for every reader: a template that
names a sealed field finds nothing to fill it with, and the contract of games forbids it. Names of people and words are
put in where the reader's language is known.

A choice can be taken back only until the turn passes on. A part of a log that ends where a turn passes on therefore
needs nothing that comes after it; that is where pages end.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Envelope, Record, marks
from domain.kernel.game import AnyGame, Event
from domain.kernel.ids import Seat, Version
from domain.kernel.log import read
from domain.kernel.undo import retracted


class TimelineLine(msgspec.Struct, frozen=True, kw_only=True):
    """An event, ready to be put into words. `head` is the chain's head where a round was closed."""

    version: Version
    at: str
    actor: int | str
    type: str
    fields: dict[str, Any]
    passes: bool
    retracted: bool
    head: str | None


class Turn(msgspec.Struct, frozen=True):
    """What one actor did until the turn passed on or somebody else acted."""

    actor: int | str
    lines: list[TimelineLine]


def lines(codec: Codec, records: Iterable[Record], first: Seat | None) -> list[TimelineLine]:
    """The lines of a part of the log of a game that `first` began."""
    log = read(codec, records)
    gone = retracted(log)
    return [
        TimelineLine(
            version=envelope.version,
            at=envelope.at,
            actor=envelope.actor,
            type=envelope.type,
            fields=_public(record, envelope, event),
            passes=event.PASSES,
            retracted=envelope.version in gone,
            head=record.hash() if codec.game.closes_round(event, first) else None,
        )
        for record, event in log
        for envelope in (record.envelope(),)
    ]


def _public(record: Record, envelope: Envelope, event: Event) -> dict[str, Any]:
    """The fields that were never sealed: neither when the event was written nor, by that name, today."""
    fields = msgspec.structs.asdict(event)
    sealed = set(event.SEALED)
    if record.openings:
        sealed |= {place.removeprefix("data/") for place in marks(envelope)}
    return {name: value for name, value in fields.items() if name not in sealed}


def turns(lines: Sequence[TimelineLine]) -> list[Turn]:
    """Lines grouped by turn."""
    found: list[Turn] = []
    for line in lines:
        if not found or found[-1].actor != line.actor or found[-1].lines[-1].passes:
            found.append(Turn(line.actor, []))
        found[-1].lines.append(line)
    return found


def passing(game: AnyGame) -> frozenset[str]:
    """The types of the events with which a turn passes on."""
    return frozenset(kind.__name__ for kind in (*life.EVENTS, *game.events) if kind.PASSES)
