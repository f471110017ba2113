"""The chronicle: the newest turns in words, as they are read below the name of whoever took them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from domain.kernel.game import AnyGame, PointsScored
from domain.kernel.ids import Seat, Version
from domain.kernel.words import SHARED
from projections import timeline
from services.play.deps import GameDeps
from services.play.positions import Position, Reading
from services.queries.kept import Kept
from services.queries.sources import ReadRequest
from services.queries.timeline import TimelineLine, TurnAnswer, in_short
from services.queries.visible_log import open_log

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
    """The same as sentences."""


class ToldTurn(NamedTuple):
    actor: int | str
    name: str
    at: str
    lines: list[ToldLine]


class LastTurn(NamedTuple):
    """What a player did last, in a few words."""

    version: Version
    text: str
    points: int


class Chronicle(NamedTuple):
    """The newest turns, the newest one first; `more` says that there are earlier ones."""

    turns: list[ToldTurn]
    last: Mapping[Seat, LastTurn]
    """By seat, of games that tell it."""
    more: bool
    version: Version
    """Up to which it tells: others may have gone on since the position was read."""


class _Telling(NamedTuple):
    """All that a chronicle depends on: the log by its head, whose share of it is told, in which language and names."""

    head: str
    seat: Seat | None
    lang: str
    renamed: int


_TOLD: Kept[_Telling, Chronicle] = Kept(256)


async def read_chronicle(games: GameDeps, position: Position, reading: Reading) -> Chronicle:
    """The end of the log in words."""
    telling = _Telling(position.head, position.seat, reading.lang, games.names.renamed)
    told = _TOLD.get(telling)
    if told is not None:
        return told
    log = await open_log(games, ReadRequest(reading.game_id, reading.user, reading.code))
    start = max(log.version - MOST_RECORDS, 0)
    records = await games.tables.store.read(log.game_id, start, log.version - start)
    newest = await in_short(log, records, reading.lang)
    told = Chronicle(
        turns_told(newest.turns, newest.lines, position.players)[::-1],
        last_turns(log.game, newest.lines, reading.lang),
        start > 0,
        log.version,
    )
    return _TOLD.put(telling, told) if log.version == position.version and log.seat == position.seat else told


def turns_told(
    turns: Iterable[TurnAnswer], lines: Iterable[timeline.TimelineLine], players: Sequence[str]
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


def last_turns(game: AnyGame, lines: Iterable[timeline.TimelineLine], lang: str) -> dict[Seat, LastTurn]:
    """What each seat did in its last turn of which there is something to say; what was taken back was not done."""
    found = {}
    for turn in timeline.turns(line for line in lines if not line.retracted):
        deeds = timeline.in_brief(game.words, turn.lines, lang)
        if deeds and isinstance(turn.owner, int):
            apart = SHARED.say("list.apart", {}, lang=lang)
            points = sum(_points_of(turn.owner, turn.lines))
            found[Seat(turn.owner)] = LastTurn(turn.lines[-1].version, apart.join(deeds), points)
    return found


def _points_of(seat: int, lines: Iterable[timeline.TimelineLine]) -> Iterable[int]:
    scored = (line.fields for line in lines if line.type == PointsScored.__name__)
    return (fields["points"] for fields in scored if fields["seat"] == seat)
