"""Tables at which nobody is: their bots are paced. A table whose people are there goes on at once."""

import pytest
from rq import Queue

from domain.kernel.ids import GameId, UserId
from services.foundation import Services
from services.queue.jobs import MOVE, QUEUES
from services.queue.turns import turn_of
from tests.kit.bot_tables import HOST, open_table
from tests.kit.http import running_site
from tests.kit.processes import Server, wait_for
from tests.kit.taberna import GAME
from tests.services.api.tables import opened
from workers import job
from workers.attendance import is_attended
from workers.bots import moves
from workers.sweeper import sweep

SECRET = bytes(range(32))
BOTS = ["random", "random"]


async def attended(services: Services, game: GameId) -> bool:
    async with services.tables.lock(game):
        return await is_attended(services, await services.tables.current(game))


async def test_a_table_is_attended_while_somebody_looks(services: Services) -> None:
    game = await open_table(services, GAME, BOTS, SECRET)
    services.tables.now = lambda: 10**14  # type: ignore[method-assign] # long after it was opened
    assert not await attended(services, game)
    await services.people.presence.mark(game, HOST)
    assert await attended(services, game)
    await services.people.presence.clear(game, HOST)
    await services.people.presence.mark(game, UserId("stranger"))
    assert not await attended(services, game)


async def test_a_table_is_attended_for_a_while_after_a_person_chose(server: Server) -> None:
    async with running_site(server.url) as site:
        anna = await site.person("Anna")
        game = GameId(await opened(anna))
        await anna.done(f"/games/{game}/seats", {"bot": "random"})
        assert await attended(site.services, game)
        site.services.tables.now = lambda: 10**14  # type: ignore[method-assign] # a long time later
        assert not await attended(site.services, game)


@pytest.mark.parametrize("looks", [True, False])
async def test_bots_go_on_turn_by_turn_and_wait_for_the_sweep_if_nobody_is_there(
    server: Server, services: Services, monkeypatch: pytest.MonkeyPatch, *, looks: bool
) -> None:
    monkeypatch.setattr(moves, "_MAX_SECONDS", 0.0)
    game = await open_table(services, GAME, BOTS, SECRET)
    wait_for(lambda: services.jobs.queued(MOVE) == {game}, what="the first job")
    with server.client() as store:
        store.delete(Queue(QUEUES[MOVE], store).key)
    services.tables.now = lambda: 10**14  # type: ignore[method-assign] # nobody has acted for long
    if looks:
        await services.people.presence.mark(game, HOST)
    version = await services.tables.store.version(game)
    assert await moves.play_for_bots(services, game) == "ok"
    assert version < await services.tables.store.version(game)
    await job.enqueue_next(services, game)
    assert services.jobs.queued(MOVE) == ({game} if looks else set())
    if not looks:
        await sweep(services, grace=-1)
        with server.client() as store:
            (name,) = Queue(QUEUES[MOVE], store).job_ids
        assert name.endswith(turn_of(HOST, attended=False))
