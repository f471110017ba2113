"""Planned turns with real workers: played by a job as soon as the turn begins, and once whoever dies meanwhile."""

import signal
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.game import Command
from domain.kernel.ids import GameId, Seat
from domain.kernel.plans import imagined_turn, planned
from domain.kernel.rng import KeyedRng
from services.bootstrap import build
from services.foundation import Services
from services.settings import Settings
from services.settings.secret import Secret
from services.store.plans import StoredPlan, StoredStep
from services.tables import choices
from services.tables.hot_tables import Tables
from services.tables.planned_turns import rules_of
from tests.kit.halting_worker import POINTS, Marks
from tests.kit.http import GAMES
from tests.kit.processes import Server, is_running, wait_for
from tests.kit.taberna import GAME
from tests.kit.taberna import commands as cmd
from tests.services.tables.several_processes import USERS, opened, request, values
from tests.workers.running_workers import SECONDS, current_match, events_in, running_worker
from tests.workers.test_kills import halting

TURN: Sequence[Command] = (cmd.RunErrand(what="sell"), cmd.RunErrand(what="sell"), cmd.EndTurn())


async def turns_begun(services: Services, players: int = 2) -> tuple[GameId, Seat]:
    """A game in which the first turn has begun, and whose it is."""
    tables = services.tables
    game = await opened(tables, players)
    for seat in range(players):
        match = await current_match(tables, game)
        await choices.confirm(tables, request(game), USERS[seat], values(match.choices(Seat(seat))[0]))
    acting = GAME.begins_turn((await current_match(tables, game)).state)
    assert acting is not None
    return game, acting


async def plan(services: Services, game: GameId, seat: Seat, *, wait: int = 0) -> None:
    """Keep a plan of a whole turn."""
    async with services.tables.lock(game):
        loaded = await services.tables.current(game)
    imagined = imagined_turn(loaded.match, seat, KeyedRng(b"any"))
    assert imagined is not None
    steps = planned(imagined, seat, TURN)
    stored = StoredPlan(
        revision=uuid4().hex,
        seat=seat,
        made_at=loaded.version,
        rules=rules_of(GAME),
        alternatives=(tuple(StoredStep(msgspec.to_builtins(one.command), one.outcome, {}) for one in steps),),
        wait=wait,
    )
    assert await services.people.plans.keep(game, USERS[seat], stored, "") == "done"


async def end_turn(services: Services, game: GameId, seat: Seat) -> None:
    async with services.tables.lock(game):
        version = (await services.tables.current(game)).version
    await choices.confirm(services.tables, request(game), USERS[seat], values(*TURN), version)
    await services.jobs.finish()


async def played(tables: Tables, game: GameId) -> list[Seat]:
    """Whose plans were played, in order."""
    return [event.seat for event in await events_in(tables, game) if isinstance(event, life.PlanPlayed)]


async def until_played(tables: Tables, game: GameId, count: int) -> None:
    limit = time.monotonic() + SECONDS
    while len(await played(tables, game)) < count:
        assert time.monotonic() < limit, "the plan is played"


async def test_plans_are_played_one_after_the_other_by_jobs_alone(
    server: Server, services: Services, tmp_path: Path
) -> None:
    """Nobody sweeps: each job finds the next player's plan."""
    game, acting = await turns_begun(services, 3)
    others = [Seat(seat) for seat in range(3) if seat != acting]
    for seat in others:
        await plan(services, game, seat)
    with running_worker(server, tmp_path, ACTA_SWEEP_SECONDS="600"):
        await end_turn(services, game, acting)
        await until_played(services.tables, game, 2)
    assert sorted(await played(services.tables, game)) == others
    assert await services.people.plans.games() == []


async def test_the_sweeper_plays_what_a_lost_job_left_and_what_was_to_wait(
    server: Server, services: Services, tmp_path: Path
) -> None:
    (lost, one), (waits, other) = [await turns_begun(services) for _ in range(2)]
    await plan(services, lost, Seat(1 - one))
    await plan(services, waits, Seat(1 - other), wait=1)
    silent = build(Settings(redis_url=Secret(server.url), games=GAMES), enqueues_owed=False)
    for game, acting in ((lost, one), (waits, other)):
        await end_turn(silent, game, acting)
    await silent.close()
    with running_worker(server, tmp_path):
        for game in (lost, waits):
            await until_played(services.tables, game, 1)


async def test_a_plan_whose_worker_is_killed_at_any_point_is_played_once(
    server: Server, services: Services, tmp_path: Path
) -> None:
    marks, points, games = Marks(tmp_path), POINTS["scoring"], []
    for point in points:
        game, acting = await turns_begun(services)
        await plan(services, game, Seat(1 - acting))
        marks.set("scoring", point, game)
        games.append((game, acting))
    with halting(server, tmp_path, len(points)) as doomed:
        for game, acting in games:
            await end_turn(services, game, acting)
        wait_for(lambda: marks.reached() == len(points), seconds=SECONDS, what="every job to halt")
        children = doomed.descendants()
        doomed.end(signal.SIGKILL)
    wait_for(lambda: not [one for one in children if is_running(one.pid)], what="no worker to live on")
    with running_worker(server, tmp_path):
        for game, _ in games:
            await until_played(services.tables, game, 1)
        limit = time.monotonic() + SECONDS
        while await services.people.plans.games():
            assert time.monotonic() < limit, "what became of each is written down"
    for game, acting in games:
        assert await played(services.tables, game) == [Seat(1 - acting)]
