"""Whole games while replies are lost and the server is killed: the checker decides what became of every command."""

import asyncio
import random
import time
from collections.abc import Awaitable

from domain.kernel.errors import ActaError, OutcomeUnknown, StaleVersion, StoreUnavailable
from domain.kernel.game import Step
from domain.kernel.ids import GameId, Seat, Version
from domain.registry import Registry
from services.store import keys
from services.store.snapshots import usable
from services.tables import choices
from services.tables.hot_tables import Request, Written
from tests.kit.checker import Answer, Evidence, Ok, Sent, Snapshot, Stream, check
from tests.kit.lossy_proxy import lossy_proxy
from tests.kit.processes import Server
from tests.kit.taberna import GAME
from tests.services.store.servers import AnyRedis, connected
from tests.services.tables.several_processes import USERS, Process, opened, request, values

KILL_EVERY = 25
LOST = range(0, 10_000, 4)
GAMES = 4


class FaultyGames:
    """Players of several games at two processes each, and a server that is killed after every so many answers."""

    def __init__(self, server: Server, processes: list[Process]) -> None:
        self.processes = processes
        self.history: list[Sent] = []
        self.kills = 0
        self._server = server
        self._written = 0

    async def play(self, game: GameId, process: Process, rng: random.Random) -> None:
        """Do what is owed until the game is over; another player does the same at another process."""
        while True:
            try:
                loaded = await process.look(game)
            except StoreUnavailable:
                continue
            waiting, version = loaded.match.to_act(), loaded.version
            if loaded.match.table.over:
                return
            if isinstance(waiting, Step):
                await self._resolve(game, process, version)
            else:
                seat = rng.choice(waiting)
                await self._choose(game, process, seat, rng.choice([*values(*loaded.match.legal(seat)), "undo"]))

    async def _resolve(self, game: GameId, process: Process, version: Version) -> None:
        own = request(game, key=f"scoring-{version}-{id(process)}")
        while await self._send(own, "system", version, choices.resolve(process, own, version)) == "unknown":
            pass

    async def _choose(self, game: GameId, process: Process, seat: Seat, choice: object) -> None:
        """Send a choice, again with the same key as long as its outcome is unknown."""
        own, user = request(game), USERS[seat]
        answer: Answer = "unknown"
        while answer == "unknown":
            if isinstance(choice, dict):
                answer = await self._send(own, seat, None, choices.confirm(process, own, user, [choice]))
            else:
                answer = await self._send(own, seat, None, choices.undo(process, own, user))

    async def _send(self, own: Request, actor: int | str, expected: int | None, asked: Awaitable[Written]) -> Answer:
        invoked_at = time.monotonic()
        answer = await _answer(asked)
        self.history.append(Sent(own.key.key, own.game_id, actor, expected, invoked_at, answer, time.monotonic()))
        if isinstance(answer, Ok):
            self._written += 1
            if self._written % KILL_EVERY == 0:
                self.kills += 1
                self._server.kill()
                self._server.start()
        return answer


async def _answer(asked: Awaitable[Written]) -> Answer:
    try:
        written = await asked
    except (OutcomeUnknown, StoreUnavailable):
        return "unknown"
    except StaleVersion:
        return "conflict"
    except ActaError:
        return "illegal"
    return Ok(written.appended.first, written.appended.last)


async def evidence_of(faulty: FaultyGames, client: AnyRedis, games: list[GameId]) -> Evidence:
    """What these games left in the store."""
    store = faulty.processes[0].store
    streams, snapshots = {}, []
    for game in games:
        streams[game] = Stream(await store.read(game), await store.head(game) or "")
        found = usable((await store.load(game)).snapshot, Registry([GAME]))
        if found is not None:
            match = found.restore(GAME, await store.secret(game))
            snapshots.append(Snapshot(game, found.version, found.head, match))
    rows = [row for number in range(keys.PARTITIONS) for _, row in await client.xrange(keys.feed(number))]
    feed = [(GameId(row[b"g"].decode()), int(row[b"v"])) for row in rows]
    return Evidence(faulty.history, streams, feed, snapshots)


async def play_over(own_server: Server, lossy_url: str) -> tuple[Evidence, int]:
    """Play all games to their end; one process hears every answer, the other loses some."""
    async with connected(own_server.url) as one, connected(lossy_url) as other:
        faulty = FaultyGames(own_server, [Process(one, every=8), Process(other, every=8)])
        games = [await opened(faulty.processes[0], 3) for _ in range(GAMES)]
        await asyncio.gather(
            *(
                faulty.play(game, process, random.Random(f"{number} {place}"))
                for number, game in enumerate(games)
                for place, process in enumerate(faulty.processes)
            )
        )
        return await evidence_of(faulty, one, games), faulty.kills


async def test_games_survive_lost_replies_and_a_server_that_is_killed(own_server: Server) -> None:
    with lossy_proxy(own_server.plan.socket, b"EVALSHA", LOST) as proxy:
        evidence, kills = await play_over(own_server, proxy.url)

    assert check(evidence, Registry([GAME])) == []
    answers = {sent.answer if isinstance(sent.answer, str) else "ok" for sent in evidence.history}
    assert kills >= 5
    assert {"ok", "unknown", "illegal"} <= answers
    assert len(evidence.snapshots) == GAMES
