"""Platforms have their moods, and tables go on being told: everything, in order, once on Discord.

Slack knows no repeats: what it has taken without an answer stands there twice, and no more often. `ENDURE_WEATHER` is
for how many seconds tables are played in it.
"""

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from domain.kernel.ids import GameId
from services.identity.limits import CommandLimit
from services.outbound.discord import client as discord_client
from services.outbound.discord import failures as discord_failures
from services.outbound.slack import client as slack_client
from services.outbound.slack import failures as slack_failures
from services.store.chat.bindings import ChannelSettings
from services.store.chat.places import ChatPlace
from tests.kit.discord.api import Fault as DiscordFault
from tests.kit.discord.world import BOT_TOKEN as DISCORD_TOKEN
from tests.kit.http import Person
from tests.kit.processes import running_server
from tests.kit.slack.api import Fault as SlackFault
from tests.kit.slack.world import BOT_TOKEN as SLACK_TOKEN
from tests.services.api.tables import choose, dealt
from tests.services.chat.telling.conftest import ChatSite, running_chat_site

SECONDS = float(os.environ.get("ENDURE_WEATHER", "10"))
SILENCE = 1.5
"""Seconds that a platform is waited for here; a busy machine answers for it in less."""
FAR = 10**15
MOST_AFTER_LOSS = 1
"""What may go wrong after an answer is lost: Discord knows a repeat for minutes, and not through a longer storm."""
POST, EDIT = "POST /channels/{channel}/messages", "PATCH /channels/{channel}/messages/{message}"
PAGE = b"<html><title>Attention Required!</title></html>"
TOLD = {"ErrandRun", "TurnEnded"}
"""What is told of a turn in words."""

Kinds = list[dict[str, Any]]

DISCORD_LIMITS: Kinds = [
    {"status": 429, "body": {"message": "…", "retry_after": 0.2, "global": False}, "headers": {"Retry-After": "0.2"}},
    {
        "status": 429,
        "body": {"message": "…", "retry_after": 0.2, "global": True},
        "headers": {"Retry-After": "0.2", "X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"},
    },
    {
        "status": 429,
        "body": {"code": 20028, "message": "…", "retry_after": 0.2},
        "headers": {"X-RateLimit-Scope": "shared"},
    },
    {"status": 429, "page": PAGE},
]
"""Of the route, of the bot, of the channel, and of a proxy that does not say for how long."""
DISCORD_REFUSALS: Kinds = [
    {"status": 500, "page": PAGE},
    {"status": 502, "page": PAGE},
    {"status": 503, "body": {"code": 0, "message": "Service Unavailable"}},
    {"status": 404, "page": PAGE},
    {"status": 404, "body": {"code": 0, "message": "404: Not Found"}},
    {"status": 403, "page": PAGE},
    {"status": 200, "page": PAGE},
    {"status": 401, "body": {"code": 0, "message": "401: Unauthorized"}},
    {"cut": True},
]
SLACK_LIMITS: Kinds = [
    {"code": "ratelimited", "status": 429, "headers": {"Retry-After": "0.2"}},
    {"code": "ratelimited", "headers": {"Retry-After": "0.2"}},
    {"code": "message_limit_exceeded"},
    {"status": 429, "page": PAGE},
]
SLACK_REFUSALS: Kinds = [
    {"status": 500, "page": PAGE},
    {"status": 503, "page": PAGE},
    {"status": 404, "page": PAGE},
    {"status": 403, "page": PAGE},
    {"status": 200, "page": PAGE},
    {"code": "fatal_error"},
    {"code": "token_revoked"},
    {"cut": True},
]


class Table(NamedTuple):
    """A table that lives on both platforms."""

    game: str
    people: tuple[Person, Person]
    discord: ChatPlace
    slack: ChatPlace


class Weather:
    """What the platforms answer, by chance."""

    def __init__(self, site: ChatSite, rng: random.Random) -> None:
        self._site, self._rng = site, rng
        self.lost_answers = 0
        self._unheard = False

    async def change(self) -> None:
        """Something else goes wrong with the next calls; an answer is lost only when all before were heard."""
        calm = not await self._site.site.services.notices.outbox.due(FAR)
        waits = any(one.after_effect for api in (self._site.discord, self._site.slack) for one in api.faults)
        if waits or (self._unheard and not calm):
            return  # Discord knows a repeat for five minutes
        self._unheard = False
        for _ in range(self._rng.randrange(3)):
            kinds = self._rng.choice((DISCORD_LIMITS, DISCORD_REFUSALS))
            self._site.discord.faults.append(DiscordFault(self._rng.choice((POST, EDIT)), **self._rng.choice(kinds)))
            kinds = self._rng.choice((SLACK_LIMITS, SLACK_REFUSALS))
            method = self._rng.choice(("chat.postMessage", "chat.update"))
            self._site.slack.faults.append(SlackFault(method, **self._rng.choice(kinds)))
        for api, fault in (
            (self._site.discord, DiscordFault(POST, silent=SILENCE * 2, after_effect=True)),
            (self._site.discord, DiscordFault(POST, cut=True, after_effect=True)),
            (self._site.slack, SlackFault("chat.postMessage", silent=SILENCE * 2, after_effect=True)),
        ):
            if calm and not any(one.after_effect for one in api.faults) and not self._rng.randrange(3):
                api.faults[:] = [fault, *api.faults[:MOST_AFTER_LOSS]]  # type: ignore[list-item] # a fault of its own
                self.lost_answers += 1
                self._unheard = True

    def clear_up(self) -> None:
        """Everything works again."""
        self._site.discord.faults.clear()
        self._site.slack.faults.clear()


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ChatSite]:
    monkeypatch.setattr(CommandLimit, "take", lambda _limit, _user, _commands=1: None)
    monkeypatch.setattr(discord_client, "TIMEOUT", SILENCE)
    monkeypatch.setattr(slack_client, "TIMEOUT", SILENCE)
    monkeypatch.setattr(discord_failures, "UNTOLD_SECONDS", 0.2)
    monkeypatch.setattr(slack_failures, "UNTOLD_SECONDS", 0.2)
    with running_server(tmp_path, fsync="everysec") as server:
        async with running_chat_site(server.url) as made:
            yield made


async def opened(site: ChatSite, number: int) -> Table:
    people = (await site.site.site.person(f"Anna {number}"), await site.site.site.person(f"Brutus {number}"))
    game, _ = await dealt(*people)
    (_, on_discord), (_, on_slack) = site.discord_channel(), site.slack_channel()
    for place in (on_discord, on_slack):
        await site.bind(game, place, people[0], ChannelSettings(pictures="none"))
    return Table(game, people, on_discord, on_slack)


async def played_on(site: ChatSite, table: Table) -> bool:
    """Make one choice; whether there was one to make."""
    await site.site.site.settle(table.game)
    shown = await table.people[0].seen(f"/games/{table.game}")
    if shown["to_act"]:
        await choose(table.people[int(shown["to_act"][0])], table.game)
    return not shown["result"]


async def spoken(table: Table) -> list[str]:
    """What happened there in words, as the page tells it, up to the end of the last turn."""
    seen = await table.people[0].seen(f"/games/{table.game}/timeline?limit=1000")
    lines = [line for turn in seen["turns"] for line in turn["lines"] if line["type"] in TOLD]
    while lines and lines[-1]["type"] != "TurnEnded":
        lines.pop()
    return [line["text"] for line in lines]


def left_out(lines: Sequence[str], told: str) -> list[str]:
    """The lines that do not stand in a text, each after those before it."""
    at, missing = 0, list[str]()
    for line in lines:
        found = told.find(line, at)
        missing += [] if found >= 0 else [line]
        at = at if found < 0 else found + len(line)
    return missing


async def check(site: ChatSite, table: Table) -> int:
    """Hold what stands in the channels against the log; how many messages stand in Slack twice."""
    bindings = site.site.services.chat.bindings
    assert len(await bindings.of_table(GameId(table.game))) == 2, "no table is unbound"
    lines = await spoken(table)
    boards = [(await bindings.board(GameId(table.game), place)).message for place in (table.discord, table.slack)]
    on_discord = site.discord.world.channels[table.discord.channel].messages
    news = [message.text for name, message in on_discord.items() if name != boards[0]]
    whole, everything = "\n".join(news), "\n".join(lines)
    assert left_out(lines, whole) == [], whole
    twice = [line for line in set(lines) if whole.count(line) != everything.count(line)]
    assert twice == [], "\n---\n".join(news)
    on_slack = site.slack.world.channels[table.slack.channel].messages
    said = [message.words for ts, message in on_slack.items() if ts != boards[1]]
    assert left_out(lines, "\n".join(said)) == [], said
    told = "\n".join(said)
    assert [line for line in set(lines) if told.count(line) > 2 * everything.count(line)] == [], "at most once doubled"
    return sum(one == other for one, other in pairwise(said))  # a turn may be like one before, but not the next one


@pytest.mark.timeout(2 * SECONDS + 600)
async def test_tables_are_told_whatever_the_weather(site: ChatSite, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(28)
    weather, tables, ends = Weather(site, rng), list[Table](), time.monotonic() + SECONDS
    while time.monotonic() < ends:
        table = await opened(site, len(tables))
        tables.append(table)
        while await played_on(site, table) and time.monotonic() < ends:
            await weather.change()
            await site.deliver(rng.choice((1, 6, 15)))
    weather.clear_up()
    await site.deliver(30)  # of the last choice nothing is owed before the feed is read
    async with asyncio.timeout(300):
        while await site.site.services.notices.outbox.due(FAR):
            await site.deliver(30)  # within the minutes for which Discord knows a repeat
    doubled = sum([await check(site, table) for table in tables])
    assert doubled <= weather.lost_answers
    output = capsys.readouterr().out
    assert "Traceback" not in output
    assert DISCORD_TOKEN not in output
    assert SLACK_TOKEN not in output
