"""Stored drafts: one a player, for other tabs, devices and chat. Not an event, and no part of any log.

A draft belongs to its author, not to the seat: a later player of the seat must not read it.
"""

from typing import Any

import msgspec

from domain.kernel.ids import GameId, UserId, Version
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, repeatable

_SECONDS = 90 * 24 * 3600
"""Drafts outlive any sensible turn, and do not stay for ever when a game is forgotten."""


class Draft(msgspec.Struct, frozen=True):
    """Commands that a player has composed on top of a version and not yet confirmed."""

    version: Version
    commands: tuple[dict[str, Any], ...]
    request: str = ""
    """The chat's request that took the last step, if one did."""
    planned: bool = False
    """Whether it is composed as if the player's next turn had begun."""


class Drafts:
    """Keeps at most one draft per player and game."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the logs."""
        self._client = client

    async def get(self, game: GameId, user: UserId) -> Draft | None:
        """The player's draft."""
        with reading():
            found = await self._client.get(keys.draft(game, user))
        return None if found is None else msgspec.json.decode(found, type=Draft)

    async def put(self, game: GameId, user: UserId, draft: Draft) -> None:
        """Keep a draft in place of the former one."""
        with repeatable():
            await self._client.set(keys.draft(game, user), msgspec.json.encode(draft), ex=_SECONDS)

    async def drop(self, game: GameId, user: UserId) -> None:
        """Forget the player's draft."""
        with repeatable():
            await self._client.delete(keys.draft(game, user))
