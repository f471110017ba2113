"""Backups, restores and moves that are killed anywhere, twice: the server they were about has lost nothing.

What a careless operator does then is done here, too: the same command again, or what its refusal says.
ENDURE_KILLS says at how many moments each command is killed.
"""

import asyncio
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from domain.kernel import chain
from domain.kernel.errors import StoreMoving
from domain.kernel.ids import GameId
from services.store.connections import connect
from services.store.copying.closing import is_half_filled
from services.store.events import EventStore
from tests.endure.recorded_players import stored
from tests.kit.appended_match import AppendedMatch, played_with_undos
from tests.kit.command_line import acta
from tests.kit.http import GAMES
from tests.kit.processes import Server, running_server, running_tree
from tests.services.store.logs import Log
from tests.services.store.servers import connected

KILLS = int(os.environ.get("ENDURE_KILLS", "2"))
MATCHES = 60
_GAMES = {"ACTA_GAMES": ",".join(GAMES)}


async def filled(server: Server) -> list[AppendedMatch]:
    """Some games, the last of which still goes on."""
    matches = [played_with_undos(seed) for seed in range(MATCHES)]
    client: Any = connect(server.url)
    for match in matches[:-1]:
        for batch in match.appends:
            await EventStore(client).append(batch)
    for batch in matches[-1].appends[:3]:
        await EventStore(client).append(batch)
    await client.aclose()
    return matches


async def heads(url: str) -> dict[GameId, str]:
    """Every game with its head; its chain holds."""
    streams, _ = await stored(url)
    assert all(chain.verify(stream.records) == stream.head for stream in streams.values())
    return {game: stream.head for game, stream in streams.items()}


async def goes_on(url: str, match: AppendedMatch, done: int) -> None:
    """Somebody plays on."""
    client: Any = connect(url)
    await EventStore(client).append(match.appends[done])
    await client.aclose()


async def takes_nothing_half(url: str) -> None:
    """A store that holds half a copy takes no choices, and `acta doctor` says what to do with it."""
    async with connected(url) as client:
        if not await is_half_filled(client):
            return
        with pytest.raises(StoreMoving):
            await EventStore(client).append(Log().batch())
    said = await asyncio.to_thread(acta, "doctor", "--redis-url", url, **_GAMES)
    assert (said.returncode, "half a copy" in said.stdout) == (1, True), said.stdout


def killed_after(seconds: float, words: Sequence[str], folder: Path, **environ: str) -> bool:
    """Run a command and kill it after so many seconds; whether it was still running."""
    output = folder / f"killed {time.monotonic_ns()}"
    with running_tree(["-m", "services.cli", *words], output, environ) as tree:
        time.sleep(seconds)
        if tree.process.poll() is not None:
            return False
        for process in tree.descendants():
            process.kill()
        tree.end(signal.SIGKILL)
    return True


def lasting(words: Sequence[str], **environ: str) -> float:
    """How long a command takes that nobody kills."""
    began = time.monotonic()
    done = acta(*words, **environ)
    assert done.returncode == 0, done.stderr
    return time.monotonic() - began


def moments(whole: float) -> list[float]:
    """Moments within a command, more of them where it works and no longer starts."""
    return [whole * (0.35 + 0.65 * number / KILLS) for number in range(KILLS)]


@pytest.mark.timeout(600)
async def test_a_backup_that_is_killed_twice_anywhere_is_no_backup_and_harms_none(tmp_path: Path) -> None:
    with running_server(tmp_path / "here") as here:
        await filled(here)
        before = await heads(here.url)
        good, words = tmp_path / "good", ["--redis-url", here.url]
        whole = await asyncio.to_thread(lasting, ["backup", str(good), *words], **_GAMES)
        content = good.read_bytes()
        for number, moment in enumerate(moments(whole)):
            file = tmp_path / f"night {number}"
            for _ in range(2):
                await asyncio.to_thread(killed_after, moment, ["backup", str(file), *words], tmp_path, **_GAMES)
            if not file.exists():  # what is named like a backup is one: it is restored below
                done = await asyncio.to_thread(acta, "backup", str(file), *words, **_GAMES)
                assert done.returncode == 0, done.stderr
        assert await heads(here.url) == before
        assert good.read_bytes() == content
        for number in range(KILLS):
            file, data = tmp_path / f"night {number}", tmp_path / f"restored {number}"
            done = await asyncio.to_thread(acta, "restore", str(file), ACTA_DATA_DIR=str(data), **_GAMES)
            assert done.returncode == 0, done.stderr


@pytest.mark.timeout(600)
async def test_a_restore_that_is_killed_twice_anywhere_is_done_again_into_an_empty_store(tmp_path: Path) -> None:
    with running_server(tmp_path / "here") as here, running_server(tmp_path / "there") as there:
        await filled(here)
        before = await heads(here.url)
        file = tmp_path / "night"
        assert acta("backup", str(file), "--redis-url", here.url, **_GAMES).returncode == 0
        content, words = file.read_bytes(), ["restore", str(file), "--redis-url", there.url]
        whole = await asyncio.to_thread(lasting, words, **_GAMES)
        for moment in moments(whole):
            for _ in range(2):
                _empty(there)
                await asyncio.to_thread(killed_after, moment, words, tmp_path, **_GAMES)
                await takes_nothing_half(there.url)
            again = await asyncio.to_thread(acta, *words, **_GAMES)
            if again.returncode:  # nothing is written over what a killed one left
                assert "There is data already" in again.stderr
                _empty(there)
                again = await asyncio.to_thread(acta, *words, **_GAMES)
            assert again.returncode == 0, again.stderr
            assert await heads(there.url) == before
        assert file.read_bytes() == content


@pytest.mark.timeout(600)
async def test_a_move_that_is_killed_twice_anywhere_leaves_the_old_store_whole(tmp_path: Path) -> None:
    with running_server(tmp_path / "here") as here, running_server(tmp_path / "there") as there:
        matches = await filled(here)
        done, words = 3, ["migrate-store", there.url, "--redis-url", here.url]
        whole = await asyncio.to_thread(lasting, words, **_GAMES)
        _reopen(here)
        for moment in moments(whole):
            for _ in range(2):
                _empty(there)
                await asyncio.to_thread(killed_after, moment, words, tmp_path, **_GAMES)
                await takes_nothing_half(there.url)
                _reopen(here)
                await goes_on(here.url, matches[-1], done)
                done += 1
        before = await heads(here.url)
        assert len(before) == MATCHES
        _empty(there)
        moved = await asyncio.to_thread(acta, *words, **_GAMES)
        assert moved.returncode == 0, moved.stderr
        assert await heads(there.url) == before


def _empty(server: Server) -> None:
    with server.client() as client:
        client.flushall()


def _reopen(server: Server) -> None:
    """What the command says for a move that was killed; it says so too if there is nothing to open."""
    done = acta("migrate-store", "--reopen", "--redis-url", server.url)
    assert done.returncode == 0, done.stderr
