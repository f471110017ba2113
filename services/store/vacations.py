"""The vacations of each account: when its person is or was away from all tables, by the account's own days."""

from collections.abc import Sequence

import msgspec

from domain.kernel.clock import Span
from domain.kernel.ids import UserId
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, repeatable
from services.store.scripts import Script

_decode = msgspec.json.Decoder(list[Span]).decode


class Vacations:
    """Keeps a list of spans for each account. Never decides how long somebody may be away."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the accounts."""
        self._client = client
        self._replace = Script("vacations_replace", "moving")

    async def of(self, user: UserId) -> list[Span]:
        """When a person is or was away."""
        with reading():
            found = await self._client.get(keys.vacations(user))
        return _decode(found) if found else []

    async def replace(self, user: UserId, former: Sequence[Span], spans: Sequence[Span]) -> bool:
        """Keep other spans; whether the former ones were still held."""
        texts = [msgspec.json.encode(held) if held else b"" for held in (former, spans)]
        with repeatable():
            return bool(await self._replace.run(self._client, [keys.vacations(user)], texts))
