"""The stored read models: rows of owners and games, in generations of which one is live.

All generations stand in one hash slot, so that rows and checkpoint change together. A generation is five keys however
many owners it has: a hash of rows, and one sorted set that keeps the rows of every owner in their order by text.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from domain.kernel.errors import ActaError
from domain.kernel.ids import GameId, Version
from projections.rows import ModelKey, Outcome, ParkedGame
from projections.runner import START
from services.store import keys
from services.store.client import Client
from services.store.redis_errors import reading, repeatable
from services.store.scripts import Script

LIVE = keys.KeyKind.MODELS_LIVE
FIRST = "0"
"""The generation that is live before any was rebuilt."""
UNREAD_SECONDS = 3600
"""A generation that is not live is gone after this time, so that a killed rebuild leaves nothing behind."""
FADE_SECONDS = 60
"""How long the former generation stays for readers that have begun with it."""
_CHUNK = 100
_LARGEST_CHUNK = 1600
"""Who reads on and on is given more at once."""

T = TypeVar("T", bound=msgspec.Struct)
_Chunk: TypeAlias = tuple[Sequence[bytes], Sequence[bytes | None]]
"""Some places of the index, and the row at each."""


class NotSwitched(ActaError):
    """A new generation is not complete, or another rebuild was quicker; the live one stays."""


class ModelPage(NamedTuple, Generic[T]):
    """Rows in their order, and where the next page begins."""

    rows: list[T]
    next: str | None


class StoredModels:
    """Reads and writes the rows."""

    def __init__(self, client: Client) -> None:
        """Keep them beside the logs."""
        self._client = client
        self._project = Script("models_project", "checkpoints")
        self._switch = Script("models_switch")
        self._rows = Script("models_rows")

    # For the projector

    async def live(self) -> str:
        """The generation that is read."""
        with reading():
            found = await self._client.get(LIVE)
        return FIRST if found is None else found.decode()

    async def checkpoint(self, generation: str, partition: int) -> str:
        """How far a partition of the feed was read."""
        with reading():
            found = await self._client.hget(keys.generation(generation).checkpoints, str(partition))
        return START if found is None else found.decode()

    async def store(self, generation: str, partition: int, checkpoint: str, outcomes: Sequence[Outcome]) -> None:
        """Keep outcomes and checkpoint, all or nothing."""
        arguments: list[object] = [generation, UNREAD_SECONDS, partition, checkpoint, len(outcomes)]
        for outcome in outcomes:
            arguments += _arguments(outcome)
        with repeatable():
            await self._project.run(self._client, [LIVE, *keys.generation(generation)], arguments)

    async def switch(self, generation: str) -> None:
        """Make a complete generation the live one, or raise `NotSwitched`."""
        old = await self.live()
        names = [LIVE, *keys.generation(generation), *keys.generation(old)]
        with repeatable():
            done = await self._switch.run(self._client, names, [generation, old, keys.PARTITIONS, FADE_SECONDS])
        if not done and await self.live() != generation:
            raise NotSwitched(generation)

    # For readers

    async def version(self, game: GameId) -> int:
        """The version that a game's rows were made from."""
        generation = keys.generation(await self.live())
        with reading():
            return int(await self._client.hget(generation.versions, game) or 0)

    async def parked(self) -> list[ParkedGame]:
        """The games that cannot be projected."""
        generation = keys.generation(await self.live())
        with reading():
            found = await self._client.hgetall(generation.parked)
        return [_parked(game, text) for game, text in sorted(found.items())]

    async def count(self, place: ModelKey, order: str = "") -> int:
        """How many rows an owner has, all or those of one order."""
        generation = keys.generation(await self.live())
        prefix = _prefix(place) + (f"{order}/" if order else "")
        with reading():
            return await self._client.zlexcount(generation.order, f"[{prefix}", f"({prefix[:-1]}0")

    async def page(  # noqa: PLR0913 - what, whose, which, from where, how many, which way
        self,
        place: ModelKey,
        kind: type[T],
        wanted: Callable[[T], bool],
        cursor: str | None,
        size: int,
        *,
        backwards: bool = True,
    ) -> ModelPage[T]:
        """An owner's rows, as far as they are wanted."""
        rows: list[T] = []
        async for position, row in self.walk(place, kind, cursor, backwards=backwards):
            if wanted(row):
                rows.append(row)
                if len(rows) == size:
                    return ModelPage(rows, position)
        return ModelPage(rows, None)

    async def walk(
        self,
        place: ModelKey,
        kind: type[T],
        cursor: str | None = None,
        *,
        backwards: bool = True,
        holding: Sequence[bytes] = (),
    ) -> AsyncIterator[tuple[str, T]]:
        """An owner's rows with their positions, in their order or backwards, after the position of a cursor.

        Rows whose text does not hold all of `holding` are left out unread: most of the cost of a row is its reading.
        """
        decode, length = msgspec.json.Decoder(kind).decode, len(_prefix(place))
        async for members, texts in self._chunks(place, cursor, backwards=backwards):
            found = [(member, text) for member, text in zip(members, texts, strict=True) if text is not None]
            for part in holding:
                found = [pair for pair in found if part in pair[1]]
            for member, text in found:
                order, _, game = member.decode()[length:].rpartition("/")
                yield f"{order}:{game}", decode(text.partition(b"\n")[2])

    async def every(self, place: ModelKey, kind: type[T]) -> list[T]:
        """All rows of an owner, the last one first: for thousands of them half the price of walking."""
        decode = msgspec.json.Decoder(kind).decode
        rows: list[T] = []
        async for _, texts in self._chunks(place, None, backwards=True):
            rows += [decode(text.partition(b"\n")[2]) for text in texts if text is not None]
        return rows

    async def _chunks(self, place: ModelKey, cursor: str | None, *, backwards: bool) -> AsyncIterator[_Chunk]:
        generation, prefix = keys.generation(await self.live()), _prefix(place)
        low, high = f"[{prefix}", f"({prefix[:-1]}0"  # "0" is the character after "/"
        last = None if cursor is None else prefix + "/".join(cursor.rsplit(":", 1))
        size = _CHUNK
        while True:
            if last is not None:
                low, high = (low, f"({last}") if backwards else (f"({last}", high)
            with reading():
                members, texts = await self._rows.run(
                    self._client, [generation.order, generation.rows], [low, high, size, int(backwards), prefix]
                )
            yield members, texts
            if len(members) < size:
                return
            last, size = members[-1].decode(), min(2 * size, _LARGEST_CHUNK)


def _arguments(outcome: Outcome) -> list[object]:
    if isinstance(outcome, ParkedGame):
        return [outcome.game, outcome.version, outcome.reason, 0]
    arguments: list[object] = [outcome.game, outcome.version, "", len(outcome.rows)]
    for place, row in outcome.rows.items():
        arguments += [f"{place.model}/{place.owner}", *(("", "") if row is None else row)]
    return arguments


def _prefix(place: ModelKey) -> str:
    """What the fields of an owner's rows begin with, and their places in the index, which go on with the order."""
    return f"{place.model}/{place.owner}/"


def _parked(game: bytes, text: bytes) -> ParkedGame:
    version, _, reason = text.decode().partition(" ")
    return ParkedGame(GameId(game.decode()), Version(int(version)), reason)
