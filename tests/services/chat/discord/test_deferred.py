"""What changes something is answered at once and done then: once, however often it comes and whoever dies over it."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from domain.kernel.errors import StoreUnavailable
from domain.kernel.ids import GameId
from services.chat import repeats
from services.chat.call import HERE, PUBLIC
from services.chat.discord.handler import DiscordHandler
from services.chat.message import Answer, Button
from services.chat.reference import Reference
from services.chat.repeats import Repeats
from services.chat.requests import ChatRequest
from services.store.chat.seen_requests import SeenRequests
from tests.kit.chat_players import OnDiscord, open_table
from tests.kit.discord import DiscordPerson, Shown
from tests.kit.discord.answers import COMMAND, COMPONENT, apply_answer, read_answer
from tests.kit.discord.people import BUTTON, ENDPOINT, command_data, signed
from tests.kit.http import Site, running_site
from tests.kit.processes import Server
from tests.services.chat.discord.conftest import Club
from tests.services.chat.discord.test_answers import answering, saying, shown

DEFERRED = b'{"type":5,"data":{"flags":64}}'
UPDATES = b'{"type":6}'
REMARK = "Salvete omnes"


async def send(http: httpx.AsyncClient, club: Club, body: bytes) -> httpx.Response:
    return await http.post(ENDPOINT, content=body, headers=signed(club.world, body))


@pytest.fixture
async def other(club: Club, server: Server) -> AsyncIterator[Site]:
    """A second process of the API, as far as Discord can tell."""
    of_club = club.site.services.settings
    async with running_site(
        server.url,
        discord_application_id=of_club.discord_application_id,
        discord_public_key=of_club.discord_public_key,
        discord_bot_token=of_club.discord_bot_token,
        discord_api=of_club.discord_api,
    ) as site:
        yield site


def handler_of(site: Site) -> DiscordHandler:
    found: DiscordHandler = site.app.state.chat.discord
    return found


class Remark:
    """Somebody at a table says something to it, by a request that may come more than once."""

    def __init__(self, club: Club, livia: DiscordPerson, game: str) -> None:
        self.club, self.game = club, game
        self.interaction, self.body = livia.begin(COMMAND, command_data("say", {"text": REMARK, "table": game}))

    async def arrive(self, site: Site | None = None) -> None:
        """It is delivered, and answered as Discord must be."""
        answer = await send((site or self.club.site).http, self.club, self.body)
        assert answer.content == DEFERRED
        if not self.interaction.answered:
            apply_answer(self.club.world, self.interaction, read_answer(answer.content))

    async def heard(self, *sites: Site) -> list[str | None]:
        """What is said at the table, when all that is under way is done."""
        for site in (self.club.site, *sites):
            await handler_of(site).close()
        return [line.text for line in await self.club.site.services.talk.lines.read(GameId(self.game), 0)]


@pytest.fixture
async def remark(club: Club) -> Remark:
    livia, _ = await club.linked("Livia")
    game = await open_table(OnDiscord(livia), "concordia", 2, bots=1)
    await club.handler.close()
    return Remark(club, livia, game)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A repeat does not wait for the first."""
    monkeypatch.setattr(repeats, "PATIENCE", 0.0)


async def test_no_store_holds_up_a_first_answer(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    syncing, claim = asyncio.Event(), SeenRequests.claim

    async def slow(seen: SeenRequests, request: str) -> bool:
        await syncing.wait()
        return await claim(seen, request)

    monkeypatch.setattr(SeenRequests, "claim", slow)
    monkeypatch.setattr(club.carrier, "waits", False)
    livia = club.person("Livia")
    told = await shown(livia, "link")
    assert told.loading
    assert told.private_to == livia.id
    syncing.set()
    await club.handler.close()
    assert "link" in told.text.lower()
    assert livia.sees() == [told]


async def test_a_store_that_does_not_answer_is_told(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(_seen: SeenRequests, _request: str) -> bool:
        raise StoreUnavailable

    monkeypatch.setattr(SeenRequests, "claim", broken)
    assert "went wrong" in (await shown(club.person("Livia"), "link")).text


async def test_repeats_are_done_once(remark: Remark) -> None:
    await asyncio.gather(*(remark.arrive() for _ in range(5)))
    assert await remark.heard() == [REMARK]
    await remark.arrive()
    assert await remark.heard() == [REMARK]


async def test_two_processes_do_it_once(remark: Remark, other: Site) -> None:
    await asyncio.gather(remark.arrive(), remark.arrive(other))
    await remark.arrive(other)
    assert await remark.heard(other) == [REMARK]


@pytest.mark.usefixtures("impatient")
async def test_a_process_that_died_before_it_acted_is_replaced(remark: Remark, other: Site) -> None:
    assert await remark.club.site.services.chat.seen_requests.claim(f"discord_{remark.interaction.id}")  # and no more
    await remark.arrive(other)
    assert await remark.heard(other) == [REMARK]
    assert isinstance(remark.interaction.followed, Shown)
    assert REMARK in remark.interaction.followed.text


@pytest.mark.usefixtures("impatient")
async def test_a_process_that_died_after_it_acted_is_replaced(
    remark: Remark, other: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dead(*_: object) -> bool:
        return False

    with monkeypatch.context() as dying:
        dying.setattr(DiscordHandler, "_send", dead)
        await remark.arrive()
        assert await remark.heard() == [REMARK]
    assert remark.interaction.followed is None
    await remark.arrive(other)
    assert await remark.heard(other) == [REMARK]
    assert isinstance(remark.interaction.followed, Shown), "whoever asked is told at last"


@pytest.mark.usefixtures("impatient")
async def test_a_chair_is_given_away_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    host = OnDiscord((await club.linked("Livia"))[0])
    game = await open_table(host, "concordia", 4, bots=0)
    pressed = next(it for it in host.pressables() if it.reference.action == "seatbot" and it.value == "random")
    data = {"component_type": 3, "custom_id": pressed.reference.encoded(), "values": ["random"]}
    interaction, body = host.person.begin(COMPONENT, data, host.seen)

    async def forgetful(*_: object) -> None:
        """Die before it is remembered."""

    with monkeypatch.context() as dying:
        dying.setattr(Repeats, "keep", forgetful)
        first = await send(club.site.http, club, body)
        apply_answer(club.world, interaction, read_answer(first.content))
        await club.handler.close()
    await send(club.site.http, club, body)
    await club.handler.close()
    seats = (await club.site.admin.get(f"/games/{game}")).json()["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "bot", "open", "open"]


@pytest.mark.parametrize("part", [HERE, PUBLIC])
async def test_a_refusal_leaves_the_message_that_was_pressed(
    club: Club, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """It comes as a message below, for the person alone; the message of all stays everybody's."""
    button = Button("Join", Reference(action="join", game="g", part=part))
    answering(monkeypatch, lambda _request: saying("one seat", buttons=(button,), private=part == HERE))
    livia = club.person("Livia")
    lobby = await shown(livia, "help")
    answering(monkeypatch, lambda _request: saying("not for you", private=True))
    told = await livia.press(lobby, "Join")
    assert isinstance(told, Shown)
    assert (told.text, told.private_to) == ("not for you", livia.id)
    assert (lobby.text, lobby.private_to) == ("one seat", livia.id if part == HERE else None)


async def test_what_is_private_takes_no_public_place(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if it says so: a message of all is pressed, the answer is the asker's alone."""
    button = Button("Undo", Reference(action="undo", game="g", part=PUBLIC))
    answering(monkeypatch, lambda _request: saying("turn", buttons=(button,)))
    livia = club.person("Livia")
    public = await shown(livia, "help")
    answering(monkeypatch, lambda _request: saying("my hand", private=True, replaces=True))
    told = await livia.press(public, "Undo")
    assert isinstance(told, Shown)
    assert (told.text, told.private_to) == ("my hand", livia.id)
    assert [one.text for one in club.world.visible(livia.channel)] == ["turn"]


async def test_what_discord_would_swallow_is_not_sent_later_either(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    twice = tuple(Button("Play", Reference(action="play")) for _ in range(2))
    answering(monkeypatch, lambda _request: saying("x", buttons=twice))
    assert "went wrong" in (await shown(club.person("Livia"), "link")).text


async def test_what_changes_something_is_deferred_in_its_place(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A menu without a sign that it loads, anything else as a message of the asker's that does."""

    def nothing(_request: ChatRequest) -> Answer:
        return saying("done", private=True)

    answering(monkeypatch, nothing)
    livia = club.person("Livia")
    menu = await shown(livia, "help")
    expected = {
        Reference(action="pick", game="g"): UPDATES,
        Reference(action="newopen", part="x"): UPDATES,
        Reference(action="join", game="g", part=PUBLIC): UPDATES,
        Reference(action="undo", game="g"): DEFERRED,
    }
    for reference, first in expected.items():
        data = {"component_type": BUTTON, "custom_id": reference.encoded()}
        interaction, body = livia.begin(COMPONENT, data, menu)
        answer = await send(club.site.http, club, body)
        assert answer.content == first, reference
        apply_answer(club.world, interaction, read_answer(answer.content))
    await club.handler.close()
