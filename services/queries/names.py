"""The names of users, which live in their accounts and never in a log. Remembered for a moment."""

import time
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, Protocol

from domain.kernel.ids import UserId
from domain.kernel.player_names import Holder, names_at_table
from domain.kernel.table import Table
from services.store.accounts.rights_changes import RightsChanges
from services.store.accounts.stored_accounts import StoredAccounts

_SECONDS = 60
_MOST = 10_000


class _Known(NamedTuple):
    name: str | None
    bot: bool
    until: float


class KnownAccounts(Protocol):
    """The accounts, as far as names are concerned."""

    @property
    def stored(self) -> StoredAccounts:
        """Looks accounts up."""
        ...

    @property
    def rights_changes(self) -> RightsChanges:
        """Tells whose account has changed."""
        ...


class Names:
    """Looks names up, and whose they are: a person's or a program's."""

    def __init__(self, accounts: KnownAccounts) -> None:
        self._accounts = accounts
        self._known: dict[UserId, _Known] = {}
        self.renamed = 0
        """How often anybody may have become called otherwise."""
        accounts.rights_changes.subscribe(self._forget)

    async def of(self, users: Iterable[UserId]) -> dict[UserId, str]:
        """The names of those of these users who have one: an account may be gone, a game imported from elsewhere."""
        wanted = set(users)
        await self._look_up(wanted)
        return {user: name for user in wanted if (name := self._known[user].name) is not None}

    async def bots(self, users: Iterable[UserId]) -> set[UserId]:
        """Those of these users that are accounts of programs."""
        wanted = set(users)
        await self._look_up(wanted)
        return {user for user in wanted if self._known[user].bot}

    async def _look_up(self, users: Iterable[UserId]) -> None:
        now, stored = time.monotonic(), self._accounts.stored
        missing = [user for user in users if user not in self._known or self._known[user].until < now]
        if missing:
            found, bots = await stored.names_with_strangers(missing), await stored.bots(missing)
            if len(self._known) > _MOST:
                self._known = {user: self._known[user] for user in users if user in self._known}
            for user in missing:
                self._known[user] = _Known(found.get(user), user in bots, now + _SECONDS)

    def _forget(self, user: UserId | None) -> None:
        self.renamed += 1
        if user is None:
            self._known.clear()
        else:
            self._known.pop(user, None)

    async def here(self, users: Iterable[UserId]) -> dict[UserId, str]:
        """The names of those of these users who have an account on this server now."""
        return await self._accounts.stored.names([*users])

    async def known(self, user: UserId) -> str | None:
        """The name of a user, if there is such an account now."""
        return (await self._accounts.stored.names([user])).get(user)

    async def user_called(self, name: str) -> UserId | None:
        """The user of that name."""
        found = await self._accounts.stored.named(name)
        return found.account.user_id if found else None


async def player_names(names: Names, table: Table, lang: str) -> list[str]:
    """What the players are called, by seat."""
    known = await names.of(chair.user for chair in table.chairs if chair.user is not None)
    return names_at_table([Holder(chair.user, chair.bot) for chair in table.chairs], known, lang)


class SeatShown(Protocol):
    """A seat of an answer."""

    kind: Literal["human", "bot", "open"]
    user_id: UserId | None


async def mark_bots(names: Names, seats: Sequence[SeatShown]) -> None:
    """Tell which seats programs play, those too that have an account of their own."""
    bots = await names.bots(seat.user_id for seat in seats if seat.user_id is not None)
    for seat in seats:
        if seat.user_id in bots:
            seat.kind = "bot"
