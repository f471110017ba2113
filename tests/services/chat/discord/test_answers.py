"""Whoever does something in Discord is answered: in time, privately where it is private, in their language."""

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from domain.kernel.ids import UserId
from services.chat.call import HERE, PUBLIC
from services.chat.core import ChatCore
from services.chat.discord import handler
from services.chat.message import Answer, Button, ChatForm, ChatLine, FormField, Message, Plain
from services.chat.reference import Reference
from services.chat.requests import ChatRequest
from services.outbound.discord import client
from services.store.chat.links import Offer
from tests.kit.discord import DiscordPerson, Shown
from tests.kit.discord.answers import COMPONENT
from tests.kit.discord.api import Fault
from tests.kit.discord.people import buttons
from tests.kit.processes import PATIENCE
from tests.services.chat.discord.conftest import Club

ORIGINALS = "PATCH /webhooks/{application}/{token}/messages/@original"


async def until(holds: Callable[[], object]) -> None:
    """Wait for something that follows an answer."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "nothing followed"
        await asyncio.sleep(0.01)


async def shown(person: DiscordPerson, name: str, **options: str) -> Shown:
    seen = await person.command(name, **options)
    assert isinstance(seen, Shown), seen
    return seen


def answering(monkeypatch: pytest.MonkeyPatch, answer: Callable[[ChatRequest], Answer]) -> None:
    """Let the core answer this."""

    async def given(_core: ChatCore, request: ChatRequest) -> Answer:
        for _ in range(20):  # more turns of the event loop than somebody waits who has no patience
            await asyncio.sleep(0)
        return answer(request)

    monkeypatch.setattr(ChatCore, "answer", given)


def saying(text: str, **more: Any) -> Message:  # noqa: ANN401 - any field
    return Message(lines=(ChatLine((Plain(text),)),), **more)


@pytest.mark.parametrize(
    ("locale", "word"),
    [("en-US", "account"), ("en-GB", "account"), ("de", "Konto"), ("fr", "compte"), ("ru", "учётную")],
)
async def test_a_stranger_is_helped_privately_in_their_language(club: Club, locale: str, word: str) -> None:
    livia = club.person("Livia", locale=locale)
    told = await shown(livia, "help")
    assert word in told.text
    assert club.world.visible(livia.channel) == []
    assert livia.sees() == [told]


async def test_an_account_is_linked_from_the_chat(club: Club) -> None:
    livia, account = club.person("Livia"), await club.site.person("Livia")
    told = await shown(livia, "help")
    linking = await livia.press(told, "Link my account")
    assert isinstance(linking, Shown)
    found = re.search(r"\b([A-Z0-9]{5}-[A-Z0-9]{5})\b", linking.text)
    assert found
    offer = await club.site.services.chat.links.offered(found[1])
    assert offer is not None
    assert offer.account is not None
    assert (offer.account.user, offer.called) == (livia.id, "Livia")
    await club.site.services.chat.links.link(found[1], offer.account, UserId(account.user_id))
    assert account.name in (await shown(livia, "link")).text


async def test_a_code_of_the_page_is_typed(club: Club) -> None:
    livia, account = club.person("Livia"), await club.site.person("Livia")
    code = await club.site.services.chat.links.offer(Offer(user=UserId(account.user_id)))
    assert account.name in (await shown(livia, "link", code=code)).text


async def test_a_direct_conversation_works_too(club: Club) -> None:
    livia = club.person("Livia", channel=club.world.channel(kind="dm").id)
    livia.guild = None
    assert "account" in (await shown(livia, "help")).text


@pytest.mark.parametrize("custom_id", ["page:0", "x", "a1:nothing:::0:::0", "a9:play:k3f9:0:1:::0"])
async def test_a_button_that_we_do_not_know_is_answered(club: Club, custom_id: str) -> None:
    livia = club.person("Livia")
    old = await shown(livia, "help")
    interaction, payload = livia.begin(COMPONENT, {"component_type": 2, "custom_id": custom_id}, old)
    told = await club.carrier.carry(interaction, payload)
    assert isinstance(told, Shown)
    assert told.private_to == livia.id
    assert "out of date" in told.text


class TestTakingLong:
    @pytest.fixture(autouse=True)
    def impatient(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(handler, "PATIENCE", 0.0)
        monkeypatch.setattr(client, "EARLY_PAUSES", (0.05,) * 5)

    async def test_the_answer_follows(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(club.carrier, "waits", False)
        livia = club.person("Livia")
        told = await shown(livia, "help")
        assert told.private_to == livia.id
        await until(lambda: not told.loading)
        assert "account" in told.text
        assert len(livia.sees()) == 1

    async def test_discord_may_not_know_of_it_yet(self, club: Club) -> None:
        club.world.early_edits = 3
        told = await shown(club.person("Livia"), "help")
        await until(lambda: not told.loading)
        assert club.world.early_edits == 0

    async def test_a_public_answer_stays_private(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        answering(monkeypatch, lambda _request: saying("for all"))
        livia = club.person("Livia")
        told = await shown(livia, "board")
        await until(lambda: not told.loading)
        assert (told.private_to, told.text) == (livia.id, "for all")

    async def test_a_private_menu_is_changed_in_its_place(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        livia = club.person("Livia")
        button = Button("Table", Reference(action="table", game="g", part=HERE))
        answering(monkeypatch, lambda _request: saying("first", buttons=(button,), private=True))
        told = await shown(livia, "help")
        answering(monkeypatch, lambda _request: saying("changed", private=True, replaces=True))
        assert await livia.press(told, "Table") is told
        assert told.text == "changed"
        assert livia.sees() == [told]

    async def test_a_form_cannot_follow(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        form = ChatForm(title="Note", submit="Save", fields=(FormField("Note"),), reference=Reference(action="note"))
        answering(monkeypatch, lambda _request: form)
        told = await shown(club.person("Livia", locale="de"), "vacation")
        await until(lambda: not told.loading)
        assert "noch einmal" in told.text

    async def test_suggestions_are_left_out(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(handler, "SEARCH_PATIENCE", 0.0)
        assert await club.person("Livia").type("move", "option", "ma") == []

    async def test_a_repeat_meanwhile_is_deferred_too(self, club: Club) -> None:
        livia = club.person("Livia")
        told = await shown(livia, "help")
        interaction = club.world.interactions[max(club.world.interactions, key=int)]
        assert interaction.original is told

    async def test_discord_away_leaves_it_at_that(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        await club.handler.close()  # nothing that follows an earlier answer meets the fault
        monkeypatch.setattr(club.carrier, "waits", False)
        monkeypatch.setattr(handler, "AGAIN_PAUSES", (0.0, 0.0))
        club.api.faults += [Fault(ORIGINALS, status=502)] * 3
        told = await shown(club.person("Livia"), "help")
        await club.handler.close()
        assert club.api.faults == []
        assert told.loading

    async def test_discord_away_for_a_moment_is_asked_again(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        await club.handler.close()
        monkeypatch.setattr(handler, "AGAIN_PAUSES", (0.0, 0.0))
        club.api.faults += [Fault(ORIGINALS, status=502), Fault(ORIGINALS, cut=True, after_effect=True)]
        told = await shown(club.person("Livia"), "help")
        await club.handler.close()
        assert "account" in told.text
        assert not told.loading


class TestGoingWrong:
    async def test_a_fault_of_ours_is_told(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(_request: ChatRequest) -> Answer:
            raise RuntimeError("a secret")

        answering(monkeypatch, broken)
        livia = club.person("Livia", locale="fr")
        told = await shown(livia, "board")
        assert "serveur" in told.text
        assert told.private_to == livia.id
        assert "secret" not in told.text

    async def test_what_discord_would_swallow_is_not_said(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        twice = tuple(Button("Play", Reference(action="play")) for _ in range(2))
        answering(monkeypatch, lambda _request: saying("x", buttons=twice))
        assert "went wrong" in (await shown(club.person("Livia"), "board")).text

    async def test_a_private_answer_never_replaces_a_public_message(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        button = Button("Hand", Reference(action="hand"))
        answering(monkeypatch, lambda _request: saying("for all", buttons=(button,)))
        livia = club.person("Livia")
        public = await shown(livia, "board")
        assert public.private_to is None
        answering(monkeypatch, lambda _request: saying("my hand", private=True, replaces=True))
        told = await livia.press(public, "Hand")
        assert isinstance(told, Shown)
        assert (told.private_to, told.text) == (livia.id, "my hand")
        assert [one.text for one in club.world.visible(livia.channel)] == ["for all"]


async def test_a_public_message_is_changed_in_its_place(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    button = Button("Join", Reference(action="join", game="g", part=PUBLIC))
    answering(monkeypatch, lambda _request: saying("one seat", buttons=(button,)))
    livia = club.person("Livia")
    public = await shown(livia, "new")
    answering(monkeypatch, lambda _request: saying("full", replaces=True))
    assert await livia.press(public, "Join") is public
    assert (public.text, buttons(public)) == ("full", [])


async def test_a_form_is_opened_and_read(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    form = ChatForm(
        title="Note",
        submit="Save",
        fields=(FormField("Note"), FormField("Why")),
        reference=Reference(action="note", game="g"),
    )
    asked: list[ChatRequest] = []

    def given(request: ChatRequest) -> Answer:
        asked.append(request)
        return form if len(asked) == 1 else saying("kept", private=True)

    answering(monkeypatch, given)
    livia = club.person("Livia")
    modal: Any = await livia.command("vacation")
    told = await livia.fill_in(modal, "Buy wine", "thirst")
    assert isinstance(told, Shown)
    pressed: Any = asked[1].what
    assert (pressed.reference, pressed.values) == (form.reference, ("Buy wine", "thirst"))
