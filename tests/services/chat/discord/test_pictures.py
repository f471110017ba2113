"""The board follows an answer, once it is drawn: as its viewer may see it, in its place, and not too late."""

import random
from typing import Any

import pytest

from services.chat.pictures import LEASE, follow_up
from services.chat.reference import parse
from services.outbound.discord import client
from services.outbound.discord.check import walk
from services.outbound.discord.components import Gallery
from services.store.keys import KeyKind
from tests.kit.chat_players import OnDiscord, actions, choose, open_table, press
from tests.kit.chatting import others_play
from tests.kit.discord import DiscordPerson, Shown
from tests.kit.discord.api import Fault
from tests.kit.discord.people import selects
from tests.services.chat.discord.conftest import Club
from tests.services.chat.discord.test_answers import ORIGINALS
from workers.sending import DuePictures


async def asked(club: Club) -> OnDiscord:
    """Somebody who is asked for a choice of Concordia, in private."""
    player = OnDiscord((await club.linked("Livia"))[0])
    game = await open_table(player, "concordia", 2, bots=1)
    await others_play(club.site, game, random.Random(3))
    await press(player, "move")
    return player


async def turn_of(club: Club) -> tuple[DiscordPerson, Shown]:
    """Whoever is asked, and the message that asks."""
    player = await asked(club)
    return player.person, player.seen


async def owed(club: Club) -> list[str]:
    """The requests whose pictures are owed, when all that is under way is done."""
    stored: Any = club.site.services.client
    await club.handler.close()
    return [name.decode() for name in await stored.zrange(KeyKind.CHAT_PICTURES, 0, -1)]


async def newest(club: Club) -> str:
    return max(await owed(club))


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "EARLY_PAUSES", (0.01,) * 5)


async def test_the_board_follows_in_its_place(club: Club) -> None:
    host, turn = await turn_of(club)
    assert turn.files == {}
    text, version = turn.text, parse(selects(turn)[0].custom_id).version
    request = await newest(club)
    club.world.early_edits = 2  # Discord may not know of the answer yet
    assert await follow_up(club.site.services, request) == "ok"
    ((name, png),) = turn.files.items()
    assert (name.endswith(f"-v{version}.png"), png[:4]) == (True, b"\x89PNG")
    assert (turn.text, turn.private_to, len(selects(turn))) == (text, host.id, len(selects(turn)))
    assert any(isinstance(part, Gallery) for part in walk(turn.body))
    assert request not in await owed(club)
    assert await follow_up(club.site.services, request) == "superseded"


async def test_a_draft_that_has_gone_on_gets_no_old_board(club: Club) -> None:
    player, rng = await asked(club), random.Random(1)
    turn, drafted = player.seen, ""
    while "discard" not in actions(player):
        await choose(player, rng)
        drafted = await newest(club)
    await press(player, "discard")
    text = turn.text
    assert await follow_up(club.site.services, drafted) == "superseded"
    assert (turn.text, turn.files) == (text, {})


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (Fault(ORIGINALS, 404, {"code": 10008, "message": "Unknown Message"}), "refused"),
        (Fault(ORIGINALS, 401, {"code": 50027, "message": "Invalid Webhook Token"}), "refused"),
        (Fault(ORIGINALS, 429, {"retry_after": 60}, {"Retry-After": "60"}), "postponed"),
        (Fault(ORIGINALS, 502), "postponed"),
        (Fault(ORIGINALS, cut=True, after_effect=True), "postponed"),
    ],
    ids=["deleted", "too old", "limited", "broken", "cut off"],
)
async def test_what_goes_wrong_ends_or_comes_again(club: Club, fault: Fault, outcome: str) -> None:
    _, turn = await turn_of(club)
    request = await newest(club)
    club.api.faults.append(fault)
    assert await follow_up(club.site.services, request) == outcome
    assert (request in await owed(club)) == (outcome == "postponed")
    if outcome == "postponed":
        club.world.ahead += 61
        stored: Any = club.site.services.chat.discord
        stored._rates._free_at.clear()  # noqa: SLF001 - a minute has passed
        assert await follow_up(club.site.services, request) == "ok"
        assert len(turn.files) == 1


async def test_a_sender_that_died_over_it_is_replaced(club: Club) -> None:
    """Killed after Discord took the picture and before that was recorded: it comes again, and changes nothing."""
    services = club.site.services
    host, turn = await turn_of(club)
    request = await newest(club)
    await club.handler.close()
    before = await services.chat.owed_pictures.take(request, services.tables.now() + LEASE)
    assert before is not None
    assert await follow_up(services, request) == "ok"
    picture = dict(turn.files)
    await services.chat.owed_pictures.owe(request, before, services.tables.now() - 1)  # as the dead sender left it
    messages = len(club.world.channels[host.channel].messages)
    assert request in await DuePictures(services).due()
    assert await follow_up(services, request) == "ok"
    assert turn.files == picture
    assert len(club.world.channels[host.channel].messages) == messages
