"""The chronicle: the newest turns in words, as they are read below the name of whoever took them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from domain.kernel.envelope import Record
from domain.kernel.game import AnyGame, PointsScored
from domain.kernel.ids import GameId, Seat, Version
from domain.kernel.lifecycle import CaretakerPlayed
from domain.kernel.words import SHARED
from services.acts.acts import Acts
from services.cache import Cache
from services.queries.positions import Position, Reading
from services.queries.timeline import TimelineLine, TurnAnswer, in_short
from services.queries.visible_log import VisibleLog
from services.story import timeline
from services.tables.newest_records import newest_records
from services.web.assets import ASSETS

MOST_RECORDS = 120
"""How much of the end of a log is told on the page; the rest is in the replay."""
_AFTER_A_NAME = " :\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


class ToldLine(NamedTuple):
    """A line of a turn. Its player stands above it: a sentence that begins with the name is shown without."""

    version: Version
    who: str
    """The beginning of the sentence that is only heard."""
    text: str
    retracted: bool
    points: tuple[int, ...] = ()
    """What it brought at once."""
    scored: str = ""
    """What it brought, as sentences."""


class ToldTurn(NamedTuple):
    actor: int | str
    name: str
    at: str
    lines: list[ToldLine]


class LastDeeds(NamedTuple):
    """What a player did last, in a few words."""

    version: Version
    text: str
    points: int


class Chronicle(NamedTuple):
    """The newest turns, the newest one first; `more` says that there are earlier ones."""

    turns: list[ToldTurn]
    last: Mapping[Seat, LastDeeds]
    """By seat, of games that tell it."""
    more: bool


class _Reader(NamedTuple):
    """Who is told of which log, in which language and names."""

    game_id: GameId
    seat: Seat | None
    lang: str
    players: tuple[str, ...]
    renamed: int


class _Told(NamedTuple):
    """Some of the newest turns, the newest one last, and what each seat did last in them."""

    turns: list[ToldTurn]
    last: Mapping[Seat, LastDeeds]


class _Past(NamedTuple):
    """Turns that nothing can change any more, up to the record with that hash; then another turn began."""

    version: Version
    head: str
    told: _Told


_PAST: Cache[_Reader, _Past] = Cache(256)
"""What was told of a log lately: it only grows, and what follows is told after it if its hash is still in the log."""


async def read_chronicle(games: Acts, position: Position, reading: Reading) -> Chronicle:
    """The end of the log in words."""
    log = _log_of(games, position, reading)
    newest = await newest_records(games.tables.store, log.game_id, position.version, position.head)
    reader = _Reader(log.game_id, log.seat, reading.lang, tuple(position.players), games.names.renamed)
    told = await _told(log, newest[-MOST_RECORDS:], reader)
    return Chronicle(told.turns[::-1], told.last, position.version > MOST_RECORDS)


def _log_of(games: Acts, position: Position, reading: Reading) -> VisibleLog:
    """The log up to a position that its reader was let see: others may have gone on since, and that is not shown."""
    return VisibleLog(
        queries=games,
        game_id=position.game_id,
        game=position.game,
        version=position.version,
        head=position.head,
        user=reading.user,
        seat=position.seat,
        reader=position.seat,
        table=position.table,
        as_other=False,
        to_act=[*position.to_act],
        unjudged=position.unjudged,
    )


async def _told(log: VisibleLog, records: Sequence[Record], reader: _Reader) -> _Told:
    """Records in words; those of turns that had passed on when the same reader was told of them are not told again."""
    types = [record.envelope().type for record in records]
    if CaretakerPlayed.__name__ in types:  # who chose in whose place is known for sure from the start of a choice only
        newest = await in_short(log, records, reader.lang)
        return _Told(
            turns_told(newest.turns, newest.lines, reader.players), last_turns(log.game, newest.lines, reader.lang)
        )
    past, done = _past(records, reader)
    newest = await in_short(log, records[done:], reader.lang)
    turns = [*past.turns, *turns_told(newest.turns, newest.lines, reader.players)]
    beginning = timeline.beginning(log.game)
    begun = next((at for at in range(len(records) - 1, done, -1) if types[at] in beginning), 0)
    if begun:
        version = records[begun - 1].envelope().version
        before = [line for line in newest.lines if line.version <= version]
        over = [turn for turn in turns if turn.lines[0].version <= version]
        last = {**past.last, **last_turns(log.game, before, reader.lang)}
        _PAST.put(reader, _Past(version, records[begun - 1].hash(), _Told(over, last)))
    return _Told(turns, {**past.last, **last_turns(log.game, newest.lines, reader.lang)})


def _past(records: Sequence[Record], reader: _Reader) -> tuple[_Told, int]:
    """What the reader was told of these records before, without what lies before them, and how many these are."""
    past = _PAST.get(reader)
    if past is not None and records:
        first = records[0].envelope().version
        done = past.version - first + 1
        if 0 < done <= len(records) and records[done - 1].hash() == past.head:
            last = {seat: one for seat, one in past.told.last.items() if one.version >= first}
            return _Told(_since(past.told.turns, first), last), done
    return _Told([], {}), 0


def _since(turns: Sequence[ToldTurn], version: Version) -> list[ToldTurn]:
    """Turns without what lies before a version."""
    left = [turn._replace(lines=[line for line in turn.lines if line.version >= version]) for turn in turns]
    return [turn for turn in left if turn.lines]


def turns_told(
    turns: Iterable[TurnAnswer], lines: Iterable[timeline.StoryLine], players: Sequence[str]
) -> list[ToldTurn]:
    """Turns as the page shows them: points stand beside what brought them, names only above."""
    scored = {Version(line.version): line for line in lines if line.type == PointsScored.__name__}
    found = []
    for turn in turns:
        shown: list[ToldLine] = []
        for line in turn.lines:
            points = scored.get(Version(line.version))
            if points and points.fields["seat"] == turn.actor and shown and shown[-1].retracted == line.retracted:
                shown[-1] = _with_points(shown[-1], line, points.fields["points"])
            else:
                shown.append(_below_its_name(line, turn, players))
        found.append(ToldTurn(turn.actor, turn.name, turn.lines[-1].at, shown))
    return found


def _with_points(line: ToldLine, scored: TimelineLine, points: int) -> ToldLine:
    told = " ".join(filter(None, (line.scored, scored.text)))
    return line._replace(version=Version(scored.version), points=(*line.points, points), scored=told)


def _below_its_name(line: TimelineLine, turn: TurnAnswer, players: Collection[str]) -> ToldLine:
    who = _name_it_begins_with(line.text, turn, players)
    text = line.text.removeprefix(who)
    if who and text.find(".") == len(text) - 1:
        text = text[:-1]  # what is no whole sentence any more ends without a stop
    return ToldLine(Version(line.version), who, text, line.retracted)


def _name_it_begins_with(text: str, turn: TurnAnswer, players: Collection[str]) -> str:
    """The name of the turn's player and what follows it, if the text begins so and means nobody of a longer name."""
    rest = text.removeprefix(turn.name)
    longer = any(name.startswith(turn.name) and text.startswith(name) for name in players if name != turn.name)
    if not isinstance(turn.actor, int) or rest == text or rest[:1] not in _AFTER_A_NAME or longer:
        return ""
    return text[: len(text) - len(rest.lstrip(_AFTER_A_NAME))]


def last_turns(game: AnyGame, lines: Iterable[timeline.StoryLine], lang: str) -> dict[Seat, LastDeeds]:
    """What each seat did in its last turn of which there is something to say; what was taken back was not done."""
    found = {}
    for turn in timeline.turns(line for line in lines if not line.retracted):
        deeds = timeline.in_brief(game.words, turn.lines, lang)
        if deeds and isinstance(turn.owner, int):
            apart = SHARED.say("list.apart", {}, lang=lang)
            points = sum(_points_of(turn.owner, turn.lines))
            found[Seat(turn.owner)] = LastDeeds(turn.lines[-1].version, apart.join(deeds), points)
    return found


def _points_of(seat: int, lines: Iterable[timeline.StoryLine]) -> Iterable[int]:
    scored = (line.fields for line in lines if line.type == PointsScored.__name__)
    return (fields["points"] for fields in scored if fields["seat"] == seat)


def told_lines(turn: ToldTurn, game_id: GameId, since: Version) -> Markup:
    """The lines of a turn as items of a list; those after a version are new to the reader."""
    return Markup("".join([_item(game_id, line, line.version > since) for line in turn.lines]))  # noqa: S704 - escaped


_ITEM = Markup('<li{mark}>{sprig}<a href="/games/{game}/replay?at={version}">{who}{text}{points}{scored}</a></li>')
_HEARD = Markup('<span class="vh">{}</span>')
_POINTS = Markup(' <b aria-hidden="true">{}</b>')
_SPRIG = Markup('<svg class="sprig" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#i-sprig"/></svg>')


@lru_cache(maxsize=2**12)
def _item(game_id: GameId, line: ToldLine, new: bool) -> str:
    """Most lines stood on the page before, and a template takes long for each."""
    mark = "new" if new else "retracted" if line.retracted else ""
    return _ITEM.format(
        mark=Markup(' class="{}"').format(mark) if mark else "",
        sprig=_SPRIG.format(ASSETS.url("icons.svg")) if new else "",
        game=game_id,
        version=line.version,
        who=_HEARD.format(line.who) if line.who else "",
        text=line.text,
        points=Markup("").join([_POINTS.format(signed(points)) for points in line.points]),
        scored=_HEARD.format(f" {line.scored}") if line.scored else "",
    )


def signed(points: int) -> str:
    """Points that were gained or lost."""
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}")
