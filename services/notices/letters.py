"""The words of a notice, for one person: a subject and a plain text.

They are made from the table – who sits there, clocks, votes, the result – and from lines of the timeline, which are
the same for every reader. The state of the game is never looked at here, so that no letter can tell what is hidden.
"""

from collections.abc import Mapping, Sequence

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.clock import Millis
from domain.kernel.envelope import Codec, Record
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.languages import ENGLISH
from domain.kernel.player_names import Holder, names_then, somebody_gone
from domain.kernel.table import Table
from domain.kernel.timekeeping import deadline
from domain.kernel.words import Catalogue, Phrase, Saying
from projections.followed_match import FollowedMatch
from services.notices.notices import BY_NAME, STARTED, Notice
from services.story import timeline
from services.story.moments import moment_in_words
from services.story.recap import news_since

WORDS = Catalogue.load("services.notices")
_MOST_LINES = 20
_SEATING = {kind.__name__ for kind in (life.TimeRanOut, life.SeatResigned, life.SeatOpened, life.SeatTaken)}
"""What is told of the table's life: who played, and why somebody else did."""


class Letter(msgspec.Struct, frozen=True):
    """What is sent."""

    subject: str
    text: str


class LetterContext(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a letter may show it: its name, what its players are called, and what happened there in words.

    All of it in the language of the letter.
    """

    name: str
    table: Table
    players: Sequence[str]
    lines: Sequence[str] = ()
    plan: Sequence[str] = ()
    """Why the reader's plan for this turn was not played."""


class LetterFrame(msgspec.Struct, frozen=True, kw_only=True):
    """What is the same in every letter of a person: where the server is, language and time zone, how to stop mail."""

    address: str
    language: str = ENGLISH
    zone: str = "UTC"
    stop: str | None = None


class DigestGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a digest."""

    game: GameId
    name: str
    since: Millis
    deadline: Millis | None


class SummaryLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something in a summary."""

    game: GameId
    subject: str


def context_of(
    notice: Notice, followed: FollowedMatch, log: Sequence[Record], names: Mapping[UserId, str], lang: str
) -> LetterContext:
    """The table of a notice; somebody whose turn it is also reads what happened since the last one.

    `names` knows people, those too who no longer sit at the table.
    """
    table, game = followed.match.table, followed.match.game
    holders = [Holder(chair.user, None if chair.user else chair.bot) for chair in table.chairs]
    players = names_then(holders, names, lang)
    lines: list[str] = []
    if notice.kind == "turn" and notice.seat is not None:
        since, codec = news_since(log, {notice.seat, notice.user}), Codec(game)
        happened = timeline.gathered(game, timeline.lines(codec, log[since:], timeline.seating(codec, log[:since])))
        texts = [timeline.told(game.words, line, names, lang) for line in happened if _is_news(line)]
        lines = [text for text in texts if text]
    name = table_name(game.name_in(lang), table.title, lang)
    return LetterContext(name=name, table=table, players=players, lines=lines)


def _is_news(line: timeline.StoryLine) -> bool:
    return not line.retracted and (line.type not in life.KINDS or line.type in _SEATING)


_OWN_SUBJECTS = {"turn_started", "unstarted"}
"""Texts that the subject of their kind does not fit."""


def table_name(game: str, title: str, lang: str) -> str:
    """What a table is called: one line, whatever its host typed."""
    title = " ".join("".join(sign if sign.isprintable() else " " for sign in title).split())
    return WORDS.say("table.titled", {"game": game, "title": title}, lang=lang) if title else game


def letter(notice: Notice, context: LetterContext, frame: LetterFrame) -> Letter:
    """The words of a notice about one table."""
    say = _Saying(frame.language, context.players)
    asker, text = _asker(notice, context, frame.language), _text_key(notice, context.table)
    subject = say(f"subject.{text if text in _OWN_SUBJECTS else notice.kind}", table=context.name)
    paragraphs = [say(f"text.{text}", table=context.name, name=asker)]
    if notice.kind == "over":
        paragraphs += _result(context.table, say)
    if notice.kind in {"turn", "reminder"}:
        paragraphs += _time_left(context.table, notice.seat, frame, say)
    if context.plan:
        paragraphs.append("\n".join([say("text.plan_lapsed"), *(f"- {why}" for why in context.plan)]))
    paragraphs += _happened(context.lines, say)
    paragraphs.append(say("text.look", url=f"{frame.address}/games/{notice.game}"))
    return Letter(subject, _joined(paragraphs, frame, say))


def digest(games: Sequence[DigestGame], frame: LetterFrame) -> Letter:
    """The words of a daily digest."""
    say = _Saying(frame.language)
    lines = []
    for game in games:
        key = "text.waits" if game.deadline is None else "text.waits_until"
        since, due = (_local(moment, frame) for moment in (game.since, game.deadline))
        line = say(key, table=game.name, since=since, deadline=due)
        lines.append(f"- {line}\n  {frame.address}/games/{game.game}")
    paragraphs = [say("text.digest"), "\n".join(lines)]
    return Letter(say("subject.digest", count=len(games)), _joined(paragraphs, frame, say))


def summary(events: Sequence[SummaryLine], more: int, frame: LetterFrame) -> Letter:
    """The words of a summary: what each mail would have been called, and how many others there were."""
    say = _Saying(frame.language)
    lines = [f"- {event.subject}\n  {frame.address}/games/{event.game}" for event in events]
    if more:
        lines.append(say("text.others", count=more))
    paragraphs = [say("text.summary"), "\n".join(lines)]
    return Letter(say("subject.summary", count=len(events) + more), _joined(paragraphs, frame, say))


def why(reason: str) -> Saying:
    """The words of the reason why something was not sent; an answer from outside is shown as it is."""
    return Saying(WORDS, *_reason(reason))


def _reason(reason: str) -> Phrase:
    code, _, answer = reason.partition(":")
    if f"reason.{code}" in WORDS.languages[ENGLISH]:
        return Phrase(f"reason.{code}", {"answer": _reason(answer)})
    return Phrase("reason.other", {"answer": reason})


class _Saying(msgspec.Struct, frozen=True):
    """Says words of letters in one language, to somebody who may know the players."""

    language: str
    players: Sequence[str] = ()

    def __call__(self, key: str, **fields: object) -> str:
        return WORDS.say(key, fields, lang=self.language, players=self.players)


def _text_key(notice: Notice, table: Table) -> str:
    match notice.kind:
        case "turn":
            return "turn_started" if notice.about == STARTED else "turn"
        case "over":
            abandoned = "unstarted" if table.first_seat is None else "abandoned"
            return abandoned if table.phase == "abandoned" else "over"
        case "reminder" | "clock" | "vote":
            return f"{notice.kind}_{notice.about}"
        case "invitation":
            return "invitation_by_name" if notice.about == BY_NAME else "invitation"
        case "seat":
            return "seat_host" if table.host == notice.user else "seat"
        case kind:
            return kind


def _asker(notice: Notice, context: LetterContext, lang: str) -> str:
    """Whoever a notice is about: the first who voted for a motion, who plays now or spoke, a chat, else the host."""
    match notice.kind:
        case "vote":
            seat = next(iter(context.table.votes.get(notice.about, [])), None)
        case "next":
            seat = Seat(int(notice.about))
        case "talk":
            seat = context.table.seat_of(UserId(notice.about))
        case "channel":
            return notice.about
        case _:
            seat = context.table.seat_of(context.table.host)
    return somebody_gone(lang) if seat is None else context.players[seat]


def _result(table: Table, say: _Saying) -> list[str]:
    result = table.result
    if result is None:
        return []
    rows = [say("text.place", place=rank.place, seat=rank.seat, score=rank.score) for rank in result.ranking]
    return [say("text.winner" if len(result.winners) == 1 else "text.winners", winners=result.winners), "\n".join(rows)]


def _time_left(table: Table, seat: Seat | None, frame: LetterFrame, say: _Saying) -> list[str]:
    due = None if table.clock is None or seat is None else deadline(table.clock, table.clocks, seat)
    return [] if due is None else [say("text.deadline", deadline=_local(due, frame))]


def _local(at: Millis | None, frame: LetterFrame) -> str:
    return "" if at is None else moment_in_words(at, frame.zone, frame.language)


def _happened(lines: Sequence[str], say: _Saying) -> list[str]:
    if not lines:
        return []
    shown = [f"- {line}" for line in lines[-_MOST_LINES:]]
    if len(lines) > _MOST_LINES:
        shown.insert(0, say("text.earlier", count=len(lines) - _MOST_LINES))
    return ["\n".join([say("text.since"), *shown])]


def _joined(paragraphs: Sequence[str], frame: LetterFrame, say: _Saying) -> str:
    end = [] if frame.stop is None else ["-- \n" + say("text.stop", url=frame.stop)]
    return "\n\n".join([*paragraphs, *end]) + "\n"
