"""The methods of Slack's API that Acta calls, and what each does."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from services.outbound.slack import limits
from services.outbound.slack.blocks import Channel, SlackBody, Timestamp
from tests.kit.slack.errors import ApiError
from tests.kit.slack.world import APP, BOT, TEAM, File, OpenView, Shown, Slack, decoded, read_body, read_view

Fields = dict[str, Any]


class Method(NamedTuple):
    """A call: what it does, how often it may be made, and what the token must be allowed."""

    handle: Callable[[Slack, Fields], Fields]
    tier: int
    scope: str | None = None
    by_app: bool = False


class _Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What is not declared is refused."""


class _Post(_Strict):
    channel: Channel
    text: str
    blocks: list[Fields]
    thread_ts: Timestamp = ""
    unfurl_links: bool = True
    unfurl_media: bool = True


class _Whisper(_Strict):
    channel: Channel
    user: str
    text: str
    blocks: list[Fields]
    thread_ts: Timestamp = ""


class _Edit(_Strict):
    channel: Channel
    ts: Timestamp
    text: str
    blocks: list[Fields]


class _Message(_Strict):
    channel: Channel
    ts: Timestamp


class _OpenView(_Strict):
    trigger_id: str
    view: Fields


class _UpdateView(_Strict):
    view_id: str
    view: Fields
    hash: str = ""


def _body(asked: _Post | _Whisper | _Edit) -> SlackBody:
    if not asked.text:
        raise ApiError("no_text")
    if len(asked.text) > limits.TEXT:
        raise ApiError("msg_too_long")
    return read_body({"text": asked.text, "blocks": asked.blocks})


def _post(world: Slack, fields: Fields) -> Fields:
    asked = decoded(fields, _Post, "invalid_arguments")
    if asked.unfurl_links:
        world.complaints.append("chat.postMessage shows previews of its links")
    place = world.reachable(asked.channel)
    body = _body(asked)
    world.check_pictures(body.blocks, place.id)
    shown = world.show(place, body, thread=asked.thread_ts)
    return {"channel": place.id, "ts": shown.ts, "message": {"ts": shown.ts, "text": shown.text, "user": BOT}}


def _whisper(world: Slack, fields: Fields) -> Fields:
    asked = decoded(fields, _Whisper, "invalid_arguments")
    place = world.reachable(asked.channel)
    if asked.user not in place.members:
        raise ApiError("user_not_in_channel")
    body = _body(asked)
    world.check_pictures(body.blocks, place.id)
    return {"message_ts": world.show(place, body, asked.user, asked.thread_ts).ts}


def _update(world: Slack, fields: Fields) -> Fields:
    asked = decoded(fields, _Edit, "invalid_arguments")
    shown = world.message(asked.channel, asked.ts)
    if world.edit_window_closed:
        raise ApiError("edit_window_closed")
    body = _body(asked)
    world.check_pictures(body.blocks, shown.channel)
    world.change(shown, body)
    return {"channel": shown.channel, "ts": shown.ts, "text": shown.text}


def _delete(world: Slack, fields: Fields) -> Fields:
    asked = decoded(fields, _Message, "invalid_arguments")
    shown = world.message(asked.channel, asked.ts)
    del world.channels[shown.channel].messages[shown.ts]
    return {"channel": shown.channel, "ts": shown.ts}


def _open_view(world: Slack, fields: Fields) -> Fields:
    asked = decoded(fields, _OpenView, "invalid_arguments")
    view = read_view(asked.view)
    world.check_pictures(view.blocks, "")
    return _described(world.open(asked.trigger_id, view))


def _update_view(world: Slack, fields: Fields) -> Fields:
    asked = decoded(fields, _UpdateView, "invalid_arguments")
    opened = world.views.get(asked.view_id)
    if opened is None or not opened.is_open:
        raise ApiError("not_found")
    if asked.hash and asked.hash != opened.hash:
        raise ApiError("hash_conflict")
    view = read_view(asked.view)
    world.check_pictures(view.blocks, "")
    return _described(world.replace(opened, view))


def _described(opened: OpenView) -> Fields:
    return {"view": {"id": opened.id, "hash": opened.hash, "team_id": TEAM, "app_id": APP}}


def _direct(world: Slack, fields: Fields) -> Fields:
    return {"channel": {"id": world.direct(fields["users"]).id}}


def _upload_url(world: Slack, fields: Fields) -> Fields:
    if len(fields.get("alt_txt", "")) > limits.FILE_ALT_TEXT or not fields.get("filename"):
        raise ApiError("invalid_arguments")
    file = File(world.id("F"), fields["filename"], int(fields["length"]))
    world.files[file.id] = file
    return {"upload_url": f"{world.address}/upload/{file.id}", "file_id": file.id}


def _complete(world: Slack, fields: Fields) -> Fields:
    named = msgspec.json.decode(fields["files"], type=list[dict[str, str]])
    for one in named:
        file = world.files.get(one["id"])
        if file is None or not file.content:
            raise ApiError("file_not_found")
        if file.completed_at is not None:
            raise ApiError("file_already_completed")
        _share(world, file, fields.get("channel_id", ""), fields.get("thread_ts", ""))
        file.completed_at = world.now()
    return {"files": [{"id": one["id"], "title": one.get("title", "")} for one in named]}


def _share(world: Slack, file: File, channel: str, thread: str) -> None:
    if not channel:
        return
    place = world.reachable(channel, posting=False)
    if thread and thread not in place.messages:
        raise ApiError("invalid_thread_ts")
    file.shared_in = place.id
    shown = Shown(world.ts(), place.id, "", (), None, thread, {file.name: file.content})
    place.messages[shown.ts] = shown
    world.screens.append((None, shown))


def _file_info(world: Slack, fields: Fields) -> Fields:
    file = world.files.get(fields["file"])
    if file is None:
        raise ApiError("file_not_found")
    more = {"mimetype": "image/png", "shares": {}} if world.is_processed(file) else {}
    return {"file": {"id": file.id, "name": file.name} | more}


def _delete_file(world: Slack, fields: Fields) -> Fields:
    file = world.files.pop(fields["file"], None)
    if file is None:
        raise ApiError("file_not_found")
    for place in world.channels.values():
        place.messages = {ts: it for ts, it in place.messages.items() if file.name not in it.files}
    return {}


def _user(world: Slack, fields: Fields) -> Fields:
    user = fields["user"]
    if user not in world.people:
        raise ApiError("user_not_found")
    wanted = fields.get("include_locale") in {"1", "true", True}
    return {"user": {"id": user, "team_id": TEAM} | ({"locale": world.people[user]} if wanted else {})}


def _who(_world: Slack, _fields: Fields) -> Fields:
    return {"url": "https://ex.slack.com/", "team": "Example", "user": "acta", "team_id": TEAM, "user_id": BOT}


def _connect(world: Slack, _fields: Fields) -> Fields:
    ticket = world.id("T")
    world.tickets.add(ticket)
    return {"url": f"{world.socket}?ticket={ticket}"}


METHODS: dict[str, Method] = {
    "chat.postMessage": Method(_post, 4, "chat:write"),
    "chat.postEphemeral": Method(_whisper, 4, "chat:write"),
    "chat.update": Method(_update, 3, "chat:write"),
    "chat.delete": Method(_delete, 3, "chat:write"),
    "views.open": Method(_open_view, 4),
    "views.update": Method(_update_view, 4),
    "conversations.open": Method(_direct, 3, "im:write"),
    "files.getUploadURLExternal": Method(_upload_url, 4, "files:write"),
    "files.completeUploadExternal": Method(_complete, 4, "files:write"),
    "files.info": Method(_file_info, 4, "files:read"),
    "files.delete": Method(_delete_file, 3, "files:write"),
    "users.info": Method(_user, 4, "users:read"),
    "auth.test": Method(_who, 4),
    "apps.connections.open": Method(_connect, 1, by_app=True),
}
