"""Reading a log: its lines with their events, its batches, and who asked for each batch.

Everything that goes through a log reads it here, so that fold, undo, audit, recap and projections agree on what stands
in it. A redacted copy has lines and batches too; only `read` needs one in which every event is open.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Envelope, Record
from domain.kernel.game import Event
from domain.kernel.ids import Version


class LogLine(Protocol):
    """A line of a log: a `Record`, or a `LoggedEvent`."""

    def envelope(self) -> Envelope:
        """The text, decoded one level deep."""
        ...


AnyLine = TypeVar("AnyLine", bound=LogLine)


class LoggedEvent(NamedTuple):
    """A line of a log together with its event."""

    record: Record
    event: Event

    def envelope(self) -> Envelope:
        """The text, decoded one level deep."""
        return self.record.envelope()

    @property
    def version(self) -> Version:
        """The version that the game reached with this event."""
        return self.record.envelope().version


def read(codec: Codec, records: Iterable[Record]) -> list[LoggedEvent]:
    """Decode the events of a log, each of which must be open."""
    return [LoggedEvent(record, codec.event(record)) for record in records]


def read_created(records: Sequence[Record]) -> life.GameCreated:
    """The event with which a log begins."""
    return msgspec.json.decode(records[0].envelope().data, type=life.GameCreated)


def batches(lines: Iterable[AnyLine]) -> Iterator[list[AnyLine]]:
    """The lines of each request, in the order in which the lines are given."""
    batch: list[AnyLine] = []
    command_id = ""
    for line in lines:
        own = line.envelope().command_id
        if batch and own != command_id:
            yield batch
            batch = []
        command_id = own
        batch.append(line)
    if batch:
        yield batch


def request_line(batch: Sequence[AnyLine]) -> AnyLine:
    """The line that tells what was asked: the first, or the one after rules were adopted for its sake."""
    adopting = len(batch) > 1 and batch[0].envelope().type == life.RulesAdopted.__name__
    return batch[1] if adopting else batch[0]


def asked_by(batch: Sequence[LogLine]) -> int | str:
    """The actor that asked for a batch: a seat, a user or the system."""
    return request_line(batch).envelope().actor
