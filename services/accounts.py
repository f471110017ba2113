"""The records of accounts as the rest of the server sees them. Never a password, nor a secret after it was issued."""

import time
from typing import Literal, get_args

import msgspec

from domain.kernel.ids import UserId

Scope = Literal["read", "play", "bot:play", "admin"]
Kind = Literal["session", "personal", "reset", "invitation", "feed", "confirmation"]

SCOPES: tuple[Scope, ...] = get_args(Scope)
OWN_TO_BOTS: frozenset[Scope] = frozenset({"bot:play"})

SECOND = 1_000
HOUR = 3_600 * SECOND
DAY = 24 * HOUR
"""Times are milliseconds since 1970, as in Redis."""


def milliseconds() -> int:
    """Now."""
    return time.time_ns() // 1_000_000


class NewAccount(msgspec.Struct, frozen=True):
    """What somebody gives to sign up; `key` is the Idempotency-Key."""

    name: str
    password: str
    email: str = ""
    invitation: str = ""
    key: str = ""
    bot: bool = False


class Account(msgspec.Struct, frozen=True):
    user_id: UserId
    name: str
    email: str
    admin: bool
    created_at: int
    bot: bool = False
    """Whether a program plays under this name, and everybody is told so. Said at sign-up, for good."""
    confirmed_email: str = ""
    """The address whose owner has answered a confirmation mail; another `email` has yet to be confirmed."""
    guest: bool = False
    """A guest has no password and lives as long as its session."""
    banned_at: int = 0
    """Since when an admin has banned it; nothing can act for it as long."""

    @property
    def mailbox(self) -> str | None:
        """Where mail may be sent: an address that its owner has confirmed."""
        return self.email if self.email and self.email == self.confirmed_email else None


class Credential(msgspec.Struct, frozen=True):
    """What was handed out for a secret. Nothing is handed out for ever."""

    id: str
    owner: UserId
    kind: Kind
    name: str
    scopes: tuple[Scope, ...]
    created_at: int
    expires_at: int
    last_used_at: int
    spent_by: str = ""


class Issued(msgspec.Struct, frozen=True):
    """A new credential with its secret, which is told this once."""

    credential: Credential
    secret: str
    repeated: bool = False

    def __repr__(self) -> str:
        return f"Issued({self.credential!r})"  # an error report may show it


class Held(msgspec.Struct, frozen=True):
    """How much there is by which somebody could act for an account or see what it sees."""

    sessions: int = 0
    tokens: int = 0
    feeds: int = 0
    reset_links: int = 0
    chats: int = 0
    browsers: int = 0
    webhooks: int = 0

    def found(self) -> dict[str, int]:
        """Of what there is any, and how many."""
        return {name: number for name, number in msgspec.structs.asdict(self).items() if number}


class LoggedIn(msgspec.Struct, frozen=True):
    """The outcome of a sign-up or a log-in."""

    account: Account
    token: str
    repeated: bool = False
    ended: Held = Held()
    """What was ended on the way."""

    def __repr__(self) -> str:
        return f"LoggedIn({self.account!r})"


class Principal(msgspec.Struct, frozen=True):
    """The caller of a request, and what the credential that was shown allows.

    A session may do whatever its account may at the moment; the scope `admin` counts only while the account is one, and
    `bot:play` only for a bot.
    """

    user_id: UserId
    name: str
    scopes: frozenset[Scope]
    kind: Kind
    credential_id: str
    expires_at: int
    language: str = ""
    """The language that the account's owner has chosen to read."""
    guest: bool = False
