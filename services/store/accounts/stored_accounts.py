"""The accounts themselves: name, mail address, password hash, whether they are an admin.

Never checks a password and never decides whether somebody may have an account: `Accounts` does.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import get_args

import msgspec

from domain.kernel.ids import UserId
from services.accounts import Account, Kind
from services.store import keys
from services.store.accounts.ids import is_user_id, partition_of_name
from services.store.accounts.names import name_key
from services.store.accounts.rights_changes import RightsChanges
from services.store.client import Client
from services.store.keys import RIGHTS_CHANGED
from services.store.redis_errors import reading, repeatable, writing
from services.store.scripts import Script

OLD_NAME_SECONDS = str(30 * 24 * 3600)
"""How long a former name leads to its account and can be taken by nobody else."""
_SLICE = 1000
_FOR_GOOD, _NOT_ANY_LONGER = "", "0"


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
    def __init__(self, client: Client, rights_changes: RightsChanges) -> None:
        self._client = client
        self._rights_changes = rights_changes
        self._create = Script("account_create", "moving")
        self._set_field = Script("account_set", "moving")
        self._delete = Script("account_delete", "moving", "credentials")
        self._ban = Script("account_ban", "moving", "credentials")
        self._hold_name = Script("name_hold", "moving")
        self._set_password = Script("account_set_password", "moving", "credentials")

    async def create(self, new: StoredAccount) -> bool:
        """Make an account; False when its name is taken."""
        account = new.account
        arguments = [
            *(account.user_id, "name", account.name, "email", account.email, "admin", int(account.admin)),
            *("created_at", account.created_at, "password", new.password_hash, "sign_up_key", new.sign_up_key),
            *("guest", int(account.guest)),
            *(("bot", 1) if account.bot else ()),
        ]
        with writing():
            names = [_name(account.name), keys.account(account.user_id)]
            holder: bytes = await self._create.run(self._client, names, arguments)
        return holder.decode() == account.user_id

    async def claim_first(self, user: UserId) -> bool:
        """Whether this is to be the first account of an empty server. Asking twice gives the same answer.

        What was claimed is never given back: if that account is not made after all, no other one becomes
        admin by accident, and the operator makes one.
        """
        with writing():
            await self._client.set(keys.KeyKind.FIRST_ACCOUNT, user, nx=True)
            return await self._client.get(keys.KeyKind.FIRST_ACCOUNT) == user.encode()

    async def named(self, name: str) -> StoredAccount | None:
        with reading():
            holder = await self._client.get(_name(name))
        if holder is None:
            return None
        found = await self.of(UserId(holder.decode()))
        if found is None:  # a name of nobody: it outlived its account when the server died in the middle of a deletion
            await self._hold(name, UserId(holder.decode()), _NOT_ANY_LONGER)
        return found

    async def of(self, user: UserId) -> StoredAccount | None:
        with reading():
            found = await self._client.hgetall(keys.account(user))
        fields = {key.decode(): value.decode() for key, value in found.items()}
        if not fields:
            return None
        account = msgspec.convert({**fields, "user_id": user}, Account, strict=False)
        return StoredAccount(account, fields["password"], fields["sign_up_key"])

    async def language(self, user: UserId) -> str:
        """The language that a person has chosen to read; empty, if none."""
        with reading():
            found = await self._client.hget(keys.preferences(user), "language")
        return msgspec.json.decode(found, type=str | None) or "" if found else ""

    async def names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """The names of those of these ids that are accounts."""
        known = [user for user in users if is_user_id(user)]
        with reading():
            found = await asyncio.gather(*(self._client.hget(keys.account(user), "name") for user in known))
        return {user: name.decode() for user, name in zip(known, found, strict=True) if name}

    async def bots(self, users: Sequence[UserId]) -> set[UserId]:
        """Those of these ids that are accounts of programs."""
        known = [user for user in users if is_user_id(user)]
        with reading():
            found = await asyncio.gather(*(self._client.hget(keys.account(user), "bot") for user in known))
        return {user for user, bot in zip(known, found, strict=True) if bot == b"1"}

    async def names_with_strangers(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """What people are called, also those without an account here whom an imported game has brought along."""
        names = await self.names(users)
        others = [user for user in users if user not in names]
        if not others:
            return names
        with reading():
            found = await self._client.hmget(keys.KeyKind.STRANGERS, others)
        return names | {user: name.decode() for user, name in zip(others, found, strict=True) if name}

    async def keep_strangers(self, names: Mapping[UserId, str]) -> None:
        """Keep the names of people from other servers; the first name that came along stays."""
        with repeatable():
            for user, name in names.items():
                await self._client.hsetnx(keys.KeyKind.STRANGERS, user, name)

    async def set_password(self, change: PasswordChange, now: int) -> bool:
        """Replace the password and end what it opened; False when the condition does not hold."""
        user = change.user_id
        names = [keys.account(user), *(keys.credentials(user, kind) for kind in change.ends)]
        prefix = keys.credential(keys.slot_of(user), "")
        arguments = [prefix, RIGHTS_CHANGED, user, change.new, change.old, change.link, now]
        with writing():
            done = await self._set_password.run(self._client, names, arguments)
        self._rights_changes.announce(user)
        return bool(done)

    async def rename(self, account: Account, name: str) -> bool:
        """Give an account another name; False when somebody else has it.

        The two names may lie in two slots: the new one is taken first, and the old one still leads to the account for
        a while, so that nobody can pass for its owner.
        """
        user = account.user_id
        if not await self._hold(name, user, _FOR_GOOD):
            return False
        await self._set(user, "name", name)
        if name_key(name) != name_key(account.name):
            await self._hold(account.name, user, _NOT_ANY_LONGER if account.guest else OLD_NAME_SECONDS)
        await self.tell(user)
        return True

    async def delete(self, account: Account) -> None:
        """Delete an account, its settings and all that could act for it; then its name is free.

        Logs name its id alone, so games stay as they are, and their proof holds.
        """
        user, slot = account.user_id, keys.slot_of(account.user_id)
        own = [keys.account(user), keys.preferences(user), keys.vacations(user)]
        own += [keys.muted_people(user), keys.muted_games(user), keys.push_subscriptions(user)]
        names = [*own, *(keys.credentials(user, kind) for kind in get_args(Kind))]
        with writing():
            arguments = [keys.credential(slot, ""), RIGHTS_CHANGED, user, len(own)]
            await self._delete.run(self._client, names, arguments)
        self._rights_changes.announce(user)
        await self._hold(account.name, user, _NOT_ANY_LONGER)

    async def set_email(self, user: UserId, email: str) -> None:
        await self._set(user, "email", email)

    async def confirm_email(self, user: UserId, email: str) -> None:
        """Note that an address answered; it counts as long as it is the account's."""
        await self._set(user, "confirmed_email", email)

    async def end_guest(self, user: UserId) -> None:
        """Note that a guest has become a person with a password."""
        await self._set(user, "guest", "0")
        await self.tell(user)

    async def ban(self, user: UserId, now: int) -> None:
        """End everything that can act for an account, and let nothing new do so, until it is unbanned."""
        names = [keys.account(user), *(keys.credentials(user, kind) for kind in get_args(Kind))]
        with writing():
            await self._ban.run(
                self._client, names, [keys.credential(keys.slot_of(user), ""), RIGHTS_CHANGED, user, now]
            )
        self._rights_changes.announce(user)

    async def unban(self, user: UserId) -> None:
        """Let the owner of an account log in again; what was ended stays ended."""
        await self._set(user, "banned_at", "0")

    async def everybody(self) -> AsyncIterator[Account]:
        """Every account, in no particular order."""
        with reading():
            async for name in self._client.scan_iter(match=keys.every_account(), count=_SLICE):
                user = keys.user_of_account(name.decode())
                found = await self.of(user) if user else None
                if found is not None:
                    yield found.account

    async def set_admin(self, user: UserId, *, admin: bool) -> None:
        await self._set(user, "admin", str(int(admin)))
        await self.tell(user)

    async def _set(self, user: UserId, field: str, value: str) -> None:
        with writing():
            await self._set_field.run(self._client, [keys.account(user)], [field, value])

    async def _hold(self, name: str, user: UserId, seconds: str) -> bool:
        with writing():
            return bool(await self._hold_name.run(self._client, [_name(name)], [user, seconds]))

    async def tell(self, user: UserId) -> None:
        """Let every process forget what it knows of a user."""
        with writing():
            await self._client.publish(RIGHTS_CHANGED, user)
        self._rights_changes.announce(user)


def _name(name: str) -> str:
    key = name_key(name)
    return keys.name(key, partition_of_name(key))
