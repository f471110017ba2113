"""The job that analyses a game: in slices, each of which may die, and never while the game runs."""

import signal
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.ids import GameId
from domain.kernel.log import read
from services.foundation import Services
from services.store import keys
from services.store.keys import KeyKind
from services.story.analysis import ANALYST, decode, encode, played_part
from tests.kit.appended_match import AppendedMatch
from tests.kit.processes import Server, wait_for
from tests.workers.running_workers import SECONDS, running_worker
from workers.analysis import job
from workers.analysis.job import Slice, analyse_slice, sweep_analyses
from workers.analysis.judging import Analyst
from workers.analysis.report import analysed
from workers.bots.outlook import Effort

BRIEF = Analyst(looks=25, samples=2, effort=Effort(own=2, others=1))


async def stored_game(services: Services, plies: int | None = None) -> AppendedMatch:
    """A game in the store: whole, or after so many batches."""
    appended = AppendedMatch(5)
    for ply, _ in enumerate(appended.steps(5), 1):
        if ply == plies:
            break
    for batch in appended.appends:
        await services.tables.store.append(batch)
    return appended


async def analysed_by_slices(services: Services, game: GameId) -> list[Slice]:
    """Slice after slice, as jobs would do it, until nothing is owed."""
    slices = []
    while (done := await analyse_slice(services, game, BRIEF)) is not None:
        slices.append(done)
    return slices


def expected(appended: AppendedMatch, analyst: Analyst | None = None) -> bytes:
    return encode(analysed(appended.game, played_part(read(appended.codec, appended.records)), analyst))


async def test_it_is_made_slice_by_slice_and_is_what_it_would_be_at_once(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "SLICE_SECONDS", 0.0)
    appended = await stored_game(services)
    game, analyses = appended.game_id, services.analyses
    assert await analyse_slice(services, game) is None, "nobody asked"
    await analyses.ask(game, 1)
    slices = await analysed_by_slices(services, game)
    turns = slices[0].turns
    assert slices == [Slice(judged, turns) for judged in range(1, turns + 1)]
    assert await analyses.whole(game) == expected(appended, BRIEF)
    assert (await analyses.under_way(game), await analyses.owed()) == (None, [])


async def test_a_running_game_is_not_analysed(services: Services) -> None:
    appended = await stored_game(services, plies=8)
    await services.analyses.ask(appended.game_id, 1)
    assert await analyse_slice(services, appended.game_id) is None
    assert (await services.analyses.under_way(appended.game_id), await services.analyses.owed()) == (None, [])


async def test_turns_that_another_analyst_judged_are_judged_anew(services: Services) -> None:
    appended = await stored_game(services)
    game, analyses = appended.game_id, services.analyses
    await analyses.ask(game, 1)
    await analyses.begin(game, f"{ANALYST - 1} {appended.head}", 4, 1)
    await analyses.keep_turn(game, 0, b"judged otherwise")
    await analysed_by_slices(services, game)
    assert await analyses.whole(game) == expected(appended, BRIEF)


async def test_what_fails_again_and_again_is_given_up_and_goes_on_when_asked_for(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    appended = await stored_game(services)
    game, analyses = appended.game_id, services.analyses
    await analyses.ask(game, 1)
    with monkeypatch.context() as broken:
        broken.setattr(Analyst, "judged", lambda *_: 1 / 0)
        for _ in range(job.MOST_TRIES):
            with pytest.raises(ZeroDivisionError):
                await analyse_slice(services, game, BRIEF)
        assert await analyse_slice(services, game, BRIEF) is None
    found = await analyses.under_way(game)
    assert found is not None
    assert found.failed
    assert await analyses.owed() == []
    await analyses.ask(game, 2)
    await analysed_by_slices(services, game)
    assert await analyses.whole(game) == expected(appended, BRIEF)


async def test_what_is_owed_though_it_is_whole_is_settled(services: Services) -> None:
    """A worker died between its last two writes."""
    appended = await stored_game(services)
    await services.analyses.ask(appended.game_id, 1)
    await analysed_by_slices(services, appended.game_id)
    with_client: Any = services.client
    await with_client.zadd(KeyKind.ANALYSES_OWED, {appended.game_id: 1})
    assert await sweep_analyses(services, ()) == 1
    assert await analyse_slice(services, appended.game_id) is None
    assert await services.analyses.owed() == []


async def test_a_worker_that_is_killed_loses_no_turn_and_another_goes_on(
    server: Server, services: Services, tmp_path: Path
) -> None:
    appended = await stored_game(services)
    game, analyses = appended.game_id, services.analyses
    await analyses.ask(game, 1)
    client = server.client()
    with running_worker(server, tmp_path, ACTA_WORKER_PROCESSES="1") as doomed:  # no job was put: the sweeper finds it
        wait_for(lambda: client.hexists(keys.analysis(game), "turn 1"), seconds=SECONDS, what="two turns")
        doomed.end(signal.SIGKILL)
    before = await analyses.under_way(game)
    assert before is not None
    kept = before.judged
    with running_worker(server, tmp_path, ACTA_WORKER_PROCESSES="1"):
        wait_for(lambda: client.hexists(keys.analysis(game), "whole"), seconds=3 * SECONDS, what="the analysis")
    client.close()
    whole = await analyses.whole(game)
    assert whole == expected(appended)
    assert {number: encode(decode(whole).turns[number]) for number in kept} == kept
