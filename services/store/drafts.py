"""Stored drafts: one a seat, for other tabs, devices and chat. Not an event, and no part of any log."""

from typing import Any

import msgspec

from domain.kernel.ids import GameId, Seat, Version
from services.store import keys
from services.store.client import Client
from services.store.guard import reading

_SECONDS = 90 * 24 * 3600
"""Drafts outlive any sensible turn, and do not stay for ever when a game is forgotten."""


class Draft(msgspec.Struct, frozen=True):
    """Commands that a seat has composed on top of a version and not yet confirmed."""

    version: Version
    commands: tuple[dict[str, Any], ...]


class Drafts:
    """Keeps at most one draft per seat."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the logs."""
        self._client = client

    async def get(self, game: GameId, seat: Seat) -> Draft | None:
        """The seat's draft."""
        with reading():
            found = await self._client.get(keys.draft(game, seat))
        return None if found is None else msgspec.json.decode(found, type=Draft)

    async def put(self, game: GameId, seat: Seat, draft: Draft) -> None:
        """Keep a draft in place of the former one."""
        with reading():
            await self._client.set(keys.draft(game, seat), msgspec.json.encode(draft), ex=_SECONDS)

    async def drop(self, game: GameId, seat: Seat) -> None:
        """Forget the seat's draft."""
        with reading():
            await self._client.delete(keys.draft(game, seat))
