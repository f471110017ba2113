"""Guests: accounts with a drawn name and no password, each as long-lived as its session.

A sorted set holds when to look after each of them: a guest who has come back since is looked after later, the others
are forgotten. Never deletes an account by itself, since a guest may still sit at a table.
"""

import secrets

from domain.kernel.ids import UserId
from services.accounts import Account
from services.store import keys
from services.store.accounts.credentials import GUEST_STAYS, Clock, Credentials
from services.store.accounts.errors import NameTaken
from services.store.accounts.ids import new_user_id
from services.store.accounts.names import name_key
from services.store.accounts.stored_accounts import StoredAccount, StoredAccounts
from services.store.client import Client
from services.store.redis_errors import reading, repeatable

CALLED = "Hospes"
"""The Latin word for a guest, the same in every language; a number tells guests apart."""
_NUMBERS = 1_000_000
_TRIES = 5
_AT_ONCE = 50


class Guests:
    def __init__(self, client: Client, stored: StoredAccounts, credentials: Credentials, clock: Clock) -> None:
        self._client = client
        self._stored = stored
        self._credentials = credentials
        self._clock = clock

    async def add(self) -> Account:
        """Make a guest. It is noted first: one that was never made is forgotten like any other."""
        for _ in range(_TRIES):
            name, now = f"{CALLED} {secrets.randbelow(_NUMBERS):06d}", self._clock()
            account = Account(new_user_id(name_key(name)), name, "", admin=False, created_at=now, guest=True)
            await self._note(account.user_id, now + GUEST_STAYS)
            if await self._stored.create(StoredAccount(account, "", "")):
                return account
        raise NameTaken

    async def gone(self) -> list[Account]:
        """Guests who have not come back in time. Who has, or is no guest any more, is looked after here."""
        with reading():
            due = await self._client.zrangebyscore(keys.KeyKind.GUESTS, "-inf", self._clock(), start=0, num=_AT_ONCE)
        found = [await self._looked_after(UserId(user.decode())) for user in due]
        return [account for account in found if account is not None]

    async def forget(self, user: UserId) -> None:
        """Look after a guest no longer."""
        with repeatable():
            await self._client.zrem(keys.KeyKind.GUESTS, user)

    async def _looked_after(self, user: UserId) -> Account | None:
        stored = await self._stored.of(user)
        if stored is None or not stored.account.guest:
            await self.forget(user)
            return None
        sessions = await self._credentials.held_by(user, ["session"])
        if sessions:
            await self._note(user, max(session.expires_at for session in sessions))
            return None
        return stored.account

    async def _note(self, user: UserId, when: int) -> None:
        with repeatable():
            await self._client.zadd(keys.KeyKind.GUESTS, {user: when})
