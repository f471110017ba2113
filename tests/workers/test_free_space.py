"""No room means no room for anybody: bots write nothing into the reserve either."""

import pytest

from domain.kernel.errors import StoreFull
from services.engine import free_space
from services.foundation import Services
from tests.kit.bot_tables import open_table
from tests.kit.processes import Server
from tests.kit.taberna import GAME
from tests.workers.running_workers import connected
from workers.bots import moves

MEBIBYTE = 1024 * 1024
SECRET = bytes(range(32))


async def test_a_bot_does_not_write_into_the_reserve(
    server: Server, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(free_space, "_SECONDS", 0.0)  # look every time
    game = await open_table(services, GAME, ["random", "random"], SECRET)
    version = await services.tables.store.version(game)
    worker = connected(server)
    with server.client() as store:
        store.setrange("ballast", 40 * MEBIBYTE - 1, b"x")  # sent whole it would lie in a buffer too, for some moments
        store.config_set("maxmemory", store.info("memory")["used_memory"] + MEBIBYTE)  # Redis itself would take more
        with pytest.raises(StoreFull):
            await moves.play_for_bots(worker, game)
        assert await services.tables.store.version(game) == version
        store.config_set("maxmemory", 0)
    await moves.play_for_bots(worker, game)
    assert await services.tables.store.version(game) > version
    await worker.close()
