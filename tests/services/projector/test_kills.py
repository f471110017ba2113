"""Real projector processes that are killed at random moments while games go on."""

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from projections.rebuild import rebuild
from services.bootstrap import connect
from services.store import keys, lag
from tests.kit.appended_match import interleaved, played_with_undos
from tests.kit.processes import ProcessTree, Server, running_tree
from tests.services.projector.read_side import ReadSide
from tests.services.store.servers import AnyRedis

GAMES, KILLS = 16, 3
PATIENCE = 30.0
Start = Callable[[], ProcessTree]


@pytest.fixture
def start(own_server: Server, tmp_path: Path) -> Iterator[Start]:
    """Starts one more projector process."""
    environ = {"ACTA_REDIS_URL": own_server.url, "ACTA_GAMES": "tests.kit.taberna:GAME"}
    with ExitStack() as stack:
        outputs = iter(range(100))

        def one_more() -> ProcessTree:
            output = tmp_path / f"projector-{next(outputs)}.txt"
            return stack.enter_context(running_tree(["-m", "services.cli", "projector"], output, environ))

        yield one_more


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait for what other processes do."""
    async with asyncio.timeout(PATIENCE):
        while not await condition():  # noqa: ASYNC110 - what other processes do sets no event of ours
            await asyncio.sleep(0.02)


async def caught_up(read_side: ReadSide) -> None:
    """Wait until nothing of the feed is left."""

    async def nothing_left() -> bool:
        return (await lag.measure(read_side.client, read_side.models)).entries == 0

    await until(nothing_left)


async def listening(client: AnyRedis, count: int) -> None:
    """Wait until so many projectors follow the feed."""

    async def all_there() -> bool:
        ((_, found),) = await client.pubsub_numsub(keys.HINTS)
        return bool(found == count)

    await until(all_there)


async def test_killed_projectors_leave_the_models_of_a_clean_rebuild(own_server: Server, start: Start) -> None:
    client: AnyRedis = connect(own_server.url)
    read_side = ReadSide(client)
    games = [played_with_undos(seed) for seed in range(GAMES)]
    ids = [game.game_id for game in games]
    rng = random.Random(3)
    batches = interleaved(games, rng)
    size = len(batches) // KILLS
    pair = [start(), start()]
    for kill in range(KILLS):
        await listening(client, len(pair))
        part, moment = batches[kill * size : (kill + 1) * size], rng.randrange(size)
        await read_side.write(part[:moment])
        victim = rng.randrange(len(pair))
        pair[victim].end(signal.SIGKILL)
        await read_side.write(part[moment:])
        pair[victim] = start()
    await read_side.write(batches[KILLS * size :])
    await caught_up(read_side)
    live = await read_side.contents(ids)
    assert live == await read_side.expected(ids)
    await rebuild(read_side.projector(), read_side.models, "clean", keys.PARTITIONS, lambda _read: None)
    assert await read_side.contents(ids, "clean") == live
    await client.aclose()


async def test_a_projector_survives_the_loss_of_its_store(own_server: Server, start: Start) -> None:
    client: AnyRedis = connect(own_server.url)
    read_side = ReadSide(client)
    game = played_with_undos(1)
    projector = start()
    await read_side.write(game.appends[:5])
    await caught_up(read_side)
    own_server.kill()
    own_server.start()
    await read_side.write(game.appends[5:])
    await caught_up(read_side)
    assert projector.process.poll() is None, projector.output()
    assert await read_side.contents([game.game_id]) == await read_side.expected([game.game_id])
    await client.aclose()
