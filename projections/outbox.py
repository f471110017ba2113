"""The outbox: which notices follow from which events, and which deliveries from a notice. Pure; it sends nothing.

A notice is about one happening and for one person. It holds ids and no words: those are found when it is sent, from
what the person may know then. Its key follows from the log alone, so that whoever reads the same events makes the same
deliveries, however often. Nobody is told what he did himself.
"""

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.clock import DAY, Millis
from domain.kernel.game import Event
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import SYSTEM
from domain.kernel.timekeeping import reminders
from projections.course import Course, Happening
from projections.preferences import Kind, Preferences
from projections.recap import began

HALF = "50"
"""What the first of a turn's two reminders is about: half of its time is over."""
LATE, LATE_DAYS = "late", 7
"""What somebody is reminded of whose time is over while the table waits: every day, so many times."""
NO_GAME = GameId("")
STARTED = "started"
"""What a notice of a turn is about that began with the game itself."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be told to one person."""

    kind: Kind
    user: UserId
    game: GameId
    cause: str
    """What it follows from: an event of the game by its version, or a moment."""
    version: Version = Version(0)
    seat: Seat | None = None
    about: str = ""


class Planned(NamedTuple):
    """A notice for later, which holds as long as the game stands as it does."""

    at: Millis
    notice: Notice


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """A notice on its way to its person through one channel."""

    id: str
    channel: str
    notice: Notice
    at: Millis
    """When it happened, or when the moment comes that it is about."""


class Posting(NamedTuple):
    """A delivery and when it is due; `planned` ones are withdrawn when the game has moved on."""

    delivery: Delivery
    due: Millis
    planned: bool = False


class Recipient(NamedTuple):
    """How a person can be reached, and what for."""

    channels: tuple[str, ...]
    preferences: Preferences


def notices(game_id: GameId, happening: Happening) -> list[Notice]:
    """Whom a batch concerns besides the one who caused it; what happens in a what-if game concerns nobody."""
    if happening.after.what_if:
        return []
    doer = _doer(happening)
    found = [notice for line in happening.batch for notice in _of_event(game_id, happening, line.event)]
    told = [notice for notice in (*found, *_turns(game_id, happening)) if notice.user != doer]
    at_once = {notice.user for notice in told if notice.kind == "turn"}
    return [notice for notice in told if notice.kind != "started" or notice.user not in at_once]


def _doer(happening: Happening) -> UserId | None:
    """The person who caused a batch; nobody if the system or a caretaker did."""
    actor = began([line.envelope for line in happening.batch])
    if isinstance(actor, int):
        return happening.before.players[actor]
    return None if actor == SYSTEM else UserId(actor)


def _turns(game_id: GameId, happening: Happening) -> Iterator[Notice]:
    """Everyone who is waited for from now on."""
    begins = any(isinstance(line.event, life.GameStarted) for line in happening.batch)
    after = happening.after
    for seat, since in after.waiting.items():
        user = after.players[seat]
        if since == after.version and user is not None:
            about = STARTED if begins else ""
            yield _notice("turn", user, game_id, happening, seat=seat, about=about)


def _of_event(game_id: GameId, happening: Happening, event: Event) -> Iterator[Notice]:
    before, after = happening.before, happening.after
    match event:
        case life.GameCreated():
            for user in event.invited:
                yield _notice("invitation", user, game_id, happening)
        case life.GameStarted():
            for user in _known(after.players):
                yield _notice("started", user, game_id, happening)
        case life.GameFinished() | life.GameAbandoned():
            for user in _known(after.owners):
                yield _notice("over", user, game_id, happening)
        case life.TimeRanOut() if event.seat not in after.away:
            for user in _known([before.players[event.seat]]):
                yield _notice("clock", user, game_id, happening, seat=event.seat, about=event.then)
        case life.VoteCast() if event.agree and not before.votes.get(event.motion) and not after.over:
            yield from _voters(game_id, happening, event.motion)


def _voters(game_id: GameId, happening: Happening, motion: str) -> Iterator[Notice]:
    """Who is asked when somebody moves for something that is not carried at once."""
    cast = happening.after.votes.get(motion, ())
    for number, user in enumerate(happening.after.players):
        if cast and user is not None and number not in cast:
            yield _notice("vote", user, game_id, happening, seat=Seat(number), about=motion)


def _known(people: Iterable[UserId | None]) -> Iterator[UserId]:
    return (user for user in people if user is not None)


def _notice(  # noqa: PLR0913 - a notice has these parts
    kind: Kind, user: UserId, game: GameId, happening: Happening, *, seat: Seat | None = None, about: str = ""
) -> Notice:
    version = happening.after.version
    return Notice(kind=kind, user=user, game=game, cause=str(version), version=version, seat=seat, about=about)


def planned(course: Course) -> list[Planned]:
    """The reminders of everyone who is on the clock now, as their clocks run now."""
    table = course.match.table
    if table.clock is None or table.over:
        return []
    found: list[Planned] = []
    for seat in course.waiting:
        for share, at in reminders(table.clock, table.clocks, seat).items():
            found += _reminder(course, seat, share, at, about=str(share))
        for day, at in late_reminders(course, seat).items():
            found += _reminder(course, seat, day, at, about=LATE)
    return found


def late_reminders(course: Course, seat: Seat) -> dict[int, Millis]:
    """When somebody is to be reminded whose time is over while the table waits, by the days that went by since."""
    clocks, since = course.match.table.clocks, course.late.get(seat)
    if since is None or clocks.paused:
        return {}
    absence = clocks.absence_of(seat)
    moments = {day: since + day * DAY for day in range(1, LATE_DAYS + 1)}
    return {day: at for day, at in moments.items() if absence is None or not absence.start <= at < absence.end}


def _reminder(course: Course, seat: Seat, which: int, at: Millis, *, about: str) -> Iterator[Planned]:
    user, cause = course.match.table.chairs[seat].user, f"{course.turns[seat]}/{which}"
    if user is not None:
        notice = Notice(
            kind="reminder",
            user=user,
            game=course.game_id,
            cause=cause,
            version=course.version,
            seat=seat,
            about=about,
        )
        yield Planned(at, notice)


def postings(notice: Notice, recipient: Recipient, at: Millis, *, is_planned: bool = False) -> list[Posting]:
    """The deliveries of a notice that is due at a moment: one for each channel, or a place in the daily digest.

    A digest takes the place of turns, of the first reminder and of the daily ones. It is never withdrawn: it may have
    been asked for by other games too, and is not sent if nothing waits. Everything else is rare and goes out by itself.
    """
    preferences = recipient.preferences
    if not preferences.wants(notice.kind):
        return []
    digest = preferences.next_digest(at)
    if digest is not None and notice.kind == "reminder" and notice.about == HALF:
        return []
    if digest is not None and (notice.kind == "turn" or notice.about == LATE):
        is_planned = False
        notice, at = Notice(kind="digest", user=notice.user, game=NO_GAME, cause=str(digest)), digest
    due = preferences.sent_at(at)
    return [Posting(_delivery(notice, channel, at), due, is_planned) for channel in recipient.channels]


def _delivery(notice: Notice, channel: str, at: Millis) -> Delivery:
    key = [notice.game, notice.cause, notice.kind, notice.about, notice.seat, notice.user, channel]
    name = hashlib.sha256(msgspec.json.encode(key)).hexdigest()[:32]
    return Delivery(id=name, channel=channel, notice=notice, at=at)
