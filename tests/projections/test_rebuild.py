"""`acta rebuild` on a server that runs or is stopped, and what operators see of the projector."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.ids import GameId, Version
from projections.rows import GameRows, ParkedGame
from services.cli.flags import Flags
from services.cli.rebuild import rebuild
from services.engine.embedded import opened
from services.settings import Settings
from services.store.connections import connect
from tests.kit.appended_match import AppendedMatch, played_with_undos
from tests.kit.http import Person, Site
from tests.kit.processes import Server
from tests.projections.read_side import Contents, ReadSide
from tests.services.api.tables import opened as open_table


def stored(url: str, game: AppendedMatch, *, write: bool) -> tuple[str, Contents, Contents]:
    """The live generation and what it holds of a game, beside what it should hold; first written if asked for."""

    async def look() -> tuple[str, Contents, Contents]:
        client: Any = connect(url)
        read_side = ReadSide(client)
        if write:
            await read_side.write(game.appends)
        found = await read_side.contents([game.game_id])
        expected = await read_side.expected([game.game_id])
        live = await read_side.models.live()
        await client.aclose()
        return live, found, expected

    return asyncio.run(look())


@pytest.fixture
def taberna(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACTA_GAMES", "tests.kit.taberna:GAME")


@pytest.mark.usefixtures("taberna")
def test_a_running_server_is_rebuilt(own_server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    game = played_with_undos(1)
    before, found, expected = stored(own_server.url, game, write=True)
    assert found != expected, "nobody has projected it yet"
    rebuild(Flags(redis_url=own_server.url))
    after, found, expected = stored(own_server.url, game, write=False)
    assert found == expected
    assert after != before
    assert capsys.readouterr().out == "Lists, inboxes and profiles are rebuilt and in use.\n"


@pytest.mark.usefixtures("taberna")
def test_a_stopped_server_is_rebuilt_from_its_folder(tmp_path: Path) -> None:
    game = played_with_undos(2)
    settings = Settings(data_dir=tmp_path)
    with opened(settings) as url:
        stored(url, game, write=True)
    rebuild(Flags(data_dir=tmp_path))
    with opened(settings) as url:
        _, found, expected = stored(url, game, write=False)
    assert found == expected


def test_games_that_cannot_be_projected_are_named(own_server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    game = played_with_undos(3)
    stored(own_server.url, game, write=True)
    rebuild(Flags(redis_url=own_server.url))  # this Acta does not know the game
    told = capsys.readouterr().err
    assert f"Game {game.game_id} was left out at version {len(game.records)}" in told


async def test_readiness_and_figures_tell_how_late_the_models_are(site: Site, anna: Person) -> None:
    await site.project()
    ready = (await site.http.get("/readyz")).json()
    assert (ready["ready"], ready["projector"]["behind"], ready["projector"]["seconds"]) == (True, 0, 0.0)
    await open_table(anna)
    await open_table(anna)
    late = (await site.http.get("/readyz")).json()
    assert late["ready"] is True
    assert late["projector"]["behind"] == 2
    figures = (await site.http.get("/metrics")).text
    assert "acta_projector_lag_entries 2.0" in figures
    assert "acta_projector_lag_seconds " in figures


async def test_a_parked_game_is_an_alarm(site: Site) -> None:
    models, game = site.services.models, GameId("0bad")
    live = await models.live()
    await models.store(live, 0, "0-0", [ParkedGame(game, Version(1), "BadRecord")])
    assert (await site.http.get("/readyz")).json()["projector"]["parked"] == 1
    assert "acta_parked_games 1.0" in (await site.http.get("/metrics")).text
    assert await models.parked() == [ParkedGame(game, Version(1), "BadRecord")]
    await models.store(live, 0, "0-0", [GameRows(game, Version(1), {})])
    assert (await site.http.get("/readyz")).json()["projector"]["parked"] == 0, "until somebody mends it"
