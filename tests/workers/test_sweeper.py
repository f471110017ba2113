"""The sweeper finds every game that waits, whatever is wrong with one of them."""

from pathlib import Path

from rq import Queue

from domain.kernel.ids import GameId
from services.bootstrap import MOVE, QUEUES
from services.store import keys
from tests.kit.http import running_site
from tests.kit.processes import running_server, wait_for
from tests.services.api.scenes import opened
from workers.sweeper import sweep


async def test_a_game_that_cannot_be_read_keeps_no_other_waiting(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        async with running_site(server.url) as site:
            anna = await site.person("Anna")
            games = [GameId(await opened(anna)) for _ in range(3)]
            for game in games:
                await anna.done(f"/games/{game}/seats", {"bot": "random"})
            *spoilt, sound = sorted(games, key=keys.partition_of)  # in the order in which they are swept
            with server.client() as store:
                for game in spoilt:
                    store.xadd(keys.of(game).stream, {"t": "rubbish"})
                wait_for(lambda: Queue(QUEUES[MOVE], store).count == len(games), what="the jobs")
                store.delete(*store.keys("rq:*"))  # lost, all of them
                await sweep(site.services, grace=-1)
                swept = Queue(QUEUES[MOVE], store).job_ids
    assert [job.split("-")[1] for job in swept] == [sound]
