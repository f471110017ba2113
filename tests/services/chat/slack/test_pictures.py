"""Boards in Slack: what everybody may see stands in the channel, what one person may see in theirs alone."""

import random
from typing import Any

import pytest

from domain.kernel.ids import GameId, UserId
from services.chat.pictures import follow_up
from services.outbound.slack.blocks import Image
from services.store import keys
from services.store.chat.places import ChatPlace
from services.store.keys import KeyKind
from tests.kit.chat_players import OnSlack, choose, open_table, press
from tests.kit.chatting import others_play
from tests.kit.http import Person
from tests.kit.slack import TEAM, Shown
from tests.kit.slack.api import Fault
from tests.kit.slack.people import buttons
from tests.services.chat.slack.conftest import Workspace

PREVIEW = "Picture of the turn so far"


async def seated(workspace: Workspace, *, joined: bool = True) -> tuple[OnSlack, Person]:
    """Somebody at a table of Concordia that lives in their channel and waits for them."""
    where = workspace.world.channel(joined=joined).id
    person, account = await workspace.linked("Livia", channel=where)
    player = OnSlack(person)
    game = await open_table(player, "concordia", 2, bots=1)
    await others_play(workspace.site, game, random.Random(3))
    return player, account


async def owed(workspace: Workspace) -> list[str]:
    """The requests whose pictures are owed."""
    stored: Any = workspace.site.services.client
    return [name.decode() for name in await stored.zrange(KeyKind.CHAT_PICTURES, 0, -1)]


async def followed(workspace: Workspace) -> list[str]:
    """Let every picture follow, and tell what became of each."""
    return [await follow_up(workspace.site.services, one) for one in await owed(workspace)]


@pytest.fixture(autouse=True)
async def nothing_owed(workspace: Workspace) -> None:
    for request in await owed(workspace):
        await workspace.site.services.chat.owed_pictures.settle(request)
    await wait_out_limits(workspace)


async def wait_out_limits(workspace: Workspace) -> None:
    """Let the time pass for which Slack wants to be left alone."""
    stored: Any = workspace.site.services.client
    for held in [key async for key in stored.scan_iter(match=keys.chat_held("slack", "*"))]:
        await stored.delete(held)


def uploaded(workspace: Workspace, channel: str) -> list[bytes]:
    """The pictures in a conversation."""
    found = workspace.world.channels.get(channel)
    shown = [] if found is None else found.messages.values()
    return [png for one in shown for png in one.files.values()]


def images(shown: Shown) -> list[Image]:
    return [block for block in shown.blocks if isinstance(block, Image)]


async def test_the_board_of_all_is_uploaded_where_slack_cannot_fetch_it(at_home: Workspace) -> None:
    player, _ = await seated(at_home)
    await player.say("board")
    assert (images(player.seen), player.seen.private_to) == ([], None)
    assert await followed(at_home) == ["ok"]
    [png] = uploaded(at_home, player.person.channel)
    assert png.startswith(b"\x89PNG")
    assert uploaded(at_home, f"D{player.person.id}") == []
    assert await followed(at_home) == []


async def test_the_board_of_all_is_fetched_by_slack_where_it_can(workspace: Workspace) -> None:
    player, _ = await seated(workspace)
    await player.say("board")
    [image] = images(player.seen)
    assert str(image.image_url).startswith("https://acta.example/pictures/")
    assert await owed(workspace) == []


@pytest.mark.parametrize("reached", [True, False], ids=["workspace", "at_home"])
async def test_a_hand_is_seen_by_its_player_alone(workspace: Workspace, at_home: Workspace, *, reached: bool) -> None:
    workspace = workspace if reached else at_home
    player, account = await seated(workspace)
    await player.say("hand")
    assert player.seen.private_to == player.person.id
    assert "direct messages" in player.seen.words
    assert await followed(workspace) == ["ok"]
    [private] = uploaded(workspace, f"D{player.person.id}")
    assert uploaded(workspace, player.person.channel) == []
    game = await table_of(workspace, player)
    own = (await account.get(f"/games/{game}/board.png?width=1200")).content
    public = (await workspace.site.stranger.get(f"/games/{game}/board.png?width=1200")).content
    assert (private == own, private == public) == (True, False)


async def table_of(workspace: Workspace, player: OnSlack) -> GameId:
    """The table that lives in a player's channel."""
    [game] = await workspace.site.services.chat.bindings.at(ChatPlace("slack", TEAM, player.person.channel))
    return game


async def test_a_turn_is_shown_as_it_is_composed_to_whoever_asks_for_it(at_home: Workspace) -> None:
    player, account = await seated(at_home)
    await press(player, "move")
    rng = random.Random(1)
    while "Confirm" not in player.seen.words:
        await choose(player, rng)
    composed = player.seen.words
    again = await player.person.press(player.seen, PREVIEW)
    assert again is player.seen
    assert composed.splitlines()[:2] == again.words.splitlines()[:2], "the turn stays as it is"
    assert "direct messages" in again.words
    assert await followed(at_home) == ["ok"]
    assert len(uploaded(at_home, f"D{player.person.id}")) == 1
    assert uploaded(at_home, player.person.channel) == []
    drafts = at_home.site.services.people.drafts
    game = await table_of(at_home, player)
    assert await drafts.get(game, UserId(account.user_id)) is not None


async def test_a_turn_that_has_gone_on_is_not_shown(at_home: Workspace) -> None:
    player, _ = await seated(at_home)
    await press(player, "move")
    rng = random.Random(1)
    while "Confirm" not in player.seen.words:
        await choose(player, rng)
    await player.person.press(player.seen, PREVIEW)
    await press(player, "discard")
    assert await followed(at_home) == ["superseded"]
    assert uploaded(at_home, f"D{player.person.id}") == []


async def test_where_the_app_has_not_joined_the_asker_gets_the_board(at_home: Workspace) -> None:
    player, _ = await seated(at_home, joined=False)
    await player.say("board")
    assert await followed(at_home) == ["ok"]
    assert uploaded(at_home, player.person.channel) == []
    assert len(uploaded(at_home, f"D{player.person.id}")) == 1


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (Fault("files.getUploadURLExternal", "missing_scope"), "refused"),
        (Fault("upload", status=500), "postponed"),
        (Fault("files.completeUploadExternal", "ratelimited", 429, {"Retry-After": "7"}), "postponed"),
        (Fault("files.completeUploadExternal", cut=True), "postponed"),
    ],
    ids=["no scope", "broken", "limited", "cut off"],
)
async def test_what_goes_wrong_ends_or_comes_again(at_home: Workspace, fault: Fault, outcome: str) -> None:
    player, _ = await seated(at_home)
    await player.say("hand")
    at_home.api.faults.append(fault)
    assert await followed(at_home) == [outcome]
    await wait_out_limits(at_home)
    assert await followed(at_home) == (["ok"] if outcome == "postponed" else [])
    assert len(uploaded(at_home, f"D{player.person.id}")) == (outcome == "postponed")


async def test_the_button_is_no_way_to_see_anothers_table(at_home: Workspace) -> None:
    player, _ = await seated(at_home)
    await press(player, "move")
    stranger, _ = await at_home.linked("Marcus", channel=player.person.channel)
    [button] = [one for one in buttons(player.seen) if one.text.text == PREVIEW]
    own = OnSlack(stranger)
    await own.say("help")
    await stranger.press_button(own.seen, button)
    for request in await owed(at_home):
        assert await follow_up(at_home.site.services, request) in {"ok", "superseded"}
    [shown] = uploaded(at_home, f"D{stranger.id}") or [b""]
    game = await table_of(at_home, player)
    public = (await at_home.site.stranger.get(f"/games/{game}/board.png?width=1200")).content
    assert shown in {b"", public}


async def test_whoever_asked_is_told_that_slack_refuses_the_picture(
    at_home: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, _ = await seated(at_home)
    await player.say("hand")
    monkeypatch.setattr(at_home.world, "messages_tab", False)
    assert await followed(at_home) == ["refused"]
    newest = at_home.world.visible(player.person.channel, player.person.id)[-1]
    assert "Slack refuses it" in newest.words
    assert newest.private_to == player.person.id
    assert await owed(at_home) == []


async def test_an_upload_whose_end_is_unknown_is_tried_three_times_and_then_said(at_home: Workspace) -> None:
    player, _ = await seated(at_home)
    await player.say("hand")
    at_home.api.faults += [Fault("files.completeUploadExternal", cut=True, after_effect=True) for _ in range(3)]
    assert [await followed(at_home) for _ in range(4)] == [["postponed"], ["postponed"], ["refused"], []]
    newest = at_home.world.visible(player.person.channel, player.person.id)[-1]
    assert "did not say whether it took" in newest.words
