"""A server that is killed while it writes its file of appends anew: what was acknowledged is there all the same."""

import asyncio
import random
from contextlib import suppress

from domain.kernel.errors import OutcomeUnknown
from services.store.events import Append, Appended, EventStore
from tests.kit.processes import Server, wait_for
from tests.services.store.logs import Log
from tests.services.store.servers import AnyRedis, assert_sound, connected

KILLS = 5
BALLAST = 3000
"""Keys that make a rewrite last long enough to be hit."""


async def answered(store: EventStore, batch: Append) -> Appended:
    """Append a batch, asked for again until it is answered."""
    async with asyncio.timeout(50):
        while True:
            with suppress(OutcomeUnknown):
                return (await store.append(batch))._replace(repeated=False)
            await asyncio.sleep(0.01)


def rewrites(server: Server) -> bool:
    with server.client() as client:
        found = client.info("persistence")
    assert isinstance(found, dict)
    return bool(found["aof_rewrite_in_progress"])


async def test_a_server_that_is_killed_while_it_rewrites_its_file_keeps_what_it_acknowledged(
    own_server: Server,
) -> None:
    rng, log = random.Random(7), Log()
    told: dict[str, Appended] = {}
    caught = 0
    async with connected(own_server.url, retries=3) as client:
        store = EventStore(client)
        await _weigh_down(client)
        for _ in range(KILLS):
            with own_server.client() as admin:
                admin.config_set("rdb-key-save-delay", 500)  # microseconds a key: the rewrite takes its time
                admin.bgrewriteaof()
            wait_for(lambda: rewrites(own_server), what="a rewrite")
            for _ in range(rng.randint(1, 40)):
                batch = log.batch(size=rng.randint(1, 20))
                told[batch.command.key] = await answered(store, batch)
                log.follow(batch)
            caught += rewrites(own_server)
            own_server.kill()
            own_server.start()
            await assert_sound(client, log.game, told)
    assert caught >= KILLS - 1, "the server was killed while it wrote"


async def _weigh_down(client: AnyRedis) -> None:
    async with client.pipeline(transaction=False) as pipe:
        for number in range(BALLAST):
            pipe.set(f"ballast:{number}", b"x" * 1000)
        await pipe.execute()
