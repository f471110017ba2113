"""Finished games in the archive: out of Redis, and for their readers the same as before."""

import gzip
from pathlib import Path

import pytest

from domain.kernel.ids import GameId
from services import bootstrap
from services.store import keys
from services.store.archive import Archive, NotArchived
from services.store.events import EventStore
from tests.kit.appended_match import played_with_undos
from tests.kit.command_line import acta
from tests.kit.http import GAMES, Person, Site, refusal, running_site
from tests.kit.processes import Server
from tests.services.api.tables import choose, started
from tests.services.store.servers import connected

READS = ("", "/events", "/scores", "/timeline", "/recap", "/export", "/stream", "/diff?from=3&to=5")


async def finished(site: Site, host: Person | None = None) -> str:
    """A game that is over because one of two gave up."""
    host, brutus = host or await site.person("Anna"), await site.person("Brutus")
    game = await started(host, brutus)
    await choose(host, game)
    await brutus.done(f"/games/{game}/resign")
    await site.project()
    return game


async def all_reads(site: Site, game: str) -> dict[str, bytes]:
    """What everybody may read of a game."""
    paths = [f"/api/v1/games/{game}{path}" for path in (*READS, "?at=4")] + [f"/games/{game}/replay?at=4"]
    answers = {path: await site.http.get(path) for path in paths}
    assert {path: answer.status_code for path, answer in answers.items()} == dict.fromkeys(paths, 200)
    return {path: answer.content for path, answer in answers.items() if path.startswith("/api")}


async def test_readers_of_an_archived_game_notice_nothing(own_server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    environ = {"ACTA_REDIS_URL": own_server.url, "ACTA_GAMES": ",".join(GAMES), "ACTA_ARCHIVE_DIR": str(folder)}
    async with running_site(own_server.url, archive_dir=folder) as site:
        game, running = await finished(site), await started(await site.person("Anna"), await site.person("Brutus"))
        before = await all_reads(site, game)
        done = acta("admin", "archive", "--days", "0", **environ)
        assert (done.returncode, done.stdout[:13]) == (0, "1 games with "), done.stderr
        assert await all_reads(site, game) == before, "a table that is hot"

    async with running_site(own_server.url, archive_dir=folder) as site:
        store = site.services.tables.store
        assert await store.is_archived(GameId(game))
        assert not await store.is_archived(GameId(running))
        assert await site.services.client.exists(keys.of(GameId(game)).stream) == 0
        assert await all_reads(site, game) == before, "a table that nobody has read yet"
        await bootstrap.rebuild(site.services, lambda _read: None)
        assert await site.services.models.parked() == []
        assert game in {item["game_id"] for item in (await site.stranger.seen("/games?status=finished"))["items"]}
    assert acta("verify", game, **environ).returncode == 0
    assert "archived in" in acta("admin", "game", game, **environ).stdout


async def test_a_table_that_goes_on_is_brought_back(own_server: Server, tmp_path: Path) -> None:
    environ = {"ACTA_REDIS_URL": own_server.url, "ACTA_GAMES": ",".join(GAMES), "ACTA_ARCHIVE_DIR": str(tmp_path)}
    async with running_site(own_server.url, archive_dir=tmp_path) as site:
        anna = await site.person("Anna")
        game = await finished(site, anna)
        store = site.services.tables.store
        before = await store.read(GameId(game))
        assert acta("admin", "archive", "--game", game, **environ).returncode == 0
        made = await anna.done(f"/games/{game}/rematch")
        assert (await anna.seen(f"/games/{game}"))["rematch"] == made["game_id"]
        assert not await store.is_archived(GameId(game))
        log = await store.read(GameId(game))
        assert (log[: len(before)], len(log)) == (before, len(before) + 1)
    assert acta("verify", game, **environ).returncode == 0
    assert acta("admin", "archive", "--game", game, **environ).returncode == 0


async def test_a_damaged_file_is_said_and_never_shown(own_server: Server, tmp_path: Path) -> None:
    environ = {"ACTA_REDIS_URL": own_server.url, "ACTA_GAMES": ",".join(GAMES), "ACTA_ARCHIVE_DIR": str(tmp_path)}
    async with running_site(own_server.url, archive_dir=tmp_path) as site:
        game = await finished(site)
    assert acta("admin", "archive", "--game", game, **environ).returncode == 0
    again = acta("admin", "archive", "--game", game, **environ)
    assert again.stderr == f"acta: There is no finished game {game} in Redis.\n"
    path = Archive(tmp_path).path(GameId(game))
    whole = gzip.decompress(path.read_bytes())
    path.write_bytes(gzip.compress(whole.replace(b"GameStarted", b"GameStartet")))
    async with running_site(own_server.url, archive_dir=tmp_path) as site:
        refusal(await site.stranger.get(f"/games/{game}"), 503, "damaged-record")
        path.unlink()
        refusal(await site.stranger.get(f"/games/{game}"), 503, "damaged-record")
    found = acta("doctor", **environ)
    assert (found.returncode, str(path) in found.stdout + found.stderr) == (1, True)


async def test_a_backup_says_which_games_lie_in_the_archive(own_server: Server, tmp_path: Path) -> None:
    archive, file = tmp_path / "archive", tmp_path / "night.acta"
    environ = {"ACTA_GAMES": ",".join(GAMES), "ACTA_ARCHIVE_DIR": str(archive)}
    async with running_site(own_server.url, archive_dir=archive) as site:
        game = await finished(site)
    assert acta("admin", "archive", "--game", game, "--redis-url", own_server.url, **environ).returncode == 0
    made = acta("backup", str(file), "--redis-url", own_server.url, **environ)
    assert made.returncode == 0, made.stderr
    restored = acta("restore", str(file), "--data-dir", str(tmp_path / "data"), **environ)
    assert (restored.returncode, restored.stderr) == (0, "")
    assert acta("verify", game, "--data-dir", str(tmp_path / "data"), **environ).returncode == 0
    moved = environ | {"ACTA_ARCHIVE_DIR": str(tmp_path / "elsewhere")}
    restored = acta("restore", str(file), "--data-dir", str(tmp_path / "more"), **moved)
    assert restored.returncode == 0
    assert f"game {game}: it is archived, and its file" in restored.stderr


async def test_a_log_leaves_redis_only_if_it_is_the_one_that_was_written(own_server: Server, tmp_path: Path) -> None:
    appended = played_with_undos(1)
    async with connected(own_server.url) as client:
        store = EventStore(client, archive=Archive(tmp_path))
        for batch in appended.appends:
            await store.append(batch._replace(due=None))
        records = await store.read(appended.game_id)
        assert not await store.let_go(appended.game_id, len(records) - 1, records[-2].hash())
        assert await store.read(appended.game_id) == records
        archive = Archive(tmp_path)
        assert archive.write(appended.game_id, records, {}) < sum(len(record.text) for record in records)
        assert await store.let_go(appended.game_id, len(records), records[-1].hash())
        assert await store.let_go(appended.game_id, len(records), records[-1].hash()), "said twice"
        assert await store.read(appended.game_id, after=3, limit=2) == records[3:5]
        assert await store.version(appended.game_id) == len(records)


def test_what_cannot_be_read_back_is_not_archived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [record for batch in played_with_undos(1).appends for record in batch.records]
    monkeypatch.setattr(Archive, "stored", lambda _self, _game: records[:-1])
    with pytest.raises(NotArchived):
        Archive(tmp_path).write(played_with_undos(1).game_id, records, {})
