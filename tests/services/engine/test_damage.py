"""A damaged store: what a power cut leaves behind, and lines that cannot be read. The other games go on."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import redis

from domain.kernel.ids import GameId
from services.engine import embedded
from services.engine.errors import EngineError
from services.engine.folder import Folder
from services.settings import Settings
from services.store import keys
from tests.kit.command_line import acta
from tests.kit.http import Site, refusal, running_site
from tests.kit.processes import Server
from tests.services.api.tables import choose, started


@pytest.fixture
async def site(own_server: Server) -> AsyncIterator[Site]:
    async with running_site(own_server.url) as one:
        yield one


def spoil(server: Server, game: str, version: int, line: bytes) -> None:
    """Put another line in the place of one of a log."""
    with server.client() as store:
        stream = keys.of(GameId(game)).stream
        rows = store.xrange(stream)
        store.delete(stream)
        for row_id, row in rows:
            number = int(row_id.partition(b"-")[0])
            store.xadd(stream, {**row, b"t": line if number == version else row[b"t"]}, id=row_id)


@pytest.mark.parametrize("how", ["cut", "altered"])
async def test_a_damaged_line_is_named_and_the_other_games_go_on(site: Site, own_server: Server, how: str) -> None:
    anna, brutus = await site.person("Anna"), await site.person("Brutus")
    game, other = await started(anna, brutus), await started(anna, brutus)
    (line,) = await site.services.tables.store.read(GameId(game), 1, 1)
    altered = {**json.loads(line.text), "at": "2001-01-01T00:00:00.000Z"}
    spoil(own_server, game, 2, line.text[:40] if how == "cut" else json.dumps(altered).encode())
    async with running_site(own_server.url) as later:  # a process that has not folded the game before
        reader = later.stranger
        problem = refusal(await reader.get(f"/games/{game}"), 503, "damaged-record")
        assert "version 2" in problem["detail"]
        for path in ("events", "timeline", "scores", "export"):
            assert (await reader.get(f"/games/{game}/{path}")).status_code in ({503} if how == "cut" else {200, 503})
        assert (await reader.get(f"/games/{other}")).status_code == 200
    await choose(anna, other)
    for words in (["verify", game], ["export", game], ["replay", game], ["doctor"]) if how == "cut" else (["doctor"],):
        answer = acta(*words, ACTA_REDIS_URL=own_server.url, ACTA_GAMES="tests.kit.taberna:GAME")
        assert answer.returncode == 1, answer.stdout
        assert "version 2" in answer.stdout + answer.stderr
        assert "Traceback" not in answer.stderr
        assert words != ["doctor"] or "1 of 2 games" in answer.stdout


async def test_a_damaged_page_is_named_and_the_other_games_go_on(
    site: Site, own_server: Server, tmp_path: Path
) -> None:
    anna, brutus = await site.person("Anna"), await site.person("Brutus")
    game, other = await started(anna, brutus), await started(anna, brutus)
    store = site.services.tables.store
    for one in (GameId(game), GameId(other)):
        assert await store.packer.pack(one, await store.version(one) - 2) > 2
    with own_server.client() as client:
        page: Any = client.hget(keys.pages(GameId(game)), "0")
        client.hset(keys.pages(GameId(game)), "0", page[:-20])
    await choose(anna, other)
    async with running_site(own_server.url) as later:
        problem = refusal(await later.stranger.get(f"/games/{game}"), 503, "damaged-record")
        assert "version 1" in problem["detail"]
        assert (await later.stranger.get(f"/games/{other}/export")).status_code == 200
    backup, restored = tmp_path / "night.acta", tmp_path / "restored"
    environ = {"ACTA_GAMES": "tests.kit.taberna:GAME"}
    for words in (["verify", game], ["export", game], ["doctor"], ["backup", str(backup)]):
        answer = acta(*words, ACTA_REDIS_URL=own_server.url, **environ)
        assert answer.returncode == 1, answer.stdout
        assert "version 1: the page that holds it is damaged" in answer.stdout + answer.stderr
        assert "Traceback" not in answer.stderr
        assert words != ["doctor"] or "1 of 2 games" in answer.stdout
    assert acta("restore", str(backup), "--data-dir", str(restored), **environ).returncode == 1
    answer = acta("restore", str(backup), "--damaged", "--data-dir", str(restored), **environ)
    assert (answer.returncode, "1 more games are damaged" in answer.stderr) == (1, True)
    assert acta("verify", other, "--data-dir", str(restored), **environ).returncode == 0
    assert acta("verify", game, "--data-dir", str(restored), **environ).returncode == 1


def written_folder(data_dir: Path) -> tuple[Path, bytes]:
    """A data folder with some appended events, and the file that they stand in."""
    settings = Settings(data_dir=data_dir)
    with embedded.opened(settings) as url, redis.Redis.from_url(url) as store:
        for number in range(1, 6):
            store.xadd(keys.of(GameId("abc")).stream, {"t": "x" * 50}, id=f"{number}-0")
    (file,) = Folder(data_dir).path.glob("appendonlydir/*.incr.aof")
    return file, file.read_bytes()


def test_zeros_after_the_last_write_are_cut_off(tmp_path: Path) -> None:
    file, sound = written_folder(tmp_path)
    file.write_bytes(sound + bytes(500))
    with pytest.raises(EngineError, match="acta doctor --repair"), embedded.opened(Settings(data_dir=tmp_path)):
        pass
    told = acta("doctor", ACTA_DATA_DIR=str(tmp_path))
    assert told.returncode == 1
    assert f"can be read up to byte {len(sound)} of {len(sound) + 500}" in told.stdout
    assert "500 bytes behind it are zeros" in told.stdout
    assert file.read_bytes() == sound + bytes(500), "it only looks"
    mended = acta("doctor", "--repair", ACTA_DATA_DIR=str(tmp_path))
    assert mended.returncode == 0, mended.stdout + mended.stderr
    assert file.read_bytes() == sound
    (copy,) = file.parent.glob("*.damaged-*")
    assert copy.read_bytes() == sound + bytes(500)
    assert acta("doctor", ACTA_DATA_DIR=str(tmp_path)).returncode == 0


def test_it_says_which_events_are_lost_before_it_cuts(tmp_path: Path) -> None:
    file, sound = written_folder(tmp_path)
    third = sound.index(b"3-0\r\n")
    file.write_bytes(sound[: third - 10] + b"\xff" * 8 + sound[third - 2 :])
    told = acta("doctor", ACTA_DATA_DIR=str(tmp_path))
    assert told.returncode == 1
    assert "game abc: versions 4 to 5" in told.stdout


def test_a_sound_folder_has_nothing_to_be_told(tmp_path: Path) -> None:
    written_folder(tmp_path)
    told = acta("doctor", ACTA_DATA_DIR=str(tmp_path))
    assert (told.returncode, told.stderr) == (0, "")
