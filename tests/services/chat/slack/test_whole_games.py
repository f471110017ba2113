"""A player who has nothing but Slack plays whole games: commands, modals, menus and buttons, and nothing else.

The suite plays some turns of each game; `make endure` plays each to its end.
"""

import os
import random
from functools import partial

import pytest

from tests.kit.chat_players import WHOLE, OnSlack, open_table, play_on, press
from tests.kit.chatting import others_play
from tests.kit.slack import OpenView, Shown
from tests.services.chat.slack.conftest import Workspace

TO_THE_END = bool(os.environ.get("ENDURE_CHAT"))


@pytest.mark.usefixtures("quick_hands")
@pytest.mark.timeout(600 if TO_THE_END else 60)
@pytest.mark.parametrize(("slug", "language"), [("concordia", "en"), ("trajan", "de"), ("forum-trajanum", "ru")])
async def test_a_game_is_played_by_interactions_alone(workspace: Workspace, slug: str, language: str) -> None:
    livia, account = await workspace.linked("Livia")
    assert (await account.patch("/me/settings", {"language": language})).status_code == 200
    player = OnSlack(livia)
    game = await open_table(player, slug, 2, bots=1)
    [lobby] = workspace.world.visible(livia.channel)
    await press(player, "move")
    assert isinstance(player.seen, OpenView), "a turn is composed in a modal, which nobody else sees"
    presses = await play_on(player, partial(others_play, workspace.site, game, random.Random(7)), WHOLE[TO_THE_END])
    assert presses > 3, player.seen
    everybody = [one for _, one in workspace.world.screens if isinstance(one, Shown) and one.private_to is None]
    assert {one.ts for one in everybody if one.channel == livia.channel} == {lobby.ts}
    if TO_THE_END:
        table = (await workspace.site.admin.get(f"/games/{game}")).json()
        assert table["status"] == "finished", player.seen.words
    assert workspace.carrier.slowest < 3
