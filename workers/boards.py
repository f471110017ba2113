"""Boards that messages in chats show, drawn by the worker itself: it is a process that may be held up."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from domain.kernel.ids import GameId
from services.bootstrap import Services, stored_accounts
from services.commands.rounds import RoundHeads
from services.outbound.chat.message import BoardWanted
from services.play.board_pictures import board_picture
from services.queries.drawing_processes import DrawingProcesses, Ordered, drawn
from services.queries.long_reads import LongReads
from services.queries.names import Names
from services.queries.sources import Sources
from services.queries.version_waits import VersionWaits
from services.store.accounts.rights_changes import RightsChanges
from services.store.accounts.stored_accounts import StoredAccounts


class DrawnHere(DrawingProcesses):
    """Draws in this process."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.settings.games)
        self._registry = services.tables.registry

    async def draw(self, ordered: Ordered) -> bytes:
        """The picture."""
        return drawn(self._registry, ordered)


async def board_png(services: Services, wanted: BoardWanted) -> bytes | None:
    """The picture, as its viewer may see it; none once there is nothing like it to be seen any more."""
    return await board_picture(_sources(services), services.drafts, DrawnHere(services), wanted)


class _Accounts(NamedTuple):
    stored: StoredAccounts
    rights_changes: RightsChanges


def _sources(services: Services) -> Sources:
    tables = services.tables
    return Sources(
        tables=tables,
        rounds=RoundHeads(tables.store, tables.registry),
        models=services.models,
        names=Names(_Accounts(stored_accounts(services), RightsChanges())),
        long_reads=LongReads(),
        waits=VersionWaits(_unwatched),
        public_url=services.settings.address,
    )


@contextmanager
def _unwatched(_game: GameId) -> Iterator[asyncio.Event]:
    """A job waits for no version."""
    yield asyncio.Event()
