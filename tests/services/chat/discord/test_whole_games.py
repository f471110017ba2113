"""A player who has nothing but Discord plays whole games: commands, menus and buttons, and nothing else.

The suite plays some turns of each game; `make endure` plays each to its end.
"""

import os
import random
from functools import partial

import pytest

from tests.kit.chat_players import WHOLE, OnDiscord, open_table, play_on, press
from tests.kit.chatting import others_play
from tests.services.chat.discord.conftest import Club

TO_THE_END = bool(os.environ.get("ENDURE_CHAT"))


@pytest.mark.usefixtures("quick_hands")
@pytest.mark.timeout(600 if TO_THE_END else 60)
@pytest.mark.parametrize(("slug", "locale"), [("concordia", "en-US"), ("trajan", "de"), ("forum-trajanum", "ru")])
async def test_a_game_is_played_by_interactions_alone(club: Club, slug: str, locale: str) -> None:
    livia, _ = await club.linked("Livia", locale=locale)
    player = OnDiscord(livia)
    game = await open_table(player, slug, 2, bots=1)
    assert player.seen.private_to is None
    await press(player, "move")
    presses = await play_on(player, partial(others_play, club.site, game, random.Random(7)), WHOLE[TO_THE_END])
    assert presses > 3, [one.text for one in livia.sees()]
    assert {one.private_to for one in livia.sees()} <= {None, livia.id}
    if TO_THE_END:
        table = (await club.site.admin.get(f"/games/{game}")).json()
        assert table["status"] == "finished", player.seen.text
    assert club.carrier.slowest < 3
