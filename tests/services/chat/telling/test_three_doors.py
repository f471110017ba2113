"""One table, three doors: somebody plays in Discord, somebody in Slack, somebody in a browser, each by that alone.

The suite plays the small game; `make endure` plays the real ones too.
"""

import os
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from domain.kernel.ids import GameId
from domain.registry import GAMES
from services.identity.cookies import STRICT_NAME
from tests.kit.browser import browsing
from tests.kit.chat_players import ChatPlayer, OnDiscord, OnSlack, open_table, play_turn, press
from tests.kit.http import Json
from tests.kit.mail_site import PUBLIC
from tests.kit.processes import running_server
from tests.services.chat.telling.conftest import ChatSite, running_chat_site
from tests.services.web.table.players import Player, listed, may_confirm
from tests.services.web.test_lobby import do

MOST_PRESSES = 100
A_MOMENT = 3.0
"""Seconds that pass between two turns, so that the board may be edited."""
SMALL = "taberna"
PLAYED = [SMALL, *([game.meta.slug for game in GAMES] if os.environ.get("ENDURE_CHAT") else [])]
SHORT = {SMALL: {"newoptiona": "0"}}
"""Menus by which a game is made shorter."""


@pytest.fixture
async def fresh_site(tmp_path: Path) -> AsyncIterator[ChatSite]:
    """Platforms for whom no time has passed, so that what they sign is believed."""
    with running_server(tmp_path, fsync="everysec") as server:
        async with running_chat_site(server.url) as made:
            yield made


async def play_by_page(player: Player, rng: random.Random) -> None:
    """Compose a turn from the list of choices, and confirm it."""
    page = await player.look()
    while not may_confirm(page):
        page = await player.act("pick", page, path=rng.choice(listed(page)))
    await player.act("confirm", page)


async def play_by_chat(player: ChatPlayer, rng: random.Random) -> None:
    """Press the button of the newest message in the channel, compose a turn and confirm it."""
    player.look()
    await press(player, "move")
    assert await play_turn(player, rng, MOST_PRESSES), player.seen


async def seen(chat_site: ChatSite, game: str) -> Json:
    return (await chat_site.site.site.admin.get(f"/games/{game}")).json()


async def deliver_between_turns(chat_site: ChatSite) -> None:
    """Let everything arrive. Requests are believed for five minutes by the true clock: the platforms' goes back."""
    await chat_site.deliver(A_MOMENT)
    chat_site.discord.world.ahead = chat_site.slack.world.ahead = 0.0


@pytest.mark.usefixtures("quick_hands")
@pytest.mark.timeout(60 if PLAYED == [SMALL] else 1200)
@pytest.mark.parametrize("slug", PLAYED)
async def test_a_whole_game_is_played_in_discord_in_slack_and_in_the_browser(fresh_site: ChatSite, slug: str) -> None:
    chat_site, site, rng = fresh_site, fresh_site.site.site, random.Random(7)
    anna, brutus, carus = [await site.person(name) for name in ("Anna", "Brutus", "Carus")]
    channel, place = chat_site.discord_channel()
    other, slack_place = chat_site.slack_channel()
    on_discord = OnDiscord(await chat_site.discord_person(anna, channel.id))
    her_slack = OnSlack(await chat_site.slack_person(anna, other.id))
    on_slack = OnSlack(await chat_site.slack_person(brutus, other.id))
    game = await open_table(on_discord, slug, 3, bots=0, **SHORT.get(slug, {}))
    await her_slack.say("channel", table=game)
    await press(her_slack, "settlehere")
    assert [one.place for one in await site.services.chat.bindings.of_table(GameId(game))] == [place, slack_place]
    await on_slack.say("join", table=game)
    async with browsing(site, origin=PUBLIC) as browser:
        browser.http.cookies.set(STRICT_NAME, carus.token)
        await do(browser, await browser.open(f"/games/{game}"), "sit")
        players = (on_discord, on_slack, Player(carus, browser, game))
        while not (table := await seen(chat_site, game))["result"]:
            await deliver_between_turns(chat_site)
            actor = players[int(table["to_act"][0])]
            await (play_by_page(actor, rng) if isinstance(actor, Player) else play_by_chat(actor, rng))
            await site.settle(game)
    await chat_site.deliver()
    sheet = await carus.seen(f"/games/{game}/scores")
    in_discord = "\n".join(one.text for one in channel.messages.values())
    in_slack = "\n".join(one.words for one in other.messages.values())
    for text in (in_discord, in_slack):
        assert "The game is over: " in text
        assert all(str(total) in text for total in sheet["totals"])
    boards = [one for one in channel.messages.values() if one.edited_at and one.files]
    assert len(boards) == 1
    assert notified(chat_site.discord.world.notified, channel.messages) == {on_discord.person.id}
    assert notified(chat_site.slack.world.notified, other.messages) == {on_slack.person.id, her_slack.person.id}


def notified(world: list[tuple[str, str]], messages: dict[str, Json]) -> set[str]:
    """Who was notified by messages of a channel."""
    return {user for user, message in world if message in messages}
