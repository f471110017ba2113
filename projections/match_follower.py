"""The matches that a projection follows, each brought from the version it stands at to the newest one."""

from typing import Protocol

from domain.kernel.envelope import Codec, Record
from domain.kernel.ids import GameId, Version
from domain.kernel.log import batches
from domain.registry import Registry
from projections.followed_match import FollowedBatch, FollowedMatch
from projections.log_follower import LogFollower, Logs

_MOST_BYTES = 2**27


class GameLogs(Logs, Protocol):
    """Where the logs of games are read, and what is known of them besides."""

    async def is_unjudged(self, game: GameId) -> bool:
        """Whether the game was imported without anybody here having judged it."""
        ...

    async def version(self, game: GameId) -> Version:
        """The newest version of a game; 0 if there is none."""
        ...


class MatchFollower(LogFollower[FollowedMatch]):
    """Follows the logs of games match by match."""

    def __init__(self, logs: GameLogs, registry: Registry, *, hot_bytes: int = _MOST_BYTES) -> None:
        """Read from `logs`, and cache about so many bytes of matches."""
        self._game_logs = logs
        super().__init__(logs, registry, _before_the_first_event, hot_bytes)

    async def newest(self, game_id: GameId) -> FollowedMatch:
        """A match at the head of its log, and whether it was judged; only one that is over may not have been."""
        match = await super().newest(game_id)
        match.unjudged = match.match.table.over and await self._game_logs.is_unjudged(game_id)
        return match

    async def version(self, game_id: GameId) -> Version:
        """The newest version of a log, whether or not it can be folded."""
        return await self._game_logs.version(game_id)

    async def batch_before(self, game_id: GameId, version: Version) -> Version:
        """The version before the batch that ends at `version`."""
        *_, last = batches(await self._logs.read(game_id, limit=version))
        return Version(last[0].envelope().version - 1)

    async def since(self, game_id: GameId, version: Version) -> tuple[FollowedMatch, list[FollowedBatch]]:
        """The newest state of a match, and the batches after a version one by one."""
        records = await self._logs.read(game_id, after=version)
        match = await self._taken(game_id, version, records[0].envelope().prev if records else None)
        followed = []
        for lines in batches(match.read(records)):
            before = match.summary()
            if not match.add_batch(lines):
                match = await self._taken(game_id, lines[-1].version, lines[-1].record.hash())
            followed.append(FollowedBatch(before, lines, match.summary()))
        return self._put(match), followed

    async def _taken(self, game_id: GameId, version: Version, head: str | None) -> FollowedMatch:
        """A match that is not cached while batches are added to it: one of them may fail."""
        taken = await self.at(game_id, version, head)
        self._cache.take(game_id)
        return taken


def _before_the_first_event(game_id: GameId, codec: Codec, first: Record) -> FollowedMatch:
    return FollowedMatch(game_id, codec, first.envelope().at)
