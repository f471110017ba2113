"""kill -9 of workers in the middle of their jobs, at each point between loading and what follows the append."""

import signal
import time
from contextlib import AbstractContextManager
from pathlib import Path

from domain.kernel.game import PointsScored
from domain.kernel.ids import Version
from services.foundation import Services
from services.queue.jobs import MOVE, QUEUES, SCORE
from tests.endure.recorded_players import stored
from tests.kit.bot_tables import open_table
from tests.kit.checker import Evidence, check
from tests.kit.halting_worker import POINTS, Marks
from tests.kit.processes import ProcessTree, Server, is_running, wait_for
from tests.kit.taberna import GAME
from tests.workers.running_workers import SECONDS, events_in, log_lines, running_worker, until_over

SECRET = bytes(range(32))


def halting(server: Server, folder: Path, processes: int) -> AbstractContextManager[ProcessTree]:
    """Workers that halt at the marks of a folder; nobody asks again for a job that has halted."""
    patient = {"ACTA_WORKER_PROCESSES": str(processes), "ACTA_SWEEP_SECONDS": "600"}
    return running_worker(server, folder, str(folder), module=("tests.kit.halting_worker",), **patient)


async def test_a_job_killed_at_any_point_is_done_once(server: Server, services: Services, tmp_path: Path) -> None:
    """One game for each point at which its worker is killed, and one that nobody disturbs; all of the same seed."""
    tables, marks = services.tables, Marks(tmp_path)
    points = [(queue, point) for queue, names in POINTS.items() for point in names]
    games = {}
    for queue, point in points:
        game = games[queue, point] = await open_table(services, GAME, ["random"] * 3, SECRET)
        marks.set(queue, point, game)
    with halting(server, tmp_path, len(points)) as doomed:
        wait_for(lambda: marks.reached() == len(points), seconds=SECONDS, what="every job to halt")
        children = doomed.descendants()
        doomed.end(signal.SIGKILL)
    killed = time.monotonic()
    wait_for(lambda: not [one for one in children if is_running(one.pid)], what="no worker, job or bot to live on")
    with running_worker(server, tmp_path):
        await until_over(tables, games.values())
        assert time.monotonic() - killed < SECONDS
        calm = await open_table(services, GAME, ["random"] * 3, SECRET)
        await until_over(tables, [calm])
    undisturbed = await events_in(tables, calm)
    assert [event for event in undisturbed if isinstance(event, PointsScored)], "it was scored"
    for where, game in games.items():
        assert await events_in(tables, game) == undisturbed, where
    streams, feed = await stored(server.url)
    assert check(Evidence([], streams, feed), tables.registry) == []


async def test_a_job_that_two_workers_do_at_the_same_time_is_done_once(
    server: Server, services: Services, tmp_path: Path
) -> None:
    tables = services.tables
    games = {job: await open_table(services, GAME, ["random"] * 2, SECRET) for job in (MOVE, SCORE)}
    marks = Marks(tmp_path)
    for job, game in games.items():
        marks.set(QUEUES[job], "appending", game)
        marks.set(QUEUES[job], "appending", game)
    with halting(server, tmp_path, 4) as tree:
        wait_for(lambda: marks.reached() == 2, seconds=SECONDS, what="both jobs to halt")
        at = {job: await tables.store.version(game) for job, game in games.items()}
        for job, game in games.items():
            await services.jobs.enqueue(job, game, at[job], "twin")
        wait_for(lambda: marks.reached() == 4, seconds=SECONDS, what="their twins to halt")
        marks.release()
        await until_over(tables, games.values())
        for job, game in games.items():
            both = wait_for(lambda: outcomes(tree, job, game, at[job]), what="both to tell")  # noqa: B023 - called here
            assert both == ["ok", "superseded"]
    assert await events_in(tables, games[MOVE]) == await events_in(tables, games[SCORE])
    streams, feed = await stored(server.url)
    assert check(Evidence([], streams, feed), tables.registry) == []


def outcomes(tree: ProcessTree, job: str, game: str, version: Version) -> list[str]:
    """What the two runs of a job came to, once both have ended."""
    told = [line for line in log_lines(tree, "job") if (line["job"], line["game"]) == (QUEUES[job], game)]
    found = sorted(line["outcome"] for line in told if line["version"] == version)
    return found if len(found) == 2 else []
