"""Which notices follow from which events, and which deliveries from a notice. Pure; it sends nothing.

A notice is about one batch and for one person. It holds ids and no words: those are found when it is sent, from
what the person may know then. Its key follows from the log alone, so that whoever reads the same events makes the same
deliveries, however often. Nobody gets a notice of their own acts.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.clock import DAY, SECOND, Millis
from domain.kernel.game import Event
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.lifecycle_event import LifecycleEvent
from domain.kernel.log import asked_by
from domain.kernel.match import SYSTEM
from domain.kernel.timekeeping import reminders
from projections.followed_match import FollowedBatch, FollowedMatch
from services.notices.preferences import PUSH, NoticeKind, Preferences

HALF = "50"
"""What the first of a turn's two reminders is about: half of its time is over."""
LATE, LATE_DAYS = "late", 7
"""What somebody is reminded of whose time is over while the table waits: every day, so many times."""
NO_GAME = GameId("")
BY_NAME = "by_name"
"""What an invitation is about that is not one to a rematch."""
STARTED = "started"
"""What a notice of a turn is about that began with the game itself."""
TALK_WAITS: Millis = 600 * SECOND
"""How long a notice of talk waits: whoever looks at the table meanwhile needs none."""
_HOUR: Millis = 3600 * SECOND


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be told to one person."""

    kind: NoticeKind
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
    to: str = ""
    """Where it goes, if not to the person: a webhook, or the place in a chat where a table lives."""
    lane: str = ""
    """Deliveries of one lane go out one after the other."""

    @property
    def owner(self) -> str:
        """Whose turn it takes: a place in a chat is waited for by itself, all webhooks of a person together."""
        by_person = self.notice.kind == "event" or not self.to
        return f"{self.channel} {self.notice.user if by_person else self.to}"


class Posting(NamedTuple):
    """A delivery and when it is due; `planned` ones are withdrawn when the game has moved on."""

    delivery: Delivery
    due: Millis
    planned: bool = False


class GamePostings(NamedTuple):
    """What follows from a game up to a version."""

    game: GameId
    version: Version
    postings: Sequence[Posting]


class Recipient(NamedTuple):
    """How a person can be reached, and what for."""

    channels: tuple[str, ...]
    preferences: Preferences


def notices(game_id: GameId, batch: FollowedBatch) -> list[Notice]:
    """Whom a batch concerns besides the one who caused it; what happens in a what-if game concerns nobody."""
    if batch.after.what_if:
        return []
    asker = _asker(batch)
    everyone = [notice for line in batch.lines for notice in _of_event(game_id, batch, line.event)]
    everyone += [*_turns(game_id, batch), *_next(game_id, batch)]
    others = [notice for notice in everyone if notice.user != asker]
    at_once = {notice.user for notice in others if notice.kind == "turn"}
    return [notice for notice in others if notice.kind != "started" or notice.user not in at_once]


def _asker(batch: FollowedBatch) -> UserId | None:
    """The person who caused a batch; nobody if the system or a caretaker did."""
    actor = asked_by(batch.lines)
    if isinstance(actor, int):
        return batch.before.players[actor]
    return None if actor == SYSTEM else UserId(actor)


class _To(NamedTuple):
    """Somebody to notify, if it is a person; on which seat, and what about."""

    user: UserId | None
    seat: Seat | None = None
    about: str = ""


def _turns(game_id: GameId, batch: FollowedBatch) -> Iterator[Notice]:
    """Everyone who is waited for from now on."""
    begins = any(isinstance(line.event, life.GameStarted) for line in batch.lines)
    after = batch.after
    for seat, since in after.waiting.items():
        if since == after.version:
            yield from _notices("turn", [_To(after.players[seat], seat, STARTED if begins else "")], game_id, batch)


def _next(game_id: GameId, batch: FollowedBatch) -> Iterator[Notice]:
    """The next person clockwise, when the turn of somebody has begun for whom alone the table waits."""
    after = batch.after
    begins = after.clockwise and any(line.event.BELONGS_TO == "seat" for line in batch.lines)
    if not begins or [*after.waiting.values()] != [after.version]:
        return
    (seat,), count = after.waiting, len(after.players)
    behind = [Seat((seat + step) % count) for step in range(1, count)]
    following = next((one for one in behind if after.players[one] is not None and one not in after.away), None)
    if following is not None:
        yield from _notices("next", [_To(after.players[following], following, str(seat))], game_id, batch)


def talk_notice(game: GameId, user: UserId, speaker: UserId, at: Millis) -> Notice:
    """That somebody spoke at the table of a person, who is told so once an hour at most."""
    return Notice(kind="talk", user=user, game=game, cause=f"talk/{at // _HOUR}", about=speaker)


def _of_event(game_id: GameId, batch: FollowedBatch, event: Event) -> Iterator[Notice]:
    if isinstance(event, LifecycleEvent) and event.NOTICE is not None:
        yield from _notices(event.NOTICE, _NOTIFIED[type(event)](batch, event), game_id, batch)


def _notices(kind: NoticeKind, people: Iterable[_To], game: GameId, batch: FollowedBatch) -> Iterator[Notice]:
    version = batch.after.version
    for user, seat, about in people:
        if user is not None:
            yield Notice(kind=kind, user=user, game=game, cause=str(version), version=version, seat=seat, about=about)


def _invited(_batch: FollowedBatch, event: life.GameCreated) -> Iterable[_To]:
    about = BY_NAME if event.rematch_of is None else ""
    return (_To(user, about=about) for user in event.invited)


def _guest(_batch: FollowedBatch, event: life.PersonInvited) -> Iterable[_To]:
    yield _To(event.user, about=BY_NAME)


def _others(batch: FollowedBatch, event: life.SeatOpened) -> Iterable[_To]:
    """Everyone who still plays at a table where a seat opened."""
    return (_To(user, Seat(number), str(event.seat)) for number, user in enumerate(batch.after.players))


def _players(batch: FollowedBatch, _event: life.GameStarted) -> Iterable[_To]:
    return map(_To, batch.after.players)


def _owners(batch: FollowedBatch, _event: life.GameFinished | life.GameAbandoned) -> Iterable[_To]:
    return map(_To, batch.after.owners)


def _late_player(batch: FollowedBatch, event: life.TimeRanOut) -> Iterable[_To]:
    if event.seat not in batch.after.away:
        yield _To(batch.before.players[event.seat], event.seat, event.then)


def _voters(batch: FollowedBatch, event: life.VoteCast) -> Iterable[_To]:
    """Everyone who has not voted yet, when somebody moves for something that is not carried at once."""
    if not event.agree or batch.before.votes.get(event.motion) or batch.after.over:
        return
    votes = batch.after.votes.get(event.motion, ())
    for number, user in enumerate(batch.after.players):
        if votes and number not in votes:
            yield _To(user, Seat(number), event.motion)


_NOTIFIED: dict[type[Event], Callable[[FollowedBatch, Any], Iterable[_To]]] = {
    life.GameCreated: _invited,
    life.GameStarted: _players,
    life.GameFinished: _owners,
    life.GameAbandoned: _owners,
    life.TimeRanOut: _late_player,
    life.VoteCast: _voters,
    life.PersonInvited: _guest,
    life.SeatOpened: _others,
}
"""The people to notify of each event that has a `NOTICE`."""
NOTIFYING = frozenset(_NOTIFIED)


def planned(followed: FollowedMatch) -> list[Planned]:
    """The reminders of everyone who is on the clock now, as their clocks run now."""
    table = followed.match.table
    if table.clock is None or table.over:
        return []
    plan: list[Planned] = []
    for seat in followed.waiting:
        for share, at in reminders(table.clock, table.clocks, seat).items():
            plan += _reminder(followed, seat, share, at, about=str(share))
        for day, at in late_reminders(followed, seat).items():
            plan += _reminder(followed, seat, day, at, about=LATE)
    return plan


def late_reminders(followed: FollowedMatch, seat: Seat) -> dict[int, Millis]:
    """When somebody is to be reminded whose time is over while the table waits, by the days that went by since."""
    clocks, since = followed.match.table.clocks, followed.late.get(seat)
    if since is None or clocks.paused:
        return {}
    absence = clocks.absence_of(seat)
    moments = {day: since + day * DAY for day in range(1, LATE_DAYS + 1)}
    return {day: at for day, at in moments.items() if absence is None or not absence.start <= at < absence.end}


def _reminder(followed: FollowedMatch, seat: Seat, which: int, at: Millis, *, about: str) -> Iterator[Planned]:
    user, cause = followed.match.table.chairs[seat].user, f"{followed.turns[seat]}/{which}"
    if user is not None:
        notice = Notice(
            kind="reminder",
            user=user,
            game=followed.game_id,
            cause=cause,
            version=followed.version,
            seat=seat,
            about=about,
        )
        yield Planned(at, notice)


def postings(notice: Notice, recipient: Recipient, at: Millis, *, is_planned: bool = False) -> list[Posting]:
    """The deliveries of a notice that is due at a moment: one for each channel, or a place in the daily digest.

    A digest takes the place of turns, of the first reminder and of the daily ones. It is never withdrawn: it may have
    been asked for by other games too, and is not sent if nothing waits. Everything else is rare and goes out by itself.
    """
    wanting = [name for name in recipient.channels if recipient.preferences.wants(notice.kind, name)]
    by_channel = (_posting(notice, channel, recipient.preferences, at, is_planned=is_planned) for channel in wanting)
    return [posting for posting in by_channel if posting is not None]


def _posting(notice: Notice, channel: str, preferences: Preferences, at: Millis, *, is_planned: bool) -> Posting | None:
    digest = None if channel == PUSH else preferences.next_digest(at)
    if digest is not None and notice.kind == "reminder" and notice.about == HALF:
        return None
    if digest is not None and (notice.kind == "turn" or notice.about == LATE):
        is_planned = False
        notice, at = Notice(kind="digest", user=notice.user, game=NO_GAME, cause=str(digest)), digest
    return Posting(_delivery(notice, channel, at), preferences.sent_at(at), is_planned)


def summary(user: UserId, channel: str, ends: Millis) -> Posting:
    """One delivery for all that was too much for the hour which ends at a moment; it is due then."""
    notice = Notice(kind="summary", user=user, game=NO_GAME, cause=str(ends))
    return Posting(_delivery(notice, channel, ends), ends)


def _delivery(notice: Notice, channel: str, at: Millis) -> Delivery:
    return Delivery(id=delivery_id(notice, channel), channel=channel, notice=notice, at=at)


def delivery_id(notice: Notice, channel: str, to: str = "") -> str:
    """The id of a delivery: the same for whoever reads the same events."""
    key = [notice.game, notice.cause, notice.kind, notice.about, notice.seat, notice.user, channel]
    return hashlib.sha256(msgspec.json.encode([*key, to] if to else key)).hexdigest()[:32]
