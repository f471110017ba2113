"""Forged logs: what a forger with all our tools could do to a record, with the whole chain recomputed."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, cast

import msgspec

from domain.kernel import proof
from domain.kernel.envelope import GENESIS, Codec, Record, Stamp, opened, write
from domain.kernel.game import AnyGame, Event, PointsScored
from domain.kernel.ids import Seat, UserId, Version
from domain.kernel.lifecycle import GameFinished
from domain.kernel.match import Entry
from domain.kernel.proof import Report
from domain.kernel.words import Catalogue
from domain.registry import Registry
from tests.kit.taberna import GAME

TABERNA = Registry([GAME])
_WORDS = Catalogue.load("domain.kernel")
_PREV = re.compile(rb'"prev":"[0-9a-f]{64}"')


class ForgedLine(NamedTuple):
    """A line of a log before it is written, so that it can be altered."""

    game: Any
    at: str
    command_id: str
    entry: Entry

    def with_fields(self, **fields: object) -> "ForgedLine":
        """This line with other values in its event."""
        event = msgspec.structs.replace(self.entry.event, **fields)
        return self._replace(entry=msgspec.structs.replace(self.entry, event=event))


def lines_of(game: AnyGame, records: Iterable[Record]) -> list[ForgedLine]:
    """A whole log, taken apart."""
    codec = Codec(game)
    taken = []
    for record in records:
        envelope = record.envelope()
        text = opened(record)[1]
        command = None if bytes(text) == b"null" else codec.command(text)
        actor = Seat(envelope.actor) if isinstance(envelope.actor, int) else UserId(envelope.actor)
        entry = Entry(actor, envelope.step, command, codec.event(record))
        taken.append(ForgedLine(envelope.game, envelope.at, envelope.command_id, entry))
    return taken


def written(log: Iterable[ForgedLine], secret: bytes) -> list[Record]:
    """Lines written as the server would, with versions, seals and a chain of their own."""
    records: list[Record] = []
    head = GENESIS
    for page in log:
        stamp = Stamp(page.game, page.at, page.command_id, secret)
        new, head = write(stamp, Version(len(records)), head, [page.entry])
        records += new
    return records


def replaced(log: Sequence[ForgedLine], place: int, page: ForgedLine) -> list[ForgedLine]:
    """A log in which one line is replaced."""
    return [*log[:place], page, *log[place + 1 :]]


def rechained(records: Iterable[Record]) -> list[Record]:
    """The same texts in a chain that holds."""
    chain: list[Record] = []
    head = GENESIS
    for record in records:
        chain.append(Record(_PREV.sub(f'"prev":"{head}"'.encode(), record.text), record.openings))
        head = chain[-1].hash()
    return chain


def richer(log: Sequence[ForgedLine]) -> list[ForgedLine]:
    """The same game with a point more for a winner, in the ledger and in the result, so that everything adds up."""
    finish = find(log, lambda event: isinstance(event, GameFinished))
    result = cast("GameFinished", log[finish].entry.event).result
    winner = result.winners[0]
    place = find(log, lambda event: isinstance(event, PointsScored) and event.seat == winner and bool(event.detail))
    scored = cast("PointsScored", log[place].entry.event)
    first = msgspec.structs.replace(scored.detail[0], points=scored.detail[0].points + 1)
    ranking = tuple(msgspec.structs.replace(one, score=one.score + (one.seat == winner)) for one in result.ranking)
    more = log[place].with_fields(points=scored.points + 1, detail=(first, *scored.detail[1:]))
    end = log[finish].with_fields(result=msgspec.structs.replace(result, ranking=ranking))
    return replaced(replaced(log, place, more), finish, end)


def find(log: Sequence[ForgedLine], wanted: Callable[[Event], bool]) -> int:
    """The place of the first event that is wanted."""
    return next(place for place, page in enumerate(log) if wanted(page.entry.event))


def checked(records: Sequence[Record], registry: Registry = TABERNA) -> Report:
    """The report on a log; everything that it states has words."""
    report = proof.verify(records, registry)
    for statement in (*report.proven, *report.unproven):
        assert _WORDS.say(f"proof.{statement.key}", statement.args)
    return report


def reasons(records: Sequence[Record], registry: Registry = TABERNA) -> list[tuple[int, str]]:
    """What does not hold in a log: versions and reasons."""
    return [(failure.version, failure.reason) for failure in checked(records, registry).failures]
