"""A group that never opens the page plays whole games: every choice by a line of a menu."""

import random

import pytest

from services.chat.message import Message
from tests.kit.chatting import Chatter, chatter, has_action, others_play, reference, text_of
from tests.kit.http import Site


async def opened(host: Chatter, slug: str, players: int) -> tuple[Message, str]:
    """A table with bots alone, opened by menus."""
    form = await host.say("new", f"{slug} {players} {players - 1}")
    form = await host.press(form, "newbot", "random")
    form = await host.press(form, "newclock", "none")
    lobby = await host.press(form, "newopen")
    return lobby, reference(lobby, "move").game


async def play_on(player: Chatter, turn: Message, rng: random.Random) -> Message:
    """One press, as a person would: the last menu that is not beside the turn, and confirm once it is complete."""
    menus = [menu for menu in turn.menus if menu.reference.action == "pick"]
    if not menus:
        return await player.press(turn, "confirm")
    choice = rng.choice(menus[-1].choices)
    answer = await player.ask_menu(menus[-1], choice.value)
    assert answer.private
    assert answer.replaces
    return answer


@pytest.mark.usefixtures("quick_hands")
@pytest.mark.timeout(240)
@pytest.mark.parametrize("slug", ["concordia", "trajan", "forum-trajanum"])
async def test_a_whole_game_is_played_from_menus(site: Site, slug: str) -> None:
    host, rng = await chatter(site, channel=f"hall of {slug}"), random.Random(7)
    lobby, game = await opened(host, slug, 2)
    assert not lobby.private
    presses = 0
    turn = await host.press(lobby, "move")
    while True:
        if not has_action(turn, "pick") and not has_action(turn, "confirm"):
            await others_play(site, game, rng)
            turn = await host.say("move")
            if not has_action(turn, "pick"):
                break
        turn = await play_on(host, turn, rng)
        presses += 1
        assert presses < 3000, text_of(turn)
    seen = await host.account.seen(f"/games/{game}")
    assert (seen["game"], seen["status"]) == (slug, "finished"), text_of(turn)
    assert has_action(await host.say("table"), "rematch")
