"""A table lives in a channel: what is told there, whom it notifies, and what becomes of it when something fails."""

import dataclasses
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from domain.kernel.ids import GameId, UserId
from services.store.chat.bindings import ChannelSettings
from services.store.chat.places import ChatPlace
from tests.kit.browser import browsing
from tests.kit.discord.api import Fault as DiscordFault
from tests.kit.http import Json, Person
from tests.kit.slack.api import Fault as SlackFault
from tests.services.api.tables import choose, dealt, on_turn, opened, started
from tests.services.chat.telling.conftest import ChatSite

WORDS_ONLY = ChannelSettings(pictures="none")
TOLD_OF_A_TURN = {"ErrandRun", "TurnEnded"}
POST, EDIT = "POST /channels/{channel}/messages", "PATCH /channels/{channel}/messages/{message}"
HOUR = 3600


async def play_on(chat_site: ChatSite, game: str, *people: Person) -> None:
    """Play a table to its end, by first choices."""
    while not (await people[0].seen(f"/games/{game}"))["result"]:
        await chat_site.site.site.settle(game)
        to_act = (await people[0].seen(f"/games/{game}"))["to_act"]
        if to_act:
            await choose(people[int(to_act[0])], game)


async def states(person: Person, kind: str) -> list[Json]:
    items = (await person.seen("/me/deliveries"))["items"]
    return [item["state"] for item in items if item["kind"] == kind]


async def test_only_whoever_is_next_is_notified_and_the_board_is_edited_silently(
    chat_site: ChatSite, anna: Person, brutus: Person
) -> None:
    channel, place = chat_site.discord_channel()
    ids = {person.user_id: await chat_site.link(person, "discord") for person in (anna, brutus)}
    game = await opened(anna, title="Ides")
    await chat_site.bind(game, place, anna, WORDS_ONLY)
    await brutus.done(f"/games/{game}/seats", {})
    await chat_site.deliver()
    notified = chat_site.discord.world.notified
    mine = [user for user, message in notified if message in channel.messages]
    assert sorted(mine) == sorted(ids.values()), "everybody lays a card: one message names both"
    [begun, board] = channel.messages.values()
    assert "Ides" in begun.text
    assert "To play: " in board.text
    await choose(anna, game)
    await chat_site.deliver()
    assert len(channel.messages) == 2, "that somebody has laid a card is no news"
    edits = len(board.edited_at)
    assert edits
    await choose(brutus, game)
    actor = first = await on_turn(game, (anna, brutus))
    while actor is first:
        await choose(actor, game)
        actor = await on_turn(game, (anna, brutus))
    await chat_site.deliver()
    *_, newest = channel.messages.values()
    assert [user for user, message in notified if message == newest.id] == [ids[actor.user_id]]
    assert newest.id not in {begun.id, board.id}
    assert len(channel.messages[board.id].edited_at) > edits
    assert set(await states(anna, "news")) == {"accepted"}


async def test_settings_leave_out_what_nobody_wants_but_not_who_is_next(
    chat_site: ChatSite, anna: Person, brutus: Person
) -> None:
    channel, place = chat_site.discord_channel()
    game = await started(anna, brutus, options={"rounds": 1})
    quiet = ChannelSettings(turns=False, scorings=False, rounds=False, final=False, pictures="none")
    await chat_site.bind(game, place, anna, quiet)
    await play_on(chat_site, game, anna, brutus)
    await chat_site.deliver()
    told = "\n".join(message.text for message in channel.messages.values() if not message.edited_at)
    assert "scored" not in told
    assert "Head of the record" not in told


async def test_while_the_platform_is_away_nothing_is_lost_and_it_comes_in_order_and_together(
    chat_site: ChatSite, anna: Person, brutus: Person
) -> None:
    channel, place = chat_site.discord_channel()
    game, _ = await dealt(anna, brutus, options={"rounds": 2})
    await chat_site.bind(game, place, anna, WORDS_ONLY)
    api = chat_site.discord
    api.faults = [DiscordFault(POST, status=503) for _ in range(500)]
    for _ in range(12):
        for _ in range(2):
            await chat_site.site.site.settle(game)
            to_act = (await anna.seen(f"/games/{game}"))["to_act"]
            if to_act:
                await choose((anna, brutus)[int(to_act[0])], game)
        await chat_site.deliver(HOUR / 24)
    assert channel.messages == {}
    api.faults = []
    await chat_site.deliver(400)
    board = (await chat_site.site.services.chat.bindings.board(GameId(game), place)).message
    assert board in channel.messages
    news = [message.text for message in channel.messages.values() if message.id != board]
    [told] = news
    spoken = await anna.seen(f"/games/{game}/timeline?limit=1000")
    lines = [line["text"] for turn in spoken["turns"] for line in turn["lines"] if line["type"] in TOLD_OF_A_TURN]
    assert len(lines) > 10
    at = 0
    for line in lines:  # some are said twice, in the same words
        at = told.find(line, at)
        assert at >= 0, "everything, in the order in which it happened"
        at += len(line)
    assert set(await states(anna, "news")) == {"accepted"}
    assert set(await states(anna, "board")) == {"accepted"}


async def test_what_was_under_way_in_a_short_outage_comes_once_and_the_rest_after_it(
    chat_site: ChatSite, anna: Person, brutus: Person
) -> None:
    channel, place = chat_site.discord_channel()
    game, _ = await dealt(anna, brutus)
    await chat_site.bind(game, place, anna, WORDS_ONLY)
    await anna.done(f"/games/{game}/votes", {"motion": "abandon"})
    await chat_site.deliver()
    before = len(channel.messages)
    await anna.done(f"/games/{game}/votes", {"motion": "abandon", "agree": False})
    chat_site.discord.faults = [DiscordFault(POST, cut=True, after_effect=True)]
    await chat_site.site.deliver_all()
    assert len(channel.messages) == before + 1
    await brutus.done(f"/games/{game}/votes", {"motion": "abandon"})
    for _ in range(2):
        await chat_site.deliver(70)
    assert len(channel.messages) == before + 2
    assert chat_site.discord.faults == []


async def test_an_answer_that_is_lost_makes_no_second_message_on_discord_and_at_most_one_on_slack(
    chat_site: ChatSite, anna: Person, brutus: Person
) -> None:
    channel, place = chat_site.discord_channel()
    other, slack_place = chat_site.slack_channel()
    game = await started(anna, brutus)
    for where in (place, slack_place):
        await chat_site.bind(game, where, anna, WORDS_ONLY)
    chat_site.discord.faults = [DiscordFault(POST, cut=True, after_effect=True) for _ in range(2)]
    chat_site.slack.faults = [SlackFault("chat.postMessage", cut=True, after_effect=True)]
    for person in (anna, brutus):
        await choose(person, game)
    for _ in range(3):
        await chat_site.deliver(70)
    assert len(channel.messages) == 2, "the news and the board, each once"
    assert len(other.messages) == 3, "Slack knows no repeats: what it did not answer to is there twice"
    assert (chat_site.discord.faults, chat_site.slack.faults) == ([], [])


async def test_a_board_that_somebody_deleted_is_posted_anew_and_a_channel_that_is_gone_is_left(
    chat_site: ChatSite, anna: Person, brutus: Person
) -> None:
    channel, place = chat_site.discord_channel()
    game = await started(anna, brutus)
    await chat_site.bind(game, place, anna, WORDS_ONLY)
    await choose(anna, game)
    await chat_site.deliver()
    bindings, table = chat_site.site.services.chat.bindings, GameId(game)
    del channel.messages[(await bindings.board(table, place)).message]
    await choose(brutus, game)
    await chat_site.deliver()
    assert (await bindings.board(table, place)).message in channel.messages
    del chat_site.discord.world.channels[channel.id]
    host = await chat_site.site.person("Cassia")
    await bindings.bind(replace((await bindings.of_table(table))[0], by=UserId(host.user_id)))
    actor = await on_turn(game, (anna, brutus))
    await choose(actor, game)
    await chat_site.deliver(70)
    assert await bindings.of_table(table) == []
    assert [subject for subject in chat_site.site.letters(host) if "A channel is gone" in subject]
    said = "The channel on Discord with the news of this table is gone."
    async with browsing(chat_site.site.site) as browser:
        assert said not in (await browser.open(f"/games/{game}")).text, "to others that is nothing"
        browser.http.cookies.set("__Host-acta", anna.token)
        assert said in (await browser.open(f"/games/{game}")).text
        _, again = chat_site.discord_channel()
        await chat_site.bind(game, again, anna, WORDS_ONLY)
        assert said not in (await browser.open(f"/games/{game}")).text


async def test_a_vote_names_those_who_have_not_voted_and_a_rematch_lives_in_the_same_place(
    chat_site: ChatSite, anna: Person, brutus: Person
) -> None:
    channel, place = chat_site.discord_channel()
    account = await chat_site.link(brutus, "discord")
    game = await started(anna, brutus)
    await chat_site.bind(game, place, anna, WORDS_ONLY)
    await anna.done(f"/games/{game}/votes", {"motion": "abandon"})
    await chat_site.deliver()
    *_, asked = [one for one in channel.messages.values() if "Please vote" in one.text]
    assert (account, asked.id) in chat_site.discord.world.notified
    await brutus.done(f"/games/{game}/votes", {"motion": "abandon"})
    again = (await anna.done(f"/games/{game}/rematch"))["game_id"]
    await chat_site.deliver()
    assert "abandon" in [*channel.messages.values()][-2].text + [*channel.messages.values()][-1].text
    assert set(await chat_site.site.services.chat.bindings.at(place)) == {game, again}


async def test_a_reminder_names_whoever_is_late(chat_site: ChatSite, anna: Person, brutus: Person) -> None:
    channel, place = chat_site.discord_channel()
    account = await chat_site.link(anna, "discord")
    game = await started(anna, brutus, clock={"turn_seconds": 20_000})  # more than other tests have let pass
    await chat_site.bind(game, place, anna, WORDS_ONLY)
    await choose(brutus, game)
    await chat_site.deliver(5100)
    reminded = [one for one in channel.messages.values() if "time" in one.text and "Half" in one.text]
    assert [(account, one.id) in chat_site.discord.world.notified for one in reminded] == [True]


async def test_a_thread_is_a_place_of_its_own(chat_site: ChatSite, anna: Person, brutus: Person) -> None:
    channel, _ = chat_site.discord_channel()
    thread = chat_site.discord.world.channel(kind="thread", parent=channel.id)
    game = await started(anna, brutus)
    await chat_site.bind(game, ChatPlace("discord", "5", channel.id, thread.id), anna, WORDS_ONLY)
    for person in (anna, brutus):
        await choose(person, game)
    await chat_site.deliver()
    assert (len(channel.messages), len(thread.messages)) == (0, 2)


@pytest.fixture
def at_home(chat_site: ChatSite) -> Iterator[ChatSite]:
    """A chat site on a machine that Slack cannot fetch pictures from."""
    public = chat_site.site.services
    hidden = replace(public.settings, public_url=None)
    chat_site.site.services = dataclasses.replace(public, settings=hidden)
    yield chat_site
    chat_site.site.services = public


async def test_without_a_public_address_boards_are_uploaded_to_slack_and_old_ones_taken_away(
    at_home: ChatSite, anna: Person, brutus: Person
) -> None:
    channel, place = at_home.slack_channel()
    game, actor = await dealt(anna, brutus)
    await at_home.bind(game, place, anna, ChannelSettings())
    seen = set[str]()
    for _ in range(2):
        await choose(actor, game)
        await at_home.deliver()
        pictures = [name for one in channel.messages.values() for name in one.files]
        assert len(pictures) == 1, "the board as it stands, and no older one"
        seen.update(pictures)
        actor = await on_turn(game, (anna, brutus))
    assert len(seen) == 2
    assert [user for user, message in at_home.slack.world.notified if message in channel.messages] == []


async def test_a_post_that_fails_leaves_no_picture_behind(at_home: ChatSite, anna: Person, brutus: Person) -> None:
    channel, place = at_home.slack_channel()
    game, actor = await dealt(anna, brutus)
    await at_home.bind(game, place, anna, ChannelSettings(pictures="turn"))
    at_home.slack.faults = [SlackFault("chat.postMessage", "ratelimited", 429, {"Retry-After": "0"}) for _ in range(3)]
    at_home.slack.faults += [SlackFault("upload", status=500)]
    while actor is await on_turn(game, (anna, brutus)):
        await choose(actor, game)
    for _ in range(4):
        await at_home.deliver(70)
    assert at_home.slack.faults == []
    shown = list(channel.messages.values())
    assert sorted(bool(one.files) for one in shown) == [False, False, True], "news, board, and the picture of the news"
    assert set(await states(anna, "news")) == {"accepted"}


@pytest.mark.parametrize(
    "fault",
    [
        DiscordFault(POST, 404, page=b"<html>Not Found</html>"),
        DiscordFault(POST, 404, {"code": 0, "message": "404: Not Found"}),
        DiscordFault(POST, 403, page=b"<html>Forbidden</html>"),
        DiscordFault(POST, 401, {"code": 0, "message": "401: Unauthorized"}),
        DiscordFault(POST, 500, page=b"<html>"),
        DiscordFault(POST, 200, page=b"<html>Welcome to the hotel's network</html>"),
    ],
    ids=lambda fault: f"{fault.status} {'HTML' if fault.page else 'JSON'}",
)
async def test_only_discord_itself_says_that_a_channel_is_gone(
    chat_site: ChatSite, anna: Person, brutus: Person, fault: DiscordFault
) -> None:
    channel, place = chat_site.discord_channel()
    other, elsewhere = chat_site.discord_channel()
    game = await started(anna, brutus)
    await chat_site.bind(game, place, anna, WORDS_ONLY)
    chat_site.discord.faults = [dataclasses.replace(fault) for _ in range(2)]
    for person in (anna, brutus):
        await choose(person, game)
    await chat_site.deliver()
    assert chat_site.discord.faults == []
    second = await started(anna, brutus)
    await chat_site.bind(second, elsewhere, anna, WORDS_ONLY)
    for person in (anna, brutus):
        await choose(person, second)
    await chat_site.deliver(0)
    assert len(other.messages) == 2, "what goes wrong in one channel holds up no other"
    for _ in range(2):
        await chat_site.deliver(20)
    assert len(await chat_site.site.services.chat.bindings.of_table(GameId(game))) == 1
    assert len(channel.messages) == 2, "the news and the board"


async def test_a_refusal_after_a_lost_answer_makes_no_second_message(
    chat_site: ChatSite, anna: Person, brutus: Person
) -> None:
    channel, place = chat_site.discord_channel()
    game, _ = await dealt(anna, brutus)
    await chat_site.bind(game, place, anna, WORDS_ONLY)
    await chat_site.deliver()
    before = len(channel.messages)
    await anna.done(f"/games/{game}/votes", {"motion": "abandon"})
    chat_site.discord.faults = [
        DiscordFault(POST, cut=True, after_effect=True),
        DiscordFault(POST, 403, page=b"<html>"),
    ]
    for _ in range(2):
        await chat_site.deliver(20)
    await anna.done(f"/games/{game}/votes", {"motion": "abandon", "agree": False})
    for _ in range(2):
        await chat_site.deliver(30)
    assert chat_site.discord.faults == []
    assert len(channel.messages) == before + 2, "the motion once, and that it was withdrawn"


@pytest.mark.parametrize("refusals", [0, 3])
async def test_an_answer_that_is_lost_late_in_an_outage_makes_no_second_message(
    chat_site: ChatSite, anna: Person, brutus: Person, refusals: int
) -> None:
    """However long the pauses have become: Discord knows a repeat for some minutes, and it comes within them."""
    channel, place = chat_site.discord_channel()
    game, _ = await dealt(anna, brutus)
    await chat_site.bind(game, place, anna, WORDS_ONLY)
    await chat_site.deliver()
    before = len(channel.messages)
    await anna.done(f"/games/{game}/votes", {"motion": "abandon"})
    away = [DiscordFault(POST, 404, page=b"<html>") for _ in range(7)]
    again = [DiscordFault(POST, 503) for _ in range(refusals)]
    chat_site.discord.faults = [*away, DiscordFault(POST, cut=True, after_effect=True), *again]
    for _ in range(24):
        await chat_site.deliver(30)
    assert chat_site.discord.faults == []
    assert len(channel.messages) == before + 1
    assert set(await states(anna, "news")) == {"accepted"}
