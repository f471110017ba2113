"""Bodies of the account routes. Unknown fields are refused; an answer never shows more than its route is for."""

from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from domain.kernel.ids import UserId
from services.accounts import SECOND, Account, Credential, Held, Scope
from services.free_text import LABEL, ONE_LINE

UserName = Annotated[
    str,
    Meta(
        min_length=2,
        max_length=32,
        description="2 to 32 visible characters and single spaces; case, width and composition make no difference.",
        examples=["Livia"],
    ),
]
NewPassword = Annotated[
    str, Meta(min_length=8, max_length=256, description="8 to 256 characters.", examples=["festina lente"])
]
Password = Annotated[str, Meta(max_length=256, examples=["festina lente"])]
Email = Annotated[
    str,
    Meta(
        max_length=254, description="Where e-mail is sent once you have confirmed it.", examples=["livia@example.org"]
    ),
]
Id = Annotated[str, Meta(examples=["1c7d0f4e9b6a4c0d8e5f3a2b1c0d9e8f"])]
Secret = Annotated[
    str, Meta(description="Shown only once.", examples=["acta_Q2FybWluYSBub24gZGFudCBwYW5lbSwgc2VkIGxhdQ"])
]
Label = Annotated[str, Meta(max_length=LABEL.longest, examples=["bot on my laptop"])]
NewLabel = Annotated[Label, Meta(pattern=ONE_LINE)]
"""One that is given today: earlier releases took any characters."""
Days = Annotated[int, Meta(ge=1, le=3650, examples=[90])]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends."""


class SignUp(Body, frozen=True):
    name: UserName
    password: NewPassword
    email: Email = ""
    invitation: Annotated[str, Meta(max_length=64, description="Where new accounts need one.")] = ""
    bot: Annotated[bool, Meta(description="A program plays under this name: tables and lists say so, for good.")] = (
        False
    )


class LogIn(Body, frozen=True):
    name: Annotated[str, Meta(max_length=256, examples=["Livia"])]
    password: Password


class PasswordChange(Body, frozen=True):
    password: Password
    new_password: NewPassword
    everywhere: Annotated[bool, Meta(description="End all other access to the account too.")] = False


class NameChange(Body, frozen=True):
    password: Password
    name: UserName


class Deletion(Body, frozen=True):
    password: Password


class EmailChange(Body, frozen=True):
    """An empty address removes it."""

    password: Password
    email: Email


class ResetRequest(Body, frozen=True):
    name: Annotated[str, Meta(max_length=256, examples=["Livia"])]


class Reset(Body, frozen=True):
    password: NewPassword


class TokenOrder(Body, frozen=True):
    name: NewLabel
    scopes: Annotated[
        list[Scope],
        Meta(min_length=1, max_length=4, description="What it can do; by default `read` and `play`."),
    ] = msgspec.field(default_factory=lambda: ["read", "play"])
    expires_in_days: Days = 365


class InvitationOrder(Body, frozen=True):
    note: NewLabel = ""
    expires_in_days: Days = 7


class Session(msgspec.Struct, frozen=True):
    user_id: Id
    token: Secret


class AccessEnded(msgspec.Struct, frozen=True):
    """How much there was by which somebody could act for you or see what you see; all of it is ended."""

    sessions: int
    tokens: Annotated[int, Meta(description="Personal tokens.")]
    feeds: Annotated[int, Meta(description="Secret addresses of feeds.")]
    reset_links: Annotated[int, Meta(description="Links to set a new password.")]
    chats: Annotated[int, Meta(description="Linked chat accounts.")]
    browsers: Annotated[int, Meta(description="Browsers that show notifications.")]
    webhooks: int


class PasswordChanged(msgspec.Struct, frozen=True):
    user_id: Id
    token: Secret
    ended: AccessEnded


class SignedUp(msgspec.Struct, frozen=True, omit_defaults=True):
    user_id: Id
    name: UserName
    token: Secret
    repeated: bool = False


class ResetAsked(msgspec.Struct, frozen=True):
    message: str


class ConfirmationAsked(msgspec.Struct, frozen=True):
    message: str


class Me(msgspec.Struct, frozen=True):
    user_id: UserId
    name: UserName
    email: Email
    email_confirmed: Annotated[bool, Meta(description="Nothing but a confirmation is sent to an address before that.")]
    admin: bool
    bot: bool
    scopes: Annotated[tuple[Scope, ...], Meta(description="What the credential you sent can do.")]
    created_at: datetime


class Token(msgspec.Struct, frozen=True):
    """A session (a log-in somewhere) or a personal token."""

    id: Id
    kind: Literal["session", "personal"]
    name: Label
    scopes: tuple[Scope, ...]
    created_at: datetime
    expires_at: datetime
    last_used_at: Annotated[datetime, Meta(description="To ten minutes.")]
    current: Annotated[bool, Meta(description="Whether it is the one you sent.")]


class Tokens(msgspec.Struct, frozen=True):
    items: list[Token]


class NewToken(msgspec.Struct, frozen=True, omit_defaults=True):
    id: Id
    name: Label
    scopes: tuple[Scope, ...]
    expires_at: datetime
    token: Secret
    repeated: bool = False


class Invitation(msgspec.Struct, frozen=True):
    id: Id
    note: Label
    created_at: datetime
    expires_at: datetime
    spent_by: Annotated[str, Meta(description="The user who signed up with it; empty while it can be used.")]


class Invitations(msgspec.Struct, frozen=True):
    items: list[Invitation]


class NewInvitation(msgspec.Struct, frozen=True, omit_defaults=True):
    id: Id
    note: Label
    expires_at: datetime
    invitation: Secret
    link: Annotated[str, Meta(description="An address to pass on.", examples=["https://acta.example/sign-up#acta_…"])]
    repeated: bool = False


def instant(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / SECOND, UTC)


def ended(held: Held) -> AccessEnded:
    return msgspec.convert(held, AccessEnded, from_attributes=True)


def me(account: Account, scopes: frozenset[Scope]) -> Me:
    return Me(
        user_id=account.user_id,
        name=account.name,
        email=account.email,
        email_confirmed=account.mailbox is not None,
        admin=account.admin,
        bot=account.bot,
        scopes=tuple(sorted(scopes)),
        created_at=instant(account.created_at),
    )


def token(credential: Credential, current_id: str) -> Token:
    return Token(
        id=credential.id,
        kind="session" if credential.kind == "session" else "personal",
        name=credential.name,
        scopes=credential.scopes,
        created_at=instant(credential.created_at),
        expires_at=instant(credential.expires_at),
        last_used_at=instant(credential.last_used_at),
        current=credential.id == current_id,
    )


def invitation(credential: Credential) -> Invitation:
    return Invitation(
        id=credential.id,
        note=credential.name,
        created_at=instant(credential.created_at),
        expires_at=instant(credential.expires_at),
        spent_by=credential.spent_by,
    )
