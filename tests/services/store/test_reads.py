"""Reading the log: from any version, as much as wanted, on every kind of server."""

import pytest

from domain.kernel.ids import GameId, UserId
from services.store import keys
from services.store.events import EventStore
from tests.services.store.logs import Log, new_game


@pytest.mark.parametrize(
    ("after", "limit", "versions"),
    [
        (0, None, [1, 2, 3, 4, 5]),
        (0, 2, [1, 2]),
        (2, None, [3, 4, 5]),
        (2, 1, [3]),
        (4, 9, [5]),
        (5, None, []),
        (9, 2, []),
    ],
)
async def test_reading_from_any_version(store: EventStore, after: int, limit: int | None, versions: list[int]) -> None:
    log = Log()
    await store.append(log.batch(size=5))

    found = await store.read(log.game, after=after, limit=limit)

    assert [record.envelope().version for record in found] == versions
    assert await store.version(log.game) == 5


async def test_a_game_that_is_not_there_is_empty(store: EventStore) -> None:
    game = new_game()

    assert await store.read(game) == []
    assert await store.version(game) == 0
    assert await store.head(game) is None


async def test_the_head_is_the_hash_of_the_newest_event(store: EventStore) -> None:
    log = Log()
    for size in (2, 1):
        batch = log.batch(size=size)
        await store.append(batch)
        log.follow(batch)
        assert await store.head(log.game) == batch.new_head


def test_the_partition_of_a_game_never_changes() -> None:
    """Frozen: a game whose partition moved would no longer be found."""
    names = ("", "a", "0123456789abcdef", "5d0e7a9c41b64c6f8f0f6f0c2f6f7f10")
    assert [keys.partition_of(GameId(name)) for name in names] == [0, 3, 51, 42]


def test_everything_of_a_game_shares_its_slot() -> None:
    game = new_game()
    tag = f"{{p{keys.partition_of(game)}}}:"

    assert all(key.startswith(tag) for key in (*keys.of(game), keys.snapshots(game), keys.draft(game, UserId("anna"))))
