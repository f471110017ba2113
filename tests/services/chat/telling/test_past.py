"""A channel stays clean: only the newest message of a table can be pressed, and nobody is told the same thing twice."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.ids import GameId
from services.store.chat.bindings import ChannelSettings, Pictures
from services.store.chat.places import ChatPlace
from tests.kit.chat_players import OnDiscord, OnSlack, actions, open_table, press
from tests.kit.discord import people as on_discord
from tests.kit.discord.api import Fault as DiscordFault
from tests.kit.http import Person
from tests.kit.processes import running_server
from tests.kit.slack import people as on_slack
from tests.kit.slack.api import Fault as SlackFault
from tests.services.api.tables import choose, dealt, started
from tests.services.chat.telling.conftest import ChatSite, running_chat_site
from tests.services.chat.telling.test_channels import EDIT, WORDS_ONLY
from tests.services.store.servers import AnyRedis

PLATFORMS = ("discord", "slack")


class Watched:
    """The messages of a table in a channel of either platform."""

    def __init__(self, site: ChatSite, on: str) -> None:
        self.site, self.on = site, on
        made: tuple[Any, ChatPlace] = site.discord_channel() if on == "discord" else site.slack_channel()
        self.channel, self.place = made

    async def news(self, game: str) -> list[Any]:
        """Everything but the board, oldest first."""
        board = (await self.site.site.services.chat.bindings.board(GameId(game), self.place)).message
        shown = self.channel.messages.items()
        return [message for name, message in shown if name != board and message.private_to is None]

    def buttons(self, message: Any) -> int:  # noqa: ANN401 - a message of either platform
        return len((on_discord if self.on == "discord" else on_slack).buttons(message))

    def text(self, message: Any) -> str:  # noqa: ANN401 - likewise
        return str(message.text if self.on == "discord" else message.words)

    @property
    def members(self) -> set[str]:
        """Who is in the channel, where a platform minds."""
        return set() if self.on == "discord" else self.channel.members

    @property
    def notified(self) -> list[tuple[str, str]]:
        return (self.site.discord if self.on == "discord" else self.site.slack).world.notified

    async def player(self, person: Person) -> OnDiscord | OnSlack:
        """Somebody who plays here."""
        if self.on == "discord":
            return OnDiscord(await self.site.discord_person(person, self.channel.id))
        return OnSlack(await self.site.slack_person(person, self.channel.id))

    async def settled(self, *people: Person, **settings: Any) -> str:  # noqa: ANN401 - of a channel
        """A game of these people that comes to live here when all cards are laid; its id."""
        game, _ = await dealt(*people)
        await self.site.site.read_feed()
        await self.site.bind(game, self.place, people[0], ChannelSettings(**{"pictures": "none", **settings}))
        return game

    async def pass_the_turn(self, game: str, *people: Person) -> None:
        """Play until somebody is waited for who was not before."""
        before = waiting = await self._to_act(game, people[0])
        while waiting <= before:
            before = waiting
            await choose(people[min(waiting)], game)
            await self.site.site.site.settle(game)
            waiting = await self._to_act(game, people[0])

    async def _to_act(self, game: str, person: Person) -> set[int]:
        return {int(seat) for seat in (await person.seen(f"/games/{game}"))["to_act"]}


@pytest.fixture(params=PLATFORMS)
def watched(chat_site: ChatSite, request: pytest.FixtureRequest) -> Watched:
    return Watched(chat_site, request.param)


@pytest.mark.parametrize("pictures", ["none", "turn"])
async def test_a_message_loses_its_buttons_when_the_next_one_comes_and_nobody_hears_of_it(
    watched: Watched, anna: Person, brutus: Person, pictures: Pictures
) -> None:
    site, people = watched.site, (anna, brutus)
    for person in people:
        watched.members.add(await site.link(person, watched.on))
    game = await watched.settled(*people, pictures=pictures)
    texts = dict[str, str]()
    for count in range(1, 4):
        await watched.pass_the_turn(game, *people)
        await site.deliver()
        told = await watched.news(game)
        assert [watched.buttons(one) > 0 for one in told] == [False] * (count - 1) + [True]
        newest = told[-1].id if watched.on == "discord" else told[-1].ts
        texts[newest] = told[-1].text
        assert [one.text for one in told] == [*texts.values()], "the words stay"
        assert [bool(one.files) for one in told] == [pictures == "turn" and watched.on == "discord"] * count
        notified = [one for one in watched.notified if one[1] in watched.channel.messages]
        assert {message for _, message in notified} == {*texts}
        assert len({*notified}) == len(notified), "by the message itself, never by an edit"


async def test_a_platform_that_takes_no_edit_is_asked_again_with_the_next_message(
    watched: Watched, anna: Person, brutus: Person
) -> None:
    site, people = watched.site, (anna, brutus)
    game = await watched.settled(*people)
    await watched.pass_the_turn(game, *people)
    await site.deliver()
    if watched.on == "discord":
        site.discord.faults = [DiscordFault(EDIT, status=503)]
    else:
        site.slack.faults = [SlackFault("chat.update", "ratelimited", 429, {"Retry-After": "1"})]
    await watched.pass_the_turn(game, *people)
    await site.site.deliver_all()
    assert (site.discord.faults, site.slack.faults) == ([], [])
    assert [watched.buttons(one) > 0 for one in await watched.news(game)] == [True, True], "both are told, each once"
    site.pass_time(40)
    await all_calls_are_allowed(site.site.services.client)
    await watched.pass_the_turn(game, *people)
    await site.deliver()
    assert [watched.buttons(one) > 0 for one in await watched.news(game)] == [False, False, True]


async def all_calls_are_allowed(client: AnyRedis) -> None:
    """Wait until no call of a platform is held back any more; that is real time."""
    async with asyncio.timeout(20):
        while [name async for name in client.scan_iter("acta:chat-held:*")]:  # noqa: ASYNC110 - Redis cannot call
            await asyncio.sleep(0.05)


async def test_a_message_that_somebody_deleted_holds_nothing_up(watched: Watched, anna: Person, brutus: Person) -> None:
    site, people = watched.site, (anna, brutus)
    game = await watched.settled(*people)
    await watched.pass_the_turn(game, *people)
    await site.deliver()
    [first] = await watched.news(game)
    del watched.channel.messages[first.id if watched.on == "discord" else first.ts]
    for count in (1, 2):
        await watched.pass_the_turn(game, *people)
        await site.deliver()
        assert [watched.buttons(one) > 0 for one in await watched.news(game)] == [False] * (count - 1) + [True]


@pytest.fixture
async def fresh_site(tmp_path: Path) -> AsyncIterator[ChatSite]:
    """Platforms for whom no time has passed, so that what they sign is believed."""
    with running_server(tmp_path, fsync="everysec") as server:
        async with running_chat_site(server.url) as made:
            yield made


@pytest.mark.parametrize("on", PLATFORMS)
async def test_a_reminder_loses_its_buttons_too(fresh_site: ChatSite, on: str) -> None:
    watched, site = Watched(fresh_site, on), fresh_site
    anna, brutus = [await site.site.site.person(name) for name in ("Anna", "Brutus")]
    game = await started(anna, brutus, clock={"turn_seconds": 7200})
    await site.bind(game, watched.place, anna, WORDS_ONLY)
    await choose(brutus, game)
    await site.deliver(1900)
    [reminder] = [one for one in await watched.news(game) if "Half of your time" in watched.text(one)]
    assert watched.buttons(reminder)
    await watched.pass_the_turn(game, anna, brutus)
    await site.site.deliver_all()
    told = await watched.news(game)
    [newest] = [number for number, one in enumerate(told) if f"Your turn: {brutus.name}" in watched.text(one)]
    assert reminder in told[:newest]
    assert [watched.buttons(one) for one in told[:newest]] == [0] * newest
    assert watched.buttons(told[newest])


@pytest.mark.parametrize("on", PLATFORMS)
async def test_a_table_that_is_opened_here_is_told_by_its_lobby_alone_and_every_button_answers(
    fresh_site: ChatSite, on: str
) -> None:
    watched, site = Watched(fresh_site, on), fresh_site.site.site
    people = [await site.person(name) for name in ("Anna", "Brutus")]
    host, guest = [await watched.player(person) for person in people]
    game = await open_table(host, "taberna", 3, bots=1, newoptiona="0")
    await fresh_site.deliver(1)
    [lobby] = await watched.news(game)
    assert "sat down" not in watched.text(lobby)
    await guest.say("join", table=game)
    await fresh_site.deliver(1)
    *_, told = await watched.news(game)
    assert f"{people[1].name} sat down." in watched.text(told)
    assert watched.text(told).count("sat down") == 1, "what was seen in the lobby is not told again"
    assert "began" in watched.text(told)
    for action in ("move", "table"):
        guest.seen = told
        assert action in actions(guest)
        await press(guest, action)
        assert game in {it.reference.game for it in guest.pressables()}
    await people[0].done(f"/games/{game}/votes", {"motion": "abandon"})
    await people[1].done(f"/games/{game}/votes", {"motion": "abandon"})
    await fresh_site.deliver(1)
    *_, over = await watched.news(game)
    for action in ("rematch", "scores", "verify"):
        guest.seen = over
        assert action in actions(guest)
        await press(guest, action)
        assert "went wrong" not in watched.text(guest.seen)
