"""The double refuses every body that Discord refuses."""

from typing import Any

import httpx
import msgspec
import pytest

from tests.kit.discord.world import Channel

V2 = 32768
MENTIONS: dict[str, Any] = {"parse": []}
Json = dict[str, Any]


def text(content: str = "Salve") -> Json:
    return {"type": 10, "content": content}


def button(number: int = 0, **more: Any) -> Json:  # noqa: ANN401 - any field
    return {"type": 2, "style": 1, "label": "Play", "custom_id": f"a{number}"} | more


def option(number: int = 0, **more: Any) -> Json:  # noqa: ANN401 - any field
    return {"label": "Roma", "value": f"{number}"} | more


def select(*options: Json, **more: Any) -> Json:  # noqa: ANN401 - any field
    return {"type": 3, "custom_id": "s", "options": list(options or [option()])} | more


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def gallery(url: str = "attachment://board.png", **more: Any) -> Json:  # noqa: ANN401 - any field
    return {"type": 12, "items": [{"media": {"url": url}, "description": "Board"} | more]}


def container(*components: Json, **more: Any) -> Json:  # noqa: ANN401 - any field
    return {"type": 17, "components": list(components)} | more


def post(*components: Json, **more: Any) -> Json:  # noqa: ANN401 - any field
    body = {"components": list(components), "allowed_mentions": MENTIONS, "flags": V2, "nonce": "1"}
    return {key: value for key, value in (body | {"enforce_nonce": True} | more).items() if value is not None}


GOOD: dict[str, Json] = {
    "a text": post(text()),
    "all kinds": post(
        container(text(), row(select()), row(button(1), button(2)), accent_color=0x9E2A2B),
        row({"type": 2, "style": 5, "label": "Open", "url": "https://acta.example/games/1"}),
    ),
    "as long as it may be": post(text("x" * 4000)),
    "as many as there may be": post(*[text("x")] * 40),
    "25 options": post(row(select(*map(option, range(25))))),
    "a mention": post(text("<@9>"), allowed_mentions={"parse": [], "users": ["9"]}),
    "silent": post(text(), flags=V2 | 4096),
}
BAD: dict[str, tuple[Json, str]] = {
    "no flag": (post(text(), flags=0), "BASE_TYPE_CHOICES"),
    "content": (post(text(), content="Salve"), "BASE_TYPE"),
    "private": (post(text(), flags=V2 | 64), "BASE_TYPE_CHOICES"),
    "unknown flag": (post(text(), flags=V2 | 1), "BASE_TYPE_CHOICES"),
    "nothing": (post(), "BASE_TYPE"),
    "no mentions said": (post(text(), allowed_mentions=None), "BASE_TYPE"),
    "mentions everybody": (post(text(), allowed_mentions={"parse": ["everyone"]}), "BASE_TYPE"),
    "101 mentions": (post(text(), allowed_mentions={"parse": [], "users": ["9"] * 101}), "BASE_TYPE"),
    "no nonce": (post(text(), nonce=None), "BASE_TYPE"),
    "a long nonce": (post(text(), nonce="1" * 26), "BASE_TYPE"),
    "an unenforced nonce": (post(text(), enforce_nonce=None), "BASE_TYPE"),
    "41 components": (post(*[text("x")] * 41), "BASE_TYPE"),
    "41 with those inside": (post(*[container(text("x"))] * 20, text("x")), "BASE_TYPE_MAX_LENGTH"),
    "an empty text": (post(text("")), "BASE_TYPE"),
    "a blank text": (post(text(" \n ")), "BASE_TYPE_REQUIRED"),
    "a long text": (post(text("x" * 4001)), "BASE_TYPE"),
    "long texts together": (post(text("x" * 2001), text("x" * 2000)), "BASE_TYPE_MAX_LENGTH"),
    "an empty row": (post(row()), "BASE_TYPE"),
    "six buttons": (post(row(*map(button, range(6)))), "BASE_TYPE"),
    "a button beside a menu": (post(row(select(), button())), "BASE_TYPE_BAD_LENGTH"),
    "two menus in a row": (post(row(select(), select(custom_id="t"))), "BASE_TYPE_BAD_LENGTH"),
    "a text in a row": (post(row(text())), "BASE_TYPE"),
    "a bare button": (post(button()), "BASE_TYPE"),
    "a box in a box": (post(container(container(text()))), "BASE_TYPE"),
    "an unknown colour": (post(container(text(), accent_color=0x1000000)), "BASE_TYPE"),
    "a long label": (post(row(button(label="x" * 81))), "BASE_TYPE"),
    "no label": (post(row(button(label=""))), "BASE_TYPE"),
    "an unknown style": (post(row(button(style=7))), "BASE_TYPE"),
    "a long id": (post(row(button(custom_id="x" * 101))), "BASE_TYPE"),
    "an id twice": (post(row(button(1), button(1))), "COMPONENT_CUSTOM_ID_DUPLICATED"),
    "an id twice, once disabled": (post(row(button(1), button(1, disabled=True))), "COMPONENT_CUSTOM_ID_DUPLICATED"),
    "a link with an id": (post(row(button(style=5, url="https://a.example"))), "BASE_TYPE_REQUIRED"),
    "a link without address": (
        post(row({"type": 2, "style": 5, "label": "Open"})),
        "BASE_TYPE_REQUIRED",
    ),
    "an address on a button": (post(row(button(url="https://a.example"))), "BASE_TYPE_REQUIRED"),
    "a long address": (
        post(row({"type": 2, "style": 5, "label": "x", "url": "https://a.example/" + "x" * 500})),
        "BASE_TYPE",
    ),
    "no options": (post(row({"type": 3, "custom_id": "s", "options": []})), "BASE_TYPE"),
    "26 options": (post(row(select(*map(option, range(26))))), "BASE_TYPE"),
    "a long option": (post(row(select(option(label="x" * 101)))), "BASE_TYPE"),
    "a long value": (post(row(select(option(value="x" * 101)))), "BASE_TYPE"),
    "a long description": (post(row(select(option(description="x" * 101)))), "BASE_TYPE"),
    "an empty description": (post(row(select(option(description="")))), "BASE_TYPE"),
    "a long placeholder": (post(row(select(placeholder="x" * 151))), "BASE_TYPE"),
    "a value twice": (post(row(select(option(1), option(1)))), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
    "two defaults": (
        post(row(select(option(1, default=True), option(2, default=True)))),
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    "a picture that is not there": (post(gallery()), "UNFURLED_MEDIA_ITEM_NOT_FOUND"),
    "a file that was not sent": (
        post(gallery(), attachments=[{"id": 0, "filename": "board.png", "description": "Board"}]),
        "ATTACHMENT_NOT_FOUND",
    ),
    "a picture without words": (post(gallery("https://a.example/1.png", description="")), "BASE_TYPE"),
    "a picture of another kind": (post(gallery("ftp://acta.example/board.png")), "BASE_TYPE"),
    "eleven pictures": (post({"type": 12, "items": gallery("https://a.example/1.png")["items"] * 11}), "BASE_TYPE"),
}


@pytest.mark.parametrize("body", GOOD.values(), ids=list(GOOD))
def test_a_good_message_is_shown(client: httpx.Client, channel: Channel, body: Json) -> None:
    answer = client.post(f"/channels/{channel.id}/messages", json=body)
    assert answer.status_code == 200, answer.text
    assert list(channel.messages) == [answer.json()["id"]]


@pytest.mark.parametrize(("body", "code"), BAD.values(), ids=list(BAD))
def test_a_bad_message_is_refused(client: httpx.Client, channel: Channel, body: Json, code: str) -> None:
    answer = client.post(f"/channels/{channel.id}/messages", json=body)
    assert answer.status_code == 400, answer.text
    assert answer.json()["code"] == 50035
    assert f'"{code}"' in answer.text
    assert channel.messages == {}


def test_too_many_bytes_are_an_error_of_the_server(client: httpx.Client, channel: Channel) -> None:
    answer = client.post(f"/channels/{channel.id}/messages", json=post(text("😀" * 3000)))
    assert answer.status_code == 500


def test_no_json_is_refused(client: httpx.Client, channel: Channel) -> None:
    answer = client.post(f"/channels/{channel.id}/messages", content=b"{", headers={"Content-Type": "application/json"})
    assert answer.json()["code"] == 50109


class TestPictures:
    named = [{"id": 0, "filename": "board.png", "description": "Board"}]

    def send(self, client: httpx.Client, channel: Channel, body: Json, *names: str) -> httpx.Response:
        parts: list[tuple[str, Any]] = [("payload_json", (None, msgspec.json.encode(body), "application/json"))]
        parts += [(f"files[{n}]", (name, b"PNG\r\n\r\n--x\r\n", "image/png")) for n, name in enumerate(names)]
        return client.post(f"/channels/{channel.id}/messages", files=parts)

    def test_is_kept_as_it_was_sent(self, client: httpx.Client, channel: Channel) -> None:
        answer = self.send(client, channel, post(gallery(), attachments=self.named), "board.png")
        assert answer.status_code == 200, answer.text
        assert channel.messages[answer.json()["id"]].files == {"board.png": b"PNG\r\n\r\n--x\r\n"}
        assert answer.json()["attachments"] == []

    def test_that_no_component_shows_is_refused(self, client: httpx.Client, channel: Channel) -> None:
        answer = self.send(client, channel, post(text(), attachments=self.named), "board.png")
        assert "UNFURLED_MEDIA_ITEM_NOT_FOUND" in answer.text

    def test_that_is_not_named_is_refused(self, client: httpx.Client, channel: Channel) -> None:
        answer = self.send(client, channel, post(text()), "board.png")
        assert "ATTACHMENT_NOT_FOUND" in answer.text

    def test_counted_from_one_is_refused(self, client: httpx.Client, channel: Channel) -> None:
        body = post(gallery(), attachments=[self.named[0] | {"id": 1}])
        assert "ATTACHMENT_NOT_FOUND" in self.send(client, channel, body, "board.png").text

    def test_without_words_is_refused(self, client: httpx.Client, channel: Channel) -> None:
        body = post(gallery(), attachments=[self.named[0] | {"description": ""}])
        assert self.send(client, channel, body, "board.png").status_code == 400

    def test_too_large_is_refused(self, client: httpx.Client, channel: Channel) -> None:
        body = msgspec.json.encode(post(gallery(), attachments=self.named))
        parts: list[tuple[str, Any]] = [
            ("payload_json", (None, body, "application/json")),
            ("files[0]", ("board.png", bytes(10 * 1024 * 1024 + 1), "image/png")),
        ]
        answer = client.post(f"/channels/{channel.id}/messages", files=parts)
        assert (answer.status_code, answer.json()["code"]) == (413, 40005)
