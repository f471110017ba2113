"""Real projector processes that are killed at random moments while games go on."""

import random
import signal

from projections.rebuild import rebuild
from services.store import keys
from services.store.connections import connect
from tests.kit.appended_match import interleaved, played_with_undos
from tests.kit.processes import Server
from tests.projections.processes import Start, caught_up, until
from tests.projections.read_side import ReadSide
from tests.services.store.servers import AnyRedis

GAMES, KILLS = 16, 3
READERS = 2
"""A projector follows the feed for the models and for the notices."""


async def listening(client: AnyRedis, count: int) -> None:
    """Wait until so many projectors follow the feed."""

    async def all_there() -> bool:
        ((_, found),) = await client.pubsub_numsub(keys.HINTS)
        return bool(found == READERS * count)

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
