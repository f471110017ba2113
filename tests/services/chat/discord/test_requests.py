"""Only what Discord has signed lately is believed, and what it sends twice is done once."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
import pytest

from services.chat.discord.signature import DiscordSignatures
from services.outbound.discord.components import EPHEMERAL, DeferredData, SayLater
from tests.kit.discord import Discord
from tests.kit.discord.answers import COMMAND, PING, apply_answer
from tests.kit.discord.people import ENDPOINT, command_data, signed
from tests.kit.http import refusal, running_site
from tests.kit.processes import Server
from tests.services.chat.discord.conftest import Club

Headers = dict[str, str]
_DEFERRED = SayLater(data=DeferredData(flags=EPHEMERAL))


def linking(club: Club) -> bytes:
    """A request that would change something: it gives a code."""
    interaction, body = club.person("Livia").begin(COMMAND, command_data("link", {}))
    apply_answer(club.world, interaction, _DEFERRED)  # whatever follows is taken
    return body


async def send(endpoint: httpx.AsyncClient, body: bytes, headers: Headers) -> httpx.Response:
    return await endpoint.post(ENDPOINT, content=body, headers=headers)


async def keys(club: Club) -> set[bytes]:
    """Everything of chats that the store holds, when all that is under way is done."""
    await club.handler.close()
    client: Any = club.site.services.client
    return set(await client.keys("*chat*"))


def other_key(_world: Discord, body: bytes) -> tuple[bytes, Headers]:
    return body, signed(Discord(), body)


def no_headers(_world: Discord, body: bytes) -> tuple[bytes, Headers]:
    return body, {"Content-Type": "application/json"}


def late(world: Discord, body: bytes) -> tuple[bytes, Headers]:
    return body, signed(world, body, at=time.time() - 301)


def early(world: Discord, body: bytes) -> tuple[bytes, Headers]:
    return body, signed(world, body, at=time.time() + 301)


def truncated(world: Discord, body: bytes) -> tuple[bytes, Headers]:
    return body[:-1], signed(world, body)


def empty(world: Discord, body: bytes) -> tuple[bytes, Headers]:
    return b"", signed(world, body)


def written_anew(world: Discord, body: bytes) -> tuple[bytes, Headers]:
    return msgspec.json.format(body), signed(world, body)


def another_time(world: Discord, body: bytes) -> tuple[bytes, Headers]:
    headers = signed(world, body)
    return body, headers | {"X-Signature-Timestamp": str(int(headers["X-Signature-Timestamp"]) + 1)}


def no_number(world: Discord, body: bytes) -> tuple[bytes, Headers]:
    signature = world.key.sign(b"soon" + body).hex()
    return body, signed(world, body) | {"X-Signature-Timestamp": "soon", "X-Signature-Ed25519": signature}


def no_hex(world: Discord, body: bytes) -> tuple[bytes, Headers]:
    return body, signed(world, body) | {"X-Signature-Ed25519": "x" * 128}


def short(world: Discord, body: bytes) -> tuple[bytes, Headers]:
    headers = signed(world, body)
    return body, headers | {"X-Signature-Ed25519": headers["X-Signature-Ed25519"][:-2]}


FORGERIES = [
    other_key, no_headers, late, early, truncated, empty, written_anew, another_time, no_number, no_hex, short,
]  # fmt: skip


@pytest.mark.parametrize("forged", FORGERIES)
async def test_a_forgery_is_refused_and_changes_nothing(
    club: Club, endpoint: httpx.AsyncClient, forged: Callable[[Discord, bytes], tuple[bytes, Headers]]
) -> None:
    before = await keys(club)
    for body in (linking(club), b'{"type":1}'):  # Discord itself tries this out with a ping
        sent, headers = forged(club.world, body)
        refusal(await send(endpoint, sent, headers), 401, "unauthenticated")
    assert await keys(club) == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"type":2}',
        b'{"type":2,"id":"1","application_id":"77","token":"t"}',
        b'{"type":2,"id":"1","application_id":"77","token":"t","user":{"id":"9"}}',
        b'{"type":99,"id":"1","application_id":"77","token":"t","user":{"id":"9"},"data":{}}',
        b'{"type":2,"id":"1","application_id":"78","token":"t","user":{"id":"9"},"data":{"name":"acta"}}',
        b'{"type":4,"id":"1","application_id":"77","token":"t","user":{"id":"9"},"data":{"name":"acta"}}',
        b"[" * 50_000,
    ],
    ids=repr,
)
async def test_what_is_no_interaction_is_refused(club: Club, endpoint: httpx.AsyncClient, body: bytes) -> None:
    before = await keys(club)
    refusal(await send(endpoint, body, signed(club.world, body)), 400, "bad-request")
    assert await keys(club) == before


async def test_a_body_without_end_is_refused(club: Club, endpoint: httpx.AsyncClient) -> None:
    body = b" " * (256 * 1024 + 1)
    assert (await send(endpoint, body, signed(club.world, body))).status_code == 413


async def test_a_ping_is_answered(club: Club) -> None:
    livia = club.person("Livia")
    assert await livia.ping() is None
    body = livia.begin(PING, None)[1]
    answer = await send(club.site.http, body, signed(club.world, body))
    assert (answer.content, answer.headers["content-type"]) == (b'{"type":1}', "application/json")


async def codes(club: Club) -> int:
    """How many codes there are, when all that is under way is done."""
    return sum(b":code:" in key for key in await keys(club))


async def test_a_replay_gets_the_first_answer(club: Club, endpoint: httpx.AsyncClient) -> None:
    body, before = linking(club), await codes(club)
    headers = signed(club.world, body)
    first = await send(endpoint, body, headers)
    again = await send(endpoint, body, headers)
    assert first.status_code == 200
    assert again.content == first.content
    assert await codes(club) == before + 1


async def test_two_at_once_are_answered_alike(club: Club, endpoint: httpx.AsyncClient) -> None:
    body, before = linking(club), await codes(club)
    headers = signed(club.world, body)
    answers = await asyncio.gather(*(send(endpoint, body, headers) for _ in range(5)))
    assert len({answer.content for answer in answers}) == 1
    assert await codes(club) == before + 1


async def test_another_process_answers_alike(club: Club, server: Server) -> None:
    settings = club.site.services.settings
    body, before = linking(club), await codes(club)
    headers = signed(club.world, body)
    first = await send(club.site.http, body, headers)
    async with running_site(
        server.url,
        discord_application_id=settings.discord_application_id,
        discord_public_key=settings.discord_public_key,
        discord_bot_token=settings.discord_bot_token,
        discord_api=settings.discord_api,
    ) as other:
        assert (await send(other.http, body, headers)).content == first.content
        await other.app.state.chat.discord.close()
        assert await codes(club) == before + 1


async def test_without_an_application_there_is_no_endpoint(club: Club, server: Server) -> None:
    async with running_site(server.url) as bare:
        body = linking(club)
        refusal(await send(bare.http, body, signed(club.world, body)), 404, "not-found")


@pytest.mark.parametrize("timestamp", ["", "-1", "1e9", "٣", " 1", "1" * 5000])
def test_a_strange_time_does_not_hold(timestamp: str) -> None:
    world = Discord()
    signature = world.key.sign(timestamp.encode() + b"x").hex()
    assert not DiscordSignatures(world.public_key).hold(signature, timestamp, b"x")
