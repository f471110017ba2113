"""What a reader may know of a state and of the lines of a log: the one place where something sealed stays sealed."""

from typing import Any

import msgspec

from domain.kernel.envelope import Record, redact
from domain.kernel.match import Match
from services.queries.readers import TRUTH, Reader


def visible_state(match: Match, reader: Reader) -> Any:  # noqa: ANN401 - any game's view
    """The state of the game as far as the reader may know it."""
    if match.state is None:
        return None
    return msgspec.to_builtins(match.state if reader == TRUTH else match.game.view(match.state, reader))


def visible_record(record: Record, reader: Reader) -> Record:
    """A line of the log with the openings that the reader may have."""
    return record if reader == TRUTH else redact(record, reader)
