"""The log of a game, as far as its reader may know it."""

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.kernel.envelope import Record, opened
from services.queries.queries import Queries, ReadRequest
from services.queries.readers import Reader, reader_of_log
from services.queries.redaction import visible_record
from services.queries.tables import requested_table, up_to


class EventAnswer(msgspec.Struct, gc=False):
    """One event as the caller may see it; what is sealed from the caller stands as its commitment."""

    version: int
    at: str
    actor: int | str
    command_id: str
    command: Annotated[
        Any,
        Meta(description="The `Command` that it follows from, or its `Mark` where that is sealed; null: from none."),
    ]
    step: int
    type: str
    schema: int
    data: Annotated[Any, Meta(description="The fields of the event, by its type.")]
    prev: str
    hash: str


class EventsAnswer(msgspec.Struct):
    events: list[EventAnswer]
    next: Annotated[int | None, Meta(description="Ask with `after` this version for more; null at the end.")]


async def read_events(queries: Queries, request: ReadRequest, after: int, limit: int, at: int | None) -> EventsAnswer:
    """A page of the log, up to a version if one is asked for."""
    async with requested_table(queries, request) as newest:
        version = up_to(newest.version, at)
        reader = reader_of_log(newest.match.table, request.user, request.reader)
    records = await queries.tables.store.read(newest.game_id, after=after, limit=min(limit, max(version - after, 1)))
    records = records[: max(version - after, 0)]
    last = after + len(records)
    return EventsAnswer(visible_events(records, reader), last if last < version else None)


def visible_events(records: Iterable[Record], reader: Reader) -> list[EventAnswer]:
    """Events as the reader may know them. Their data goes out as the bytes that were stored, never decoded."""
    return [_event(record, reader) for record in records]


def _event(record: Record, reader: Reader) -> EventAnswer:
    envelope = record.envelope()
    data, command = envelope.data, envelope.command
    if record.openings:
        data, command = opened(visible_record(record, reader))
    return EventAnswer(
        version=envelope.version,
        at=envelope.at,
        actor=envelope.actor,
        command_id=envelope.command_id,
        command=command,
        step=envelope.step,
        type=envelope.type,
        schema=envelope.schema,
        data=data,
        prev=envelope.prev,
        hash=record.hash(),
    )
