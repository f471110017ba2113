"""A move that the opponent sees: from the click to the other player's stream, at many tables at once.

Beside it boardgame.io, which keeps everything in memory; ours is on disk before anybody hears of it. One load
generator presses both, in turns: whoever is to move moves when the last move has arrived at both.
"""

import asyncio
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from domain.concordia import GAME as CONCORDIA
from services.store.connections import connect
from tests.bench import boardgame
from tests.bench.commands import OURS, Serving, serving_process
from tests.bench.load import on_generator
from tests.bench.prepared import Prepared, SeatedMatch, guests, tables
from tests.bench.report import show
from tests.bench.streaming import Listener
from tests.kit.processes import running_server

TABLES = 16
MOVES = 40
"""At each table in a round."""
STARTS = 4
"""Fresh pairs of processes: two of the same program differ by up to a tenth, by where things lie in memory."""
ROUNDS = 5
PATIENCE = 60

Play = Callable[[int, Any], Awaitable[None]]


class Delivered(NamedTuple):
    """What a round measured: moves a second, and processor milliseconds of the server a move."""

    rate: float
    cpu: float


class Move(NamedTuple):
    """A request, and the version that everybody hears of then."""

    request: bytes
    version: int


class Game(NamedTuple):
    """A table as the load generator needs it."""

    streams: Sequence[bytes]
    moves: Sequence[Move]


class Match(NamedTuple):
    """A match of the peer, which need not be prepared."""

    name: str
    moves: int


def run() -> None:
    """Print the figures."""
    _report(measure())


def measure() -> dict[str, list[Delivered]]:
    """What each round measured of Acta, and of the peer if it can be had."""
    measured: defaultdict[str, list[Delivered]] = defaultdict(list)
    for _ in range(STARTS):
        for name, found in _measure_pair().items():
            measured[name] += found
    return measured


def _measure_pair() -> dict[str, list[Delivered]]:
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as redis:
        prepared = asyncio.run(_prepared(redis.url))
        with serving_process(OURS, redis.url) as ours:
            if not boardgame.installed():
                return {"Acta": [_press(ours, play_ours, games) for games in prepared[1:]]}
            with boardgame.serving_peer() as peer:
                return _in_turns(ours, peer, prepared)


def _in_turns(ours: Serving, peer: Serving, prepared: Sequence[Sequence[Game]]) -> dict[str, list[Delivered]]:
    measured: dict[str, list[Delivered]] = {"Acta": [], "boardgame.io": []}
    for number, games in enumerate(prepared):
        matches = [Match(uuid4().hex, MOVES) for _ in games]
        both = _press(ours, play_ours, games), _press(peer, _play_peer, matches)
        for measure, found in zip(both if number else (), measured.values(), strict=False):
            found.append(measure)  # the first round only warms up
    return measured


def _report(measured: dict[str, list[Delivered]]) -> None:
    ours = measured["Acta"]
    rows = []
    for name, found in measured.items():
        ratio = statistics.median(own.rate / one.rate for own, one in zip(ours, found, strict=True))
        cpu = statistics.median(one.cpu / own.cpu for own, one in zip(ours, found, strict=True))
        rate, each = (statistics.median(column) for column in zip(*found, strict=True))
        rows.append((name, rate, each, ratio, cpu))
    title = f"Moves that arrive at the opponent, {TABLES} tables, Acta with fsync on every write (0.6 wanted)"
    show(title, ("", "moves/s", "CPU ms a move", "Acta ÷ it", "CPU of it ÷ CPU of Acta"), rows)


async def _prepared(url: str) -> list[list[Game]]:
    """Games of Concordia of two, for each round others."""
    client: Any = connect(url)
    rounds: list[list[Game]] = [[] for _ in range(ROUNDS + 1)]
    for number in range(TABLES):
        pair = await guests(client, 2)
        for games in rounds:
            games.append(_game(await _long_enough(client, pair, 1000 * number)))
    await client.aclose()
    return rounds


async def _long_enough(client: Any, pair: Any, seed: int) -> Prepared:  # noqa: ANN401 - redis-py's clients share no type
    while True:
        (table,) = await tables(client, SeatedMatch(CONCORDIA, pair, seed), pair, 1, seed)
        if len(table.choices) >= MOVES:
            return table
        seed += 1


def _game(table: Prepared) -> Game:
    path = f"/api/v1/games/{table.game_id}/stream"
    head = "GET {} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n"
    moves = zip(table.script(0, MOVES), table.choices, strict=False)
    return Game(
        [head.format(path, person.token).encode() for person in table.people],
        [Move(sent, choice.version) for sent, choice in moves],
    )


def _press(served: Serving, play: Play, games: Sequence[Any]) -> Delivered:
    before = served.cpu()
    seconds, moves = on_generator(_seconds, served.port, play, games), len(games) * MOVES
    return Delivered(moves / seconds, (served.cpu() - before) * 1000 / moves)


# In the load generator ----------------------------------------------------------------------------------------------


def _seconds(port: int, play: Play, games: Sequence[Any]) -> float:
    async def all_games() -> float:
        began = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(play(port, game) for game in games))
        return time.perf_counter() - began

    return asyncio.run(all_games())


async def play_ours(port: int, game: Game) -> None:
    loop = asyncio.get_running_loop()
    streams = []
    for opening in game.streams:
        transport, listener = await loop.create_connection(Listener, "127.0.0.1", port)
        transport.write(opening)
        streams.append((transport, listener))
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for move in game.moves:
        arrived = [listener.expect(move.version) for _, listener in streams]
        writer.write(move.request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head[9:12] == b"200", head
        await reader.readexactly(int(head.lower().split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0]))
        await asyncio.gather(*arrived)
    writer.close()
    for transport, _ in streams:
        transport.close()


async def _play_peer(port: int, match: Match) -> None:
    loop = asyncio.get_running_loop()
    lines = [
        await loop.create_connection(partial(boardgame.Player, match.name, seat), "127.0.0.1", port)
        for seat in range(2)
    ]
    seats = [player for _, player in lines]
    await asyncio.gather(*(player.reaches(0) for player in seats))
    for number in range(match.moves):
        mover = seats[number % 2]
        state = mover.state
        mover.move()
        await asyncio.gather(*(player.reaches(state + 1) for player in seats))
    for transport, _ in lines:
        transport.close()


if __name__ == "__main__":
    run()
