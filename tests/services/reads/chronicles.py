"""Games for a projector: played in memory, written to a store batch by batch, and what must be stored of them."""

import random
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from domain.kernel.envelope import Record, Stamp, write
from domain.kernel.errors import UndoBarred
from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import GameId, Version
from domain.kernel.match import Batch
from domain.registry import Registry
from projections.folds import Folds
from projections.models import make
from projections.runner import Projector
from services.store.events import Append, CommandKey, EventStore
from services.store.feed import RedisFeed
from services.store.keys import PARTITIONS
from services.store.models import Generation, StoredModels
from tests.kit.sitting import Sitting
from tests.kit.taberna import GAME as TABERNA
from tests.services.store.servers import AnyRedis

REGISTRY = Registry([TABERNA])
MORNING = datetime(2026, 1, 1, tzinfo=UTC)


class Chronicle(Sitting):
    """A sitting with an id and a clock of its own that keeps what a server would have appended."""

    def __init__(self, seed: int, players: int = 2, game: AnyGame = TABERNA) -> None:
        self.game_id = GameId(uuid4().hex[:20])
        self.appends: list[Append] = []
        super().__init__(game, players, seed)

    def keep(self, batch: Batch) -> list[Record]:
        version, before = Version(len(self.records)), self.head
        key = CommandKey(f"c{version}", "")
        at = (MORNING + timedelta(minutes=len(self.appends))).isoformat(timespec="milliseconds")
        stamp = Stamp(self.game_id, at.replace("+00:00", "Z"), key.key, self.secret)
        records, self.head = write(stamp, version, before, batch.entries)
        self.records += records
        secret = None if version else self.secret
        self.appends.append(Append(self.game_id, version, before, self.head, records, key, None, secret))
        return records


def whole(seed: int, players: int = 2) -> Chronicle:
    """A whole random game with choices taken back now and then."""
    chronicle = Chronicle(seed, players)
    rng = random.Random(seed)
    for _ in chronicle.steps(seed):
        waiting = chronicle.match.to_act()
        if not isinstance(waiting, Step) and waiting and rng.random() < 0.3:
            chronicle.play(waiting[0], rng.choice(chronicle.match.legal(waiting[0])))
            with suppress(UndoBarred):
                chronicle.undo(waiting[0])
    return chronicle


def shuffled(chronicles: Iterable[Chronicle], rng: random.Random) -> list[Append]:
    """The batches of several games, each game's in their order."""
    left = [iter(chronicle.appends) for chronicle in chronicles]
    found: list[Append] = []
    while left:
        one = rng.choice(left)
        batch = next(one, None)
        if batch is None:
            left.remove(one)
        else:
            found.append(batch)
    return found


class Contents(NamedTuple):
    """Everything that a generation holds of some games."""

    rows: dict[str, bytes]
    order: list[str]
    versions: dict[str, bytes]
    parked: dict[str, bytes]


class Backstage:
    """The parts of the read side on one client, as the services build them."""

    def __init__(self, client: Any, ears: AnyRedis | None = None, registry: Registry = REGISTRY) -> None:  # noqa: ANN401 - redis-py's clients share no type
        self.client = client
        self.store = EventStore(client)
        self.models = StoredModels(client)
        self.feed = RedisFeed(client, ears or client)
        self.registry = registry
        self.alarms: list[GameId] = []

    def projector(self) -> Projector:
        """A projector that knows nothing yet."""
        folds = Folds(self.store, self.registry)
        return Projector(self.feed, folds, self.models, lambda game, _error: self.alarms.append(game))

    async def write(self, batches: Iterable[Append]) -> None:
        for batch in batches:
            await self.store.append(batch)

    async def catch_up(self, projector: Projector | None = None) -> None:
        projector = projector or self.projector()
        for partition in range(PARTITIONS):
            await projector.catch_up(partition)

    async def contents(self, games: Sequence[GameId], generation: str | None = None) -> Contents:
        """What is stored of these games."""
        keys = Generation.called(generation or await self.models.live())
        own = tuple(games)

        def mine(found: dict[bytes, bytes]) -> dict[str, bytes]:
            return {key.decode(): value for key, value in sorted(found.items()) if key.decode().endswith(own)}

        members = [member.decode() for member in await self.client.zrange(keys.order, 0, -1)]
        return Contents(
            mine(await self.client.hgetall(keys.rows)),
            [member for member in members if member.endswith(own)],
            mine(await self.client.hgetall(keys.versions)),
            mine(await self.client.hgetall(keys.parked)),
        )

    async def expected(self, games: Sequence[GameId]) -> Contents:
        """What must be stored of these games, worked out from their logs alone."""
        rows: dict[str, bytes] = {}
        order: list[str] = []
        for game in games:
            made = make(await Folds(self.store, self.registry).newest(game))
            for place, row in made.rows.items():
                if row is not None:
                    rows[f"{place.model}/{place.owner}/{game}"] = f"{row.order}\n".encode() + row.body
                    order.append(f"{place.model}/{place.owner}/{row.order}/{game}")
        versions = {game: b"%d" % await self.store.version(game) for game in sorted(games)}
        return Contents(dict(sorted(rows.items())), sorted(order), versions, {})
