"""The words of a notice, for one person: a subject and a plain text.

They are made from the table – who sits there, clocks, votes, the result – and from lines of the timeline, which are
the same for every reader. The state of the game is never looked at here, so that no letter can tell what is hidden.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.clock import SECOND, Millis
from domain.kernel.envelope import Codec, Record
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.table import Table
from domain.kernel.timekeeping import deadline
from domain.kernel.words import NOBODY, Catalogue, name_at_table
from projections import timeline
from projections.followed_match import FollowedMatch
from projections.outbox import BY_NAME, STARTED, Notice
from projections.recap import news_since

WORDS = Catalogue.load("projections")
_MOST_LINES = 20
_SEATING = {kind.__name__ for kind in (life.TimeRanOut, life.SeatResigned, life.SeatOpened, life.SeatTaken)}
"""What is told of the table's life: who played, and why somebody else did."""


class Letter(msgspec.Struct, frozen=True):
    """What is sent."""

    subject: str
    text: str


class LetterContext(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a letter may show it: its name, what its players are called, and what happened there in words."""

    name: str
    table: Table
    players: Sequence[str]
    lines: Sequence[str] = ()


class LetterFrame(msgspec.Struct, frozen=True, kw_only=True):
    """What is the same in every letter of a person: where the server is, the time zone, how to stop its mail."""

    address: str
    zone: str = "UTC"
    stop: str | None = None


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a digest."""

    game: GameId
    name: str
    since: Millis
    deadline: Millis | None


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """Something in a summary."""

    game: GameId
    subject: str


def context_of(
    notice: Notice, followed: FollowedMatch, log: Sequence[Record], codec: Codec, known: Mapping[UserId, str]
) -> LetterContext:
    """The table of a notice; somebody whose turn it is also reads what happened since the last one.

    `known` names people, those too who no longer sit at the table.
    """
    table, game = followed.match.table, followed.match.game
    players = [name_at_table(seat, chair.user, chair.bot, known) or NOBODY for seat, chair in enumerate(table.chairs)]
    lines: list[str] = []
    if notice.kind == "turn" and notice.seat is not None:
        since = news_since(log, {notice.seat, notice.user})
        happened = timeline.lines(codec, log[since:], timeline.seating(codec, log[:since]))
        texts = [timeline.told(game.words, line, known) for line in happened if _is_news(line)]
        lines = [text for text in texts if text]
    return LetterContext(name=table_name(game.meta.name, table.title), table=table, players=players, lines=lines)


def _is_news(line: timeline.TimelineLine) -> bool:
    return not line.retracted and (line.type not in life.KINDS or line.type in _SEATING)


def table_name(game: str, title: str) -> str:
    """What a table is called: one line, whatever its host typed."""
    title = " ".join("".join(sign if sign.isprintable() else " " for sign in title).split())
    return f"{game} “{title}”" if title else game


def letter(notice: Notice, context: LetterContext, frame: LetterFrame) -> Letter:
    """The words of a notice about one table."""
    begins = notice.kind == "turn" and notice.about == STARTED
    subject = _say(f"subject.{'turn_started' if begins else notice.kind}", table=context.name)
    paragraphs = [_say(f"text.{_text_key(notice, context.table)}", table=context.name, name=_asker(notice, context))]
    if notice.kind == "over":
        paragraphs += _result(context)
    if notice.kind in {"turn", "reminder"}:
        paragraphs += _time_left(context.table, notice.seat, frame.zone)
    paragraphs += _happened(context.lines)
    paragraphs.append(_say("text.look", url=f"{frame.address}/games/{notice.game}"))
    return Letter(subject, _joined(paragraphs, frame))


def digest(games: Sequence[Waiting], frame: LetterFrame) -> Letter:
    """The words of a daily digest."""
    lines = []
    for game in games:
        key = "text.waits" if game.deadline is None else "text.waits_until"
        due = "" if game.deadline is None else local_time(game.deadline, frame.zone)
        line = _say(key, table=game.name, since=local_time(game.since, frame.zone), deadline=due)
        lines.append(f"- {line}\n  {frame.address}/games/{game.game}")
    paragraphs = [_say("text.digest"), "\n".join(lines)]
    return Letter(_say("subject.digest", count=len(games)), _joined(paragraphs, frame))


def summary(events: Sequence[Told], more: int, frame: LetterFrame) -> Letter:
    """The words of a summary: what each mail would have been called, and how many others there were."""
    lines = [f"- {told.subject}\n  {frame.address}/games/{told.game}" for told in events]
    if more:
        lines.append(_say("text.others", count=more))
    count = len(events) + more
    return Letter(_say("subject.summary", count=count), _joined([_say("text.summary"), "\n".join(lines)], frame))


def local_time(at: Millis, zone: str) -> str:
    """A moment as a wall clock shows it, to the minute."""
    there = datetime.fromtimestamp(at // SECOND, UTC).astimezone(ZoneInfo(zone))
    return f"{there:%Y-%m-%d %H:%M} ({zone})"


def why(reason: str) -> str:
    """The words of the reason why something was not sent; an answer from outside is shown as it is."""
    code, _, answer = reason.partition(":")
    known = f"reason.{code}" in WORDS.languages["en"]
    return _say(f"reason.{code}", answer=answer) if known else reason


def _say(key: str, **fields: object) -> str:
    return WORDS.say(key, fields)


def _text_key(notice: Notice, table: Table) -> str:
    match notice.kind:
        case "turn":
            return "turn_started" if notice.about == STARTED else "turn"
        case "over":
            return "abandoned" if table.phase == "abandoned" else "over"
        case "reminder" | "clock" | "vote":
            return f"{notice.kind}_{notice.about}"
        case "invitation":
            return "invitation_by_name" if notice.about == BY_NAME else "invitation"
        case "seat":
            return "seat_host" if table.host == notice.user else "seat"
        case kind:
            return kind


def _asker(notice: Notice, context: LetterContext) -> str:
    """Whoever asked for what a notice is about: the first who voted for a motion, else the host."""
    votes = context.table.votes.get(notice.about, []) if notice.kind == "vote" else []
    seat = votes[0] if votes else context.table.seat_of(context.table.host)
    return NOBODY if seat is None else context.players[seat]


def _result(context: LetterContext) -> list[str]:
    result = context.table.result
    if result is None:
        return []
    names = ", ".join(context.players[seat] for seat in result.winners)
    rows = [_say("text.place", place=r.place, name=context.players[r.seat], score=r.score) for r in result.ranking]
    return [_say("text.winner" if len(result.winners) == 1 else "text.winners", names=names), "\n".join(rows)]


def _time_left(table: Table, seat: Seat | None, zone: str) -> list[str]:
    due = None if table.clock is None or seat is None else deadline(table.clock, table.clocks, seat)
    return [] if due is None else [_say("text.deadline", deadline=local_time(due, zone))]


def _happened(lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    shown = [f"- {line}" for line in lines[-_MOST_LINES:]]
    if len(lines) > _MOST_LINES:
        shown.insert(0, _say("text.earlier", count=len(lines) - _MOST_LINES))
    return ["\n".join([_say("text.since"), *shown])]


def _joined(paragraphs: Sequence[str], frame: LetterFrame) -> str:
    end = [] if frame.stop is None else ["-- \n" + _say("text.stop", url=frame.stop)]
    return "\n\n".join([*paragraphs, *end]) + "\n"
