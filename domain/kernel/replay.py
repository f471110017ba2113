"""From records back to a match: the fold of a log."""

from collections.abc import Iterable, Sequence

from domain.kernel.envelope import Codec, Record
from domain.kernel.game import AnyGame
from domain.kernel.match import Match
from domain.kernel.undo import LoggedEvent, effective


def read(codec: Codec, records: Iterable[Record]) -> list[LoggedEvent]:
    """Decode the records of a log."""
    log = []
    for record in records:
        envelope = record.envelope()
        log.append(LoggedEvent(envelope.version, envelope.actor, envelope.command_id, codec.event(record)))
    return log


def fold(game: AnyGame, secret: bytes, log: Sequence[LoggedEvent]) -> Match:
    """Fold a whole log; what was retracted is left out."""
    match = Match(game, secret)
    apply = match.apply
    for event in effective(log):
        apply(event)
    return match
