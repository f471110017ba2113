"""People in the double: what they do is signed as Slack signs, and whatever Slack would swallow is an error here."""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

import msgspec
import pytest

from tests.kit.discord.people import SilentFailure, TooLate
from tests.kit.platform_double import answer, read
from tests.kit.slack.api import Api
from tests.kit.slack.people import SlackPerson, ToApp, signed
from tests.kit.slack.responses import respond
from tests.kit.slack.test_bodies import actions, button, entry, plain, section, select, view
from tests.kit.slack.world import SIGNING_SECRET, Channel, OpenView, Shown, Slack, Trigger, read_view

Json = dict[str, Any]
App = Callable[..., Any]


def app(
    world: Slack, *, first: bytes = b"", status: int = 200, does: Callable[[Slack, Json], None] | None = None
) -> App:
    """An application that answers so, and then does something with what it was sent."""

    async def run(_scope: Json, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI
        fields = {key: values[0] for key, values in parse_qs((await read(receive)).decode()).items()}
        await answer(send, status, first, {"Content-Type": "application/json"})
        sent = msgspec.json.decode(fields["payload"]) if "payload" in fields else fields
        if does is not None:
            does(world, sent)

    return run


def whispering(world: Slack, sent: Json) -> None:
    key = sent["response_url"].rpartition("/")[2]
    respond(world, key, {"text": "Salve", "blocks": [section(), actions(button(), select())]})


def opening(world: Slack, sent: Json) -> None:
    world.open(sent["trigger_id"], read_view(view(section("?"), entry(), submit=plain("Send"))))


def livia(world: Slack, channel: Channel, made: App) -> SlackPerson:
    return SlackPerson(world, ToApp(world, made), "Livia", "U1", channel.id)


async def test_a_command_is_signed_over_the_bytes_that_are_sent(api: Api, channel: Channel) -> None:
    person = livia(api.world, channel, app(api.world, does=whispering))
    seen = await person.command("help me")
    assert isinstance(seen, Shown)
    assert (seen.words.splitlines()[0], seen.private_to) == ("Salve", "U1")
    ((_, body),) = person.sent
    headers = signed(api.world, body)
    text = b"v0:" + headers["X-Slack-Request-Timestamp"].encode() + b":" + body
    wanted = "v0=" + hmac.new(SIGNING_SECRET.encode(), text, hashlib.sha256).hexdigest()
    assert headers["X-Slack-Signature"] == wanted
    assert b"text=help+me" in body


async def test_a_click_is_that_of_somebody_who_sees_the_button(api: Api, channel: Channel) -> None:
    person = livia(api.world, channel, app(api.world, does=whispering))
    seen = await person.command("help")
    again = await person.press(seen, "Play")
    assert again is not seen
    await person.choose(seen, "Roma")
    other = SlackPerson(api.world, person.carrier, "Gaius", "U2", channel.id)
    with pytest.raises(AssertionError, match="does not see"):
        await other.press(seen, "Play")


async def test_a_form_is_closed_or_replaced_by_its_answer(api: Api, channel: Channel) -> None:
    opened = await livia(api.world, channel, app(api.world, does=opening)).command("link")
    assert isinstance(opened, OpenView)
    update = msgspec.json.encode({"response_action": "update", "view": view(section("thanks"))})
    replaced = await livia(api.world, channel, app(api.world, first=update)).fill_in(opened, "x")
    assert replaced is opened
    assert opened.words == "thanks"
    assert await livia(api.world, channel, app(api.world)).fill_in(opened) is None
    assert not opened.is_open


@pytest.mark.parametrize(
    ("more", "fault"),
    [({}, SilentFailure), ({"status": 500}, SilentFailure), ({"first": b'{"text": 1}'}, Exception)],
    ids=["nothing", "500", "garbage"],
)
async def test_what_a_person_would_not_see_is_loud(
    api: Api, channel: Channel, more: Json, fault: type[Exception]
) -> None:
    with pytest.raises(fault):
        await livia(api.world, channel, app(api.world, **more)).command("help")


async def test_an_answer_after_three_seconds_is_none(api: Api, channel: Channel) -> None:
    async def slow(_scope: Json, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI
        await read(receive)
        api.world.ahead += 3.1
        await answer(send, 200, b"", {})

    with pytest.raises(TooLate):
        await livia(api.world, channel, slow).command("help")


async def test_a_public_message_is_not_replaced_by_a_private_answer(api: Api, channel: Channel) -> None:
    def replacing(world: Slack, sent: Json) -> None:
        key = sent["response_url"].rpartition("/")[2]
        respond(world, key, {"text": "psst", "blocks": [section()], "replace_original": True})

    def saying(world: Slack, sent: Json) -> None:
        key = sent["response_url"].rpartition("/")[2]
        respond(world, key, {"text": "!", "blocks": [actions(button())], "response_type": "in_channel"})

    seen = await livia(api.world, channel, app(api.world, does=saying)).command("new")
    await livia(api.world, channel, app(api.world, does=replacing)).press(seen, "Play")
    assert "all would read it" in api.world.complaints.pop()


def test_a_modal_on_top_of_a_modal_is_loud(api: Api) -> None:
    api.world.triggers["t"] = Trigger("U1", api.world.now(), from_view=True)
    api.world.open("t", read_view(view(section())))
    assert "on top" in api.world.complaints.pop()
