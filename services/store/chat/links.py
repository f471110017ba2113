"""Which chat account speaks for which Acta account, and the codes by which two are tied.

A chat account speaks for one account; an account has one chat account at each place (Discord, a team on Slack). A code
is told once, known by its SHA-256, good for ten minutes and for one link. Never decides who may have a link.
"""

import secrets
from hashlib import sha256

import msgspec

from domain.kernel.ids import UserId
from services.free_text import escaped
from services.store import keys
from services.store.chat.places import ChatAccount, Platform
from services.store.client import Client
from services.store.redis_errors import reading, repeatable, writing
from services.store.scripts import Script

CODE_SECONDS = 600
_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""None that is read for another one."""
_CODE_LENGTH = 10


class Offer(msgspec.Struct, frozen=True):
    """The end of a link that a code was made for: a chat account, with what it is called there, or a user."""

    account: ChatAccount | None = None
    called: str = ""
    user: UserId | None = None
    session: str = ""
    """The id of the log-in at which a user asked for the code; it is good as long as that one."""


class _Code(msgspec.Struct, frozen=True):
    """An offer as it is stored and as the script reads it."""

    account: str
    called: str
    user: str
    spent_by: str = ""
    session: str = ""


class ChatLinks:
    """Keeps links and codes."""

    def __init__(self, client: Client) -> None:
        """Keep them in a slot of their own: a link has two ends, which would lie in two slots otherwise."""
        self._client = client
        self._link, self._unlink = Script("chat_link", "moving"), Script("chat_unlink", "moving")

    async def user_of(self, account: ChatAccount) -> UserId | None:
        """The account that a chat account speaks for."""
        with reading():
            stored = await self._client.hget(keys.KeyKind.CHAT_ACCOUNTS, _written(account))
        return UserId(stored.decode()) if stored else None

    async def accounts_of(self, user: UserId) -> list[ChatAccount]:
        """The chat accounts that speak for an account."""
        with reading():
            stored = await self._client.hget(keys.KeyKind.CHAT_USERS, user)
        held: dict[str, str] = msgspec.json.decode(stored) if stored else {}
        return [_read(text) for _, text in sorted(held.items())]

    async def account_at(self, user: UserId, platform: Platform, workspace: str) -> ChatAccount | None:
        """The chat account that an account has at a place."""
        held = await self.accounts_of(user)
        return next((one for one in held if (one.platform, one.workspace) == (platform, workspace)), None)

    async def offer(self, offer: Offer) -> str:
        """A code for one end of a link, to be brought by the other one."""
        code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH))
        called = escaped(offer.called)  # a platform lets people be called as they like
        entry = _Code(_written(offer.account) if offer.account else "", called, offer.user or "", session=offer.session)
        with writing():
            await self._client.set(keys.chat_code(_digest(code)), msgspec.json.encode(entry), ex=CODE_SECONDS)
        return code

    async def offered(self, code: str) -> Offer | None:
        """What a code was made for, while it can be used."""
        with reading():
            stored = await self._client.get(keys.chat_code(_digest(code)))
        entry = msgspec.json.decode(stored, type=_Code) if stored else None
        if entry is None or entry.spent_by:
            return None
        account = _read(entry.account) if entry.account else None
        return Offer(account, entry.called, UserId(entry.user) if entry.user else None, entry.session)

    async def link(self, code: str, account: ChatAccount, user: UserId) -> bool:
        """Tie the two by a code that was made for one of them; whether they are tied now."""
        names = [keys.chat_code(_digest(code)), keys.KeyKind.CHAT_ACCOUNTS, keys.KeyKind.CHAT_USERS]
        arguments = [_written(account), _place(account.platform, account.workspace), user]
        with writing():
            answer = await self._link.run(self._client, names, arguments)
        return bool(answer == b"linked")

    async def unlink(self, user: UserId, platform: Platform, workspace: str) -> bool:
        """Untie the chat account that an account has at a place; whether there was one."""
        return await self._untie(user, _place(platform, workspace)) > 0

    async def forget(self, user: UserId) -> None:
        """Untie all chat accounts of an account."""
        await self._untie(user, "")

    async def _untie(self, user: UserId, place: str) -> int:
        names = [keys.KeyKind.CHAT_ACCOUNTS, keys.KeyKind.CHAT_USERS]
        with repeatable():
            untied: int = await self._unlink.run(self._client, names, [user, place])
        return untied


def tidied(code: str) -> str:
    """A code as it was told, whatever was typed for it."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


def _digest(code: str) -> str:
    return sha256(tidied(code).encode()).hexdigest()


def _place(platform: Platform, workspace: str) -> str:
    return f"{platform} {workspace}"


def _written(account: ChatAccount) -> str:
    return msgspec.json.encode([account.platform, account.workspace, account.user]).decode()


def _read(text: str) -> ChatAccount:
    platform, workspace, user = msgspec.json.decode(text, type=tuple[Platform, str, str])
    return ChatAccount(platform, workspace, user)
