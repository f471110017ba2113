"""The key with which this server signs the heads that it tells: made once, with a name for ever, for every process."""

import secrets
from functools import lru_cache

from domain.kernel.ids import GameId, Version
from domain.kernel.signed_note import SignedHead, Signer
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import repeatable

_SEED = 32
_MOST = 4096


class SignedHeads:
    """Says of a head that this server told it. A head is signed once in a process, however many are told it."""

    def __init__(self, signer: Signer) -> None:
        """Sign by this key."""
        self.verifier = signer.verifier
        self._note = lru_cache(_MOST)(signer.head)

    def note(self, game: GameId, version: Version | int, head: str) -> str:
        """The signed note on a head."""
        return self._note(SignedHead(game, version, head))

    def signature(self, game: GameId, version: Version | int, head: str) -> str:
        """The signature of that note alone: the rest of it follows from game, version and head."""
        return self.note(game, version, head).split()[-1]


class HeadKey:
    """Reads the key; the first who asks makes it."""

    def __init__(self, client: Client, name: str) -> None:
        """Keep it beside the accounts. `name` is that of a key that is made now: no later one changes it."""
        self._client = client
        self._name = name
        self._signed: SignedHeads | None = None

    async def heads(self) -> SignedHeads:
        """What signs heads."""
        if self._signed is None:
            made = secrets.token_bytes(_SEED) + self._name.encode()
            with repeatable():
                await self._client.set(keys.KeyKind.HEAD_KEY, made, nx=True)
                found = bytes(await self._client.get(keys.KeyKind.HEAD_KEY) or made)
            self._signed = SignedHeads(Signer(found[_SEED:].decode(), found[:_SEED]))
        return self._signed
