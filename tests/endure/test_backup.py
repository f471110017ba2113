"""A backup of a running server, restored elsewhere: everybody goes on where the backup was made."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from domain.kernel.ids import GameId
from domain.registry import Registry
from services.engine import embedded
from services.settings import Settings
from tests.endure.acta_server import Acta, running_acta
from tests.endure.players import OVER, Player, newcomer
from tests.endure.recorded_players import stored
from tests.kit.checker import Evidence, check
from tests.kit.command_line import acta as run
from tests.kit.http import API, GAMES, Json


@contextmanager
def playing(acta: Acta) -> Iterator[None]:
    """Somebody plays one game after the other for the length of a block."""
    enough = threading.Event()

    def play() -> None:
        with newcomer(acta) as brutus:
            while not enough.is_set():
                brutus.plays_to_the_end(brutus.opens("random", rounds=2))

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()


async def test_a_backup_taken_while_people_play_is_a_server_elsewhere(acta: Acta, anna: Player, tmp_path: Path) -> None:
    over, open_game = anna.opens("random"), anna.opens("random", rounds=2)
    assert anna.plays_to_the_end(over)["status"] == "finished"
    command = anna.option(open_game)
    assert anna.chooses(open_game, command, key="k-1").status_code == 200
    file, data = tmp_path / "night.acta", {"ACTA_DATA_DIR": str(tmp_path / "data"), "ACTA_GAMES": ",".join(GAMES)}
    with playing(acta):
        made = run("backup", str(file), "--redis-url", acta.redis_url)
    assert made.returncode == 0, made.stderr
    assert file.stat().st_mode & 0o077 == 0, "it holds secrets"

    whole = file.read_bytes()
    (tmp_path / "cut").write_bytes(whole[:-40])
    refused = run("restore", str(tmp_path / "cut"), **data)
    assert (refused.returncode, "Nothing was restored" in refused.stderr) == (1, True)
    assert not (tmp_path / "data").exists()

    restored = run("restore", str(file), **data)
    assert restored.returncode == 0, restored.stderr
    again = run("restore", str(file), **data)
    assert again.returncode == 1
    assert "There is data already" in again.stderr

    here, _ = await stored(acta.redis_url)
    with embedded.opened(Settings(data_dir=tmp_path / "data")) as url:  # before anybody plays on
        streams, feed = await stored(url)
    assert {GameId(over), GameId(open_game)} <= streams.keys() <= here.keys()
    for game, stream in streams.items():
        assert stream.records == here[game].records[: len(stream.records)]
    assert check(Evidence([], streams, feed), Registry.with_extra(GAMES)) == []
    with running_acta(tmp_path) as other:
        await asyncio.to_thread(goes_on, other, anna, over, (open_game, command))


def goes_on(other: Acta, anna: Player, over: str, begun: tuple[str, Json]) -> None:
    """Anna finds her games with the token that she had, and plays the open one to its end."""
    open_game, command = begun
    token = anna.http.headers["Authorization"]
    with httpx.Client(base_url=other.url + API, headers={"Authorization": token}, timeout=60) as http:
        there = Player(http)
        listed = {item["game_id"] for item in http.get("/games", params={"mine": "true"}).json()["items"]}
        assert listed == {over, open_game}, "lists are made anew"
        repeat = there.chooses(open_game, command, key="k-1")
        assert repeat.json()["repeated"] is True
        assert there.plays_to_the_end(open_game)["status"] in OVER
