"""What happened, in words: the timeline of a game, its recap for a reader, and the difference of two versions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from domain.kernel.envelope import Record
from domain.kernel.game import AnyGame
from domain.kernel.ids import UserId, Version
from domain.kernel.match import SYSTEM
from domain.kernel.player_names import name_of, names_then
from services.problems import bad_field
from services.queries.game import Unjudged
from services.queries.last_seen import last_seen
from services.queries.readers import Reader
from services.queries.redaction import visible_record, visible_state
from services.queries.visible_log import MOST_LINES, VisibleLog, next_page, read_page
from services.story import timeline
from services.story.diff import Change, changes
from services.story.ledger import gained

_WORTH_CACHING = 128
"""Records whose words are cached: fewer are told as quickly as they are found."""
_OUTLOOK = "outlook"
"""The field in which a view tells what a player would count up."""

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
    """What somebody did until the turn passed on, or what happened to the whole table."""

    actor: Annotated[
        int | str, Meta(description="Whose turn: a seat, a user before the game began, or `system` for the table.")
    ]
    name: Annotated[str, Meta(description="Who held the seat then; it says so if a bot chose in a player's place.")]
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
    turns = await in_words(log, records, lang, heads=True)
    return TimelineAnswer(until, turns, next_page(records, after, until), log.unjudged)


async def read_recap(log: VisibleLog, since: int | None, lang: str) -> RecapAnswer:
    """What happened since a version, by default since the reader's last turn, told in short."""
    store = log.queries.tables.store
    since = log.up_to(await last_seen(store, log.game_id, log.version, log.actors) if since is None else since)
    until = Version(min(since + MOST_LINES, log.version))
    points = (await log.points()).up_to(log.version)
    return RecapAnswer(
        since=since,
        version=log.version,
        to_act=log.to_act,
        points=gained(points, since, len(log.table.chairs)),
        turns=await _part_in_words(log, since, until, lang),
        next=until if until < log.version else None,
        unjudged=log.unjudged,
    )


async def read_diff(log: VisibleLog, from_version: int, to_version: int, lang: str) -> DiffAnswer:
    """What lies between two versions, and where the reader's view of them differs."""
    if from_version > to_version:
        raise bad_field("from", "backwards")
    until, tables = log.up_to(to_version), log.queries.tables
    before, after = [await tables.at(log.game_id, Version(version)) for version in (from_version, until)]
    records = await read_page(log, before.version, MOST_LINES, after.version)
    views = [_without_outlook(visible_state(then.match, log.reader)) for then in (before, after)]
    return DiffAnswer(
        from_=before.version,
        to=after.version,
        turns=await in_words(log, records, lang, heads=True),
        next=next_page(records, before.version, after.version),
        changes=[*changes(*views)],
    )


def _without_outlook(view: Any) -> Any:  # noqa: ANN401 - whatever a game shows
    """What a view only counts up from the rest is no change of its own."""
    return {name: value for name, value in view.items() if name != _OUTLOOK} if isinstance(view, dict) else view


async def _part_in_words(log: VisibleLog, after: int, until: Version, lang: str) -> list[TurnAnswer]:
    """All records after a version, up to another, told in short; a long part is cached for whoever asks next.

    A log never changes: a part of it is known by the hash of its last record, which stands for everything before it,
    and by whom it is told to. It is told anew if anybody in it is called otherwise now.
    """
    store, pages, names = log.queries.tables.store, log.queries.pages, log.queries.names
    if until - after < _WORTH_CACHING:
        records = await store.read(log.game_id, after, until - after)
        return (await _page_in_words(log, records, lang, gathers=True)).turns
    last = await store.read(log.game_id, until - 1, 1)
    seats = tuple((chair.user, chair.bot) for chair in log.table.chairs)
    key = (log.game_id, after, until, last[-1].hash(), log.reader, log.as_other, seats, lang)
    page: _PageInWords | None = pages.get(key)
    if page is None or await names.of(page.users) != page.names:
        page = await _page_in_words(log, await store.read(log.game_id, after, until - after), lang, gathers=True)
        pages.put(key, page, page.lines)
    return page.turns


async def in_words(log: VisibleLog, records: Sequence[Record], lang: str, *, heads: bool = False) -> list[TurnAnswer]:
    """Records in words, turn by turn; with `heads` an event that only shows the head of the chain has a line too."""
    return (await _page_in_words(log, records, lang, heads=heads)).turns


async def in_short(log: VisibleLog, records: Sequence[Record], lang: str) -> "Newest":
    """Records in words, turn by turn, with what led to an event told together with it."""
    part = await _lines_of(log, records)
    return Newest(await _tell(log, part, timeline.gathered(log.game, part.lines), lang, head=""), part.lines)


class Newest(NamedTuple):
    """Turns in words, and every event that they tell of."""

    turns: list[TurnAnswer]
    lines: list[timeline.StoryLine]


class _PageInWords(NamedTuple):
    """A part of a log in words, everyone whom it may name, and what those who have a name were called."""

    turns: list[TurnAnswer]
    users: set[UserId]
    names: Mapping[UserId, str]
    lines: int


class _Part(NamedTuple):
    """Lines, the names of those whom they name, and what was sealed in their events and the reader may see."""

    lines: list[timeline.StoryLine]
    users: set[UserId]
    names: Mapping[UserId, str]
    unsealed: dict[int, dict[str, Any]]


async def _page_in_words(
    log: VisibleLog, records: Sequence[Record], lang: str, *, heads: bool = False, gathers: bool = False
) -> _PageInWords:
    part = await _lines_of(log, records)
    head = log.game.words.say("round.head", {}, lang=lang) if heads else ""
    lines = timeline.gathered(log.game, part.lines) if gathers else part.lines
    answers = await _tell(log, part, lines, lang, head)
    if log.as_other:
        for line in (line for turn in answers for line in turn.lines):
            line.unsealed = part.unsealed.get(line.version)
    return _PageInWords(answers, part.users, part.names, len(part.lines))


async def _lines_of(log: VisibleLog, records: Sequence[Record]) -> _Part:
    before = await log.table_before(records)
    lines = await log.queries.long_reads.run(len(records), lambda: timeline.lines(log.codec, records, before))
    users = timeline.users(lines)
    opens = log.game.words.opens
    sealed = [record for line, record in zip(lines, records, strict=True) if log.as_other or opens(line.type)]
    return _Part(lines, users, await log.queries.names.of(users), _unsealed(sealed, log.reader))


async def _tell(
    log: VisibleLog, part: _Part, lines: Sequence[timeline.StoryLine], lang: str, head: str
) -> list[TurnAnswer]:
    def tell(line: timeline.StoryLine) -> TimelineLine:
        return _line(log.game, line, part.names, part.unsealed.get(line.version, {}), lang)

    name = partial(_name, names=part.names, lang=lang)
    return await log.queries.long_reads.run(len(lines), lambda: _told(lines, tell, head, name))


def _told(
    lines: Iterable[timeline.StoryLine],
    tell: Callable[[timeline.StoryLine], TimelineLine],
    head: str,
    name: Callable[[timeline.StoryTurn], str],
) -> list[TurnAnswer]:
    """Turns without what tells nothing; `head` is said where nothing but the head of the chain is shown."""
    answers: list[TurnAnswer] = []
    for turn in timeline.turns(lines):
        telling = [tell(line) for line in turn.lines]
        for line in telling:
            line.text = line.text or (head if line.head else "")
        telling = [line for line in telling if line.text]
        if telling and answers and answers[-1].actor == turn.owner and not turn.lines[0].begins:
            answers[-1].lines.extend(telling)  # nothing was told of what stood between them
        elif telling:
            answers.append(TurnAnswer(turn.owner, name(turn), telling))
    return answers


def _unsealed(records: Iterable[Record], reader: Reader) -> dict[int, dict[str, Any]]:
    """What the reader could read of what was sealed, by version and the name of its field."""
    unsealed: dict[int, dict[str, Any]] = {}
    for record in records:
        openings = visible_record(record, reader).openings
        if openings:
            values = {key.removeprefix("data/"): msgspec.json.decode(it.value) for key, it in openings.items()}
            unsealed[record.envelope().version] = values
    return unsealed


def _line(
    game: AnyGame,
    line: timeline.StoryLine,
    names: Mapping[UserId, str],
    unsealed: Mapping[str, Any],
    lang: str,
) -> TimelineLine:
    fields = {name: value for name, value in unsealed.items() if name != "command"}
    text = timeline.told(game.words, line, names, lang, fields)
    return TimelineLine(line.version, line.at, line.type, text, line.retracted, line.head)


def _name(turn: timeline.StoryTurn, names: Mapping[UserId, str], lang: str) -> str:
    """What the owner of a turn was called when it ended: a bot may have chosen in a player's place."""
    if isinstance(turn.owner, int):
        return names_then(turn.lines[-1].holders, names, lang)[turn.owner]
    return "" if turn.owner == SYSTEM else name_of(UserId(turn.owner), names, lang)
