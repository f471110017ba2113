"""Posting to addresses that strangers choose: where it goes, where it never goes, what an answer means."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from services.outbound.not_sent import NotSent
from services.outbound.webhooks import BadTarget, EndpointGone, TryLater, WebhookSender
from tests.kit.hook_receiver import HookReceiver, answer, hook_receiver

LOCAL, PUBLIC = "127.0.0.1", "93.184.216.34"


@pytest.fixture
async def receiver() -> AsyncIterator[HookReceiver]:
    async with hook_receiver() as one:
        yield one


class Resolver:
    """Answers a name with one list of addresses after the other, the last one for ever."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers, self.asked = [*answers], 0

    async def __call__(self, _host: str, _port: int) -> list[str]:
        self.asked += 1
        return [*(self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])]


async def test_the_connection_goes_to_the_address_that_was_checked(receiver: HookReceiver) -> None:
    resolver = Resolver([LOCAL], ["192.0.2.1"])
    sender = WebhookSender(["hooks.acta"], resolver)
    url = receiver.url.replace(LOCAL, "Hooks.Acta") + "?a=b"
    assert await sender.post(url, {"webhook-id": "msg_1"}, b"{}") == "204"
    [got] = receiver.received
    assert (got.path, got.body, resolver.asked) == ("/acta?a=b", b"{}", 1)
    assert got.headers["host"] == url.split("/")[2].lower()
    assert (got.headers["webhook-id"], got.headers["content-type"]) == ("msg_1", "application/json")


async def test_a_name_that_leads_to_a_private_address_is_refused_at_every_attempt(receiver: HookReceiver) -> None:
    url = "https://hooks.example:" + receiver.url.split(":")[2]
    for found in ([LOCAL], [PUBLIC, LOCAL], ["::ffff:127.0.0.1"], ["169.254.169.254"]):
        with pytest.raises(BadTarget, match="private_address"):
            await WebhookSender([], Resolver(found)).post(url, {}, b"")
    rebinding = WebhookSender([], Resolver([PUBLIC], [LOCAL]))
    await rebinding.check(url)
    with pytest.raises(BadTarget, match="private_address"):
        await rebinding.post(url, {}, b"")
    assert receiver.received == []


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://127.0.0.1/", "private_address"),
        ("https://[::1]/", "private_address"),
        ("https://0x7f.1/", "private_address"),
        ("https://2130706433/", "private_address"),
        ("https://localhost./", "private_address"),
        ("http://example.org/", "not_https"),
        ("ftp://example.org/", "not_https"),
        ("https://livia:secret@example.org/", "bad_url"),
        ("https:///acta", "bad_url"),
        ("https://[::1/", "bad_url"),
        ("https://example.org:99999/", "bad_url"),
        ("https://exämple.org/", "bad_url"),
        ("https://example.org/" + "a" * 500, "bad_url"),
        ("https://example.org/\r\nX: 1", "bad_url"),
        ("https://exam\0ple.org/", "bad_url"),
    ],
)
async def test_addresses_that_are_never_posted_to(url: str, reason: str) -> None:
    with pytest.raises(BadTarget) as refused:
        await WebhookSender().check(url)
    assert refused.value.reason == reason


async def test_no_redirect_is_followed(receiver: HookReceiver) -> None:
    sender = WebhookSender([LOCAL])
    receiver.answers = [answer(status, f"Location: {receiver.url}/other") for status in (301, 302, 307, 308)]
    for status in (301, 302, 307, 308):
        with pytest.raises(NotSent, match=f"redirected:{status}"):
            await sender.post(receiver.url, {}, b"{}")
    assert {got.path for got in receiver.received} == {"/acta"}


async def test_what_answers_mean(receiver: HookReceiver) -> None:
    sender = WebhookSender([LOCAL])
    receiver.answers = [
        answer(200, body="thank you\n"),
        answer(410),
        answer(503, "Retry-After: 120", body="later"),
        answer(500, body="x" * 100_000),
    ]
    assert await sender.post(receiver.url, {}, b"{}") == "200 thank you"
    with pytest.raises(EndpointGone):
        await sender.post(receiver.url, {}, b"{}")
    with pytest.raises(TryLater, match="503 later") as later:
        await sender.post(receiver.url, {}, b"{}")
    assert later.value.seconds == 120
    with pytest.raises(NotSent, match=r"500 x+") as failed:
        await sender.post(receiver.url, {}, b"{}")
    assert len(failed.value.reason) < 200


@pytest.mark.parametrize("breaks_off", [False, True])
async def test_the_status_decides_though_the_body_does_not_come(*, breaks_off: bool) -> None:
    """Whoever has answered 200 has it; posting it again because of the body would double it."""
    over = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nth")
        if not breaks_off:
            await over.wait()
        writer.close()

    async with await asyncio.start_server(serve, LOCAL, 0) as server:
        url = f"http://{LOCAL}:{server.sockets[0].getsockname()[1]}/"
        assert (await WebhookSender([LOCAL]).post(url, {}, b"{}")).startswith("200")
        over.set()


async def test_a_moment_to_come_back_may_be_a_date(receiver: HookReceiver) -> None:
    sender, now = WebhookSender([LOCAL]), datetime.now(UTC)
    later = format_datetime(now + timedelta(hours=1), usegmt=True)
    receiver.answers = [
        answer(503, f"Retry-After: {written}") for written in (later, format_datetime(now, usegmt=True))
    ]
    for seconds in (3600, 0):
        with pytest.raises(TryLater) as refused:
            await sender.post(receiver.url, {}, b"{}")
        assert seconds - 60 <= refused.value.seconds <= seconds
    receiver.answers = [answer(503, "Retry-After: soon")]
    with pytest.raises(NotSent) as vague:
        await sender.post(receiver.url, {}, b"{}")
    assert not isinstance(vague.value, TryLater)


async def test_a_receiver_that_is_not_there_is_tried_again() -> None:
    with pytest.raises(NotSent, match="unusable:ConnectError") as failed:
        await WebhookSender([LOCAL]).post("http://127.0.0.1:9/", {}, b"{}")
    assert not isinstance(failed.value, BadTarget)
