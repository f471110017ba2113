"""Only what Slack has signed lately is believed, and what it sends twice is done once."""

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode

import msgspec
import pytest

from domain.kernel.ids import GameId, UserId
from services.chat.slack.signature import SlackSignatures
from services.store.chat.bindings import Binding
from services.store.chat.places import ChatPlace
from tests.kit.http import Site, running_site
from tests.kit.processes import Server
from tests.kit.slack import TEAM, Slack
from tests.kit.slack.people import COMMANDS, EVENTS, FORM, INTERACTIVITY, Answered, ToApp, signed
from tests.services.chat.slack.conftest import Workspace

Headers = dict[str, str]
Sent = tuple[bytes, Headers]


def linking(workspace: Workspace) -> bytes:
    """A request that would change something: it gives a code."""
    return workspace.person("Livia").command_body("link")


async def send(workspace: Workspace, path: str, body: bytes, headers: Headers) -> Answered:
    return await workspace.carrier.carry(path, body, headers | {"Content-Type": FORM})


async def stored(site: Site) -> set[bytes]:
    """Everything of chats that the store holds."""
    client: Any = site.services.client
    return set(await client.keys("acta:*chat*"))


def other_secret(world: Slack, body: bytes) -> Sent:
    return body, signed(world, body, secret="0" * 32)


def no_headers(_world: Slack, body: bytes) -> Sent:
    return body, {}


def late(world: Slack, body: bytes) -> Sent:
    return body, signed(world, body, at=time.time() - 301)


def early(world: Slack, body: bytes) -> Sent:
    return body, signed(world, body, at=time.time() + 301)


def truncated(world: Slack, body: bytes) -> Sent:
    return body[:-1], signed(world, body)


def empty(world: Slack, body: bytes) -> Sent:
    return b"", signed(world, body)


def written_anew(world: Slack, body: bytes) -> Sent:
    """The same fields in another order."""
    fields = {name: values[0] for name, values in reversed(parse_qs(body.decode()).items())}
    return urlencode(fields).encode(), signed(world, body)


def another_time(world: Slack, body: bytes) -> Sent:
    headers = signed(world, body)
    return body, headers | {"X-Slack-Request-Timestamp": str(int(headers["X-Slack-Request-Timestamp"]) + 1)}


def no_number(world: Slack, body: bytes) -> Sent:
    return body, signed(world, body) | {"X-Slack-Request-Timestamp": "soon"}


def strange_letters(world: Slack, body: bytes) -> Sent:
    return body, signed(world, body) | {"X-Slack-Signature": "v0=é"}


def other_version(world: Slack, body: bytes) -> Sent:
    headers = signed(world, body)
    return body, headers | {"X-Slack-Signature": headers["X-Slack-Signature"].replace("v0", "v1")}


FORGED = (
    *(other_secret, no_headers, late, early, truncated, empty, written_anew),
    *(another_time, no_number, strange_letters, other_version),
)


@pytest.mark.parametrize("forged", FORGED, ids=lambda forged: forged.__name__)
async def test_what_slack_did_not_sign_lately_is_refused_and_changes_nothing(
    workspace: Workspace, forged: Callable[[Slack, bytes], Sent]
) -> None:
    body, headers = forged(workspace.world, linking(workspace))
    before, shown = await stored(workspace.site), len(workspace.world.screens)
    for path in (COMMANDS, INTERACTIVITY, EVENTS):
        answered = await send(workspace, path, body, headers)
        assert answered.status == 401
        assert answered.headers["content-type"] == "application/problem+json"
    assert await stored(workspace.site) == before
    assert len(workspace.world.screens) == shown


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (COMMANDS, b""),
        (COMMANDS, b"\xff=1"),
        (COMMANDS, b"command=/acta&text=link"),
        (COMMANDS, b"&" * 300),
        (INTERACTIVITY, b"payload=%7B"),
        (INTERACTIVITY, b"payload=[]"),
        (INTERACTIVITY, b"text=1"),
        (INTERACTIVITY, b"payload=" + b"[" * 100_000),
        (INTERACTIVITY, urlencode({"payload": '{"type":"dialog","user":{"id":"U1"}}'}).encode()),
        (INTERACTIVITY, urlencode({"payload": '{"type":"block_actions","user":{"id":"U1"}}'}).encode()),
        (EVENTS, b"{"),
        (EVENTS, b"[]"),
        (EVENTS, b"\xff"),
    ],
)
async def test_what_is_signed_but_makes_no_sense_is_a_bad_request(workspace: Workspace, path: str, body: bytes) -> None:
    answered = await send(workspace, path, body, signed(workspace.world, body))
    assert answered.status == 400, answered.body


async def test_a_body_that_is_too_large_is_not_read(workspace: Workspace) -> None:
    body = b"payload=" + b"x" * 600_000
    assert (await send(workspace, INTERACTIVITY, body, signed(workspace.world, body))).status == 413


async def test_without_the_settings_there_is_no_such_address(server: Server, workspace: Workspace) -> None:
    body = linking(workspace)
    async with running_site(server.url) as site:
        carrier = ToApp(workspace.world, site.app)
        for path in (COMMANDS, INTERACTIVITY, EVENTS):
            assert (await carrier.carry(path, body, signed(workspace.world, body))).status == 404


async def test_a_request_that_comes_again_is_not_done_again(workspace: Workspace) -> None:
    livia = workspace.person("Livia")
    await livia.command("link")
    shown, before = len(workspace.world.screens), await stored(workspace.site)
    ((path, body),) = livia.sent
    for headers in (signed(workspace.world, body), signed(workspace.world, body, at=time.time() - 60)):
        retry = {"X-Slack-Retry-Num": "1", "X-Slack-Retry-Reason": "http_timeout"}
        answered = await send(workspace, path, body, headers | retry)
        assert (answered.status, answered.body) == (200, b"")
    assert len(workspace.world.screens) == shown
    assert await stored(workspace.site) == before


async def test_slack_asks_whether_we_are_there(workspace: Workspace) -> None:
    body = msgspec.json.encode({"token": "x", "challenge": "3eZbrw1aB", "type": "url_verification"})
    answered = await send(workspace, EVENTS, body, signed(workspace.world, body))
    assert (answered.status, answered.body) == (200, b"3eZbrw1aB")


async def test_a_look_at_the_certificate_comes_unsigned_and_does_nothing(workspace: Workspace) -> None:
    """S interactivity/implementing-slash-commands: `ssl_check` is 1, `token` may be ignored."""
    shown, before = len(workspace.world.screens), await stored(workspace.site)
    body = workspace.person("Livia").command_body("link") + b"&ssl_check=1"
    for sent in (b"ssl_check=1&token=x", body):
        answered = await send(workspace, COMMANDS, sent, {})
        assert (answered.status, answered.body) == (200, b"")
    assert len(workspace.world.screens) == shown
    assert await stored(workspace.site) == before


@pytest.mark.parametrize("order", [("app_uninstalled", "tokens_revoked"), ("tokens_revoked", "app_uninstalled")])
async def test_a_workspace_that_throws_us_out_has_no_tables_any_more(
    workspace: Workspace, order: tuple[str, ...]
) -> None:
    bindings, team = workspace.site.services.chat.bindings, workspace.world.id("T")
    ours, others = ChatPlace("slack", team, "C1"), ChatPlace("slack", TEAM, "C1")
    for place in (ours, others):
        await bindings.bind(Binding(game=GameId("k3f9"), place=place, by=UserId("livia")))
    for number, kind in enumerate((order[0], *order)):
        event = {"type": kind, "tokens": {"bot": ["UBOT"]}}
        whole = {"type": "event_callback", "team_id": team, "event_id": f"Ev{team}{number}", "event": event}
        body = msgspec.json.encode(whole)
        retry = {"X-Slack-Retry-Num": "1", "X-Slack-Retry-Reason": "http_timeout"} if number else {}
        answered = await send(workspace, EVENTS, body, signed(workspace.world, body) | retry)
        assert (answered.status, answered.body) == (200, b"")
        assert await bindings.at(ours) == []
    assert await bindings.at(others) == [GameId("k3f9")]
    await bindings.unbind(GameId("k3f9"), others)


async def test_an_event_that_concerns_us_not_is_taken_without_a_word(workspace: Workspace) -> None:
    body = msgspec.json.encode({"type": "event_callback", "event_id": "Ev9", "team_id": TEAM, "event": {"type": "x"}})
    assert (await send(workspace, EVENTS, body, signed(workspace.world, body))).status == 200


def test_the_signature_is_that_of_slacks_own_example(monkeypatch: pytest.MonkeyPatch) -> None:
    body = (
        b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&"
        b"channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&"
        b"response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
        b"&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
    )
    signature = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
    signatures = SlackSignatures("8f742231b10e8888abcd99yyyzzz85a5")
    monkeypatch.setattr(time, "time", lambda: 1531420618 + 299.0)
    assert signatures.hold(signature, "1531420618", body)
    assert not signatures.hold(signature, "1531420618", body + b"&")
    monkeypatch.setattr(time, "time", lambda: 1531420618 + 301.0)
    assert not signatures.hold(signature, "1531420618", body)
