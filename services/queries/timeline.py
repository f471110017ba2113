"""What happened, in words: the timeline of a game, its recap for a reader, and the difference of two versions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Record
from domain.kernel.game import AnyGame
from domain.kernel.ids import UserId, Version
from domain.kernel.match import SYSTEM
from domain.kernel.words import name_at_table
from projections import timeline
from projections.diff import Change, changes
from projections.ledger import gained
from projections.recap import last_act
from services.problems import bad_field
from services.queries.game import Unjudged
from services.queries.readers import Reader
from services.queries.redaction import visible_record, visible_state
from services.queries.visible_log import MOST_LINES, VisibleLog, next_page, read_page

Next = Annotated[int | None, Meta(description="Ask the timeline with `after` this version for more; null at the end.")]


class TimelineLine(msgspec.Struct, omit_defaults=True):
    """One event in words. An event that tells nothing by itself has no line."""

    version: int
    at: str
    type: str
    text: str
    retracted: Annotated[bool, Meta(description="The choice was taken back.")] = False
    head: Annotated[str | None, Meta(description="The head of the chain at the end of a round, to note down.")] = None
    unsealed: Annotated[
        dict[str, Any] | None,
        Meta(description="With `as`: the fields that were sealed, and that the reader it names could read."),
    ] = None


class TurnAnswer(msgspec.Struct):
    """What somebody did until the turn passed on."""

    actor: Annotated[int | str, Meta(description="A seat, a user before the game began, or `system`.")]
    name: str
    lines: list[TimelineLine]


class TimelineAnswer(msgspec.Struct):
    version: Annotated[int, Meta(description="The version up to which it is told.")]
    turns: list[TurnAnswer]
    next: Next
    unjudged: Unjudged


class RecapAnswer(msgspec.Struct):
    since: Annotated[int, Meta(description="The version after which it is told.")]
    version: int
    to_act: list[int | str]
    points: Annotated[list[int], Meta(description="What each seat has gained since.")]
    turns: list[TurnAnswer]
    next: Next
    unjudged: Unjudged


class DiffAnswer(msgspec.Struct, rename={"from_": "from"}):
    from_: int
    to: int
    turns: list[TurnAnswer]
    next: Next
    changes: Annotated[list[Change], Meta(description="Where your view of the two versions differs.")]


async def read_timeline(log: VisibleLog, after: int, limit: int, at: int | None, lang: str) -> TimelineAnswer:
    """A page of the timeline, up to a version if one is asked for."""
    until = log.up_to(at)
    records = await read_page(log, after, limit, until)
    turns = await in_words(log, records, lang)
    return TimelineAnswer(until, turns, next_page(records, after, until), log.unjudged)


async def read_recap(log: VisibleLog, since: int | None, lang: str) -> RecapAnswer:
    """What happened since a version, by default since the reader's last turn."""
    records, run = await log.records(log.version), log.sources.long_reads.run
    since = log.up_to(await run(lambda: last_act(records, log.actors)) if since is None else since)
    told = records[since : since + MOST_LINES]
    return RecapAnswer(
        since=since,
        version=log.version,
        to_act=log.to_act,
        points=await run(partial(gained, log.codec, records, since, len(log.players))),
        turns=await in_words(log, told, lang),
        next=next_page(told, since, log.version),
        unjudged=log.unjudged,
    )


async def read_diff(log: VisibleLog, from_version: int, to_version: int, lang: str) -> DiffAnswer:
    """What lies between two versions, and where the reader's view of them differs."""
    if from_version > to_version:
        raise bad_field("from", "it must not lie after `to`")
    until, tables = log.up_to(to_version), log.sources.tables
    before, after = [await tables.at(log.game_id, Version(version)) for version in (from_version, until)]
    records = await read_page(log, before.version, MOST_LINES, after.version)
    views = [visible_state(shown.match, log.reader) for shown in (before, after)]
    return DiffAnswer(
        from_=before.version,
        to=after.version,
        turns=await in_words(log, records, lang),
        next=next_page(records, before.version, after.version),
        changes=[*changes(*views)],
    )


async def in_words(log: VisibleLog, records: Sequence[Record], lang: str) -> list[TurnAnswer]:
    """Records in words, turn by turn."""
    run = log.sources.long_reads.run
    found = await run(lambda: timeline.turns(timeline.lines(log.codec, records, log.first)))
    names = await log.sources.names.of(_users(found))
    return await run(lambda: _told(log, found, records, names, lang))


def _told(
    log: VisibleLog, found: Iterable[timeline.Turn], records: Sequence[Record], names: Mapping[UserId, str], lang: str
) -> list[TurnAnswer]:
    unsealed = _unsealed(records, log.reader) if log.as_other else {}
    players = [*log.players]
    answers = []
    for turn in found:
        lines = [_line(log.game, line, players, names, lang) for line in turn.lines]
        for line in lines:
            line.unsealed = unsealed.get(line.version)
        told = [line for line in lines if line.text]
        if told:
            answers.append(TurnAnswer(turn.actor, _name(turn.actor, players, names), told))
    return answers


def _unsealed(records: Iterable[Record], reader: Reader) -> dict[int, dict[str, Any]]:
    """What the reader could read of what was sealed, by version and the name of its field."""
    found: dict[int, dict[str, Any]] = {}
    for record in records:
        openings = visible_record(record, reader).openings
        if openings:
            values = {key.removeprefix("data/"): msgspec.json.decode(it.value) for key, it in openings.items()}
            found[record.envelope().version] = values
    return found


def _users(found: Iterable[timeline.Turn]) -> Iterator[UserId]:
    """Everyone whose name the lines need and who has no seat at the table now."""
    for turn in found:
        if isinstance(turn.actor, str) and turn.actor != SYSTEM:
            yield UserId(turn.actor)
        for line in turn.lines:
            if line.type == life.SeatTaken.__name__ and line.fields["user"] is not None:
                yield line.fields["user"]


def _line(
    game: AnyGame, line: timeline.TimelineLine, players: list[str], names: Mapping[UserId, str], lang: str
) -> TimelineLine:
    if line.type == life.SeatTaken.__name__:  # before the start somebody else may have had this chair
        seat = line.fields["seat"]
        players += [""] * (seat + 1 - len(players))
        players[seat] = name_at_table(seat, line.fields["user"], line.fields["bot"], names)
    text = game.words.say(f"event.{line.type}", line.fields, lang=lang, players=players)
    return TimelineLine(line.version, line.at, line.type, text, line.retracted, line.head)


def _name(actor: int | str, players: Sequence[str], names: Mapping[UserId, str]) -> str:
    if isinstance(actor, int):
        return players[actor]
    return names.get(UserId(actor), "")
