"""Whoever presses what is not theirs is told so, alone and in their language, and nothing changes."""

import pytest

from services.chat.wording import WORDS
from tests.kit.chat_players import OnDiscord, open_table, press
from tests.services.chat.discord.conftest import Club

LOCALES = {"de": "de", "fr": "fr", "ru": "ru", "en": "en-GB"}


async def table_in(club: Club) -> OnDiscord:
    """Somebody who plays a bot at a table in a channel of their own."""
    player = OnDiscord((await club.linked("Livia"))[0])
    await open_table(player, "concordia", 2, bots=1)
    return player


async def pressed(club: Club, player: OnDiscord, action: str = "move") -> str:
    """Press a button of what the person looks at; what the person, and nobody else, is told."""
    before = len(club.world.visible(player.person.channel))
    async with club.site.writes_nothing():
        await press(player, action)
    assert player.seen.private_to == player.person.id
    assert len(club.world.visible(player.person.channel)) == before, "nobody else sees anything"
    return str(player.seen.text).replace("\\", "")


@pytest.mark.parametrize("lang", LOCALES)
async def test_somebody_who_is_not_linked(club: Club, lang: str) -> None:
    host = await table_in(club)
    marcus = OnDiscord(club.person("Marcus", locale=LOCALES[lang], channel=host.person.channel))
    marcus.look()
    assert WORDS.say("refused.not_linked", {}, lang=lang) in await pressed(club, marcus)
    assert "link" in {one.reference.action for one in marcus.pressables()}, "what to do about it is a press away"


@pytest.mark.parametrize("lang", LOCALES)
async def test_somebody_who_has_no_seat(club: Club, lang: str) -> None:
    host, (marcus, account) = await table_in(club), await club.linked("Marcus", locale=LOCALES[lang])
    assert (await account.patch("/me/settings", {"language": lang})).status_code == 200
    marcus.channel = host.person.channel
    player = OnDiscord(marcus)
    player.look()
    assert WORDS.say("refused.no_seat", {}, lang=lang) in await pressed(club, player)
    assert "board" in {one.reference.action for one in player.pressables()}


@pytest.mark.parametrize("lang", LOCALES)
async def test_somebody_on_another_server_without_the_table(club: Club, lang: str) -> None:
    """A table is not bound to who clicks where: whoever is not linked is a stranger on every server."""
    host = await table_in(club)
    guest = OnDiscord(club.person("Guest", locale=LOCALES[lang], channel=host.person.channel))
    guest.person.guild = "6"
    guest.look()
    assert WORDS.say("refused.not_linked", {}, lang=lang) in await pressed(club, guest)
