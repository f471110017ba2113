"""The client says to Discord what it is told to, waits when it is asked to, and tells what went wrong."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator

import pytest

from services.chat.discord.formatter import message_body
from services.chat.message import BoardWanted, ChatLine, ChatPicture, Mention, Message, Plain
from services.outbound.call_failures import (
    CallFailed,
    CallOutcomeUnknown,
    Forbidden,
    Gone,
    RateLimited,
    Rejected,
    Revoked,
)
from services.outbound.discord import client as client_module
from services.outbound.discord.check import DiscordRefuses, encoded_answer
from services.outbound.discord.client import Application, DiscordClient
from services.outbound.discord.components import BodyWithFiles, DeferredData, SayLater
from services.outbound.discord.failures import failure
from services.outbound.not_sent import NotSent, RefusedForGood, Unusable
from tests.kit.discord import APPLICATION, BOT_TOKEN, discord_server
from tests.kit.discord.api import Api, Fault
from tests.kit.discord.world import Channel, Interaction

POSTS = "POST /channels/{channel}/messages"
EDITS = "PATCH /channels/{channel}/messages/{message}"
ORIGINALS = "PATCH /webhooks/{application}/{token}/messages/@original"


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[Api, str]]:
    with discord_server() as served:
        yield served


@pytest.fixture
def api(served: tuple[Api, str]) -> Api:
    served[0].rates.limits.clear()
    served[0].rates.refused = 0
    return served[0]


@pytest.fixture
async def client(served: tuple[Api, str]) -> AsyncIterator[DiscordClient]:
    made = DiscordClient(Application(APPLICATION, BOT_TOKEN, served[1], "https://acta.example"))
    yield made
    await made.close()


@pytest.fixture
def channel(api: Api) -> Channel:
    api.world.ahead += 1  # a new second, in which nothing was sent
    return api.world.channel()


@pytest.fixture
def interaction(api: Api, channel: Channel) -> Interaction:
    made = Interaction(api.world.snowflake(), api.world.snowflake(), 2, "9", channel.id, api.world.now())
    api.world.interactions[made.id] = made
    return made


def salve(text: str = "Salve", png: bytes | None = None) -> BodyWithFiles:
    line = ChatLine((Plain(text), Mention("Livia", "9")))
    picture = ChatPicture("Board", BoardWanted("k3f9", 7, "en"))
    return message_body(Message(lines=(line,), picture=picture), png)


async def test_a_post_notifies_and_shows_its_picture(api: Api, client: DiscordClient, channel: Channel) -> None:
    made = await client.post(channel.id, salve(png=b"\x89PNG"), nonce="n1")
    shown = channel.messages[made]
    assert (shown.text, shown.files) == ("Salve<@9>", {"acta-k3f9-v7.png": b"\x89PNG"})
    assert ("9", made) in api.world.notified


async def test_a_repeated_post_is_the_same_message(client: DiscordClient, channel: Channel) -> None:
    first = await client.post(channel.id, salve(), nonce="n1")
    assert await client.post(channel.id, salve(), nonce="n1") == first
    assert len(channel.messages) == 1


async def test_a_post_whose_answer_was_lost_can_be_repeated(api: Api, client: DiscordClient, channel: Channel) -> None:
    api.faults.append(Fault(POSTS, cut=True, after_effect=True))
    with pytest.raises(CallOutcomeUnknown):
        await client.post(channel.id, salve(), nonce="n1")
    await client.post(channel.id, salve(), nonce="n1")
    assert len(channel.messages) == 1


async def test_an_edit_replaces_words_and_picture(client: DiscordClient, channel: Channel) -> None:
    made = await client.post(channel.id, salve(png=b"old"), nonce="n1")
    await client.edit(channel.id, made, salve("Vale", b"new"))
    assert (channel.messages[made].text, channel.messages[made].files) == ("Vale<@9>", {"acta-k3f9-v7.png": b"new"})
    await client.edit(channel.id, made, salve("Ave"))
    assert channel.messages[made].files == {}


async def test_a_deferred_answer_is_edited_though_discord_does_not_know_it_yet(
    api: Api, client: DiscordClient, channel: Channel, interaction: Interaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "EARLY_PAUSES", (0.0,) * 5)
    await client.answer(interaction.id, interaction.token, encoded_answer(SayLater(data=DeferredData(flags=64))))
    api.world.early_edits = 5
    private = message_body(Message(lines=(ChatLine((Plain("Your hand"),)),), private=True))
    await client.edit_original(interaction.token, private)
    (shown,) = channel.messages.values()
    assert (shown.text, shown.private_to, shown.loading) == ("Your hand", "9", False)
    api.world.early_edits = 6
    with pytest.raises(Gone):
        await client.edit_original(interaction.token, private)


async def test_an_old_token_is_refused_at_once(api: Api, client: DiscordClient, interaction: Interaction) -> None:
    await client.answer(interaction.id, interaction.token, encoded_answer(SayLater(data=DeferredData())))
    api.world.ahead += 901
    calls = len(api.calls)
    with pytest.raises(Revoked):
        await client.edit_original(interaction.token, salve())
    assert len(api.calls) == calls + 1


@pytest.mark.parametrize(
    ("refusal", "expected"),
    [(50013, Forbidden), (50001, Forbidden), (10003, Gone), (160005, Forbidden), (50035, Rejected)],
)
async def test_refusals_are_told_apart(
    client: DiscordClient, channel: Channel, refusal: int, expected: type[CallFailed]
) -> None:
    channel.refusal = refusal
    with pytest.raises(expected) as failed:
        await client.post(channel.id, salve(), nonce="n1")
    assert failed.value.code == refusal
    assert isinstance(failed.value, RefusedForGood)


async def test_a_fault_of_discord_is_temporary(api: Api, client: DiscordClient, channel: Channel) -> None:
    api.faults.append(Fault(POSTS, status=502, body={}))
    with pytest.raises(Unusable):
        await client.post(channel.id, salve(), nonce="n1")


@pytest.mark.parametrize("body", [{}, {"url": "wss://gateway.discord.gg"}])
async def test_a_gateway_that_is_told_in_another_form_is_temporary(
    api: Api, client: DiscordClient, body: dict[str, str]
) -> None:
    api.faults.append(Fault("GET /gateway/bot", status=200, body=body))
    with pytest.raises(CallOutcomeUnknown, match="in another form"):
        await client.gateway()


async def test_discord_away_is_temporary() -> None:
    away = DiscordClient(Application("77", "a.b.c", "http://127.0.0.1:9", "https://acta.example"))
    with pytest.raises(CallOutcomeUnknown):
        await away.post("1", salve(), nonce="n1")
    await away.close()


async def test_what_discord_would_refuse_is_not_sent(api: Api, client: DiscordClient, channel: Channel) -> None:
    calls = len(api.calls)
    with pytest.raises(DiscordRefuses):
        await client.post(channel.id, message_body(Message(lines=())), nonce="n1")
    with pytest.raises(DiscordRefuses):
        await client.post(channel.id, salve(), nonce="n" * 26)
    assert len(api.calls) == calls


class TestRates:
    async def test_nothing_is_sent_that_would_be_refused(
        self, api: Api, client: DiscordClient, channel: Channel
    ) -> None:
        api.rates.limits[POSTS] = (2, 0.2)
        began = time.monotonic()
        await asyncio.gather(*(client.post(channel.id, salve(), nonce=f"n{n}") for n in range(5)))
        assert len(channel.messages) == 5
        assert time.monotonic() - began >= 0.35  # two windows had to pass
        assert api.rates.refused == 0

    async def test_channels_do_not_wait_for_each_other(self, api: Api, client: DiscordClient, channel: Channel) -> None:
        api.rates.limits[POSTS] = (1, 30.0)
        other = api.world.channel()
        await client.post(channel.id, salve(), nonce="n1")
        await client.post(other.id, salve(), nonce="n1")
        with pytest.raises(RateLimited) as limited:
            await client.post(channel.id, salve(), nonce="n2")
        assert 20 < limited.value.seconds <= 30
        assert not isinstance(limited.value, RefusedForGood)

    async def test_a_short_refusal_is_waited_for(self, api: Api, client: DiscordClient, channel: Channel) -> None:
        body = {"message": "You are being rate limited.", "retry_after": 0.1, "global": True}
        headers = {"Retry-After": "0.1", "X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
        api.faults.append(Fault(POSTS, 429, body, headers))
        began = time.monotonic()
        await client.post(channel.id, salve(), nonce="n1")
        assert time.monotonic() - began >= 0.1

    async def test_too_many_edits_of_an_old_message_are_told(
        self, api: Api, client: DiscordClient, channel: Channel
    ) -> None:
        api.faults.append(Fault(EDITS, 429, {"code": 30046, "message": "old"}, {"Retry-After": "60"}))
        made = await client.post(channel.id, salve(), nonce="n1")
        with pytest.raises(RateLimited) as limited:
            await client.edit(channel.id, made, salve())
        assert (limited.value.code, limited.value.seconds) == (30046, 60)

    def test_a_wall_that_says_nothing_is_left_alone(self) -> None:
        refusal = failure(429, {}, b"<html>")
        assert isinstance(refusal, RateLimited)
        assert refusal.seconds > 60


async def test_no_token_and_no_text_is_told(api: Api, client: DiscordClient, channel: Channel) -> None:
    api.faults.append(Fault(POSTS, status=403, body={"code": 50013, "message": "Missing Permissions"}))
    with pytest.raises(NotSent) as failed:
        await client.post(channel.id, salve("a secret"), nonce="n1")
    assert failed.value.reason == "403 50013 Missing Permissions"


async def test_commands_are_registered_and_read(api: Api, client: DiscordClient) -> None:
    await client.put_commands([{"name": "acta", "description": "Play", "name_localizations": {"de": "akta"}}])
    (registered,) = await client.commands()
    assert registered["name_localizations"] == {"de": "akta"}
    about, date = await client.about()
    assert about["verify_key"] == api.world.public_key
    assert date.endswith("GMT")
