"""What a person wants to be told, and when: kinds, quiet hours, a daily digest. Pure: moments in, moments out.

All hours are of the wall clock in the person's time zone, with the arithmetic of the tables' daily windows; so they
hold across a change of summer time: an hour that is left out ends when it would have begun.
"""

from typing import Literal, TypeAlias

import msgspec

from domain.kernel.clock import Hours, Millis, TimeOfDay, Window, reached
from domain.kernel.languages import Language

NoticeKind: TypeAlias = Literal[
    "turn",
    "next",
    "started",
    "over",
    "reminder",
    "clock",
    "vote",
    "invitation",
    "seat",
    "channel",
    "talk",
    "digest",
    "summary",
    "news",
    "board",
    "event",
]
"""Your turn, or yours after the one that began; a game has begun, is over; time runs short, ran out; a vote; an
invitation; a seat that opened; a channel that is gone where a table lived; somebody spoke; many turns in one; what
would have been too many mails in one.

Not for people: what is told where a table lives, its board there, and what is posted to a webhook."""

PUSH = "push"
"""The channel of notices that browsers show."""
_HALF_A_DAY = 12


class QuietHours(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"start": "from", "end": "to"}
):
    """The part of each day in which nothing is sent; it may go on past midnight."""

    start: TimeOfDay
    end: TimeOfDay


class Kinds(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which kinds of notices a person wants."""

    turn: bool = True
    next: bool = False
    started: bool = True
    over: bool = True
    reminder: bool = True
    clock: bool = True
    vote: bool = True
    invitation: bool = True
    seat: bool = True
    talk: bool = False


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """What one person wants. `mail` is the main switch of all channels but browsers, which have none."""

    mail: bool = True
    kinds: Kinds = Kinds()
    push: Kinds = Kinds(started=False)
    """The kinds that browsers show, if any browser was allowed to."""
    language: Language | None = None
    """What is written to this person; one who has chosen none gets English, or what the browser asks for."""
    time_zone: str = "UTC"
    quiet_hours: QuietHours | None = None
    digest_hour: int | None = None

    def wants(self, kind: NoticeKind, channel: str) -> bool:
        """Whether notices of a kind are wanted; a digest and a summary gather what was. Browsers show no digest."""
        kind = "seat" if kind == "channel" else kind  # what whoever looks after a table is to know
        if channel == PUSH:
            return kind == "summary" or bool(getattr(self.push, kind, False))
        match kind:
            case "summary":
                return self.mail
            case "digest":
                return self.mail and self.kinds.turn
            case _:
                return self.mail and bool(getattr(self.kinds, kind))

    def sent_at(self, at: Millis) -> Millis:
        """The first moment from `at` on that is not in the quiet hours."""
        quiet = self.quiet_hours
        if quiet is None or quiet.start == quiet.end:
            return at
        awake = Window(zone=self.time_zone, opens=quiet.end, closes=quiet.start)
        return reached(Hours(awake), at, 0)

    def next_digest(self, at: Millis) -> Millis | None:
        """The moment of the first digest after `at`."""
        if self.digest_hour is None:
            return None
        begins, ends = f"{self.digest_hour:02}:00", f"{(self.digest_hour + _HALF_A_DAY) % 24:02}:00"
        over = reached(Hours(Window(zone=self.time_zone, opens=ends, closes=begins)), at, 0)
        return reached(Hours(Window(zone=self.time_zone, opens=begins, closes=ends)), over, 0)
