"""What comes to a person while the stream of all games opens, and what no hint tells of, is told all the same."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from domain.kernel.ids import UserId
from services.accounts import Principal, milliseconds
from services.api.live.listener import Listener
from services.api.live.my_games import lines
from services.fast.subscription import Hear, Subscriber, SubscriptionLine
from tests.kit.http import Person, Site, running_site
from tests.kit.processes import Server
from tests.services.api.tables import opened

SECONDS = 40
"""More than any of it takes; for what is never told."""


class Late(Subscriber):
    """Begins to hear only when a test lets it."""

    asked: asyncio.Event
    may_begin: asyncio.Event

    @asynccontextmanager
    async def subscribed(self, channels: Sequence[str], hear: Hear) -> AsyncIterator[SubscriptionLine]:
        self.asked.set()
        await self.may_begin.wait()
        async with super().subscribed(channels, hear) as line:
            yield line


class Deaf(Subscriber):
    """Subscribes to what nobody publishes."""

    @asynccontextmanager
    async def subscribed(self, channels: Sequence[str], hear: Hear) -> AsyncIterator[SubscriptionLine]:
        async with super().subscribed([f"not {channel}" for channel in channels], hear) as line:
            yield line


class Told:
    """The stream of a person, as far as it has been told."""

    def __init__(self, site: Site, person: Person) -> None:
        principal = Principal(UserId(person.user_id), "", frozenset(), "session", "c", milliseconds() + 1_000_000)
        self._lines = lines(site.app.state.api, Listener(principal, None, None), follow=True)
        self._changed = asyncio.Event()
        self.frames: list[tuple[str, Any]] = []

    async def read(self) -> None:
        async for data in self._lines:
            for frame in data.decode().split("\n\n"):
                if frame.startswith("event: "):
                    event, _, held = frame.removeprefix("event: ").partition("\ndata: ")
                    self.frames.append((event, msgspec.json.decode(held)))
                    self._changed.set()

    async def first(self) -> list[Any]:
        """The first frame."""
        while not self.frames:
            await self._next()
        event, games = self.frames[0]
        assert event == "games"
        found: list[Any] = games
        return found

    async def game(self, game: str) -> dict[str, Any]:
        """The newest that is told of a game, once something is."""
        while True:
            for event, told in reversed(self.frames):
                if event == "game" and told["game_id"] == game:
                    found: dict[str, Any] = told
                    return found
            await self._next()

    async def _next(self) -> None:
        self._changed.clear()
        await self._changed.wait()


@asynccontextmanager
async def listening(site: Site, person: Person) -> AsyncIterator[Told]:
    told = Told(site, person)
    reading = asyncio.create_task(told.read())
    try:
        async with asyncio.timeout(SECONDS):
            yield told
    finally:
        reading.cancel()
        await asyncio.wait([reading])


async def test_nothing_is_told_before_whatever_follows_is_heard(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    Late.asked, Late.may_begin = asyncio.Event(), asyncio.Event()
    monkeypatch.setattr("services.server.Subscriber", Late)
    async with running_site(own_server.url) as site:
        monkeypatch.undo()
        anna, brutus = await site.person("Anna"), await site.person("Brutus")
        game = await opened(anna, 3)
        async with running_site(own_server.url) as elsewhere, listening(site, brutus) as told:
            await Late.asked.wait()
            await opened(anna)
            assert told.frames == [], "what another process wrote now would never be told"
            Late.may_begin.set()
            assert await told.first() == []
            await Person(elsewhere.http, token=brutus.token).done(f"/games/{game}/seats", {})
            assert (await told.game(game))["seat"] == 1


async def test_who_comes_to_a_game_by_this_process_is_told_without_a_hint(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.server.Subscriber", Deaf)
    async with running_site(own_server.url) as site:
        anna, brutus = await site.person("Anna"), await site.person("Brutus")
        game = await opened(anna, 3)
        async with listening(site, brutus) as told:
            assert await told.first() == []
            await brutus.done(f"/games/{game}/seats", {})
            assert (await told.game(game))["seat"] == 1


async def test_a_game_that_was_listed_late_is_told_while_another_goes_on_and_on(own_server: Server) -> None:
    async with running_site(own_server.url) as site:
        anna, brutus = await site.person("Anna"), await site.person("Brutus")
        late, other = await opened(anna, 3), await opened(anna, 3)
        await brutus.done(f"/games/{late}/seats", {})
        async with listening(site, brutus) as told:
            assert await told.first() == [], "the list knows nothing of it yet"
            await brutus.done(f"/games/{other}/seats", {})
            await told.game(other)
            await site.project()
            coming = asyncio.create_task(told.game(late))
            while not coming.done():
                await anna.patch(f"/games/{other}", {"title": str(len(told.frames))})
            assert (await coming)["seat"] == 1
