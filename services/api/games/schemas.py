"""Bodies and answers of the game routes. Unknown fields are refused; an answer shows what its caller may know."""

from datetime import datetime
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta

from domain.kernel.clock import Clock
from services.acts.invitations import Invitation
from services.free_text import NONCE, ONE_LINE, TITLE
from services.queries.events import EventAnswer
from services.queries.game import GameKey
from services.queries.heads import HeadNote
from services.queries.options import CommandValue

Count = Annotated[int, Meta(ge=1, le=8, examples=[3])]
Title = Annotated[
    str,
    Meta(
        max_length=TITLE.longest,
        pattern=ONE_LINE,
        description="Up to 80 characters, none of them a control character or a sign that turns the direction.",
        examples=["Friday table"],
    ),
]
Nonce = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=NONCE.longest,
        pattern=rf"{ONE_LINE}[\s\S]*[^\s]",
        description="Your own part of the randomness, sent after the server has committed to its part.",
        examples=["seven ravens over the Capitol"],
    ),
]
BotName = Annotated[str, Meta(max_length=32, examples=["random"])]
Caretaker = Annotated[
    BotName,
    Meta(
        description="The bot that plays for whoever resigns or runs out of time; `centurio` unless you choose another."
    ),
]
PersonName = Annotated[str, Meta(max_length=64, description="The name of an account.", examples=["Livia"])]
Code = Annotated[str, Meta(max_length=64, description="The code of an invitation link.")]
VersionNumber = Annotated[int, Meta(ge=0, le=2**53, examples=[42])]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a client sends."""


class OpenTable(Body, frozen=True):
    game: Annotated[str, Meta(max_length=64, examples=["concordia"])]
    players: Count
    options: Annotated[dict[str, Any], Meta(description="Table options; see the catalog for their schema.")] = {}
    clock: Annotated[Clock | None, Meta(description="How much time players have; null for no limit.")] = None
    private: bool = False
    title: Title = ""
    invite: Annotated[
        list[PersonName], Meta(max_length=20, description="People to invite by name.", examples=[["Livia"]])
    ] = []
    caretaker: Caretaker | None = None


class ChangeTerms(Body, frozen=True):
    options: dict[str, Any] | None = None
    clock: Annotated[
        Clock | msgspec.UnsetType | None, Meta(description="Replaces the whole clock; null takes it away.")
    ] = msgspec.UNSET
    title: Title | None = None
    caretaker: Caretaker | None = None


class InvitePerson(Body, frozen=True):
    name: PersonName


class TakeSeat(Body, frozen=True):
    nonce: Nonce | None = None
    bot: BotName | None = None
    invitation: Code | None = None


class Branch(Body, frozen=True):
    """From where to play on, and with whom."""

    at: Annotated[
        int,
        Meta(
            ge=1,
            le=2**53,
            description="A version; the game goes on after the choice that it belongs to.",
            examples=[42],
        ),
    ]
    seat: Annotated[int, Meta(ge=0, le=7, description="Your seat; by default the one you hold, else 0.")] | None = None
    bot: Annotated[BotName, Meta(description="The bot on the other seats.", examples=["greedy"])] = "greedy"
    invitation: Code | None = None


class GiveNonce(Body, frozen=True):
    nonce: Nonce


class Vote(Body, frozen=True):
    motion: Annotated[str, Meta(max_length=32, examples=["abandon"])]
    agree: bool = True
    seat: Annotated[int, Meta(ge=0, le=7, description="Whose time to `extend`.")] | None = None


class Vacation(Body, frozen=True):
    """From when until when; without either you are back."""

    start: Annotated[datetime, Meta(tz=True)] | None = msgspec.field(default=None, name="from")
    until: Annotated[datetime, Meta(tz=True)] | None = None


class MyVacation(msgspec.Struct, kw_only=True):
    """When you are away from all tables, and how many days of your own are left."""

    start: str | None = msgspec.field(name="from")
    until: str | None
    days_left: int
    days: Annotated[int, Meta(description="Days of your own in a year.")]


class VacationAtTable(msgspec.Struct, omit_defaults=True):
    """What became of a vacation at one table."""

    game_id: GameKey
    version: int | None = None
    refused: Annotated[str | None, Meta(description="Why the table does not allow it, in words.")] = None


class VacationEverywhere(msgspec.Struct):
    tables: list[VacationAtTable]


class Commands(Body, frozen=True):
    """One `command`, or a batch of `commands` with the version that it was composed on."""

    command: CommandValue | None = None
    commands: Annotated[list[CommandValue], Meta(min_length=1, max_length=100)] | None = None
    expected_version: VersionNumber | None = None


class PreviewBody(Body, frozen=True):
    commands: Annotated[list[CommandValue], Meta(max_length=100)]


class DraftBody(Body, frozen=True):
    version: VersionNumber
    commands: Annotated[list[CommandValue], Meta(max_length=100)]


class Undo(Body, frozen=True):
    to_version: VersionNumber | None = None


class Opened(msgspec.Struct, omit_defaults=True):
    game_id: GameKey
    version: int
    commitment: Annotated[str, Meta(description="SHA-256 promise of the server's secret.")]
    repeated: bool = False


class Seated(msgspec.Struct, omit_defaults=True):
    seat: int
    version: int
    repeated: bool = False


class Invited(msgspec.Struct, omit_defaults=True):
    code: str
    url: str
    version: int
    id: Annotated[str, Meta(description="It lists and withdraws the link by this; it says nothing about the code.")]
    expires_at: Annotated[str | None, Meta(description="When it expires.")]
    repeated: bool = False


class Invitations(msgspec.Struct):
    items: list[Invitation]


class Branched(msgspec.Struct, omit_defaults=True):
    game_id: GameKey
    version: int
    commitment: Annotated[str, Meta(description="SHA-256 promise of the server's secret.")]
    seat: Annotated[int, Meta(description="The seat that you play on.")]
    at: Annotated[int, Meta(description="The version of the other game from which it goes on.")]
    repeated: bool = False


class Rematch(msgspec.Struct):
    game_id: GameKey


class DraftAnswer(msgspec.Struct):
    version: int
    commands: list[CommandValue]


class Played(msgspec.Struct, omit_defaults=True):
    version: int
    events: list[EventAnswer]
    note: HeadNote
    repeated: bool = False


class Changed(msgspec.Struct, omit_defaults=True):
    """What became of a change of a table."""

    version: int
    repeated: bool = False


class _Appended(Protocol):
    @property
    def last(self) -> int: ...
    @property
    def repeated(self) -> bool: ...


class _Written(Protocol):
    @property
    def appended(self) -> _Appended: ...


def changed(written: _Written) -> Changed:
    """The version that a request has brought its game to."""
    return Changed(written.appended.last, repeated=written.appended.repeated)
