"""Deadlines on a real Redis: the sweeper alone lets time run out, and a worker's bot takes care of the turn."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from functools import partial
from typing import cast
from uuid import uuid4

import pytest
from rq import Queue
from structlog.testing import capture_logs

from domain.kernel import lifecycle as life
from domain.kernel import lobby, overtime
from domain.kernel.clock import Clock, Millis, Window
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.proof import verify
from domain.registry import Registry
from services.bootstrap import build
from services.foundation import Services
from services.queue.jobs import QUEUES, RUN_OUT
from services.settings import Settings
from services.settings.secret import Secret
from services.store.client import Client
from services.store.events import EventStore
from services.store.snapshots import Snapshots
from services.tables import table_changes
from services.tables.hot_tables import Tables
from services.tables.owed_jobs import enqueue_owed
from services.tables.table_changes import TableChange
from tests.kit.http import GAMES
from tests.kit.processes import REPOSITORY, Server, running_server
from tests.kit.taberna import GAME
from tests.kit.timed_match import BEGIN, DAY, HOUR
from tests.services.store.logs import SECRET, new_game
from tests.services.tables.several_processes import USERS, Truth, join, lays, request, truth
from workers.deadlines import expire
from workers.sweeper import await_deadline, near_deadlines, sweep

MINUTE: Millis = 60_000
SWEEP: Millis = 10_000


class TimedTables(Tables):
    """Tables whose clock a test turns."""

    time: Millis = BEGIN

    def now(self) -> Millis:
        return self.time

    async def store_now(self) -> Millis:
        return self.time


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("redis"), fsync="everysec") as one:
        yield one


@pytest.fixture
async def services(server: Server) -> AsyncIterator[Services]:
    one = build(Settings(redis_url=Secret(server.url), games=GAMES))
    client = cast("Client", one.client)
    tables = TimedTables(EventStore(client), Snapshots(client), Registry([GAME]), partial(enqueue_owed, one.jobs))
    yield replace(one, tables=tables)
    await one.close()


@pytest.fixture
def tables(services: Services) -> TimedTables:
    return cast("TimedTables", services.tables)


async def begun(tables: Tables, clock: Clock, players: int = 2) -> GameId:
    """A game that has begun now."""
    game = new_game()
    terms = lobby.Terms(players, {"rounds": 1}, clock=clock)
    await tables.create(request(game), lobby.create(GAME, SECRET, USERS[0], terms))
    for user in USERS[1:players]:
        await table_changes.change(tables, request(game), user, join(user))
    return game


def timeouts(now: Truth) -> list[Seat]:
    """The seats whose time ran out, in order."""
    return [entry.event.seat for entry in now.log if isinstance(entry.event, life.TimeRanOut)]


async def test_the_sweeper_alone_meets_every_deadline_to_the_minute(services: Services, tables: TimedTables) -> None:
    clocks = [
        Clock(turn_seconds=90, on_timeout="wait"),
        Clock(turn_seconds=600, on_timeout="wait"),
        Clock(turn_seconds=0, bank_seconds=300, on_timeout="wait"),
        Clock(turn_seconds=60, window=Window(zone="Europe/Rome", opens="13:05", closes="13:08"), on_timeout="wait"),
    ]
    games = {await begun(tables, clock): due for clock, due in zip(clocks, (1.5, 10, 5, 6), strict=True)}
    while tables.time < BEGIN + 12 * MINUTE:
        tables.time += SWEEP
        await sweep(services, grace=SWEEP / 2000)
        for game, minutes in games.items():
            late = tables.time - BEGIN - minutes * MINUTE
            ran_out = len(timeouts(await truth(tables.store, game)))
            assert ran_out == 0 or late >= 0
            assert ran_out == 2 or late < MINUTE
    assert all([len(timeouts(await truth(tables.store, game))) == 2 for game in games])


async def test_a_deadline_is_noted_by_the_first_process_alone(tables: TimedTables, services: Services) -> None:
    other = TimedTables(
        tables.store, Snapshots(cast("Client", services.client)), tables.registry, partial(enqueue_owed, services.jobs)
    )
    game = await begun(tables, Clock(turn_seconds=3600))
    assert not await expire(tables, game)
    tables.time = other.time = BEGIN + HOUR
    assert sorted(await asyncio.gather(expire(tables, game), expire(other, game))) == [False, True]
    assert not await expire(other, game)
    assert timeouts(await truth(tables.store, game)) == [0, 1]


class WrongTables(Tables):
    """Tables of a machine whose clock is wrong, at a store whose clock is right."""

    ahead: Millis = 0

    def now(self) -> Millis:
        return super().now() + self.ahead


@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
async def test_nobodys_time_runs_out_while_the_clock_is_wrong(
    services: Services, tables: TimedTables, ahead: Millis
) -> None:
    """By the wrong clock the time of each seat is over; whether it is by the right one does not matter."""
    tables.time = min(Tables.now(tables), Tables.now(tables) + ahead) - HOUR // 2
    game = await begun(tables, Clock(turn_seconds=60, on_timeout="wait"))
    wrong = WrongTables(
        tables.store, Snapshots(cast("Client", services.client)), tables.registry, partial(enqueue_owed, services.jobs)
    )
    wrong.ahead = ahead
    with capture_logs() as logs:
        assert not await expire(wrong, game)
    [told] = [line for line in logs if line["event"] == "clocks_differ"]
    assert (told["game"], round(told["seconds_ahead_of_store"], -2)) == (game, ahead / 1000)
    assert timeouts(await truth(tables.store, game)) == []
    wrong.ahead = 0
    assert await expire(wrong, game), "once the clock is right"


async def test_a_deadline_is_owed_until_it_is_met_and_moves_with_every_choice(tables: TimedTables) -> None:
    game = await begun(tables, Clock(turn_seconds=3600))
    due = (BEGIN + HOUR) / 1000
    assert game in await tables.store.owed(due)
    assert game not in await tables.store.owed(due - 1)
    tables.time += HOUR // 2
    await lays(tables, game, 0)
    await lays(tables, game, 1)
    assert game not in await tables.store.owed(due)
    assert game in await tables.store.owed(due + HOUR / 2000)


async def test_a_seat_opens_and_another_player_takes_it(services: Services, tables: TimedTables) -> None:
    game = await begun(tables, Clock(turn_seconds=3600, on_timeout="replace"))
    await lays(tables, game, 0)
    tables.time += HOUR + SWEEP
    await sweep(services, grace=0)
    await table_changes.change(tables, request(game), USERS[3], join_late(USERS[3]))
    assert (await truth(tables.store, game)).match.table.seat_of(USERS[3]) == 1


def join_late(user: UserId) -> TableChange:
    return lambda batch: lobby.join(batch, user, None)


async def test_a_game_with_two_sleeping_players_is_played_to_its_end_by_the_worker(
    server: Server, services: Services, tables: TimedTables
) -> None:
    """Nobody ever chooses: sweeper, bots and scoring carry the game to its end, and the log proves it."""
    game = await begun(tables, Clock(turn_seconds=24 * 3600))
    now = await truth(tables.store, game)
    for _ in range(20):
        if now.match.table.over:
            break
        tables.time = max(tables.time, Tables.now(tables)) + 2 * DAY
        await sweep(services, grace=0)
        await asyncio.to_thread(work_off, server)
        now = await truth(tables.store, game)
    assert now.match.table.phase == "finished"
    assert {type(entry.event) for entry in now.log} >= {life.TimeRanOut, life.CaretakerPlayed}
    report = verify(await tables.store.read(game), tables.registry)
    assert (report.failures, report.judged) == ([], True)


async def test_a_job_comes_at_the_very_moment_of_a_deadline(
    server: Server, services: Services, tables: TimedTables
) -> None:
    game = await begun(tables, Clock(turn_seconds=5000))
    await begun(tables, Clock(turn_seconds=5010))
    tables.time += 5_000_000 - 200
    assert await near_deadlines(services, 1) == [game]
    assert await near_deadlines(services, 0.1) == []
    began = time.monotonic()
    await asyncio.gather(*(await_deadline(services, game) for _ in range(2)))
    assert 0.2 < time.monotonic() - began < 10, "the other one's would take longer"
    with server.client() as store:
        (job,) = Queue(QUEUES[RUN_OUT], store).job_ids
    assert job.split("-")[1] == game


async def test_the_job_of_a_deadline_lets_time_run_out_if_that_is_still_due(
    server: Server, services: Services, tables: TimedTables
) -> None:
    tables.time = Tables.now(tables) - HOUR
    game = await begun(tables, Clock(turn_seconds=3600, on_timeout="wait"))
    other = await begun(tables, Clock(turn_seconds=7200, on_timeout="wait"))
    for each in (game, game, other):
        await services.jobs.enqueue(RUN_OUT, each, await tables.store.version(each), uuid4().hex)
    await asyncio.to_thread(work_off, server)
    assert timeouts(await truth(tables.store, game)) == [0, 1]
    assert timeouts(await truth(tables.store, other)) == []


async def test_a_caretakers_turn_keeps_no_player_waiting(
    server: Server, services: Services, tables: TimedTables
) -> None:
    """Without a sweeper: going away enqueues the first job, and each job the next."""
    tables.time = Tables.now(tables)
    game = await begun(tables, Clock(on_vacation="caretaker", on_timeout="wait"))
    for user in USERS[:2]:
        away = partial(overtime.announce_absence, user=user, start=tables.time, end=tables.time + HOUR)
        await table_changes.change(tables, request(game), user, away)
    await services.jobs.finish()  # whatever was to be asked for is asked for
    await asyncio.to_thread(work_off, server)
    assert (await truth(tables.store, game)).match.table.phase == "finished"


def work_off(server: Server) -> None:
    """Let a worker process do every job that is queued."""
    queues = QUEUES.values()
    command = [
        sys.executable,
        "-m",
        "rq.cli",
        "worker",
        "--burst",
        "--serializer",
        "json",
        "--url",
        server.url,
        *queues,
    ]
    environment = {**os.environ, "ACTA_REDIS_URL": server.url, "ACTA_GAMES": ",".join(GAMES)}
    subprocess.run(command, cwd=REPOSITORY, env=environment, check=True, capture_output=True)
