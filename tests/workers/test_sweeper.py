"""The sweeper finds every game that waits, whatever is wrong with one of them."""

import asyncio
from itertools import pairwise
from pathlib import Path

from rq import Queue
from structlog.testing import capture_logs

from domain.kernel.ids import GameId, Version
from services.queue import listing
from services.queue.jobs import MOVE, QUEUES, SCORE
from services.store import keys
from tests.kit.http import running_site
from tests.kit.processes import running_server, wait_for
from tests.services.api.tables import opened
from workers.sweep_failures import SweepFailures
from workers.sweeper import Owed, RetryPacing, sweep

GAME = GameId("g")


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
                await asyncio.to_thread(wait_for, lambda: Queue(QUEUES[MOVE], store).count == len(games))
                store.delete(*store.keys("rq:*"))  # lost, all of them
                await sweep(site.services, grace=-1)
                swept = Queue(QUEUES[MOVE], store).job_ids
    assert [job.split("-")[1] for job in swept] == [sound]


async def test_a_game_that_cannot_be_read_is_told_to_the_operator_and_not_at_every_sweep(tmp_path: Path) -> None:
    with running_server(tmp_path) as server, server.client() as store, capture_logs() as logged:
        async with running_site(server.url) as site:
            anna = await site.person("Anna")
            game = GameId(await opened(anna))
            await anna.done(f"/games/{game}/seats", {"bot": "random"})
            broken = store.xadd(keys.of(game).stream, {"t": "rubbish"})
            await asyncio.to_thread(wait_for, lambda: Queue(QUEUES[MOVE], store).count)
            store.delete(*store.keys("rq:*"))
            failures = SweepFailures()
            for _ in range(5):
                await sweep(site.services, grace=-1, failures=failures)
            said = [line for line in logged if line["event"] == "game_not_swept"]
            assert [line["game"] for line in said] == [game]
            [entry] = listing.listed(store)
            assert (entry.state, entry.game, entry.why) == ("stuck", game, said[0]["error"])
            assert "acta_stuck_games 1.0" in (await site.http.get("/metrics")).text
            store.xdel(keys.of(game).stream, broken)
            await sweep(site.services, grace=-1, failures=failures)
            assert [entry.state for entry in listing.listed(store)] == ["queued"]
            assert "acta_stuck_games 0.0" in (await site.http.get("/metrics")).text


def test_a_trouble_that_lasts_is_said_once_and_then_rarely() -> None:
    failures = SweepFailures()
    moments = [now for now in range(0, 24 * 3600, 10) if failures.should_log(GAME, "DecodeError", now)]
    assert moments[:4] == [0, 60, 180, 420]
    assert max(after - before for before, after in pairwise(moments)) == 3840
    assert failures.should_log(GAME, "KeyError", 24 * 3600), "it is another one"
    failures.forget_all_but([])
    assert failures.should_log(GAME, "KeyError", 24 * 3600 + 1), "it was mended in between"


def asked(pacing: RetryPacing, owed: Owed, seconds: int) -> list[int]:
    """The seconds at which a game is asked for that is swept every ten and never comes on."""
    return [now for now in range(0, seconds, 10) if pacing.should_enqueue(GAME, owed, now)]


def test_a_job_that_keeps_failing_is_asked_for_ever_more_seldom() -> None:
    moments = asked(RetryPacing(10, bot_seconds=1), Owed(SCORE, Version(7)), 3600)
    assert moments[:3] == [0, 10, 20], "one that was only unlucky is done soon"
    pauses = [after - before for before, after in pairwise(moments[2:])]
    assert pauses[:5] == [20, 40, 80, 160, 320]
    assert set(pauses[5:]) == {320}, "a mended server comes back to its games"


def test_a_game_that_comes_on_is_asked_for_at_once_again() -> None:
    pacing = RetryPacing(10, bot_seconds=1)
    asked(pacing, Owed(SCORE, Version(7)), 100)
    assert pacing.should_enqueue(GAME, Owed(SCORE, Version(8)), 101)
    pacing.forget_all_but([])
    assert pacing.should_enqueue(GAME, Owed(SCORE, Version(8)), 102)


def test_a_bot_that_may_be_thinking_is_not_asked_for_twice() -> None:
    assert asked(RetryPacing(10, bot_seconds=40), Owed(MOVE, Version(7)), 60)[0] == 50
    assert asked(RetryPacing(10, bot_seconds=40), Owed(SCORE, Version(7)), 60)[0] == 0
    assert asked(RetryPacing(10, bot_seconds=1), Owed(MOVE, Version(7)), 60)[0] == 0
