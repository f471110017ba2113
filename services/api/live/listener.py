"""The caller of a stream: what it may hear depends on a credential that may end before the stream does."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from domain.kernel.ids import GameId, UserId
from domain.kernel.languages import ENGLISH
from services.accounts import Credential, Kind, Principal, milliseconds
from services.api.live.shared_reads import TableAt

Tell = Callable[[TableAt], bool]
"""Tells where a game stands now; False if nothing was told, since the stream's task has to."""


HeldBy = Callable[[UserId, Sequence[Kind]], Awaitable[list[Credential]]]
"""Gives what somebody holds, of some kinds."""


class Listener:
    """By which credential a stream was opened (`None`: by none), with which code, from where, in which language."""

    def __init__(
        self, principal: Principal | None, code: str | None, address: str | None, language: str = ENGLISH
    ) -> None:
        """`address` is the name under which streams from there are counted; `None`: they are not."""
        self.code = code
        self.address = address
        self.language = language
        self.wakeup = asyncio.Event()
        self.games: set[GameId] = set()
        """The games that it is woken for."""
        self.woken_by: set[GameId] = set()
        """Those that went on since it last looked."""
        self.talk_is_due = True
        """Whether something may have been said since it last looked."""
        self.missed_hints = False
        """Whether any game may have gone on unheard since it last looked."""
        self.tell: Tell | None = None
        """How it is told what has just happened while its task rests, if it can be."""
        self._principal = principal
        self._rights_changed = False
        self._rested = False
        self._at_rest = False

    @property
    def user(self) -> UserId | None:
        return None if self._principal is None else self._principal.user_id

    @property
    def at_rest(self) -> bool:
        """Whether its task waits, has told everything that it was woken for, and may tell more without asking."""
        principal = self._principal
        unexpired = principal is None or milliseconds() < principal.expires_at
        return self._at_rest and not self.wakeup.is_set() and unexpired

    def take(self, newest: TableAt) -> bool:
        """Tell where a game stands now without waking the task; False if only the task can tell it."""
        return self.tell is not None and self.at_rest and self.tell(newest)

    def wake(self, game_id: GameId) -> None:
        self.woken_by.add(game_id)
        self.wakeup.set()

    def hear(self) -> None:
        """Somebody has spoken at a table."""
        self.talk_is_due = True
        self.wakeup.set()

    def wake_for_all(self) -> None:
        self.missed_hints = True
        self.wakeup.set()

    def doubt(self) -> None:
        """The credential may have ended: ask before anything else is told."""
        self._rights_changed = True
        self.wakeup.set()

    async def woken_within(self, seconds: float) -> bool:
        """Wait until something wakes it; whether anything did in that time. Cheaper than a time-out by far."""
        self._rested = False
        timer = asyncio.get_running_loop().call_later(seconds, self._rest)
        self._at_rest = True
        try:
            await self.wakeup.wait()
        finally:
            self._at_rest = False
            timer.cancel()
        return not self._rested

    def _rest(self) -> None:
        self._rested = True
        self.wakeup.set()

    async def may_go_on(self, held_by: HeldBy) -> bool:
        """Whether the credential is still good. The store is asked only if it may not be."""
        principal = self._principal
        if principal is None or not (self._rights_changed or milliseconds() >= principal.expires_at):
            return True
        self._rights_changed = False
        credentials_held = await held_by(principal.user_id, [principal.kind])
        credential = next((one for one in credentials_held if one.id == principal.credential_id), None)
        if credential is None:
            return False
        self._principal = msgspec.structs.replace(principal, expires_at=credential.expires_at)  # use prolongs a session
        return True
