"""The double refuses what Slack refuses, with Slack's codes, and Acta's client knows what each of them means."""

import httpx
import pytest

from services.outbound.call_failures import (
    CallFailed,
    CallOutcomeUnknown,
    Forbidden,
    Gone,
    RateLimited,
    Rejected,
    Revoked,
)
from services.outbound.slack.blocks import Image, Marked, Section, SlackBody, SlackView, Uploaded, ViewTitle
from services.outbound.slack.client import SlackClient, Upload
from tests.kit.slack.api import Api, Fault
from tests.kit.slack.world import BOT_TOKEN, Channel, ResponseUrl, Trigger


def said(text: str = "Salve") -> SlackBody:
    return SlackBody(text=text, blocks=(Section(text=Marked(text=text, verbatim=True)),))


def modal(text: str = "Salve") -> SlackView:
    return SlackView(title=ViewTitle(text="Acta"), callback_id="acta", blocks=said(text).blocks)


def trigger(api: Api, user: str = "U1") -> str:
    key = api.world.id("t")
    api.world.triggers[key] = Trigger(user, api.world.now())
    return key


async def code_of(failing: object, kind: type[CallFailed]) -> str:
    with pytest.raises(kind) as failed:
        await failing  # type: ignore[misc] # a call of the client
    return str(failed.value.code)


async def test_a_message_notifies_whom_it_mentions_and_an_edit_nobody(
    api: Api, client: SlackClient, channel: Channel
) -> None:
    before = len(api.world.notified)
    ts = await client.post(channel.id, said("<@U2> is next"))
    assert api.world.notified[before:] == [("U2", ts)]
    await client.edit(channel.id, ts, said("<@U1> is next"))
    assert len(api.world.notified) == before + 1
    assert channel.messages[ts].words == "<@U1> is next"
    del channel.messages[ts]
    assert await code_of(client.edit(channel.id, ts, said()), Gone) == "message_not_found"


async def test_a_thread_is_that_of_a_message(client: SlackClient, channel: Channel) -> None:
    ts = await client.post(channel.id, said())
    reply = await client.post(channel.id, said(), ts)
    assert channel.messages[reply].thread == ts
    assert await code_of(client.post(channel.id, said(), "1.000001"), Rejected) == "thread_not_found"


@pytest.mark.parametrize(
    ("state", "kind", "code"),
    [
        ({"archived": True}, Gone, "is_archived"),
        ({"private": True, "joined": False}, Gone, "channel_not_found"),
        ({"refusal": "restricted_action_thread_only_channel"}, Forbidden, "restricted_action_thread_only_channel"),
    ],
)
async def test_a_channel_may_be_closed_to_us(
    api: Api, client: SlackClient, state: dict[str, bool], kind: type[CallFailed], code: str
) -> None:
    assert await code_of(client.post(api.world.channel(**state).id, said()), kind) == code


async def test_writing_to_a_channel_that_was_not_joined_needs_its_scope(api: Api, client: SlackClient) -> None:
    there = api.world.channel(joined=False)
    await client.post(there.id, said())
    api.world.scopes.discard("chat:write.public")
    try:
        assert await code_of(client.post(there.id, said()), Forbidden) == "not_in_channel"
    finally:
        api.world.scopes.add("chat:write.public")
    uploading = client.upload(Upload("b.png", b"PNG", "Board", "Board"), there.id)
    assert await code_of(uploading, Forbidden) == "not_in_channel", "the scope does not help with files"


async def test_only_one_person_sees_an_ephemeral_message(api: Api, client: SlackClient, channel: Channel) -> None:
    await client.post_to_one(channel.id, "U1", said("psst"))
    assert [it.words for it in api.world.visible(channel.id, "U1")] == ["psst"]
    assert api.world.visible(channel.id, "U2") == []
    assert await code_of(client.post_to_one(channel.id, "U9", said()), Gone) == "user_not_in_channel"


@pytest.mark.usefixtures("channel")
async def test_a_trigger_opens_one_modal_and_soon(api: Api, client: SlackClient) -> None:
    key = trigger(api)
    view_id = await client.open_view(key, modal())
    assert await code_of(client.open_view(key, modal()), Gone) == "exchanged_trigger_id"
    assert await code_of(client.open_view("?", modal()), Gone) == "invalid_trigger_id"
    late = trigger(api)
    api.world.triggers[late].at -= 3.5
    assert await code_of(client.open_view(late, modal()), Gone) == "expired_trigger_id"
    opened = api.world.views[view_id]
    seen = opened.hash
    await client.update_view(view_id, modal("then"), seen)
    assert opened.words == "then"
    assert await code_of(client.update_view(view_id, modal("old"), seen), Gone) == "hash_conflict"
    opened.is_open = False
    assert await code_of(client.update_view(view_id, modal()), Gone) == "not_found"


async def test_a_response_address_is_good_five_times_in_half_an_hour(
    api: Api, client: SlackClient, channel: Channel
) -> None:
    api.world.response_urls["R"] = url = ResponseUrl("U1", channel.id, api.world.now())
    address = f"{api.world.address}/respond/R"
    await client.respond(address, said("all"), public=True)
    assert [it.words for it in api.world.visible(channel.id, "U2")] == ["all"]
    for _ in range(4):
        await client.respond(address, said("one"))
    assert len(api.world.visible(channel.id, "U1")) == 5
    assert await code_of(client.respond(address, said()), Gone) == "used_url"
    url.uses, url.at = 0, url.at - 1801
    assert await code_of(client.respond(address, said()), Gone) == "expired_url"


async def test_a_file_is_shown_when_it_was_looked_through(api: Api, client: SlackClient, channel: Channel) -> None:
    api.world.scan_seconds = 60
    file = await client.upload(Upload("b.png", b"PNG", "Board", "Board"), channel.id)
    picture = Image(alt_text="Board", slack_file=file)
    early = client.post(channel.id, SlackBody(text="b", blocks=(picture,)))
    assert await code_of(early, Rejected) == "invalid_blocks"
    api.world.ahead += 61
    await client.post(channel.id, SlackBody(text="b", blocks=(picture,)))
    assert next(it.files for it in api.world.visible(channel.id) if it.files) == {"b.png": b"PNG"}
    await client.delete_file(file.id)
    assert not any(it.files for it in api.world.visible(channel.id))
    api.world.scan_seconds = 0.0


async def test_a_private_file_in_a_message_is_a_silent_failure(api: Api, client: SlackClient, channel: Channel) -> None:
    file = await client.upload(Upload("b.png", b"PNG", "Board", "Board"))
    await client.post(channel.id, SlackBody(text="b", blocks=(Image(alt_text="b", slack_file=Uploaded(id=file.id)),)))
    assert "file not found" in api.world.complaints.pop()


async def test_slack_fetches_a_picture_when_it_is_posted(api: Api, client: SlackClient, channel: Channel) -> None:
    api.world.fetch = lambda address: address.endswith("there.png")
    try:
        for name, refused in (("there", False), ("gone", True)):
            picture = Image(alt_text="Board", image_url=f"https://acta.example/{name}.png")
            posting = client.post(channel.id, SlackBody(text="b", blocks=(picture,)))
            if refused:
                assert await code_of(posting, Rejected) == "invalid_blocks"
            else:
                await posting
    finally:
        api.world.fetch = None


async def test_rates_are_told_in_whole_seconds(api: Api, client: SlackClient, channel: Channel) -> None:
    api.rates.narrow["chat.postMessage"] = (1, 30.0)
    await client.post(channel.id, said())
    with pytest.raises(RateLimited) as limited:
        await client.post(channel.id, said())
    assert limited.value.seconds == int(limited.value.seconds) >= 29
    await client.post(api.world.channel("U1").id, said())  # other channels go on


async def test_a_revoked_token_and_a_missing_scope_are_told_apart(
    api: Api, client: SlackClient, channel: Channel
) -> None:
    api.world.scopes.discard("users:read")
    assert await code_of(client.language_of("U1"), Forbidden) == "missing_scope"
    api.world.scopes.add("users:read")
    assert await client.language_of("U1") == "de-DE"
    identity = await client.who_am_i()
    assert (identity.team, "chat:write" in identity.scopes) == ("T1", True)
    api.world.revoked = True
    assert await code_of(client.post(channel.id, said()), Revoked) == "token_revoked"
    stranger = SlackClient("xoxb-9", f"{api.world.address}/api/")
    assert await code_of(stranger.post(channel.id, said()), Revoked) == "invalid_auth"
    await stranger.close()


@pytest.mark.parametrize(
    "fault",
    [
        Fault("chat.postMessage", cut=True),
        Fault("chat.postMessage", status=502),
        Fault("chat.postMessage", "fatal_error"),
    ],
    ids=["cut", "502", "fatal"],
)
async def test_nobody_knows_what_became_of_a_call_without_an_answer(
    api: Api, client: SlackClient, channel: Channel, fault: Fault
) -> None:
    for effect in (False, True):
        fault.after_effect = effect
        api.faults.append(fault)
        with pytest.raises(CallOutcomeUnknown):
            await client.post(channel.id, said())
        assert len(channel.messages) == effect


async def test_edits_end_where_the_workspace_says_so(api: Api, client: SlackClient, channel: Channel) -> None:
    ts = await client.post(channel.id, said())
    api.world.edit_window_closed = True
    assert await code_of(client.edit(channel.id, ts, said()), Gone) == "edit_window_closed"


def test_what_is_not_known_fails_the_test(api: Api) -> None:
    headers = {"Authorization": f"Bearer {BOT_TOKEN}"}
    answer = httpx.post(f"{api.world.address}/api/chat.meMessage", json={}, headers=headers)
    assert answer.json() == {"ok": False, "error": "unknown_method"}
    assert api.world.complaints.pop() == "chat.meMessage is not known"
