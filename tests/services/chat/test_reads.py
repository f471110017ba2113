"""What is answered without being remembered stores nothing, however often it is asked for."""

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from services.chat.actions import ACTIONS
from services.chat.meaning import only_reads
from services.chat.reference import Reference
from services.chat.requests import ChatCommand, ChatPerson, ChatRequest, Press, Search, What
from services.store.chat.places import ChatPlace
from tests.kit.chatting import Chatter, chatter, others_play, reference
from tests.kit.http import Site, running_site
from tests.kit.processes import running_server


async def written(site: Site) -> int:
    """How many writes the store has seen."""
    client: Any = site.services.client
    found: int = (await client.info("persistence"))["rdb_changes_since_last_save"]
    return found


def request_for(what: What) -> ChatRequest:
    return ChatRequest("1", ChatPerson("discord", "", "9"), ChatPlace("discord", "5", "6"), what)


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A site on a store that nobody else writes to."""
    with running_server(tmp_path, fsync="everysec") as server:
        async with running_site(server.url) as made:
            yield made


@pytest.fixture
async def player(site: Site) -> Chatter:
    """Somebody whose turn it is at a table in their channel."""
    host = await chatter(site, channel=f"hall {random.random()}")
    form = await host.say("new", "concordia 2 1")
    lobby = await host.press(await host.press(form, "newclock", "none"), "newopen")
    await others_play(site, reference(lobby, "move").game, random.Random(3))
    return host


async def test_reading_writes_nothing(site: Site, player: Chatter) -> None:
    reading = sorted(action.name for action in ACTIONS.values() if action.stores != "always")
    assert {"board", "move", "newclock", "notes", "say", "vacation"} < {*reading}
    before = await written(site)
    for action in reading:
        for what in (ChatCommand(action), Press(Reference(action=action))):
            assert only_reads(request_for(what))
            await player.ask(what)
    assert await written(site) == before
    turn = await player.say("move")
    assert await written(site) == before
    pick = reference(turn, "pick")
    assert not only_reads(request_for(Press(pick)))


@pytest.mark.parametrize(
    ("what", "reads"),
    [
        (ChatCommand("board"), True),
        (ChatCommand("move"), True),
        (ChatCommand("move", "prefect"), False),
        (ChatCommand("move", options={"option": "0.77ab01ff"}), False),
        (ChatCommand("link"), False),
        (ChatCommand("what is this"), False),
        (ChatCommand("say"), True),
        (ChatCommand("say", "salvete"), False),
        (ChatCommand("vacation"), True),
        (ChatCommand("vacation", options={"from": "2027-01-02"}), False),
        (Press(Reference(action="rename", game="k3f9")), True),
        (Press(Reference(action="rename", game="k3f9"), ("Roma",)), False),
        (Press(Reference(action="notes", game="k3f9"), ("",)), False),
        (Press(Reference(action="life", game="k3f9"), ("resign",)), True),
        (Press(Reference(action="life", game="k3f9"), ("notes",)), True),
        (Press(Reference(action="life", game="k3f9"), ("pause",)), False),
        (Press(Reference(action="life", game="k3f9"), ("extend1",)), False),
        (Press(Reference(action="resignyes", game="k3f9")), False),
        (Press(Reference(action="hand", game="k3f9")), True),
        (Press(Reference(action="newopen")), False),
        (Press(Reference(action="at", part="hand"), ("k3f9",)), True),
        (Press(Reference(action="at", part="join"), ("k3f9",)), False),
        (Press(Reference(action="confirm", game="k3f9")), False),
        (Search("move", "option", "pre"), True),
    ],
    ids=str,
)
def test_whatever_may_change_something_is_remembered(what: What, *, reads: bool) -> None:
    assert only_reads(request_for(what)) is reads
