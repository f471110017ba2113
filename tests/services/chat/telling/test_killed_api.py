"""kill -9 of the process that answers a chat: what it was about to tell, another one tells, and nothing is done twice.

Real processes serve the API here. One halts in the middle of requests, between the steps of an answer, and is killed;
the platform brings the same requests once more, to another process.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tests.kit.chat_players import OnDiscord, OnSlack, actions, game_of, open_table, press
from tests.kit.discord.answers import apply_answer, read_answer
from tests.kit.discord.people import ENDPOINT
from tests.kit.discord.people import signed as signed_by_discord
from tests.kit.discord.world import Interaction
from tests.kit.halting_api import POINTS, Marks
from tests.kit.http import GAMES
from tests.kit.processes import PATIENCE, ProcessTree, Server, free_ports, running_server, running_tree, wait_for
from tests.kit.slack.people import FORM, Answered
from tests.kit.slack.people import signed as signed_by_slack
from tests.services.chat.telling.conftest import ChatSite, running_chat_site

Player = OnDiscord | OnSlack


class Held(Exception):
    """A request as the platform would send it; nobody has received it yet."""

    def __init__(self, path: str, body: bytes, interaction: Interaction | None = None) -> None:
        super().__init__(path)
        self.path, self.body, self.interaction = path, body, interaction


class DiscordHolds:
    """Takes what somebody does in Discord, and does not deliver it."""

    async def carry(self, interaction: Interaction, payload: bytes) -> Any:  # noqa: ANN401 - never gives anything
        raise Held(ENDPOINT, payload, interaction)


class SlackHolds:
    """Takes what somebody does in Slack, and does not deliver it."""

    async def carry(self, path: str, body: bytes, headers: object) -> Answered:  # noqa: ARG002 - signed when it is sent
        raise Held(path, body)


class Doing(NamedTuple):
    """Something that is done at a table, how it is sent, and what shows that it was told."""

    game: str
    request: Held
    told: Callable[[], bool]


async def held(player: Player, action: str, value: str | None = None) -> Held:
    """What is sent when the player presses that."""
    person: Any = player.person
    carrier, person.carrier = person.carrier, DiscordHolds() if isinstance(player, OnDiscord) else SlackHolds()
    try:
        with pytest.raises(Held) as caught:
            await press(player, action, value)
    finally:
        person.carrier = carrier
    return caught.value


class Group:
    """Somebody who plays on one platform, and the processes that answer there."""

    def __init__(self, site: ChatSite, server: Server, player: Player) -> None:
        self.site, self.server, self.player = site, server, player

    @contextmanager
    def process(self, folder: Path) -> Iterator[tuple[ProcessTree, str]]:
        """An API process that halts where the folder says so, and its address."""
        folder.mkdir()
        [port] = free_ports(1)
        environ = {
            **self.site.environ(),
            "ACTA_REDIS_URL": self.server.url,
            "ACTA_GAMES": ",".join(GAMES),
            "ACTA_PORT": str(port),
            "ACTA_LOG_FORMAT": "json",
        }
        address = f"http://127.0.0.1:{port}"
        with running_tree(["-m", "tests.kit.halting_api", str(folder)], folder / "output", environ) as tree:
            wait_for(lambda: answers(address), what="the process to answer")
            yield tree, address

    async def send(self, request: Held, address: str) -> None:
        """Deliver a request; Discord takes the first answer that it gets."""
        if request.interaction is None:
            headers = signed_by_slack(self.site.slack.world, request.body) | {"Content-Type": FORM}
        else:
            headers = signed_by_discord(self.site.discord.world, request.body)
        async with httpx.AsyncClient(base_url=address) as http:
            answer = await http.post(request.path, content=request.body, headers=headers)
        assert answer.status_code == 200, answer.text
        if request.interaction is not None and not request.interaction.answered:
            apply_answer(self.site.discord.world, request.interaction, read_answer(answer.content))

    async def turn(self) -> Doing:
        """A turn that is composed and about to be confirmed, at a table of its own."""
        player: Any = self.player
        game = await open_table(player, "taberna", 2, bots=1, newoptiona="0")
        player.look()
        assert game_of(player) == game
        await press(player, "move")
        while "confirm" not in actions(player):
            await press(player, "pick")
        return Doing(game, await held(player, "confirm"), self._watch("on record"))

    async def chair(self) -> Doing:
        """A chair that is about to be given to a bot, at a table of its own."""
        player: Any = self.player
        game = await open_table(player, "taberna", 3, bots=0, newoptiona="0")
        assert "Fortuna" not in self._text()
        return Doing(game, await held(player, "seatbot", "random"), self._watch("Fortuna"))

    def _watch(self, words: str) -> Callable[[], bool]:
        """Whether what the player looks at now has come to say so."""
        seen, say = self.player.seen, self._text
        return lambda: words in say(seen)

    def _text(self, seen: Any = None) -> str:  # noqa: ANN401 - a message or a modal
        seen = seen or self.player.seen
        return str(seen.text if isinstance(self.player, OnDiscord) else seen.words)

    async def types(self, game: str) -> list[str]:
        """What happened at a table."""
        return [envelope.type for envelope in await self.site.site.site.log(game)]


def answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz").status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture(params=["discord", "slack"])
async def group(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Group]:
    with running_server(tmp_path / "redis", fsync="everysec") as server:
        async with running_chat_site(server.url) as site:
            livia = await site.site.site.person("Livia")
            player: Player
            if request.param == "discord":
                channel, _ = site.discord_channel()
                player = OnDiscord(await site.discord_person(livia, channel.id))
            else:
                room, _ = site.slack_channel()
                player = OnSlack(await site.slack_person(livia, room.id))
            yield Group(site, server, player)


@pytest.mark.timeout(180)
async def test_what_a_killed_process_had_begun_is_done_once_and_told_by_another(group: Group, tmp_path: Path) -> None:
    doings = [(point, doing) for point in POINTS for doing in (await group.turn(), await group.chair())]
    calm = [await group.turn(), await group.chair()]
    marks = Marks(tmp_path / "doomed")
    with group.process(tmp_path / "doomed") as (doomed, address):
        for point, doing in doings:
            marks.set(point)
            await group.send(doing.request, address)
            marks.wait_until_reached(point)
        assert [doing.told() for point, doing in doings] == [point == "told" for point, _ in doings]
        doomed.end(signal.SIGKILL)
    with group.process(tmp_path / "other") as (_, address):
        everything = [*(doing for _, doing in doings), *calm]
        for doing in everything:
            await group.send(doing.request, address)
        async with asyncio.timeout(PATIENCE):
            while not all(doing.told() for doing in everything):  # noqa: ASYNC110 - another process tells it
                await asyncio.sleep(0.02)
    undisturbed = [await group.types(doing.game) for doing in calm]
    assert "SeatTaken" in undisturbed[1]
    for number, (point, doing) in enumerate(doings):
        assert await group.types(doing.game) == undisturbed[number % 2], point
