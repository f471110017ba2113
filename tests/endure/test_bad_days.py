"""Bad days of a machine: a full disk, a file that was cut, a clock that jumps, a full queue, one who takes it all."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from rq import Queue

from domain.kernel.clock import DAY, SECOND, Millis
from domain.kernel.errors import ActaError, StoreFull
from domain.kernel.ids import GameId
from services.cli.verify import checked
from services.engine import embedded, free_space
from services.engine.folder import Folder
from services.engine.free_space import FreeSpace
from services.identity.limits import CommandLimit
from services.queue.jobs import MOVE, QUEUES
from services.settings import Secret, Settings
from services.store.connections import connect
from services.store.events import Appended, EventStore
from services.tables.hot_tables import Tables
from tests.kit.appended_match import played_with_undos
from tests.kit.http import GAMES, Person, running_site
from tests.kit.processes import Server, running_server, wait_for
from tests.services.api.tables import choose, dealt, opened
from tests.services.store.logs import Log
from tests.services.store.servers import AnyRedis, append_only_file, assert_sound
from workers.sweeper import sweep

MEBIBYTE = 2**20


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 12 MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    made = mount and subprocess.run([mount, "-t", "tmpfs", "-o", "size=12m", "tmpfs", folder], check=False).returncode
    if os.geteuid() != 0 or made != 0:
        pytest.skip("only root may make a small disk to fill")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


async def appended_until(store: EventStore, log: Log, refusal: type[ActaError]) -> dict[str, Appended]:
    """Append until it is refused; gives what was told to be written."""
    told: dict[str, Appended] = {}
    while True:
        batch = log.batch(size=100)
        try:
            told[batch.command.key] = await store.append(batch)
        except refusal:
            return told
        log.follow(batch)


async def test_a_disk_that_fills_up_refuses_choices_before_it_is_full(
    small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(free_space, "_SECONDS", 0.0)  # look every time
    settings, log = Settings(data_dir=small_disk / "data", min_free_bytes=4 * MEBIBYTE), Log()
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(6 * MEBIBYTE))
    with embedded.opened(settings) as url:
        client: AnyRedis = connect(url)
        store = EventStore(client, FreeSpace(settings, client).require_now)
        told = await appended_until(store, log, StoreFull)
        assert told
        await assert_sound(client, log.game, told)
        ballast.unlink()
        batch = log.batch()
        told[batch.command.key] = await store.append(batch)
        await assert_sound(client, log.game, told)
        await client.aclose()


async def test_a_disk_that_is_full_loses_nothing_that_was_answered(small_disk: Path) -> None:
    log, ballast = Log(), small_disk / "ballast"
    ballast.write_bytes(bytes(8 * MEBIBYTE))
    with running_server(small_disk / "data") as server:  # nobody guards the disk
        client: AnyRedis = connect(server.url)
        told = await appended_until(EventStore(client), log, ActaError)
        assert told
        await client.aclose()
    ballast.unlink()
    with running_server(small_disk / "data") as server:
        client = connect(server.url)
        await assert_sound(client, log.game, told)
        await EventStore(client).append(Log().batch())
        await client.aclose()


async def test_a_cut_file_is_shorter_and_a_head_seen_elsewhere_shows_it(tmp_path: Path) -> None:
    played, settings = played_with_undos(2), Settings(data_dir=tmp_path / "data")
    with embedded.opened(settings) as url:
        client: AnyRedis = connect(url)
        for batch in played.appends:
            await EventStore(client).append(batch._replace(due=None))
        await client.aclose()
    file = append_only_file(Folder(settings.data_dir).path)
    with file.open("r+b") as content:
        content.truncate(file.stat().st_size - 700)

    settings = Settings(data_dir=settings.data_dir, games=GAMES)
    kept = await asyncio.to_thread(checked, played.game_id, settings)
    assert (kept.verdict, kept.head) == ("holds", played.records[kept.version - 1].hash())
    assert 0 < kept.version < len(played.records), "whole choices are gone"
    lost = await asyncio.to_thread(checked, played.game_id, settings, played.head)
    ((version, reason),) = [(one.version, one.reason) for one in lost.failures]
    assert (version, f"no line has the hash {played.head}: the log was cut" in reason) == (kept.version, True), reason
    assert (await asyncio.to_thread(checked, played.game_id, settings, kept.head)).verdict == "holds"


@pytest.mark.parametrize("hours", [1, -1])
async def test_a_clock_that_jumps_an_hour_takes_no_choice_and_gives_no_time(
    server: Server, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    clock = {"turn_seconds": 2 * 3600, "bank_seconds": 600}
    now = Tables.now
    async with running_site(server.url) as site:
        anna, brutus, carus = [await site.person(name) for name in ("Anna", "Brutus", "Carus")]
        game, actor = await dealt(anna, brutus, carus, clock=clock)
        jump: Millis = hours * DAY // 24
        monkeypatch.setattr(Tables, "now", lambda tables: now(tables) + jump)
        assert game not in await site.services.tables.store.owed(site.services.tables.now() / SECOND), "nobody is late"
        await choose(actor, game)
        monkeypatch.setattr(Tables, "now", now)
        (seat,) = (await anna.seen(f"/games/{game}"))["to_act"]
        shown = (await anna.seen(f"/games/{game}"))["clock"]["seats"]
        assert all(0 <= one["bank_seconds"] <= 600 for one in shown)
        await choose([anna, brutus, carus][seat], game)
        assert (await anna.seen(f"/games/{game}"))["status"] == "active"
        assert (await site.stranger.get(f"/games/{game}/export")).status_code == 200


async def test_a_full_queue_holds_up_no_person_and_its_jobs_are_found_again(server: Server, tmp_path: Path) -> None:
    with running_server(tmp_path / "queue", fsync="everysec") as full, full.client() as queue:
        queue.config_set("maxmemory", 1)
        async with running_site(server.url, queue_url=Secret(full.url)) as site:
            anna = await site.person("Anna")
            game = GameId(await opened(anna, 2))
            await anna.done(f"/games/{game}/seats", {"bot": "random"})
            await choose(anna, game)
            assert (await site.http.get("/readyz")).status_code == 200
            assert Queue(QUEUES[MOVE], queue).count == 0
            queue.config_set("maxmemory", 0)
            await sweep(site.services, grace=-1)
            wait_for(lambda: Queue(QUEUES[MOVE], queue).count, what="the job")
            assert any(game in job for job in Queue(QUEUES[MOVE], queue).job_ids)


async def table_with_bot(person: Person) -> str:
    """A table that waits for its bot."""
    game = await opened(person, 2)
    await person.done(f"/games/{game}/seats", {"bot": "random"})
    return game


async def test_somebody_with_200_tables_of_bots_holds_nobody_up(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CommandLimit, "take", lambda *_: None)  # as if they had been opened one by one
    with running_server(tmp_path / "queue", fsync="everysec") as own, own.client() as queue:
        async with running_site(server.url, queue_url=Secret(own.url), bot_tables=1000, tables_per_hour=1000) as site:
            greedy, anna = await site.person("Greedy"), await site.person("Anna")
            for _ in range(200):
                await table_with_bot(greedy)
            game = await table_with_bot(anna)

            def her_bot_is_next() -> bool:  # a job takes its turn a moment after it was enqueued
                jobs = Queue(QUEUES[MOVE], queue).job_ids
                return len(jobs) == 201 and any(game in job for job in jobs[:2])

            await asyncio.to_thread(wait_for, her_bot_is_next, what="all jobs, with hers among the first two")
