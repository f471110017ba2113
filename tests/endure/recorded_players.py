"""Players over HTTP who record what they are told while the server's processes are killed.

A command whose outcome they do not learn is repeated with its key until they do. What they were told is compared with
what is stored by `tests.kit.checker`.
"""

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple, Self, cast

import aiohttp

from domain.kernel.ids import GameId
from services.store import keys
from services.store.client import Client
from services.store.connections import connect
from services.store.events import EventStore
from tests.kit.checker import Answer, Evidence, Ok, Sent, Stream
from tests.kit.http import API, PASSWORD, Json

RECOVERY_SECONDS = 90
"""Seconds within which a server that was hit must be itself again."""
WAIT_SECONDS = 20
DOUBT_SECONDS = 0.05
"""Before a card is taken back: two people who wait for a bot of a killed worker would do so 100 times a second."""
OVER = {"finished", "abandoned"}


class Seat(NamedTuple):
    """A seat of a game, as the log names it, and the token of its player."""

    game: GameId
    number: int
    token: str


class Reply(NamedTuple):
    """An answer that came."""

    status: int
    body: Json


class RecordedPlayers:
    """The players and what they were told. `rng` decides every choice, so that a seed repeats them."""

    def __init__(
        self, url: str, rng: random.Random, *others: str, games: Sequence[str] = ("taberna",), thought: float = 0
    ) -> None:
        """Any request goes to any of the addresses.

        A player thinks for up to `thought` seconds about a choice, and then does not wait for the others either, but
        looks again after a while: a process lets only so many wait.
        """
        self.history: list[Sent] = []
        self.statuses: set[int] = set()
        self.games: list[GameId] = []
        self._confirmed: set[str] = set()
        self._news = asyncio.Event()
        self._signing_up = asyncio.Lock()
        self._rng = rng
        self._urls = [one + API for one in (url, *others)]
        self._kinds, self._thought = games, thought
        self._http = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))  # half the cost of httpx

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._http.close()

    @property
    def confirmed(self) -> int:
        """Commands that were answered 200, each counted once."""
        return len(self._confirmed)

    async def until_confirmed(self, count: int) -> None:
        """Wait until so many commands were answered 200; a standstill is no longer than a recovery may take."""
        while self.confirmed < count:
            self._news.clear()
            async with asyncio.timeout(RECOVERY_SECONDS):
                await self._news.wait()

    async def table(self, wanted: Callable[[], bool], *, with_bot: bool, known: Sequence[str] = ()) -> None:
        """Two people, newcomers or `known` by their tokens, who play game after game as long as more are wanted."""
        tokens = list(known) or [await self._sign_up() for _ in range(2)]
        while wanted():
            seats = await self._open(tokens, with_bot=with_bot)
            await asyncio.gather(*(self._play(seat, wanted) for seat in seats))

    async def _sign_up(self) -> str:
        body = {"name": f"Player {secrets.token_hex(6)}", "password": PASSWORD}
        async with self._signing_up:  # one after the other: the server hashes only so many passwords at a time
            token: str = (await self._surely("POST", "/users", "", body))["token"]
        return token

    async def _open(self, tokens: list[str], *, with_bot: bool) -> list[Seat]:
        host, guest = tokens
        kind = self._rng.choice(self._kinds)
        options = {"rounds": 3} if kind == "taberna" else {}
        terms = {"game": kind, "players": 3 if with_bot else 2, "options": options}
        game = GameId((await self._surely("POST", "/games", host, terms))["game_id"])
        self.games.append(game)
        if with_bot:
            await self._surely("POST", f"/games/{game}/seats", host, {"bot": "random"})
        await self._surely("POST", f"/games/{game}/seats", guest, {})
        return [Seat(game, 0, host), Seat(game, 2 if with_bot else 1, guest)]

    async def _play(self, seat: Seat, wanted: Callable[[], bool]) -> None:
        """Choose at random whenever the seat has a choice, until the game is over; a long one may go on later."""
        seen = 0
        while wanted() or len(self._kinds) == 1:
            listed = await self._surely("GET", f"/games/{seat.game}/options", seat.token)
            must = any(map(_is_owed, listed["options"]))
            doubts = not must and listed["options"] and self._rng.random() < 0.3  # a laid card may be taken back
            if doubts:
                await asyncio.sleep(DOUBT_SECONDS)
            if must or doubts:
                await asyncio.sleep(self._rng.uniform(0, self._thought))
                await self._choose(seat, listed)
                continue
            await asyncio.sleep(self._thought)
            awaited = listed["version"] + (listed["version"] == seen and not self._thought)  # over: wait for more
            shown = await self._surely("GET", f"/games/{seat.game}?min_version={awaited}", seat.token)
            if shown["status"] in OVER:
                return
            seen = shown["version"]

    async def _choose(self, seat: Seat, listed: Json) -> None:
        command = self._rng.choice(listed["options"])["command"]
        expected = listed["version"] if self._rng.random() < 0.5 else None
        body = {"command": command} | ({} if expected is None else {"expected_version": expected})
        key = secrets.token_hex(8)

        async def attempt() -> Answer:
            began = time.monotonic()
            answer = await self._ask(seat, body, key)
            self.history.append(Sent(key, seat.game, seat.number, expected, began, answer, time.monotonic()))
            if isinstance(answer, Ok):
                self._confirmed.add(key)
                self._news.set()
            return answer

        await _until(attempt, lambda answer: answer != "unknown")

    async def _ask(self, seat: Seat, body: Json, key: str) -> Answer:
        hangs_up = self._rng.random() < 0.15  # before the answer comes, as on a train in a tunnel
        patience = self._rng.uniform(0.001, 0.01) if hangs_up else WAIT_SECONDS
        reply = await self._send("POST", f"/games/{seat.game}/commands", seat.token, body, key, patience=patience)
        if reply is None or reply.status == HTTPStatus.SERVICE_UNAVAILABLE:
            return "unknown"
        if reply.status == HTTPStatus.OK:
            events = reply.body["events"]
            return Ok(events[0]["version"], events[-1]["version"])
        return "conflict" if reply.status == HTTPStatus.CONFLICT else "illegal"

    async def _surely(self, method: str, path: str, token: str, body: Json = None) -> Json:
        """Ask until it is answered, a change always with the same key."""
        key = secrets.token_hex(8) if method != "GET" else None
        reply = await _until(
            lambda: self._send(method, path, token, body, key),
            lambda found: found is not None and found.status != HTTPStatus.SERVICE_UNAVAILABLE,
        )
        assert reply.status in (HTTPStatus.OK, HTTPStatus.CREATED), reply
        return reply.body

    async def _send(  # noqa: PLR0913 - the parts of a request
        self, method: str, path: str, token: str, body: Json, key: str | None, *, patience: float = WAIT_SECONDS
    ) -> Reply | None:
        """One request; None if the connection was lost before the answer came."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if key is not None:
            headers["Idempotency-Key"] = key
        address, timeout = self._rng.choice(self._urls) + path, aiohttp.ClientTimeout(patience)
        try:
            async with self._http.request(method, address, json=body, headers=headers, timeout=timeout) as response:
                reply = Reply(response.status, await response.json(content_type=None))
        except (aiohttp.ClientError, TimeoutError, OSError):
            return None
        self.statuses.add(reply.status)
        return reply


def _is_owed(option: Json) -> bool:
    """Whether somebody waits for an option; Taberna does not set apart what takes a laid card back."""
    return not option["aside"] and option["command"]["type"] != "TakeCardBack"


async def _until(ask: Callable[[], Awaitable[Json]], is_enough: Callable[[Json], bool]) -> Json:
    """Ask again, a moment later each time, until the answer is enough."""
    deadline = time.monotonic() + RECOVERY_SECONDS
    pause = 0.01
    while not is_enough(answer := await ask()):
        assert time.monotonic() < deadline, f"no better answer than {answer} in {RECOVERY_SECONDS} s"
        await asyncio.sleep(pause)
        pause = min(2 * pause, 0.2)
    return answer


async def evidence(players: RecordedPlayers, redis_url: str) -> Evidence:
    """What was told and what is stored, for the checker."""
    return Evidence(players.history, *await stored(redis_url))


async def stored(redis_url: str) -> tuple[dict[GameId, Stream], list[tuple[GameId, int]]]:
    """Every stream of events, and every entry of the feed."""
    async with connect(redis_url) as client:
        store = EventStore(cast("Client", client))
        streams = {game: Stream(await store.read(game), await store.head(game) or "") for game in await store.games()}
        feed: list[tuple[GameId, int]] = []
        for partition in range(keys.PARTITIONS):
            rows: Any = await client.xrange(keys.feed(partition))
            feed += [(GameId(row[b"g"].decode()), int(row[b"v"])) for _, row in rows]
    return streams, feed
