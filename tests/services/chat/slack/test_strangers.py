"""Whoever presses what is not theirs is told so, alone and in their language, and nothing changes."""

import pytest

from services.chat.wording import WORDS
from tests.kit.chat_players import OnSlack, open_table, press
from tests.services.chat.slack.conftest import Workspace

LOCALES = {"de": "de-DE", "fr": "fr-FR", "ru": "ru-RU", "en": "en-GB"}


async def table_in(workspace: Workspace) -> str:
    """The channel of a table at which somebody plays a bot."""
    livia, _ = await workspace.linked("Livia")
    await open_table(OnSlack(livia), "concordia", 2, bots=1)
    return livia.channel


async def pressed(workspace: Workspace, player: OnSlack) -> str:
    """Press the button to play in the channel; what the person, and nobody else, is told."""
    player.look()
    before = len(workspace.world.visible(player.person.channel))
    async with workspace.site.writes_nothing():
        await press(player, "move")
    assert player.seen.private_to == player.person.id
    assert len(workspace.world.visible(player.person.channel)) == before, "nobody else sees anything"
    return str(player.seen.words)


@pytest.mark.parametrize("lang", LOCALES)
async def test_somebody_who_is_not_linked(workspace: Workspace, lang: str) -> None:
    marcus = OnSlack(workspace.person("Marcus", locale=LOCALES[lang], channel=await table_in(workspace)))
    assert WORDS.say("refused.not_linked", {}, lang=lang) in await pressed(workspace, marcus)
    assert "link" in {one.reference.action for one in marcus.pressables()}, "what to do about it is a press away"


@pytest.mark.parametrize("lang", LOCALES)
async def test_somebody_who_has_no_seat(workspace: Workspace, lang: str) -> None:
    marcus, account = await workspace.linked("Marcus", channel=await table_in(workspace))
    assert (await account.patch("/me/settings", {"language": lang})).status_code == 200
    player = OnSlack(marcus)
    assert WORDS.say("refused.no_seat", {}, lang=lang) in await pressed(workspace, player)
    assert "board" in {one.reference.action for one in player.pressables()}


@pytest.mark.parametrize("lang", LOCALES)
async def test_somebody_of_another_workspace(workspace: Workspace, lang: str) -> None:
    """With the id of a player, whose account is another team's."""
    livia, _ = await workspace.linked("Livia")
    await open_table(OnSlack(livia), "concordia", 2, bots=1)
    guest = OnSlack(workspace.person("Guest", locale=LOCALES[lang], channel=livia.channel, team="T9"))
    assert WORDS.say("refused.not_linked", {}, lang=lang) in await pressed(workspace, guest)
    livia.team = "T9"
    assert WORDS.say("refused.not_linked", {}, lang="en") in await pressed(workspace, OnSlack(livia))
