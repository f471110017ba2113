"""Earlier positions of games that were folded lately: whoever steps through a replay asks for the next one to it.

Each is cached encoded, so that nobody who was given one can change it.
"""

from typing import NamedTuple

import msgspec

from domain.kernel.ids import GameId, Version
from domain.kernel.match import Match
from domain.registry import Registry
from services.cache import Cache
from services.store.snapshots import Snapshot, fingerprint

_MOST_BYTES = 2**22
"""Some hundred positions."""
_NEAR = 4
"""Events after a position for which it is worth beginning there: if an undo lies among them, they were read in vain."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Snapshot).decode


class MatchThen(NamedTuple):
    """A match after a version, whose record has that hash."""

    match: Match
    version: Version
    head: str


class _Encoded(NamedTuple):
    secret: bytes
    snapshot: bytes


class CachedPositions:
    """Caches positions of the games that were looked back into last."""

    def __init__(self, registry: Registry, most: int = _MOST_BYTES) -> None:
        """Hold about so many bytes of them."""
        self._registry = registry
        self._cache: Cache[tuple[GameId, Version], _Encoded] = Cache(most)

    def near(self, game_id: GameId, version: Version) -> MatchThen | None:
        """The last position that is cached up to a version and shortly before it."""
        for earlier in range(version, version - _NEAR - 1, -1):
            encoded = self._cache.get((game_id, Version(earlier)))
            if encoded is not None:
                then = _decode(encoded.snapshot)
                match = then.restore(self._registry.get(then.table.game), encoded.secret)
                return MatchThen(match, then.version, then.head)
        return None

    def put(self, game_id: GameId, then: MatchThen) -> None:
        """Cache a position."""
        match = then.match
        state = msgspec.Raw(_encode(match.state))
        encoded = _encode(Snapshot(fingerprint(match.game), then.version, then.head, match.table, state))
        self._cache.put((game_id, then.version), _Encoded(match.secret, encoded), len(encoded))
