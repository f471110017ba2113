"""`acta jobs` and the figures of the queue, as an operator sees them while real workers run."""

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest
import redis
from rq.job import Job

from domain.kernel.ids import GameId
from services.foundation import Services
from services.queue import listing
from services.queue.jobs import MOVE
from services.settings import Secret
from services.store import keys
from tests.kit.bot_tables import open_table
from tests.kit.command_line import acta
from tests.kit.halting_worker import Marks
from tests.kit.http import running_site
from tests.kit.processes import Server, running_server, wait_for
from tests.kit.taberna import GAME
from tests.workers.running_workers import SECONDS, log_lines, running_worker, until_over

SECRET = bytes(range(32))
PATIENT = {"ACTA_SWEEP_SECONDS": "600"}


def listed(server: Server) -> dict[str, dict[str, Any]]:
    """What `acta jobs` tells a program, by game."""
    answer = acta("jobs", "--json", ACTA_REDIS_URL=server.url)
    assert answer.returncode == 0, answer.stderr
    return {line["game"]: line for line in map(json.loads, answer.stdout.splitlines())}


def failures(store: redis.Redis) -> list[listing.ListedJob]:
    return [entry for entry in listing.listed(store) if entry.state == "failed"]


async def spoilt(services: Services, server: Server) -> GameId:
    """A game that no job can read."""
    game = await open_table(services, GAME, ["random", "random"], SECRET)
    with server.client() as store:
        store.xadd(keys.of(game).stream, {"t": "rubbish"})
    return game


async def test_it_lists_what_waits_runs_and_failed_with_its_game_and_why(
    server: Server, services: Services, tmp_path: Path
) -> None:
    marks = Marks(tmp_path)
    broken = await spoilt(services, server)
    running = await open_table(services, GAME, ["random", "random"], SECRET)
    marks.set("bots", "loaded", running)
    halting = ("tests.kit.halting_worker",)
    with running_worker(server, tmp_path, str(tmp_path), module=halting, ACTA_WORKER_PROCESSES="1", **PATIENT):
        wait_for(marks.reached, seconds=SECONDS, what="the job to halt")
        queued = await open_table(services, GAME, ["random", "random"], SECRET)
        wait_for(lambda: services.jobs.queued(MOVE) == {queued}, what="the job")
        found = listed(server)
    assert {game: entry["state"] for game, entry in found.items()} == {
        broken: "failed",
        running: "running",
        queued: "queued",
    }
    assert {entry["queue"] for entry in found.values()} == {"bots"}
    assert found[running]["version"] == await services.tables.store.version(running)
    assert "it is damaged and cannot be read" in found[broken]["why"]
    assert all(0 <= entry["age_seconds"] < 60 for entry in found.values())
    head, *rows = acta("jobs", ACTA_REDIS_URL=server.url).stdout.splitlines()
    assert head.split() == ["state", "queue", "game", "version", "age", "why", "job"]
    assert [row.split()[2] for row in rows] == list(found), "a line for each"


async def test_a_job_whose_worker_was_killed_is_lost_and_can_be_dropped(
    server: Server, services: Services, tmp_path: Path
) -> None:
    """RQ itself finds out after minutes; the sweeper has asked for another one by then."""
    marks = Marks(tmp_path)
    game = await open_table(services, GAME, ["random", "random"], SECRET)
    marks.set("bots", "loaded", game)
    with running_worker(server, tmp_path, str(tmp_path), module=("tests.kit.halting_worker",), **PATIENT) as tree:
        wait_for(marks.reached, seconds=SECONDS, what="the job to halt")
        job = listed(server)[game]
        assert job["state"] == "running"
        refused = acta("jobs", "drop", job["id"], ACTA_REDIS_URL=server.url)
        assert refused.stderr == f"acta: The job {job['id']} is not there, or is running just now.\n"
        tree.end(signal.SIGKILL)
    with server.client() as store, without_client_list(server) as uninformed:
        wait_for(lambda: [entry.state for entry in listing.listed(store)] == ["lost"], what="the loss")
        assert [entry.state for entry in listing.listed(uninformed)] == ["running"]
        assert acta("jobs", "drop", job["id"], ACTA_REDIS_URL=server.url).returncode == 0
        assert listing.listed(store) == []


def without_client_list(server: Server) -> redis.Redis:
    """A client on a Redis that does not tell who is connected, as some that are rented out."""
    with server.client() as store:
        store.acl_setuser(
            "tenant", enabled=True, passwords=["+key"], categories=["+@all"], commands=["-client|list"], keys=["*"]
        )
    return redis.Redis.from_url(server.url, username="tenant", password="key")


async def test_a_failed_job_can_be_tried_again_or_dropped(server: Server, services: Services, tmp_path: Path) -> None:
    broken = await spoilt(services, server)
    with running_worker(server, tmp_path, **PATIENT) as tree, server.client() as store:
        wait_for(lambda: failures(store), seconds=SECONDS, what="the failure")
        job = listed(server)[broken]["id"]
        store.xtrim(keys.of(broken).stream, maxlen=0)
        again = acta("jobs", "retry", job, ACTA_REDIS_URL=server.url)
        assert again.stdout == "Back in the queue: 1 job.\n"
        wait_for(lambda: len(log_lines(tree, "job")) == 2, what="the second attempt")
        wait_for(lambda: failures(store), what="the failure")
        dropped = acta("jobs", "drop", "--all", ACTA_REDIS_URL=server.url)
        assert dropped.stdout.startswith("Dropped: 1 job. Nothing is lost: where a game still waits, the sweeper")
        assert listing.listed(store) == []
    assert acta("jobs", ACTA_REDIS_URL=server.url).stdout == "No job is waiting, running or failed.\n"


async def test_what_a_dropped_job_would_have_done_is_asked_for_again(
    server: Server, services: Services, tmp_path: Path
) -> None:
    game = await open_table(services, GAME, ["random", "random"], SECRET)
    wait_for(lambda: services.jobs.queued(MOVE) == {game}, what="the job")
    assert acta("jobs", "drop", listed(server)[game]["id"], ACTA_REDIS_URL=server.url).returncode == 0
    assert services.jobs.queued(MOVE) == set()
    with running_worker(server, tmp_path):
        await until_over(services.tables, [game])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("retry",), "Name one job by its id, or all failed ones with --all."),
        (("drop", "some", "--all"), "Name one job by its id, or all failed ones with --all."),
        (("retry", "nobody"), "The job nobody has not failed; only a failed job can be tried again."),
        (("drop", "no body"), "The job no body is not there, or is running just now."),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(server: Server, words: tuple[str, ...], sentence: str) -> None:
    answer = acta("jobs", *words, ACTA_REDIS_URL=server.url)
    assert (answer.returncode, answer.stderr.strip()) == (1, f"acta: {sentence}")


def test_a_queue_that_is_away_is_said_to_be() -> None:
    answer = acta("jobs", ACTA_QUEUE_URL="unix:///nowhere.sock")
    assert answer.returncode == 1
    assert answer.stderr.startswith("acta: The Redis of the job queue does not answer")


def samples(text: str) -> dict[str, float]:
    """The figures by their name and labels."""
    told = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in told}


async def test_the_figures_tell_how_the_queues_do(server: Server, services: Services, tmp_path: Path) -> None:
    broken = await spoilt(services, server)
    game = await open_table(services, GAME, ["random", "random"], SECRET)
    wait_for(lambda: services.jobs.queued(MOVE) == {broken, game}, what="the jobs")
    async with running_site(server.url) as site:
        before = samples((await site.http.get("/metrics")).text)
        assert before["acta_queue_up"] == 1
        assert before['acta_queue_jobs{queue="bots",state="queued"}'] == 2
        assert 0 < before['acta_queue_oldest_seconds{queue="bots"}'] < 60
        assert before['acta_queue_oldest_seconds{queue="maintenance"}'] == 0
        with server.client() as store:
            lost = next(entry.id for entry in listing.listed(store) if entry.game == game)
            Job.fetch(lost, store).delete()
        with running_worker(server, tmp_path):
            await until_over(services.tables, [game])
        after = samples((await site.http.get("/metrics")).text)
    assert after['acta_queue_jobs{queue="bots",state="queued"}'] == 0
    assert after['acta_queue_jobs{queue="bots",state="failed"}'] == 1
    assert after['acta_job_retries_total{queue="bots"}'] >= 1
    assert after['acta_job_seconds_count{outcome="error",queue="bots"}'] == 1
    for queue in ("scoring", "bots"):
        done = after[f'acta_job_seconds_count{{outcome="ok",queue="{queue}"}}']
        assert done >= 1
        assert after[f'acta_job_seconds_bucket{{le="+Inf",outcome="ok",queue="{queue}"}}'] == done
        assert 0 < after[f'acta_job_seconds_sum{{outcome="ok",queue="{queue}"}}'] < 60


async def test_without_its_queue_the_server_still_tells_its_other_figures_at_once(
    server: Server, tmp_path: Path
) -> None:
    with running_server(tmp_path / "queue") as queue:
        async with running_site(server.url, queue_url=Secret(queue.url)) as site:
            for hit, undo in ((queue.freeze, queue.thaw), (queue.kill, queue.start)):
                assert samples((await site.http.get("/metrics")).text)["acta_queue_up"] == 1
                hit()
                began = time.monotonic()
                answer = await site.http.get("/metrics")
                assert time.monotonic() - began < 5
                undo()
                found = samples(answer.text)
                assert found["acta_queue_up"] == 0
                assert found["acta_projector_lag_entries"] == 0


async def test_what_a_store_that_is_away_would_tell_is_left_out(server: Server) -> None:
    async with running_site(server.url) as site:
        assert samples((await site.http.get("/metrics")).text)["acta_store_up"] == 1
        server.kill()
        found = samples((await site.http.get("/metrics")).text)
        server.start()
    assert found["acta_store_up"] == 0
    assert not [name for name in found if name.startswith(("acta_deliveries", "acta_projector", "acta_parked"))]
