"""The accounts themselves: name, mail address, password hash, whether they are an admin.

Never checks a password and never decides who may have an account: that is the service's work.
"""

import asyncio
from collections.abc import Sequence

import msgspec

from domain.kernel.ids import UserId
from services.store.accounts.keys import CHANGED, Place, anyone_named, is_user_id
from services.store.accounts.model import Account, Kind
from services.store.accounts.names import name_key
from services.store.accounts.rights_changes import RightsChanges
from services.store.accounts.scripts import Client, Scripts, text
from services.store.redis_errors import reading, writing

FIRST_ACCOUNT = "acta:{server}:first-account"


class StoredAccount(msgspec.Struct, frozen=True):
    """An account with what only this package may know of it."""

    account: Account
    password_hash: str
    sign_up_key: str


class PasswordChange(msgspec.Struct, frozen=True):
    """A new password, on condition that `old` is still the hash, or that the reset link of digest `link` is good."""

    user_id: UserId
    new: str
    old: str = ""
    link: str = ""
    ends: Sequence[Kind] = ()


class StoredAccounts:
    def __init__(self, client: Client, scripts: Scripts, rights_changes: RightsChanges) -> None:
        self._client = client
        self._scripts = scripts
        self._rights_changes = rights_changes

    async def create(self, new: StoredAccount) -> bool:
        """Make an account; False when its name is taken."""
        account, place = new.account, Place(new.account.user_id)
        holder = await self._scripts.run(
            "create",
            [place.name(name_key(account.name)), place.account],
            [
                *(account.user_id, "name", account.name, "email", account.email, "admin", int(account.admin)),
                *("created_at", account.created_at, "password", new.password_hash, "sign_up_key", new.sign_up_key),
            ],
        )
        return text(holder) == account.user_id

    async def claim_first(self, user: UserId) -> bool:
        """Whether this is to be the first account of an empty server. Asking twice gives the same answer.

        What was claimed is never given back: should that account not come into being after all, nobody is made admin
        unawares, and the operator makes one.
        """
        with writing():
            await self._client.set(FIRST_ACCOUNT, user, nx=True)
            return text(await self._client.get(FIRST_ACCOUNT) or b"") == user

    async def named(self, name: str) -> StoredAccount | None:
        key = name_key(name)
        with reading():
            user_id = await self._client.get(anyone_named(key).name(key))
        return await self.of(UserId(text(user_id))) if user_id else None

    async def of(self, user: UserId) -> StoredAccount | None:
        with reading():
            found = await self._client.hgetall(Place(user).account)
        fields = {text(key): text(value) for key, value in found.items()}
        if not fields:
            return None
        account = msgspec.convert({**fields, "user_id": user}, Account, strict=False)
        return StoredAccount(account, fields["password"], fields["sign_up_key"])

    async def names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """The names of those of these ids that are accounts."""
        known = [user for user in users if is_user_id(user)]
        with reading():
            found = await asyncio.gather(*(self._client.hget(Place(user).account, "name") for user in known))
        return {user: text(name) for user, name in zip(known, found, strict=True) if name}

    async def set_password(self, change: PasswordChange, now: int) -> bool:
        """Replace the password and end what it opened; False when the condition does not hold."""
        place = Place(change.user_id)
        done = await self._scripts.run(
            "set_password",
            [place.account, *(place.set_of(kind) for kind in change.ends)],
            [place.credentials, CHANGED, change.user_id, change.new, change.old, change.link, now],
        )
        self._rights_changes.announce(change.user_id)
        return bool(done)

    async def set_email(self, user: UserId, email: str) -> None:
        with writing():
            await self._client.hset(Place(user).account, "email", email)

    async def set_admin(self, user: UserId, *, admin: bool) -> None:
        with writing():
            await self._client.hset(Place(user).account, "admin", str(int(admin)))
            await self._client.publish(CHANGED, user)
        self._rights_changes.announce(user)
