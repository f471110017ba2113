"""The names of users, which live in their accounts and never in a log. Remembered for a moment."""

import time
from collections.abc import Iterable

from domain.kernel.ids import UserId
from domain.kernel.player_names import Holder, name_at_table
from domain.kernel.table import Table
from services.store.accounts import Accounts

_SECONDS = 60
_MOST = 10_000


class Names:
    """Looks names up."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._known: dict[UserId, tuple[str | None, float]] = {}
        accounts.rights_changes.subscribe(self._forget)

    async def of(self, users: Iterable[UserId]) -> dict[UserId, str]:
        """The names of those of these users who have one: an account may be gone, a game imported from elsewhere."""
        now = time.monotonic()
        wanted = set(users)
        missing = [user for user in wanted if self._known.get(user, (None, 0.0))[1] < now]
        if missing:
            found = await self._accounts.stored.names_with_strangers(missing)
            if len(self._known) > _MOST:
                self._known.clear()
            for user in missing:
                self._known[user] = (found.get(user), now + _SECONDS)
        return {user: name for user in wanted if (name := self._known[user][0]) is not None}

    def _forget(self, user: UserId | None) -> None:
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
    holders = [Holder(chair.user, chair.bot) for chair in table.chairs]
    return [name_at_table(seat, holder, known, lang) for seat, holder in enumerate(holders)]
