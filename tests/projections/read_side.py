"""The read side: its parts on one client, what they store, and what they must store."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from domain.kernel.ids import GameId
from domain.registry import Registry
from projections.match_follower import MatchFollower
from projections.models import make
from projections.runner import Projector
from services.store import keys
from services.store.events import Append, EventStore
from services.store.feed import RedisFeed
from services.store.models import StoredModels
from tests.kit.taberna import GAME as TABERNA

REGISTRY = Registry([TABERNA])


class Contents(NamedTuple):
    """Everything that a generation holds of some games."""

    rows: dict[str, bytes]
    order: list[str]
    versions: dict[str, bytes]
    parked: dict[str, bytes]


class ReadSide:
    """The parts of the read side on one client, as the services build them."""

    def __init__(self, client: Any) -> None:  # noqa: ANN401 - redis-py's clients share no type
        self.client = client
        self.store = EventStore(client)
        self.models = StoredModels(client)
        self.feed = RedisFeed(client, client)
        self.alarms: list[GameId] = []

    def projector(self) -> Projector:
        """A projector that knows nothing yet."""
        folds = MatchFollower(self.store, REGISTRY)
        return Projector(self.feed, folds, self.models, lambda game, _error: self.alarms.append(game))

    async def write(self, batches: Iterable[Append]) -> None:
        for batch in batches:
            await self.store.append(batch)

    async def catch_up(self, projector: Projector | None = None) -> None:
        projector = projector or self.projector()
        for partition in range(keys.PARTITIONS):
            await projector.catch_up(partition)

    async def contents(self, games: Sequence[GameId], generation: str | None = None) -> Contents:
        """What is stored of these games."""
        names = keys.generation(generation or await self.models.live())
        own = tuple(games)

        def mine(found: dict[bytes, bytes]) -> dict[str, bytes]:
            return {key.decode(): value for key, value in sorted(found.items()) if key.decode().endswith(own)}

        members = [member.decode() for member in await self.client.zrange(names.order, 0, -1)]
        return Contents(
            mine(await self.client.hgetall(names.rows)),
            [member for member in members if member.endswith(own)],
            mine(await self.client.hgetall(names.versions)),
            mine(await self.client.hgetall(names.parked)),
        )

    async def expected(self, games: Sequence[GameId]) -> Contents:
        """What must be stored of these games, worked out from their logs alone."""
        rows: dict[str, bytes] = {}
        order: list[str] = []
        for game in games:
            made = make(await MatchFollower(self.store, REGISTRY).newest(game))
            for place, row in made.rows.items():
                if row is not None:
                    rows[f"{place.model}/{place.owner}/{game}"] = f"{row.order}\n".encode() + row.body
                    order.append(f"{place.model}/{place.owner}/{row.order}/{game}")
        versions: dict[str, bytes] = {game: b"%d" % await self.store.version(game) for game in sorted(games)}
        return Contents(dict(sorted(rows.items())), sorted(order), versions, {})
