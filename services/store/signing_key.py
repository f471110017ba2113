"""The key with which this server signs addresses of pictures: made once, the same for every process."""

import secrets

from services.store import keys
from services.store.client import Client
from services.store.redis_errors import repeatable

_BYTES = 32


class SigningKey:
    """Reads the key; the first who asks makes it."""

    def __init__(self, client: Client) -> None:
        """Keep it beside the accounts."""
        self._client = client
        self._key = b""

    async def get(self) -> bytes:
        """The key."""
        if not self._key:
            with repeatable():
                await self._client.set(keys.signing_key(), secrets.token_bytes(_BYTES), nx=True)
                self._key = bytes(await self._client.get(keys.signing_key()) or b"")
        return self._key
