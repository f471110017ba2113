"""Whether a notice is still worth sending. Asked at the last moment, on the newest state: much may have happened.

What it finds is a reason to drop the notice, a later moment for it, or nothing. It never changes anything.
"""

from typing import NamedTuple, TypeAlias

from domain.kernel.clock import SECOND, Millis
from domain.kernel.ids import Seat
from domain.kernel.timekeeping import deadline, reminders
from projections.followed_match import FollowedMatch
from services.notices.notices import LATE, Delivery, Notice, late_reminders
from services.notices.preferences import Preferences
from services.notices.stored_preferences import StoredPreferences
from services.store.presence import Presence

ASK_AGAIN: Millis = 600 * SECOND
"""When a reminder is checked again while its clock is stopped; the notifier withdraws it before that."""
LOOK_AGAIN: Millis = 300 * SECOND
"""When to ask again about a recipient who watches the game: no mail is needed meanwhile, but they may leave."""


class Drop(NamedTuple):
    """It is not to be sent at all."""

    reason: str


class Wait(NamedTuple):
    """It is to be sent, but not before `until`; the reason, if the recipient should know it."""

    until: Millis
    reason: str = ""


Objection: TypeAlias = Drop | Wait


def by_preference(delivery: Delivery, preferences: Preferences, now: Millis) -> Objection | None:
    """Whether the recipient wants this kind at all, and not in the quiet hours."""
    if not preferences.wants(delivery.notice.kind, delivery.channel):
        return Drop("turned_off")
    awake = preferences.sent_at(now)
    return Wait(awake) if awake > now else None


async def by_mute(preferences: StoredPreferences, notice: Notice) -> Objection | None:
    """Whether the recipient has muted this game."""
    return Drop("muted") if await preferences.is_muted(notice.user, notice.game) else None


async def by_presence(presence: Presence, notice: Notice, now: Millis) -> Objection | None:
    """Whether the recipient is watching the game, which tells them the same."""
    if notice.kind not in {"turn", "reminder", "next", "talk"}:
        return None
    if not await presence.is_looking(notice.game, notice.user):
        return None
    return Drop("looking") if notice.kind in {"next", "talk"} else Wait(now + LOOK_AGAIN, "looking")


def by_game(notice: Notice, followed: FollowedMatch, now: Millis) -> Objection | None:
    """What happened at the table since."""
    seat = notice.seat
    if seat is None or notice.kind == "clock":
        return None
    table = followed.match.table
    if table.over or seat >= len(table.chairs) or table.chairs[seat].user != notice.user:
        return Drop("gone")
    match notice.kind:
        case "turn":
            lasts = followed.waiting.get(seat) == notice.version
            return None if lasts and followed.acted.get(seat, 0) <= notice.version else Drop("acted")
        case "reminder":
            return _by_clock(notice, followed, seat, now)
        case "vote" | "seat" | "next":
            return _by_table(notice, followed, seat)
        case _:
            return None


def _by_table(notice: Notice, followed: FollowedMatch, seat: Seat) -> Objection | None:
    """Whether the vote still goes on without the recipient's own, the seat is still open, the turn before still on."""
    table = followed.match.table
    if notice.kind == "seat":
        return Drop("seat_taken") if table.chairs[int(notice.about)].taken else None
    if notice.kind == "next":
        return None if followed.waiting.get(Seat(int(notice.about))) == notice.version else Drop("overtaken")
    votes = table.votes.get(notice.about, [])
    return None if votes and seat not in votes else Drop("vote_over")


def by_reminder(delivery: Delivery, followed: FollowedMatch, preferences: Preferences, now: Millis) -> Objection | None:
    """Whether the notice of a turn was held back so long that its reminder is due, which tells the same."""
    notice, table = delivery.notice, followed.match.table
    if notice.kind != "turn" or notice.seat is None or table.clock is None:
        return None
    if not preferences.wants("reminder", delivery.channel):
        return None
    moments = reminders(table.clock, table.clocks, notice.seat).values()
    return Drop("overtaken") if any(at <= now for at in moments) else None


def _by_clock(notice: Notice, followed: FollowedMatch, seat: Seat, now: Millis) -> Objection | None:
    """Whether the same turn still lasts, and its moment has come as the clocks run now."""
    began, _, which = notice.cause.partition("/")
    table = followed.match.table
    if seat not in followed.waiting or str(followed.turns.get(seat)) != began or table.clock is None:
        return Drop("acted")
    is_late = notice.about == LATE
    moments = late_reminders(followed, seat) if is_late else reminders(table.clock, table.clocks, seat)
    ends = deadline(table.clock, table.clocks, seat)
    if ends is not None and ends <= now:
        return Drop("time_over")
    if any(at <= now for other, at in moments.items() if other > int(which)):
        return Drop("overtaken")
    due = moments.get(int(which))
    if due is None:
        return Wait(now + ASK_AGAIN) if table.clocks.paused else Drop("overtaken")
    return Wait(due) if due > now else None
