"""Bodies of the routes about notices."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.kernel.languages import Language
from services.api.accounts.schemas import Body
from services.notices.outbox import DeliveryState
from services.notices.preferences import Kinds, NoticeKind, QuietHours

TimeZone = Annotated[str, Meta(max_length=64, description="A name of the IANA database.", examples=["Europe/Rome"])]
DigestHour = Annotated[int, Meta(ge=0, le=23, examples=[8])]
LANGUAGE = "What pages, answers and mails are written in; null: what your browser asks for, and English in mails."
DIGEST = "The hour of a daily e-mail that gathers your turns; null sends each by itself."
QUIET = "Nothing is sent in these hours; what happens then waits for their end. Null: at any time."


class KindsChange(Body, frozen=True, kw_only=True):
    """Kinds to turn on or off; the others stay as they are."""

    turn: bool | UnsetType = UNSET
    next: Annotated[bool | UnsetType, Meta(description="You are next: yours is the turn after the one that began.")] = (
        UNSET
    )
    started: bool | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    reminder: bool | UnsetType = UNSET
    clock: bool | UnsetType = UNSET
    vote: bool | UnsetType = UNSET
    invitation: bool | UnsetType = UNSET
    seat: Annotated[bool | UnsetType, Meta(description="A seat became free at your table.")] = UNSET
    talk: Annotated[
        bool | UnsetType, Meta(description="Somebody wrote in the chat of your table; once an hour at most.")
    ] = UNSET


class SettingsChange(Body, frozen=True, kw_only=True):
    """What is left out stays as it is."""

    mail: Annotated[bool | UnsetType, Meta(description="The main switch for all e-mail about games.")] = UNSET
    kinds: KindsChange | UnsetType = UNSET
    push: Annotated[KindsChange | UnsetType, Meta(description="The same for browsers that show notifications.")] = UNSET
    language: Annotated[Language | UnsetType | None, Meta(description=LANGUAGE)] = UNSET
    time_zone: TimeZone | UnsetType = UNSET
    quiet_hours: Annotated[QuietHours | UnsetType | None, Meta(description=QUIET)] = UNSET
    digest_hour: Annotated[DigestHour | UnsetType | None, Meta(description=DIGEST)] = UNSET


class SettingsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What you want to be told, and when. The times of quiet hours and digest are those of your time zone."""

    mail: bool
    kinds: Kinds
    push: Annotated[Kinds, Meta(description="The kinds that browsers show, if one was allowed to on the page.")]
    language: Annotated[Language | None, Meta(description=LANGUAGE)]
    time_zone: TimeZone
    quiet_hours: Annotated[QuietHours | None, Meta(description=QUIET)]
    digest_hour: Annotated[DigestHour | None, Meta(description=DIGEST)]
    muted: Annotated[list[str], Meta(description="Games that you have muted.")]
    channels: Annotated[
        list[str], Meta(description="The ways in which this server can reach you.", examples=[["mail"]])
    ]


class DeliveryAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was to be told to you, and what became of it."""

    id: str
    kind: NoticeKind
    channel: str
    game_id: str | None
    version: Annotated[int, Meta(description="The version of the game that it follows from.")]
    at: Annotated[str, Meta(description="When it happened, or when the moment comes that it is about.")]
    state: DeliveryState
    reason: Annotated[
        str, Meta(description="Why it was not sent (yet), in words; of an accepted one what the receiver answered.")
    ]
    attempts: int
    changed_at: Annotated[str | None, Meta(description="When that happened to it.")]


class Deliveries(msgspec.Struct, frozen=True):
    """The newest first."""

    items: list[DeliveryAnswer]
    next: str | None
