"""Folded games for projections: each is brought from the version it stands at to the newest one, out of its stream."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Protocol

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.envelope import GENESIS, Codec, Envelope, Record
from domain.kernel.game import Event, Step
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import Match
from domain.kernel.undo import retracted
from domain.registry import Registry

_MOST = 1024
_NO_SECRET = b""
"""A projection folds and never decides, so it needs no randomness and is given no secret."""


class Logs(Protocol):
    """Where the logs of games are read."""

    async def read(self, game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        """The records after a version."""
        ...


class Folded(msgspec.Struct, kw_only=True):
    """A game at a version, and what its state alone does not tell of its course."""

    game_id: GameId
    match: Match
    version: Version
    head: str = GENESIS
    created_at: str
    updated_at: str
    ended_at: str = ""
    waiting: dict[Seat, str] = {}
    """Since when each seat that owes a choice has owed one."""
    people: set[UserId] = set()
    """Everyone who ever sat at the table or was invited to it."""


class Folds:
    """Keeps the most recently used games folded."""

    def __init__(self, logs: Logs, registry: Registry) -> None:
        """Read from `logs`."""
        self._logs = logs
        self._registry = registry
        self._codecs = {game.meta.slug: Codec(game) for game in registry}
        self._known: OrderedDict[GameId, Folded] = OrderedDict()

    async def newest(self, game_id: GameId) -> Folded:
        """The game at the head of its stream. If it cannot be folded, nothing of it is kept."""
        known = self._known.pop(game_id, None)
        records = await self._logs.read(game_id, after=known.version if known else 0)
        if known is None:
            known = self._from_start(game_id, records)
        elif records and not self._went_on(known, records):
            known = self._from_start(game_id, await self._logs.read(game_id))
        self._known[game_id] = known
        while len(self._known) > _MOST:
            self._known.popitem(last=False)
        return known

    def _from_start(self, game_id: GameId, records: Sequence[Record]) -> Folded:
        created = records[0].envelope()
        game = self._registry.get(msgspec.json.decode(created.data, type=life.GameCreated).game)
        folded = Folded(
            game_id=game_id,
            match=Match(game, _NO_SECRET),
            version=Version(0),
            created_at=created.at,
            updated_at=created.at,
        )
        log = _read(self._codecs[game.meta.slug], records)
        gone = retracted((envelope.version, event) for envelope, event in log)
        _fold(folded, [line for line in log if line[0].version not in gone] if gone else log)
        _stand_at(folded, records)
        return folded

    def _went_on(self, known: Folded, records: Sequence[Record]) -> bool:
        """Fold what is new; not possible across an undo, or if the store lost what was folded before."""
        if records[0].envelope().prev != known.head:
            return False
        log = _read(self._codecs[known.match.game.meta.slug], records)
        if any(type(event) is life.ChoicesUndone for _, event in log):
            return False
        _fold(known, log)
        _stand_at(known, records)
        return True


_Line = tuple[Envelope, Event]


def _read(codec: Codec, records: Sequence[Record]) -> list[_Line]:
    log = []
    for record in records:
        envelope = record.envelope()
        log.append((envelope, codec.event(record)))
    return log


def _stand_at(folded: Folded, records: Sequence[Record]) -> None:
    folded.version, folded.head = Version(folded.version + len(records)), records[-1].hash()


def _fold(folded: Folded, log: Sequence[_Line]) -> None:
    """Batch by batch: who waits is a question only between two of them."""
    apply = folded.match.apply
    batch = log[0][0].command_id if log else ""
    for envelope, event in log:
        if envelope.command_id != batch:
            _note_waiting(folded)
            batch = envelope.command_id
        apply(event)
        folded.updated_at = envelope.at
        if type(event) in _MEETING:
            _note_people(folded, event)
    _note_waiting(folded)


_MEETING = (life.GameCreated, life.SeatTaken)


def _note_people(folded: Folded, event: Event) -> None:
    if isinstance(event, life.GameCreated):
        folded.people.update(event.invited)
    elif isinstance(event, life.SeatTaken) and event.user is not None:
        folded.people.add(event.user)


def _note_waiting(folded: Folded) -> None:
    waiting = folded.match.to_act()
    seats = () if isinstance(waiting, Step) else waiting
    if seats != tuple(folded.waiting):
        folded.waiting = {seat: folded.waiting.get(seat, folded.updated_at) for seat in seats}
    if folded.match.table.over and not folded.ended_at:
        folded.ended_at = folded.updated_at
