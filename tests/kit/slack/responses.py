"""What is sent to a `response_url`: an answer to a command or a click, five times in half an hour.

S interactivity/handling-user-interaction; that what is refused has the status 404: slackapi/java-slack-sdk#1349.
"""

from typing import Any, Literal

import msgspec

from services.outbound.slack import limits
from tests.kit.slack.errors import ApiError
from tests.kit.slack.world import ResponseUrl, Slack, decoded, read_body


class _Response(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    text: str
    blocks: list[dict[str, Any]]
    response_type: Literal["ephemeral", "in_channel"] = "ephemeral"
    replace_original: bool = False
    thread_ts: str = ""


def respond(world: Slack, key: str, fields: dict[str, Any]) -> None:
    """Show an answer; whatever is wrong with it, Slack says 404."""
    url = world.response_urls.get(key)
    if url is None:
        raise ApiError("invalid_url", status=404)
    if world.now() - url.at > limits.RESPONSE_URL_SECONDS:
        raise ApiError("expired_url", status=404)
    if url.uses >= limits.RESPONSE_URL_USES:
        raise ApiError("used_url", status=404)
    try:
        asked = decoded(fields, _Response)
        body = read_body({"text": asked.text, "blocks": asked.blocks})
        world.check_pictures(body.blocks, url.channel)
    except ApiError as refusal:
        refusal.status = 404
        raise
    url.uses += 1
    if asked.replace_original and asked.thread_ts:
        world.complaints.append("a response that replaces its message goes to no thread")
    if asked.replace_original and url.source is not None:
        _replace(world, url, asked, body)
        return
    private_to = url.user if asked.response_type == "ephemeral" else None
    world.show(world.channels[url.channel], body, private_to, asked.thread_ts)


def _replace(world: Slack, url: ResponseUrl, asked: _Response, body: Any) -> None:  # noqa: ANN401 - a body
    source = url.source
    assert source is not None
    if source.private_to is None and asked.response_type == "ephemeral":
        world.complaints.append("a message of all was replaced by an answer to one: all would read it")
    if source.private_to is not None and asked.response_type == "in_channel":
        world.complaints.append("a private message cannot become public: Slack leaves it as it is")
    if source.ts not in world.channels[source.channel].messages:
        raise ApiError("message_not_found", status=404)
    world.change(source, body)
