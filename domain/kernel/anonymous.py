"""A copy of a finished game for strangers: the same choices, draws and points, without people, place and time.

What stands in the hashed texts cannot be taken out of them, so the copy is a log of its own: a new id, a new chain,
commitments made anew. It proves itself like any other; what it cannot prove is that it is a copy of that one game.
The nonces stay as they were sent, for every draw follows from them. Clocks show durations only: their first moment
becomes the beginning of time. A table with a daily window keeps zone and moments, since what counted follows from them.
"""

from collections.abc import Sequence

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.clock import Millis
from domain.kernel.envelope import GENESIS, Codec, Record, Stamp, opened, write
from domain.kernel.game import AnyGame, Event
from domain.kernel.ids import Seat, Version
from domain.kernel.lifecycle_event import LifecycleEvent
from domain.kernel.log import LoggedEvent, read
from domain.kernel.match import SYSTEM, Actor, Entry
from domain.kernel.pseudonyms import Pseudonyms, game_id

NO_TIME = "1970-01-01T00:00:00Z"


def anonymised(game: AnyGame, secret: bytes, records: Sequence[Record]) -> list[Record]:
    """Write a whole log anew. It must have been verified before."""
    codec = Codec(game)
    log = read(codec, records)
    names = Pseudonyms(_beginning([line.event for line in log]))
    copy_id = game_id(records[-1].hash())
    copy: list[Record] = []
    head = GENESIS
    for line in log:
        stamp = Stamp(copy_id, NO_TIME, names.batch(line.envelope().command_id), secret)
        new, head = write(stamp, Version(len(copy)), head, [_entry(codec, names, line)])
        copy += new
    return copy


def _beginning(events: Sequence[Event]) -> Millis:
    """What to take off every moment of the clocks."""
    if any(isinstance(event, life.ClockSet) and event.clock is not None and event.clock.window for event in events):
        return 0
    return next((event.at for event in events if isinstance(event, life.ClocksTurned)), 0)


def _entry(codec: Codec, names: Pseudonyms, line: LoggedEvent) -> Entry:
    envelope, text = line.envelope(), opened(line.record)[1]
    command = None if bytes(text) == b"null" else codec.command(text)
    return Entry(_actor(names, envelope.actor), envelope.step, command, _event(names, line.event))


def _actor(names: Pseudonyms, actor: int | str) -> Actor:
    if isinstance(actor, int):
        return Seat(actor)
    return SYSTEM if actor == SYSTEM else names.user(actor)


def _event(names: Pseudonyms, event: Event) -> Event:
    if not isinstance(event, LifecycleEvent) or not event.IDENTIFYING:
        return event
    replaced = {field: new(names, getattr(event, field)) for field, new in event.IDENTIFYING.items()}
    return msgspec.structs.replace(event, **replaced)
