"""A player who has nothing but Discord plays whole games: commands, menus and buttons, and nothing else.

The suite plays some turns of each game; `make endure` plays each to its end.
"""

import os
import random

import pytest
from msgspec import UNSET

from domain.kernel.ids import UserId
from services.outbound.chat.discord.components import Select
from services.outbound.chat.reference import parse
from services.store.chat.links import Offer
from tests.kit.chatting import others_play
from tests.kit.discord import DiscordPerson, Shown
from tests.kit.discord.people import buttons, selects
from tests.services.chat.discord.conftest import Club

WHOLE = bool(os.environ.get("ENDURE_CHAT"))
PRESSES = 5000 if WHOLE else 12
TURNS = 3


async def linked(club: Club, name: str, locale: str) -> DiscordPerson:
    """Somebody with an account, who has typed its code."""
    person, account = club.person(name, locale=locale), await club.site.person(name)
    code = await club.site.services.chat_links.offer(Offer(user=UserId(account.user_id)))
    assert isinstance(await person.command("link", code=code), Shown)
    return person


def labels(message: Shown) -> list[str]:
    return [button.label for button in buttons(message) if not button.disabled]


def actions(message: Shown) -> dict[str, str]:
    """What the buttons of a message do, and what they are called."""
    ours = [one for one in buttons(message) if one.custom_id is not UNSET and not one.disabled]
    return {parse(str(one.custom_id)).action: one.label for one in ours}


def picks(message: Shown) -> list[Select]:
    """The menus of what can be chosen next."""
    return [menu for menu in selects(message) if parse(menu.custom_id).action == "pick"]


def game_of(lobby: Shown) -> str:
    """The table that a message is about."""
    return next(found.game for one in buttons(lobby) if one.url is UNSET and (found := parse(str(one.custom_id))).game)


async def press(person: DiscordPerson, message: Shown, action: str) -> Shown:
    seen = await person.press(message, actions(message)[action])
    assert isinstance(seen, Shown), seen
    return seen


async def pick(person: DiscordPerson, message: Shown, action: str, value: str) -> Shown:
    menu = next(one for one in selects(message) if parse(one.custom_id).action == action)
    line = next(one for one in menu.options if one.value == value)
    seen = await person.pick(message, menu, line)
    assert isinstance(seen, Shown), seen
    return seen


async def opened(host: DiscordPerson, slug: str) -> Shown:
    """A table for two, with a bot."""
    form = await host.command("new", game=slug, players="2", bots="1")
    assert isinstance(form, Shown)
    form = await pick(host, form, "newbot", "random")
    form = await pick(host, form, "newclock", "none")
    return await press(host, form, "newopen")


async def play_on(player: DiscordPerson, turn: Shown, rng: random.Random) -> Shown:
    """One press, as a person would: a line of the last menu, sometimes another page, and confirm once it is whole."""
    menus = picks(turn)
    if not menus:
        return await press(player, turn, "confirm")
    pages = [label for label in labels(turn) if label in {"◀", "▶"}]
    if pages and rng.random() < 0.3:
        seen = await player.press(turn, rng.choice(pages))
    else:
        seen = await player.pick(turn, menus[-1], rng.choice(menus[-1].options))
    assert seen is turn  # the one private message is changed in its place
    return turn


@pytest.mark.timeout(600 if WHOLE else 60)
@pytest.mark.parametrize(("slug", "locale"), [("concordia", "en-US"), ("trajan", "de"), ("forum-trajanum", "ru")])
async def test_a_game_is_played_by_interactions_alone(club: Club, slug: str, locale: str) -> None:
    host, rng = await linked(club, "Livia", locale), random.Random(7)
    lobby = await opened(host, slug)
    assert lobby.private_to is None
    turn, game = await press(host, lobby, "move"), game_of(lobby)
    presses = turns = 0
    while presses < PRESSES and turns < (PRESSES if WHOLE else TURNS):
        if not picks(turn) and "confirm" not in actions(turn):
            await others_play(club.site, game, rng)
            turns += 1
            seen = await host.command("move")
            assert isinstance(seen, Shown)
            turn = seen
            if not picks(turn):
                break
        turn = await play_on(host, turn, rng)
        presses += 1
    assert presses > 3, [one.text for one in host.sees()]
    assert {one.private_to for one in host.sees()} <= {None, host.id}
    if WHOLE:
        table = (await club.site.admin.get(f"/games/{game}")).json()
        assert table["status"] == "finished", turn.text
    assert club.carrier.slowest < 3
