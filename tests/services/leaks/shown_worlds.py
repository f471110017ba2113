"""A real server that shows games as they went in one world or in another, and everything that leaves it for a reader.

What leaves is kept byte for byte: status, headers and body, with marks of the same length in place of hashes,
commitments and heads of chains, which must differ between worlds and tell nobody anything.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import httpx
import msgspec
from msgspec.structs import replace

from domain.kernel import draft
from domain.kernel.envelope import GENESIS, Codec
from domain.kernel.game import Command
from domain.kernel.ids import GameId, Seat, Version
from services import bootstrap
from services.foundation import Services
from services.notices.notices import Notice
from services.queries.webhook_bodies import body_of
from services.render.registry import renderer_of
from services.server import create_app
from services.settings import Settings
from services.store.events import Append, CommandKey, EventStore
from services.store.keys import PARTITIONS
from services.store.webhooks import Webhook
from tests.kit.http import API, serving
from tests.kit.worlds import WorldMatch

GAME = f"{API}/games/{{game_id}}"
HALF, WHOLE = "{half}", "{version}"
ROUTES: Mapping[str, Sequence[str]] = {
    GAME: ("", f"?at={HALF}"),
    f"{GAME}/options": ("", f"?at={HALF}"),
    f"{GAME}/events": ("?limit=1000",),
    f"{GAME}/export": ("",),
    f"{GAME}/stream": ("?talk_after=0",),
    f"{GAME}/scores": ("", f"?at={HALF}"),
    f"{GAME}/analysis": ("",),
    f"{GAME}/analysis.png": ("",),
    f"{GAME}/analysis/{{number}}/board.svg": ("",),
    f"{GAME}/timeline": ("?limit=1000", f"?limit=1000&at={HALF}"),
    f"{GAME}/recap": ("", f"?since={HALF}"),
    f"{GAME}/diff": (f"?from={HALF}&to={WHOLE}",),
    f"{GAME}/board.svg": ("", f"?at={HALF}", "?mini=wide"),
    f"{GAME}/roundel.svg": ("",),
    f"{GAME}/board.png": ("?width=200",),
    f"{GAME}/draft": ("",),
    f"{GAME}/plans": ("",),
    f"{GAME}/invitations": ("",),
    f"{GAME}/notes": ("",),
    f"{GAME}/talk": ("",),
}
"""Every route that tells something of a game, and the queries that it is asked with. A new one belongs here too."""
PAGES: Mapping[str, Sequence[str]] = {
    "/games/{game_id}": ("",),
    "/games/{game_id}/seats/1": ("",),
    "/games/{game_id}/plan": ("",),
    "/games/{game_id}/why": ("?thing=stall",),
    "/games/{game_id}/moment": (f"?at={WHOLE}&from={HALF}",),
    "/games/{game_id}/scoring": ("?after=0",),
    "/games/{game_id}/scores": ("?all=true",),
    "/games/{game_id}/replay": (f"?at={HALF}",),
    "/games/{game_id}/record": ("?check=true",),
    "/games/{game_id}/analysis": ("?turn=0&all=true",),
}
"""What pages are asked, by address. They are compared by themselves."""
CHANGING = (GAME, f"{GAME}/options", f"{GAME}/events", f"{GAME}/stream", f"{GAME}/timeline")
"""Those that are asked again after a choice."""
READ_AS_OTHERS = ("?as=1", "/options?as=1", "/events?as=truth", "/timeline?as=truth", "/diff?from=1&to=2&as=1")
"""Reading as somebody else, which nobody may while a game runs."""
ELSEWHERE = (f"{API}/games", f"{API}/games?mine=true", f"{API}/me/inbox", f"{API}/me/stream?follow=false")
FEW = 2
PATIENCE = 20
ACTOR = "seat"
"""The one reader who also plays."""
_OWN_HEADERS = {"date", "x-request-id"}
_MARKS = [
    (re.compile(rb"[0-9a-f]{64}"), b"#" * 64),
    (re.compile(rb"[A-Za-z0-9+/]{91}="), b"#" * 92),  # what was signed of a head, which differs
    (re.compile(rb"[0-9a-f]{16}-(?=#{64})"), b"#" * 16 + b"-"),  # the token of a form, signed anew for every page
    (re.compile(rb'(command_id\\?":\\?")[0-9a-f]{20}'), rb"\1" + b"#" * 20),  # drawn anew for every request
]


class Answer(NamedTuple):
    """What somebody asked, and what left the server for it."""

    asked: str
    sent: bytes

    @property
    def good(self) -> bool:
        return self.sent.startswith(b"200")


class Reader(NamedTuple):
    """Somebody who asks, usually for everything; without a token somebody from the street."""

    user_id: str = ""
    token: str = ""
    routes: Sequence[str] = tuple(ROUTES)


class Shown(NamedTuple):
    """A game in one world, and commands that can be tried there: some of a seat's own, and some of others."""

    played: WorldMatch
    own: Sequence[Any]
    foreign: Sequence[Any]
    quiet: Any
    """One of its own that reveals nothing and after which the seat goes on, if there is one."""


def shown(true: WorldMatch, other: WorldMatch, seat: Seat) -> tuple[Shown, Shown]:
    """A game in two worlds; what is tried there is the same in both."""
    own = true.match.legal(seat)
    seats = map(Seat, range(len(true.match.table.chairs)))
    foreign = [command for one in seats for command in true.match.legal(one) if command not in own]
    quiet = [command for command in own if draft.preview(true.match, seat, [command]).ends is None]
    tries = [msgspec.to_builtins(commands) for commands in (_few(own), _few(foreign), quiet[0] if quiet else None)]
    return Shown(true, *tries), Shown(other, *tries)


def _few(commands: Sequence[Command]) -> Sequence[Command]:
    """Some of them, of every type."""
    by_type = {type(command): command for command in commands}
    return [*by_type.values(), *commands[:FEW]][: 2 * FEW]


class WorldServer:
    """Shows one world at a time, to people who are known by the same ids and tokens in all of them."""

    def __init__(self, services: Services, settings: Settings) -> None:
        self.services = services
        self.settings = settings

    async def show(
        self, games: Sequence[Shown], readers: Mapping[str, Reader], feeds: Sequence[str] = ()
    ) -> list[Answer]:
        """Everything that leaves a server which knows these games and nothing else."""
        await self._clear()
        for game in games:
            await self._store(game.played)
        await self._project()
        answers: list[Answer] = []
        with serving(create_app(self.settings)) as port:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
                for name, reader in readers.items():
                    asking = Asking(http, name, reader, answers)
                    for path in (*ELSEWHERE, f"{API}/users/{reader.user_id or 'nobody'}", *feeds):
                        await asking.ask("GET", path)
                    for game in games:
                        await asking.ask_about(game, trying=name == ACTOR)
        return answers

    async def post(self, games: Sequence[Shown], hooks: Mapping[str, Webhook]) -> list[Answer]:
        """Every body that is posted to webhooks of these games, batch by batch; `hooks` by who has them."""
        await self._clear()
        services = bootstrap.build(self.settings, enqueues_owed=False)  # one that knows no other world
        answers: list[Answer] = []
        try:
            for game in games:
                await self._store(game.played)
                for name, hook in hooks.items():
                    of_table = None if hook.game is None else game.played.id
                    answers += await _posted(services, game.played, name, replace(hook, game=of_table))
        finally:
            await services.close()
        return answers

    async def _clear(self) -> None:
        """Forget every game; accounts and their tokens stay."""
        client: Any = self.services.client  # redis-py's annotations allow for every setting of a client
        keys = [key async for key in client.scan_iter() if not key.startswith(b"acta:")]
        if keys:
            await client.delete(*keys)

    async def _store(self, played: WorldMatch) -> None:
        store: EventStore = self.services.tables.store
        version, head = Version(0), GENESIS
        for command_id, group in groupby(played.records, key=lambda record: record.envelope().command_id):
            batch = list(group)
            secret = None if version else played.secret
            new_head = batch[-1].hash()
            key = CommandKey(command_id, "")
            await store.append(Append(played.id, version, head, new_head, batch, key, None, secret))
            version, head = Version(version + len(batch)), new_head

    async def _project(self) -> None:
        projector = bootstrap.projector(self.services, _fail)
        for partition in range(PARTITIONS):
            await projector.catch_up(partition)


async def _posted(services: Services, played: WorldMatch, name: str, hook: Webhook) -> list[Answer]:
    answers = []
    for _, group in groupby(played.records, key=lambda record: record.envelope().command_id):
        versions = [record.envelope().version for record in group]
        cause, version = f"{versions[0]}/{versions[-1]}", Version(versions[-1])
        about = "game.turn_confirmed"
        notice = Notice(kind="event", user=hook.owner, game=played.id, cause=cause, version=version, about=about)
        answers.append(
            Answer(
                f"{name}: {played.id} {cause}",
                _marked(await body_of(services.tables, services.server.head_key, notice, hook)),
            )
        )
    return answers


def _marked(body: bytes) -> bytes:
    """A body with marks for what must differ between worlds."""
    for pattern, mark in _MARKS:
        body = pattern.sub(mark, body)
    return body


def _fail(game: GameId, error: Exception) -> None:
    raise AssertionError(f"{game} cannot be projected") from error


class Asking:
    """One reader who asks for everything, and keeps every answer."""

    def __init__(self, http: httpx.AsyncClient, name: str, reader: Reader, answers: list[Answer]) -> None:
        self._http = http
        self._name = name
        self._routes = reader.routes
        self._headers = {"Accept-Encoding": "identity"}  # compressed, the marks would be of different lengths
        if reader.token:
            self._headers["Authorization"] = f"Bearer {reader.token}"
        self._answers = answers

    async def ask_about(self, game: Shown, *, trying: bool) -> None:
        """Read everything. Who tries things also tries what can be tried, goes on quietly, and reads again."""
        path = GAME.format(game_id=game.played.id)
        if trying:
            await self.ask("POST", f"{path}/talk", {"text": "Salvete"})
            await self.ask("PUT", f"{path}/draft", {"version": 1, "commands": game.own[:1]})
        await self._read(game, len(game.played.records), self._routes)
        if trying:
            await self._point(game)
            await self._try(game, path)

    async def _send(self, address: str, **fields: str) -> None:
        """Send a form of the table as a script does, which is answered with a part of the page."""
        headers = {**self._headers, "Accept": "text/html", "X-Fragment": "board"}
        answer = await self._http.post(address, data=fields, headers=headers)
        self._keep(f"POST {address} {fields}", answer, answer.content)

    async def _point(self, game: Shown) -> None:
        """Point at everything that names some of the own commands, each on its own."""
        page = f"/games/{game.played.id}"
        handles = renderer_of(game.played.match.game.meta.slug).handles
        codec = Codec(game.played.match.game)
        for command in codec.convert(game.own):
            await self._send(f"{page}/discard", path="")
            await self._send(f"{page}/pick", path=" ".join(handles(command)))
        await self._send(f"{page}/back", path="")
        await self._send(f"{page}/propose", path="")

    async def _try(self, game: Shown, path: str) -> None:
        for address in READ_AS_OTHERS:
            await self.ask("GET", path + address)
        for commands in ([], *([command] for command in (*game.own, *game.foreign))):
            await self.ask("POST", f"{path}/preview", {"commands": commands})
        for command in game.foreign:
            await self.ask("POST", f"{path}/commands", {"command": command})
        if game.quiet is not None:
            played = await self.ask("POST", f"{path}/commands", {"command": game.quiet})
            if played.is_success:
                await self._read(game, played.json()["version"], CHANGING)

    async def _read(self, game: Shown, version: int, routes: Sequence[str]) -> None:
        for route in routes:
            for query in {**ROUTES, **PAGES}[route]:
                address = (route + query).format(game_id=game.played.id, half=version // 2, version=version, number=0)
                if route.endswith("/stream"):
                    await self._listen(address, version)
                else:
                    await self.ask("GET", address)

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Send a request and keep what it is answered."""
        answer = await self._http.request(method, path, json=body, headers=self._headers)
        self._keep(f"{method} {path}" + ("" if body is None else f" {body}"), answer, answer.content)
        return answer

    async def _listen(self, path: str, version: int) -> None:
        """The stream of a running game has no end; what is kept ends with the talk, which comes after the events."""
        received = b""
        async with asyncio.timeout(PATIENCE), self._http.stream("GET", path, headers=self._headers) as answer:
            async for chunk in answer.aiter_raw():
                received += chunk
                if b"id: %d\n" % version in received and b"event: talk\n" in received and received.endswith(b"\n\n"):
                    break
        if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:  # the server has not noticed yet that others were left
            await self._listen(path, version)
        else:
            self._keep(f"GET {path}", answer, received)

    def _keep(self, what: str, answer: httpx.Response, body: bytes) -> None:
        headers = sorted(f"{name}: {value}" for name, value in answer.headers.items() if name not in _OWN_HEADERS)
        text = "\n".join([str(answer.status_code), *headers, ""]).encode() + _marked(body)
        self._answers.append(Answer(f"{self._name}: {what}", text))
