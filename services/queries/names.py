"""The names of users, which live in their accounts and never in a log. Remembered for a moment."""

import time
from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple, Protocol

from domain.kernel.ids import UserId
from domain.kernel.player_names import Holder, names_at_table
from domain.kernel.table import Table
from services.cache import Cache
from services.store.accounts.rights_changes import RightsChanges
from services.store.accounts.stored_accounts import StoredAccounts

_SECONDS = 60
_MOST = 10_000


class _NameNow(NamedTuple):
    name: str | None
    bot: bool
    until: float


class Names:
    """Looks names up, and whose they are: a person's or a program's."""

    def __init__(self, stored: StoredAccounts, rights_changes: RightsChanges | None = None) -> None:
        """Look up what is stored, and forget it once it has changed: in a process that hears of it, at once."""
        self._stored = stored
        self._known: Cache[UserId, _NameNow] = Cache(_MOST)
        self.renamed = 0
        """How often anybody may have become called otherwise."""
        if rights_changes is not None:
            rights_changes.subscribe(self._forget)

    async def of(self, users: Iterable[UserId]) -> dict[UserId, str]:
        """The names of those of these users who have one: an account may be gone, a game imported from elsewhere."""
        names = await self._look_up(set(users))
        return {user: now.name for user, now in names.items() if now.name is not None}

    async def bots(self, users: Iterable[UserId]) -> set[UserId]:
        """Those of these users that are accounts of programs."""
        names = await self._look_up(set(users))
        return {user for user, now in names.items() if now.bot}

    async def _look_up(self, users: Collection[UserId]) -> dict[UserId, _NameNow]:
        clock, stored = time.monotonic(), self._stored
        known = {user: now for user in users if (now := self._known.get(user)) is not None and now.until >= clock}
        missing = [user for user in users if user not in known]
        if missing:
            names, bots = await stored.names_with_strangers(missing), await stored.bots(missing)
            for user in missing:
                now = _NameNow(names.get(user), user in bots, clock + _SECONDS)
                known[user] = self._known.put(user, now)
        return known

    def _forget(self, user: UserId | None) -> None:
        self.renamed += 1
        if user is None:
            self._known.clear()
        else:
            self._known.take(user)

    async def here(self, users: Iterable[UserId]) -> dict[UserId, str]:
        """The names of those of these users who have an account on this server now."""
        return await self._stored.names([*users])

    async def known(self, user: UserId) -> str | None:
        """The name of a user, if there is such an account now."""
        return (await self._stored.names([user])).get(user)

    async def user_called(self, name: str) -> UserId | None:
        """The user of that name."""
        holder = await self._stored.named(name)
        return holder.account.user_id if holder else None


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
