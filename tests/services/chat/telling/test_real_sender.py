"""A real sender posts to the platforms: one is killed over it, another one meets an outage of an hour."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.ids import GameId
from services.store.chat.places import ChatPlace
from tests.kit.discord import people as on_discord
from tests.kit.discord.api import Fault
from tests.kit.http import Person
from tests.kit.processes import PATIENCE, ProcessTree, Server, running_server
from tests.kit.slack import people as on_slack
from tests.services.api.tables import choose, dealt
from tests.services.chat.telling.conftest import ChatSite, running_chat_site
from tests.services.chat.telling.test_channels import EDIT, POST, TOLD_OF_A_TURN, WORDS_ONLY
from tests.workers.running_workers import running_worker

PAST_THE_LEASE = 100.0
HOUR = 3600.0
FAR = 10**15


@dataclass
class Platforms:
    """A site whose deliveries are left to real workers, with a clock that the test moves."""

    site: ChatSite
    server: Server
    folder: Path

    @property
    def clock(self) -> Path:
        return self.folder / "ahead"

    def pass_time(self, seconds: float) -> None:
        """Let time pass for workers, tables and platforms."""
        self.site.pass_time(seconds)
        self.clock.write_text(str(self.site.site.tables.later))

    def sender(self) -> AbstractContextManager[ProcessTree]:
        """The sender as it runs on a server."""
        return self._part("sender")

    def worker(self) -> AbstractContextManager[ProcessTree]:
        """Workers as they run on a server, one process for jobs."""
        return self._part("worker")

    def _part(self, name: str) -> AbstractContextManager[ProcessTree]:
        environ = {**self.site.environ(), "ACTA_WORKER_PROCESSES": "1"}
        module = ("tests.kit.later_part",)
        return running_worker(self.server, self.folder, name, str(self.clock), module=module, **environ)

    async def all_settled(self) -> None:
        """Wait until nothing is due any more, now or later."""
        async with asyncio.timeout(PATIENCE):
            while await self.site.site.services.notices.outbox.due(FAR):
                self.pass_time(1)
                await asyncio.sleep(0.05)


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what happens in other processes and threads."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - nobody here could set an event
            await asyncio.sleep(0.02)


@pytest.fixture
async def platforms(tmp_path: Path) -> AsyncIterator[Platforms]:
    with running_server(tmp_path / "redis", fsync="everysec") as server:
        async with running_chat_site(server.url) as site:
            made = Platforms(site, server, tmp_path)
            made.pass_time(0)
            yield made


async def seated(platforms: Platforms, place: ChatPlace) -> tuple[str, Person, Person]:
    """A game of two that lives at a place, and has just begun."""
    people = [await platforms.site.site.site.person(name) for name in ("Anna", "Brutus")]
    game, _ = await dealt(*people)
    await platforms.site.bind(game, place, people[0], WORDS_ONLY)
    return game, people[0], people[1]


async def whoever_is_next(game: str, *people: Person) -> Person:
    """The person for whom a table waits, once the worker has done what it waited for before."""
    async with asyncio.timeout(PATIENCE):
        while True:
            to_act = (await people[0].seen(f"/games/{game}"))["to_act"]
            if to_act and to_act[0] != "system":
                return people[int(to_act[0])]
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("on", ["discord", "slack"])
async def test_a_sender_killed_between_acceptance_and_record_doubles_nothing_on_discord_and_one_on_slack(
    platforms: Platforms, on: str
) -> None:
    site = platforms.site
    api: Any = site.discord if on == "discord" else site.slack
    channel, place = site.discord_channel() if on == "discord" else site.slack_channel()
    game, anna, _ = await seated(platforms, place)
    await anna.done(f"/games/{game}/votes", {"motion": "abandon"})
    await site.site.read_feed()
    api.stalled = {POST if on == "discord" else "chat.postMessage"}
    with platforms.sender() as doomed:
        await until(lambda: len(channel.messages) == 1)
        doomed.end(signal.SIGKILL)
    api.stalled = set()
    platforms.pass_time(PAST_THE_LEASE)
    with platforms.sender():
        await platforms.all_settled()
    texts = [one.text for one in channel.messages.values()]
    assert len(texts) == (2 if on == "discord" else 3), "the news and the board; Slack shows one of them twice"
    assert len(set(texts)) == 2
    assert any("vote" in text for text in texts)


@pytest.mark.parametrize("on", ["discord", "slack"])
async def test_a_sender_killed_over_the_buttons_of_the_past_tells_nothing_twice(platforms: Platforms, on: str) -> None:
    site = platforms.site
    api: Any = site.discord if on == "discord" else site.slack
    channel, place = site.discord_channel() if on == "discord" else site.slack_channel()
    game, anna, _ = await seated(platforms, place)
    await anna.done(f"/games/{game}/votes", {"motion": "abandon"})
    await site.site.deliver_all()
    before = len(channel.messages)
    api.stalled = {EDIT if on == "discord" else "chat.update"}
    await anna.done(f"/games/{game}/votes", {"motion": "abandon", "agree": False})
    await site.site.read_feed()
    edits = api.calls.count(*api.stalled)
    with platforms.sender() as doomed:
        await until(lambda: len(channel.messages) > before and api.calls.count(*api.stalled) > edits)
        doomed.end(signal.SIGKILL)
    api.stalled = set()
    platforms.pass_time(PAST_THE_LEASE)
    with platforms.sender():
        await platforms.all_settled()
    assert len(channel.messages) == before + 1
    board = (await site.site.services.chat.bindings.board(GameId(game), place)).message
    buttons = on_discord.buttons if on == "discord" else on_slack.buttons
    news = [one for name, one in channel.messages.items() if name != board]
    assert [bool(buttons(one)) for one in news] == [False] * (len(news) - 1) + [True]  # type: ignore[arg-type] # of one platform


async def test_an_hour_without_the_platform_ends_in_one_message_with_all_of_it(platforms: Platforms) -> None:
    site = platforms.site
    channel, place = site.discord_channel()
    game, anna, brutus = await seated(platforms, place)
    site.discord.faults = [Fault(POST, status=503) for _ in range(1000)]
    with platforms.worker(), platforms.sender():
        for _ in range(4):
            for _ in range(3):
                await choose(await whoever_is_next(game, anna, brutus), game)
            tried = len(site.discord.calls)
            await site.site.read_feed()
            platforms.pass_time(HOUR / 4)
            await until(lambda tried=tried: len(site.discord.calls) > tried)  # type: ignore[misc] # its default is an int
        assert channel.messages == {}
        site.discord.faults = []
        platforms.pass_time(400)
        await platforms.all_settled()
    board = (await site.site.services.chat.bindings.board(GameId(game), place)).message
    [news] = [one.text for one in channel.messages.values() if one.id != board]
    spoken = await anna.seen(f"/games/{game}/timeline?limit=1000")
    lines = [line["text"] for turn in spoken["turns"] for line in turn["lines"] if line["type"] in TOLD_OF_A_TURN]
    at = 0
    for line in lines:
        at = news.find(line, at)
        assert at >= 0, "everything, in the order in which it happened"
        at += len(line)
    assert len(lines) > 5
