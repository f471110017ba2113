"""The timeline: one line an event, grouped by turn, with what was taken back shown as such.

A line is made from the public fields of its event alone, so that it is the same line for every reader: a template that
names a sealed field finds nothing to fill it with, and the contract of games forbids it. Names of people and words are
put in where the reader's language is known; each line says who held the seats then. There a reader is also told what
was sealed for everyone else, if the words have more to say then.

A choice can be taken back only until the turn passes on. A part of a log that ends where a turn begins therefore needs
nothing that comes after it; that is where pages end.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Envelope, Record, marks
from domain.kernel.game import AnyGame, Event
from domain.kernel.ids import UserId, Version
from domain.kernel.languages import ENGLISH
from domain.kernel.lifecycle_event import LifecycleEvent
from domain.kernel.log import LoggedEvent, read
from domain.kernel.match import SYSTEM
from domain.kernel.player_names import Holder, name_of, names_then
from domain.kernel.table import Table
from domain.kernel.undo import retracted
from domain.kernel.words import NO_FACTS, Catalogue
from services.story.moments import moment_in_words


class StoryLine(msgspec.Struct, frozen=True, kw_only=True):
    """An event, ready to be put into words. `head` is the chain's head where a round was closed."""

    version: Version
    at: str
    owner: int | str
    """Whose turn it belongs to: a seat, a user before the game began, or the system for the whole table."""
    begins: bool
    """Whether the turn of its owner begins with it."""
    type: str
    fields: dict[str, Any]
    holders: tuple[Holder, ...]
    """Who played each seat then."""
    retracted: bool
    head: str | None
    gathers: bool = False
    """Whether it tells of the events that led to it as well: its fields hold theirs, by their types."""


class StoryTurn(msgspec.Struct, frozen=True):
    """What belongs to one owner until the turn passed on or somebody else acted."""

    owner: int | str
    lines: list[StoryLine]


def seating(codec: Codec, records: Iterable[Record]) -> Table:
    """The table at the end of the first part of a log, as far as seats go: no move of the game is looked at."""
    table = Table()
    for record in records:
        if record.envelope().type in life.KINDS:
            table.apply(codec.event(record))
    return table


def lines(codec: Codec, records: Iterable[Record], before: Table | None = None) -> list[StoryLine]:
    """The lines of a part of a log. `before` is the table at its start (none: the log begins here)."""
    table = Table() if before is None else before.copy()
    log = read(codec, records)
    gone = retracted(log)
    story = []
    for (record, event), holders, owner in zip(log, _holders(log, table), _owners(log), strict=True):
        envelope = record.envelope()
        story.append(
            StoryLine(
                version=envelope.version,
                at=envelope.at,
                owner=owner,
                begins=event.BELONGS_TO == "seat",
                type=envelope.type,
                fields=_public(record, envelope, event),
                holders=holders,
                retracted=envelope.version in gone,
                head=record.hash() if codec.game.closes_round(event, table.first_seat) else None,
            )
        )
    return story


def _holders(log: Iterable[LoggedEvent], table: Table) -> Iterator[tuple[Holder, ...]]:
    """Who played each seat, event by event, while the table is folded.

    A seat that is taken is its new player's at once; one that is left was still the old player's. A caretaker plays
    until the turn passes on or something else is asked.
    """
    now = _seated(table)
    caretaker, command_id = None, ""
    for record, event in log:
        of_table = isinstance(event, LifecycleEvent)
        if record.envelope().command_id != command_id:
            caretaker, command_id = None, record.envelope().command_id
        if isinstance(event, life.CaretakerPlayed):
            caretaker = event
        held = now
        if of_table:
            table.apply(event)
            now = _seated(table)
        if isinstance(event, life.SeatTaken):
            held = now
        yield held if caretaker is None else _with_bot(held, caretaker)
        if event.PASSES and not of_table:
            caretaker = None


def _seated(table: Table) -> tuple[Holder, ...]:
    return tuple(Holder(chair.user, chair.bot) for chair in table.chairs)


def _with_bot(holders: Sequence[Holder], caretaker: life.CaretakerPlayed) -> tuple[Holder, ...]:
    return tuple(
        Holder(holder.user, caretaker.bot) if seat == caretaker.seat else holder for seat, holder in enumerate(holders)
    )


def _owners(log: Iterable[LoggedEvent]) -> Iterator[int | str]:
    """Whose each event is. What follows the whole table's in one choice is the table's too, until a turn begins.

    Whoever chose last in the set-up is not the one who deals to everybody.
    """
    tables_from: tuple[str, int | str] | None = None
    for record, event in log:
        envelope = record.envelope()
        choice = (envelope.command_id, envelope.actor)
        match event.BELONGS_TO:
            case "seat":
                tables_from = None
                yield int(msgspec.structs.asdict(event)["seat"])
            case "table":
                tables_from = None if isinstance(event, LifecycleEvent) else choice
                yield SYSTEM
            case "actor":
                yield SYSTEM if choice == tables_from else envelope.actor


def _public(record: Record, envelope: Envelope, event: Event) -> dict[str, Any]:
    """The fields that were never sealed: neither when the event was written nor, by that name, today."""
    fields = msgspec.structs.asdict(event)
    sealed = set(event.SEALED)
    if record.openings:
        sealed |= {place.removeprefix("data/") for place in marks(envelope)}
    return {name: value for name, value in fields.items() if name not in sealed}


def turns(lines: Iterable[StoryLine]) -> list[StoryTurn]:
    """Lines grouped by turn."""
    by_owner: list[StoryTurn] = []
    for line in lines:
        if line.begins or not by_owner or by_owner[-1].owner != line.owner:
            by_owner.append(StoryTurn(line.owner, []))
        by_owner[-1].lines.append(line)
    return by_owner


def gathered(game: AnyGame, lines: Iterable[StoryLine]) -> list[StoryLine]:
    """The lines, those that led to another one gathered in it, as the game says.

    A part of a log may begin in the midst of them: what is not there from its first event on is left as it is.
    """
    led = {kind.__name__: kind.GATHERS for kind in game.events if kind.GATHERS}
    told_once: list[StoryLine] = []
    for line in lines:
        types = led.get(line.type, ())
        start = len(told_once)
        while start and told_once[start - 1].type in types and _of_one_piece(told_once[start - 1], line):
            start -= 1
        run = told_once[start:]
        if run and {one.type for one in run} == {*types}:
            del told_once[start:]
            told_once.append(_gathering(line, run))
        else:
            told_once.append(line)
    return told_once


def _of_one_piece(one: StoryLine, other: StoryLine) -> bool:
    return (one.owner, one.holders, one.retracted) == (other.owner, other.holders, other.retracted)


def _gathering(line: StoryLine, run: Iterable[StoryLine]) -> StoryLine:
    held: dict[str, dict[str, list[Any]]] = {}
    for one in run:
        for name, value in one.fields.items():
            held.setdefault(one.type, {}).setdefault(name, []).append(value)
    return msgspec.structs.replace(line, fields={**line.fields, **held}, gathers=True)


def beginning(game: AnyGame) -> frozenset[str]:
    """The types of the events with which a turn begins after another one has passed on."""
    return frozenset(kind.__name__ for kind in game.events if kind.PASSES and kind.BELONGS_TO == "seat")


def users(lines: Sequence[StoryLine]) -> set[UserId]:
    """Everyone whose name the lines need."""
    people = {UserId(line.owner) for line in lines if isinstance(line.owner, str) and line.owner != SYSTEM}
    people |= {UserId(line.fields["user"]) for line in lines if line.fields.get("user")}
    for holders in {line.holders for line in lines}:
        people.update(holder.user for holder in holders if holder.user is not None)
    return people


def _readable(line: StoryLine, known: Mapping[UserId, str], lang: str) -> Mapping[str, Any]:
    """The fields of a line, with a name in place of the account that it is about, and dates in words."""
    fields = line.fields
    if line.type == life.AbsenceAnnounced.__name__ and fields["end"]:
        fields = {**fields, **{name: moment_in_words(fields[name], "UTC", lang) for name in ("start", "end")}}
    user = fields.get("user")
    return {**fields, "user": name_of(UserId(user), known, lang)} if user else fields


def told(
    words: Catalogue,
    line: StoryLine,
    known: Mapping[UserId, str],
    lang: str = ENGLISH,
    unsealed: Mapping[str, Any] = NO_FACTS,
) -> str:
    """The line in words; an event that tells nothing by itself has none.

    `unsealed` are the sealed fields that the reader may see.
    """
    section = "gathered" if line.gathers else "opened" if unsealed and words.opens(line.type) else "event"
    players = names_then(line.holders, known, lang)
    fields = {**_readable(line, known, lang), **unsealed}
    return words.say(f"{section}.{line.type}", fields, lang=lang, players=players)


def in_brief(words: Catalogue, lines: Iterable[StoryLine], lang: str = ENGLISH) -> list[str]:
    """What somebody did, each deed in a few words that anybody may read; what has no such words is left out."""
    deeds = [line for line in lines if words.has(f"brief.{line.type}")]
    return [words.say(f"brief.{line.type}", line.fields, lang=lang) for line in deeds]
