"""What Discord swallows without a word fails a test that has a person do something."""

from collections.abc import Callable
from typing import Any

import httpx
import msgspec
import pytest
from cryptography.exceptions import InvalidSignature

from services.outbound.discord.components import Modal
from tests.kit.discord import Discord, DiscordPerson, Shown, SilentFailure, TooLate
from tests.kit.discord.people import ByHttp
from tests.kit.discord.test_bodies import button, option, row, select, text

BODY: dict[str, Any] = {"components": [text("Salve")], "allowed_mentions": {"parse": []}, "flags": 32768}
MENU = BODY | {"components": [text("Choose"), row(select(option(1, label="Roma"), option(2, label="Ostia")))]}
BUTTONS = BODY | {"components": [row(button(1, label="Play"), button(2, label="Undo", disabled=True))]}
Answering = Callable[[httpx.Request], httpx.Response]


def talking(answer: object, world: Discord | None = None) -> DiscordPerson:
    """A person whom always the same is answered; an exception or a function is raised or called."""

    def respond(request: httpx.Request) -> httpx.Response:
        if callable(answer):
            given: httpx.Response = answer(request)
            return given
        return httpx.Response(200, json=answer)

    world = world or Discord()
    acta = httpx.AsyncClient(transport=httpx.MockTransport(respond), base_url="http://acta.example")
    return DiscordPerson(world, ByHttp(world, acta), "Livia", "9", world.channel().id)


async def test_a_public_answer_is_seen_by_everybody() -> None:
    livia = talking({"type": 4, "data": BODY})
    shown = await livia.command("board")
    assert livia.world.visible(livia.channel) == [shown]


async def test_a_private_answer_is_seen_by_the_asker() -> None:
    livia = talking({"type": 4, "data": BODY | {"flags": 32768 | 64}})
    shown = await livia.command("hand")
    assert (livia.sees(), livia.world.visible(livia.channel)) == ([shown], [])


@pytest.mark.parametrize(
    "answer",
    [
        {"type": 4, "data": BODY | {"content": "x"}},
        {"type": 4, "data": BODY | {"flags": 0}},
        {"type": 4, "data": BODY | {"attachments": [{"id": 0, "filename": "b.png", "description": "Board"}]}},
        {"type": 1},
        {"type": 9, "data": {"custom_id": "m", "title": "x" * 46, "components": []}},
        {},
        [],
    ],
    ids=str,
)
async def test_an_answer_that_discord_would_swallow_fails(answer: object) -> None:
    with pytest.raises(SilentFailure):
        await talking(answer).command("board")


async def test_an_error_fails() -> None:
    with pytest.raises(SilentFailure):
        await talking(lambda _request: httpx.Response(500)).command("board")


async def test_a_late_answer_fails_and_cannot_be_followed() -> None:
    world = Discord()

    def slowly(_request: httpx.Request) -> httpx.Response:
        world.ahead += 3.5
        return httpx.Response(200, json={"type": 5, "data": {}})

    livia = talking(slowly, world)
    with pytest.raises(TooLate):
        await livia.command("board")
    (interaction,) = world.interactions.values()
    assert not interaction.answered


async def test_requests_are_signed() -> None:
    world = Discord()

    def check(request: httpx.Request) -> httpx.Response:
        said = request.headers["X-Signature-Timestamp"].encode() + request.content
        signature = bytes.fromhex(request.headers["X-Signature-Ed25519"])
        world.key.public_key().verify(signature, said)
        with pytest.raises(InvalidSignature):
            world.key.public_key().verify(signature, said + b" ")
        return httpx.Response(200, json={"type": 1})

    await talking(check, world).ping()


async def test_only_what_is_there_can_be_pressed() -> None:
    livia = talking({"type": 4, "data": BUTTONS})
    shown = await livia.command("board")
    assert isinstance(shown, Shown)
    await livia.press(shown, "Play")
    with pytest.raises(AssertionError):
        await livia.press(shown, "Confirm")
    with pytest.raises(AssertionError):
        await livia.press(shown, "Undo")


async def test_a_choice_sends_its_value() -> None:
    sent: list[Any] = []

    def remember(request: httpx.Request) -> httpx.Response:
        sent.append(msgspec.json.decode(request.content))
        answer = {"type": 4, "data": MENU} if len(sent) == 1 else {"type": 7, "data": BODY | {"attachments": []}}
        return httpx.Response(200, json=answer)

    livia = talking(remember)
    shown = await livia.command("move")
    assert isinstance(shown, Shown)
    assert await livia.choose(shown, "Ostia") is shown
    assert shown.text == "Salve"
    assert sent[1]["data"] == {"component_type": 3, "custom_id": "s", "values": ["2"]}
    with pytest.raises(AssertionError):
        await livia.choose(shown, "Roma")  # the menu is gone


async def test_others_do_not_see_private_messages() -> None:
    livia = talking({"type": 4, "data": BUTTONS | {"flags": 32768 | 64}})
    shown = await livia.command("hand")
    assert isinstance(shown, Shown)
    carus = DiscordPerson(livia.world, livia.carrier, "Carus", "8", livia.channel)
    with pytest.raises(AssertionError):
        await carus.press(shown, "Play")


async def test_a_form_is_filled_in() -> None:
    form = {
        "custom_id": "m",
        "title": "Note",
        "components": [{"type": 18, "label": "Your note", "component": {"type": 4, "custom_id": "t", "style": 2}}],
    }
    sent: list[Any] = []

    def respond(request: httpx.Request) -> httpx.Response:
        sent.append(msgspec.json.decode(request.content))
        is_first = len(sent) == 1
        return httpx.Response(200, json={"type": 9, "data": form} if is_first else {"type": 4, "data": BODY})

    livia = talking(respond)
    modal = await livia.command("note")
    assert isinstance(modal, Modal)
    assert isinstance(await livia.fill_in(modal, "Salve"), Shown)
    assert sent[1]["data"]["components"][0]["component"]["value"] == "Salve"


async def test_suggestions_are_at_most_25() -> None:
    choices = [{"name": "Roma", "value": str(n)} for n in range(26)]
    with pytest.raises(SilentFailure):
        await talking({"type": 8, "data": {"choices": choices}}).type("move", "option", "ro")
    assert len(await talking({"type": 8, "data": {"choices": choices[:25]}}).type("move", "option", "ro")) == 25
