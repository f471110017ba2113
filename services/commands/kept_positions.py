"""Earlier positions of games that were folded lately: whoever steps through a replay asks for the next one to it.

A position is only ever a head start: it is used if the log bears it out, and forgetting them all changes nothing but
time. Each is kept encoded, so that nobody who was given one can change it.
"""

from collections import OrderedDict
from typing import NamedTuple

import msgspec

from domain.kernel.ids import GameId, Version
from domain.kernel.match import Match
from domain.registry import Registry
from services.store.snapshots import Snapshot, fingerprint

_GAMES = 64
_OF_A_GAME = 16
"""Positions that are kept of one: some kilobytes each."""
_NEAR = 4
"""Events after a position for which it is worth beginning there: if an undo lies among them, they were read in vain."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Snapshot).decode


class Position(NamedTuple):
    """A match after a version, whose record has that hash."""

    match: Match
    version: Version
    head: str


class _Kept(NamedTuple):
    secret: bytes
    text: bytes


class KeptPositions:
    """Keeps positions of the games that were looked back into last."""

    def __init__(self, registry: Registry, *, games: int = _GAMES, of_a_game: int = _OF_A_GAME) -> None:
        """Keep the last ones of so many games."""
        self._registry = registry
        self._games = games
        self._of_a_game = of_a_game
        self._kept: OrderedDict[GameId, OrderedDict[Version, _Kept]] = OrderedDict()

    def near(self, game_id: GameId, version: Version) -> Position | None:
        """The last position that is kept up to a version and shortly before it."""
        kept = self._kept.get(game_id)
        if kept is None:
            return None
        nearest = max((one for one in kept if version - _NEAR <= one <= version), default=None)
        if nearest is None:
            return None
        self._kept.move_to_end(game_id)
        kept.move_to_end(nearest)
        found = _decode(kept[nearest].text)
        match = found.restore(self._registry.get(found.table.game), kept[nearest].secret)
        return Position(match, found.version, found.head)

    def keep(self, game_id: GameId, position: Position) -> None:
        """Keep a position, in place of the one that was not asked for longest."""
        match = position.match
        state = msgspec.Raw(_encode(match.state))
        snapshot = Snapshot(fingerprint(match.game), position.version, position.head, match.table, state)
        kept = self._kept.setdefault(game_id, OrderedDict())
        kept[position.version] = _Kept(match.secret, _encode(snapshot))
        kept.move_to_end(position.version)
        if len(kept) > self._of_a_game:
            kept.popitem(last=False)
        self._kept.move_to_end(game_id)
        if len(self._kept) > self._games:
            self._kept.popitem(last=False)
