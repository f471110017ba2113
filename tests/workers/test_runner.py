"""`acta worker` as a process tree: so many that take jobs, one that sweeps, and none that is left behind."""

import signal
from functools import partial
from pathlib import Path

import psutil
import redis
from rq import Queue
from rq.worker import Worker

from services.foundation import Services
from services.queue.jobs import MOVE, QUEUES, SCORE
from tests.kit.bot_tables import open_table
from tests.kit.command_line import acta
from tests.kit.processes import ProcessTree, Server, is_running, running_server, wait_for
from tests.kit.taberna import GAME
from tests.workers.running_workers import SECONDS, log_lines, running_worker, until_over

SECRET = bytes(range(32))


def with_services(store: redis.Redis) -> set[int]:
    """The process ids of the workers that take jobs."""
    return {worker.pid for worker in Worker.all(store) if worker.pid}


def gone(processes: list[psutil.Process]) -> bool:
    return not [one for one in processes if is_running(one.pid)]


def test_it_forks_workers_and_a_sweeper_and_replaces_the_killed(server: Server, tmp_path: Path) -> None:
    with server.client() as store, running_worker(server, tmp_path, "--processes", "3") as tree:
        wait_for(lambda: len(with_services(store)) == 3, seconds=SECONDS, what="three workers")
        pids = {child.pid for child in tree.descendants()}
        (sweeper,) = pids - with_services(store)
        for victim in (sweeper, min(with_services(store))):
            psutil.Process(victim).kill()
            wait_for(partial(replaced, tree, victim), what="a successor")
        assert len(tree.descendants()) == 4
        assert [line["child"] for line in log_lines(tree, "child died")] == ["sweeper", "worker"]


def replaced(tree: ProcessTree, victim: int) -> bool:
    children = [child.pid for child in tree.descendants()]
    return len(children) == 4 and victim not in children


def test_a_signal_ends_all_of_it_in_time_and_a_killed_parent_takes_its_children_along(
    server: Server, tmp_path: Path
) -> None:
    for number, code in ((signal.SIGTERM, 0), (signal.SIGINT, 0), (signal.SIGKILL, -signal.SIGKILL)):
        with server.client() as store, running_worker(server, tmp_path) as tree:
            wait_for(lambda: len(with_services(store)) == 2, seconds=SECONDS, what="two workers")
            children = tree.descendants()
            assert tree.end(number) == code
            wait_for(partial(gone, children), what="all to be gone")
            store.flushall()


async def test_it_takes_jobs_of_its_queues_alone(server: Server, services: Services, tmp_path: Path) -> None:
    game = await open_table(services, GAME, ["random", "random"], SECRET)
    with server.client() as store, running_worker(server, tmp_path, "--queues", "bots"):
        wait_for(lambda: Queue(QUEUES[SCORE], store).count, seconds=SECONDS, what="a scoring job that nobody takes")
        assert Queue(QUEUES[MOVE], store).count == 0
    with running_worker(server, tmp_path, "--redis-url", server.url, "--queues", "scoring,bots", ACTA_REDIS_URL=""):
        await until_over(services.tables, [game])


def test_what_cannot_be_used_is_refused_in_a_sentence(server: Server) -> None:
    refused = acta("worker", "--queues", "scoring,bakery", "--redis-url", server.url)
    assert "use one of scoring, bots, maintenance" in refused.stderr
    refused = acta("worker", "--processes", "0", "--redis-url", server.url)
    assert 'Invalid value "0" for --processes' in refused.stderr
    refused = acta("worker", "--data-dir", "/nowhere")
    assert "acta: No server runs on the data folder /nowhere." in refused.stderr


async def test_a_queue_that_is_killed_and_comes_back_empty_strands_no_game(
    server: Server, services: Services, tmp_path: Path
) -> None:
    with (
        running_server(tmp_path / "queue", options=("--appendonly", "no")) as queue,
        running_worker(server, tmp_path, ACTA_QUEUE_URL=queue.url) as tree,
        queue.client() as client,
    ):
        early = [await open_table(services, GAME, ["random"] * 2, bytes([n] * 32)) for n in range(4)]
        wait_for(lambda: log_lines(tree, "swept"), seconds=SECONDS, what="the first to be found")
        client.set("canary", "sings")
        queue.kill()
        late = [await open_table(services, GAME, ["random"] * 2, bytes([n] * 32)) for n in range(4)]
        wait_for(lambda: log_lines(tree, "queue_unreachable"), seconds=SECONDS, what="the loss to be noticed")
        wait_for(lambda: gives_up_or_waits(tree), seconds=SECONDS, what="a worker to notice it too")
        queue.start()
        assert client.get("canary") is None, "it has forgotten everything"
        await until_over(services.tables, early + late)
    assert not [line for line in tree.output().splitlines() if not line.startswith("{")], "no traceback in the log"


def gives_up_or_waits(tree: ProcessTree) -> bool:
    """A worker in the middle of a job ends, to be replaced; one that has none waits for its queue."""
    return bool(log_lines(tree, "queue_lost")) or "could not connect to Redis" in tree.output()
