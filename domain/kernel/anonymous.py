"""A copy of a finished game for strangers: the same choices, draws and points, without who, where and when.

What stands in the hashed texts cannot be taken out of them, so the copy is a log of its own: a new id, a new chain,
commitments made anew. It proves itself like any other; what it cannot prove is that it is a copy of that one game.
The nonces stay as they were sent, for every draw follows from them. Clocks tell durations only: their first moment
becomes the beginning of time. A table with a daily window keeps zone and moments, since what counted follows from them.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.audit import Line, read_lines
from domain.kernel.clock import Millis
from domain.kernel.envelope import GENESIS, Codec, Record, Stamp, opened, write
from domain.kernel.game import AnyGame, Event
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import SYSTEM, Actor, Entry
from domain.kernel.timekeeping import Run

TITLE = "Anonymised copy"
NO_TIME = "1970-01-01T00:00:00Z"
_NO_INVITATION = "0" * 64
_ID_LENGTH = 20


def anonymised(game: AnyGame, secret: bytes, records: Sequence[Record]) -> list[Record]:
    """Write a whole log anew. It must have been verified before."""
    scribe = _Scribe(game, records)
    copy: list[Record] = []
    head = GENESIS
    lines = read_lines(scribe.codec, records)
    scribe.began = _beginning([line.event for line in lines])
    for line in lines:
        stamp = Stamp(scribe.game_id, NO_TIME, scribe.batch(line), secret)
        new, head = write(stamp, Version(len(copy)), head, [scribe.entry(line)])
        copy += new
    return copy


class _Scribe:
    """Gives everything that could be recognised another name, always the same one."""

    def __init__(self, game: AnyGame, records: Sequence[Record]) -> None:
        self.codec = Codec(game)
        self.game_id = _other_id(records[-1].hash())
        self.began: Millis = 0
        self._users: dict[str, UserId] = {}
        self._batches: dict[str, str] = {}

    def batch(self, line: Line) -> str:
        return self._batches.setdefault(line.envelope.command_id, f"batch-{len(self._batches) + 1}")

    def user(self, user: str) -> UserId:
        return self._users.setdefault(user, UserId(f"player-{len(self._users) + 1}"))

    def entry(self, line: Line) -> Entry:
        command = opened(line.record)[1]
        given = None if bytes(command) == b"null" else self.codec.command(command)
        return Entry(self._actor(line.envelope.actor), line.envelope.step, given, self._event(line.event))

    def _actor(self, actor: int | str) -> Actor:
        if isinstance(actor, int):
            return Seat(actor)
        return SYSTEM if actor == SYSTEM else self.user(actor)

    def _event(self, event: Event) -> Event:
        veil = _VEILS.get(type(event))
        return event if veil is None else msgspec.structs.replace(event, **veil(self, event))


def _other_id(text: str) -> GameId:
    return GameId(hashlib.sha256(f"anonymous {text}".encode()).hexdigest()[:_ID_LENGTH])


def _beginning(events: Sequence[Event]) -> Millis:
    """What to take off every moment of the clocks."""
    if any(isinstance(event, life.ClockSet) and event.clock is not None and event.clock.window for event in events):
        return 0
    return next((event.at for event in events if isinstance(event, life.ClocksTurned)), 0)


def _turned(scribe: _Scribe, event: life.ClocksTurned) -> dict[str, Any]:
    def shifted(runs: Sequence[Run]) -> tuple[Run, ...]:
        return tuple(msgspec.structs.replace(run, since=run.since - scribe.began) for run in runs)

    return {
        "at": event.at - scribe.began,
        "running": shifted(event.running),
        "resting": shifted(event.resting),
    }


def _created(scribe: _Scribe, event: life.GameCreated) -> dict[str, Any]:
    return {
        "title": TITLE,
        "private": False,
        "host": scribe.user(event.host),
        "invited": tuple(scribe.user(user) for user in event.invited),
        "rematch_of": None,
    }


_VEILS: dict[type[Event], Callable[[_Scribe, Any], dict[str, Any]]] = {
    life.GameCreated: _created,
    life.TermsSet: lambda _scribe, _event: {"title": TITLE},
    life.InvitationIssued: lambda _scribe, _event: {"digest": _NO_INVITATION},
    life.SeatTaken: lambda scribe, event: {"user": None if event.user is None else scribe.user(event.user)},
    life.HostNamed: lambda scribe, event: {"user": scribe.user(event.user)},
    life.ClocksTurned: _turned,
    life.TimeRanOut: lambda scribe, event: {"at": event.at - scribe.began},
    life.AbsenceAnnounced: lambda scribe, event: {
        "start": event.start - scribe.began,
        "end": event.end - scribe.began,
    },
    life.GameBranched: lambda _scribe, event: {"origin": _other_id(event.origin), "head": GENESIS},
    life.RematchOffered: lambda _scribe, event: {"game": _other_id(event.game)},
}
"""What is replaced in the events that name people, tables or words of theirs."""
