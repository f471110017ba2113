"""Finished games in the archive: out of Redis, and for their readers the same as before."""

import gzip
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from domain.kernel.export import to_line
from domain.kernel.ids import GameId
from services.cli.rebuild import rebuild_models
from services.store import keys
from services.store.archive import Archive, NotArchived
from services.store.backups import last_backup
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
        await rebuild_models(site.services, lambda _read: None)
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
    whole = path.read_bytes()
    path.write_bytes(whole[:-20] + bytes(20))
    async with running_site(own_server.url, archive_dir=tmp_path) as site:
        refusal(await site.stranger.get(f"/games/{game}"), 503, "damaged-record")
        path.unlink()
        problem = refusal(await site.stranger.get(f"/games/{game}"), 503, "missing-log")
        assert "archive" in problem["detail"]
        assert str(tmp_path) not in problem["detail"]
        page = await site.http.get(f"/games/{game}")
        assert (page.status_code, problem["title"] in page.text) == (503, True)
    found = acta("doctor", **environ)
    assert (found.returncode, str(path) in found.stdout) == (1, True)
    assert f"1 games are archived, and their files are missing in {tmp_path}" in found.stdout


@dataclass
class Archived:
    """A server with one archived game, and what tells commands of it."""

    game: str
    archive: Path
    environ: dict[str, str]
    tmp: Path

    @property
    def file(self) -> Path:
        return Archive(self.archive).path(GameId(self.game))

    def backs_up(self, *words: str) -> tuple[Path, CompletedProcess[str]]:
        made = self.tmp / f"night{len([*self.tmp.glob('night*')])}.acta"
        return made, acta("backup", str(made), *words, **self.environ)

    def elsewhere(self, name: str) -> dict[str, str]:
        """Settings of another server, with an archive of its own."""
        folder = self.tmp / name
        data, archive = str(folder / "data"), str(folder / "archive")
        return {"ACTA_GAMES": ",".join(GAMES), "ACTA_DATA_DIR": data, "ACTA_ARCHIVE_DIR": archive}


@pytest.fixture
async def archived(own_server: Server, tmp_path: Path) -> Archived:
    folder = tmp_path / "archive"
    environ = {"ACTA_GAMES": ",".join(GAMES), "ACTA_ARCHIVE_DIR": str(folder), "ACTA_REDIS_URL": own_server.url}
    async with running_site(own_server.url, archive_dir=folder) as site:
        game = await finished(site)
    assert acta("admin", "archive", "--game", game, **environ).returncode == 0
    return Archived(game, folder, environ, tmp_path)


async def last_backup_of(server: Server) -> int | None:
    async with connected(server.url) as client:
        return await last_backup(client)


async def test_a_backup_says_which_games_lie_in_the_archive(archived: Archived, own_server: Server) -> None:
    file, made = archived.backs_up()
    assert made.returncode == 0, made.stderr
    for words in (archived.game, str(archived.archive), "--with-archive"):
        assert words in made.stderr
    assert await last_backup_of(own_server) is not None
    beside = archived.elsewhere("beside") | {"ACTA_ARCHIVE_DIR": str(archived.archive)}
    restored = acta("restore", str(file), **beside)
    assert (restored.returncode, restored.stderr) == (0, "")
    assert f"1 of them are in the archive {archived.archive}" in restored.stdout
    assert acta("verify", archived.game, **beside).returncode == 0


async def test_restore_fails_until_every_game_can_be_read(archived: Archived) -> None:
    file, _ = archived.backs_up()
    there = archived.elsewhere("more")
    restored = acta("restore", str(file), **there)
    assert restored.returncode == 1
    assert "\n0 games with 0 events are back" in f"\n{restored.stdout}"
    assert f"game {archived.game} cannot be read: it is archived, and its file" in restored.stderr
    assert "1 more games CANNOT BE READ" in restored.stderr
    missing = Archive(Path(there["ACTA_ARCHIVE_DIR"])).path(GameId(archived.game))
    missing.parent.mkdir(parents=True)
    missing.write_bytes(archived.file.read_bytes())
    assert acta("doctor", **there).returncode == 0


async def test_a_backup_takes_the_archive_along(archived: Archived) -> None:
    file, made = archived.backs_up("--with-archive")
    assert (made.returncode, made.stderr) == (0, "")
    for words in ("1 games with ", "were taken along", archived.game):
        assert words in made.stdout
    there = archived.elsewhere("more")
    restored = acta("restore", str(file), **there)
    assert (restored.returncode, restored.stderr) == (0, "")
    put_back = Archive(Path(there["ACTA_ARCHIVE_DIR"])).path(GameId(archived.game))
    assert put_back.read_bytes() == archived.file.read_bytes()
    assert acta("verify", archived.game, **there).returncode == 0
    events = made.stdout.split(" events")[0]
    assert restored.stdout.startswith(f"{events} events are back")


async def test_restore_replaces_no_file_of_an_archive(archived: Archived) -> None:
    file, _ = archived.backs_up("--with-archive")
    there = archived.elsewhere("more")
    other = Archive(Path(there["ACTA_ARCHIVE_DIR"])).path(GameId(archived.game))
    other.parent.mkdir(parents=True)
    other.write_bytes(b"somebody else's")
    restored = acta("restore", str(file), **there)
    assert (restored.returncode, other.read_bytes()) == (1, b"somebody else's")
    assert str(other) in restored.stderr


@pytest.mark.parametrize("how", ["missing", "damaged"])
async def test_a_backup_without_what_the_archive_should_have_is_not_good(
    archived: Archived, own_server: Server, how: str
) -> None:
    if how == "missing":
        archived.file.unlink()
    else:
        archived.file.write_bytes(archived.file.read_bytes()[:-20])
    file, made = archived.backs_up(*(["--with-archive"] if how == "damaged" else []))
    assert made.returncode == 1
    assert f"game {archived.game} cannot be read" in made.stderr
    assert how in made.stderr
    assert await last_backup_of(own_server) is None
    there = archived.elsewhere("more")
    refused = acta("restore", str(file), **there)
    assert (refused.returncode, "were damaged when the backup was made" in refused.stderr) == (1, how == "damaged")
    if how == "damaged":
        restored = acta("restore", str(file), "--damaged", **there)
        assert (restored.returncode, "1 more games are damaged" in restored.stderr) == (1, True)


async def test_an_archive_of_an_earlier_release_is_read(own_server: Server, tmp_path: Path) -> None:
    """It held exports, compressed; a file that is there stays what it is."""
    environ = {"ACTA_REDIS_URL": own_server.url, "ACTA_GAMES": ",".join(GAMES), "ACTA_ARCHIVE_DIR": str(tmp_path)}
    async with running_site(own_server.url, archive_dir=tmp_path) as site:
        game = await finished(site)
        before = await all_reads(site, game)
    assert acta("admin", "archive", "--game", game, **environ).returncode == 0
    archive = Archive(tmp_path)
    written = archive.path(GameId(game))
    assert acta("verify", str(written), **environ).returncode == 0, "a file of the archive stands alone"
    written.with_suffix(".jsonl.gz").write_bytes(gzip.compress(b"".join(map(to_line, archive.stored(GameId(game))))))
    written.unlink()
    async with running_site(own_server.url, archive_dir=tmp_path) as site:
        assert await all_reads(site, game) == before
    assert acta("verify", game, **environ).returncode == 0
    elsewhere = Archive(tmp_path / "elsewhere")
    assert elsewhere.put(GameId(game), archive.file(GameId(game)))
    assert elsewhere.path(GameId(game)).name == f"{game}.jsonl.gz"
    assert elsewhere.stored(GameId(game)) == archive.stored(GameId(game))


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
        assert archive.write(appended.game_id, records) < sum(len(record.text) for record in records)
        assert await store.let_go(appended.game_id, len(records), records[-1].hash())
        assert await store.let_go(appended.game_id, len(records), records[-1].hash()), "said twice"
        assert await store.read(appended.game_id, after=3, limit=2) == records[3:5]
        assert await store.version(appended.game_id) == len(records)


def test_what_cannot_be_read_back_is_not_archived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [record for batch in played_with_undos(1).appends for record in batch.records]
    monkeypatch.setattr(Archive, "stored", lambda _self, _game: records[:-1])
    with pytest.raises(NotArchived):
        Archive(tmp_path).write(played_with_undos(1).game_id, records)
