"""What a reader may know of a state and of the lines of a log: the one place where something sealed stays sealed."""

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.kernel.envelope import Record, opened, redact
from domain.kernel.match import Match
from services.queries.readers import TRUTH, Reader


class EventAnswer(msgspec.Struct):
    """One event as the caller may see it; what is sealed from the caller stands as its commitment."""

    version: int
    at: str
    actor: int | str
    command_id: str
    command: Any
    step: int
    type: str
    schema: int
    data: Annotated[Any, Meta(description="The fields of the event, by its type.")]
    prev: str
    hash: str


def visible_state(match: Match, reader: Reader) -> Any:  # noqa: ANN401 - any game's view
    """The state of the game as far as the reader may know it."""
    if match.state is None:
        return None
    return msgspec.to_builtins(match.state if reader == TRUTH else match.game.view(match.state, reader))


def visible_record(record: Record, reader: Reader) -> Record:
    """A line of the log with the openings that the reader may have."""
    return record if reader == TRUTH else redact(record, reader)


def visible_events(records: Iterable[Record], reader: Reader) -> list[EventAnswer]:
    """Events as the reader may know them. Their data goes out as the bytes that were stored, never decoded."""
    return [_event(record, reader) for record in records]


def _event(record: Record, reader: Reader) -> EventAnswer:
    envelope = record.envelope()
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
