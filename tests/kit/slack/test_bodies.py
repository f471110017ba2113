"""The double refuses every body that Slack refuses."""

from typing import Any

import pytest

from tests.kit.slack.errors import ApiError
from tests.kit.slack.world import read_body, read_view

Json = dict[str, Any]


def plain(text: str = "Salve") -> Json:
    return {"type": "plain_text", "text": text}


def section(text: str = "Salve", **more: Any) -> Json:  # noqa: ANN401 - any field
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}} | more


def button(number: int = 0, **more: Any) -> Json:  # noqa: ANN401 - any field
    return {"type": "button", "text": plain("Play"), "action_id": f"a{number}"} | more


def option(number: int = 0, **more: Any) -> Json:  # noqa: ANN401 - any field
    return {"text": plain("Roma"), "value": f"{number}"} | more


def select(**more: Any) -> Json:  # noqa: ANN401 - any field
    chosen = {"options": [option()]} if "option_groups" not in more else {}
    return {"type": "static_select", "action_id": "s", "placeholder": plain("…")} | chosen | more


def actions(*elements: Json, **more: Any) -> Json:  # noqa: ANN401 - any field
    return {"type": "actions", "elements": list(elements)} | more


def image(**more: Any) -> Json:  # noqa: ANN401 - any field
    return {"type": "image", "alt_text": "Board", "image_url": "https://acta.example/p.png"} | more


def entry(**more: Any) -> Json:  # noqa: ANN401 - any field
    field = {"type": "plain_text_input", "action_id": "0"} | more
    return {"type": "input", "block_id": "0", "label": plain(), "element": field}


def groups(count: int, size: int) -> list[Json]:
    return [
        {"label": plain("Gallia"), "options": [option(group * size + number) for number in range(size)]}
        for group in range(count)
    ]


GOOD: dict[str, list[Json]] = {
    "a text": [section()],
    "as long as it may be": [section("x" * 3000)],
    "as many as there may be": [section()] * 50,
    "100 lines": [actions(select(options=[option(n) for n in range(100)]))],
    "groups": [actions(select(option_groups=groups(3, 100)))],
    "25 buttons": [actions(*map(button, range(25)))],
    "a picture": [image()],
    "a header": [{"type": "header", "text": plain()}, {"type": "context", "elements": [section()["text"]]}],
}
BAD: dict[str, list[Json]] = {
    "no blocks": [],
    "an empty text": [section("")],
    "a text too long": [section("x" * 3001)],
    "too many blocks": [section()] * 51,
    "a header too long": [{"type": "header", "text": plain("x" * 151)}],
    "101 lines": [actions(select(options=[option(n) for n in range(101)]))],
    "101 groups": [actions(select(option_groups=groups(101, 1)))],
    "101 lines of a group": [actions(select(option_groups=groups(1, 101)))],
    "no lines": [actions(select(options=[]))],
    "lines and groups": [actions(select(options=[option()], option_groups=groups(1, 1)))],
    "the same value twice": [actions(select(options=[option(1), option(1)]))],
    "a line too long": [actions(select(options=[option(text=plain("x" * 76))]))],
    "a value too long": [actions(select(options=[option(value="x" * 151)]))],
    "a description too long": [actions(select(options=[option(description=plain("x" * 76))]))],
    "26 buttons": [actions(*map(button, range(26)))],
    "a label too long": [actions(button(text=plain("x" * 76)))],
    "the same action twice": [actions(button(), button())],
    "the same block twice": [section(block_id="b"), section(block_id="b")],
    "an unknown style": [actions(button(style="green"))],
    "an unknown field": [section(colour="red")],
    "an unknown block": [{"type": "carousel"}],
    "text that makes links by itself": [{"type": "section", "text": {"type": "mrkdwn", "text": "@here"}}],
    "a picture without words": [{"type": "image", "image_url": "https://acta.example/p.png"}],
    "a picture without a source": [{"type": "image", "alt_text": "Board"}],
    "a picture with two sources": [image(slack_file={"id": "F1"})],
    "an address of a file": [image(image_url="ftp://acta.example/p.png")],
    "a form in a message": [entry()],
}


def view(*blocks: Json, **more: Any) -> Json:  # noqa: ANN401 - any field
    made = {"type": "modal", "title": plain("Acta"), "callback_id": "acta", "blocks": list(blocks)} | more
    return {key: value for key, value in made.items() if value is not None}


BAD_VIEWS: dict[str, Json] = {
    "a title too long": view(section(), title=plain("x" * 25)),
    "no title": view(section(), title=None),
    "too many blocks": view(*[section()] * 101),
    "a form that cannot be sent": view(entry()),
    "a field too long": view(entry(max_length=3001), submit=plain()),
    "metadata too long": view(section(), private_metadata="x" * 3001),
    "too large": view(*[actions(select(option_groups=groups(10, 100)), block_id=f"{n}") for n in range(6)]),
}


@pytest.mark.parametrize("name", GOOD)
def test_what_slack_takes_is_taken(name: str) -> None:
    read_body({"text": "Salve", "blocks": GOOD[name]})
    read_view(view(*GOOD[name]))


@pytest.mark.parametrize("name", BAD)
def test_what_slack_refuses_is_refused(name: str) -> None:
    with pytest.raises(ApiError) as refused:
        read_body({"text": "Salve", "blocks": BAD[name]})
    assert refused.value.body["error"] == "invalid_blocks"
    assert refused.value.body["errors"]


@pytest.mark.parametrize("name", BAD_VIEWS)
def test_a_modal_that_slack_refuses_is_refused(name: str) -> None:
    with pytest.raises(ApiError):
        read_view(BAD_VIEWS[name])


def test_a_form_is_a_modal() -> None:
    read_view(view(entry(max_length=3000), submit=plain("Send")))


@pytest.mark.parametrize("text", ["", "   ", "x" * 4001])
def test_a_message_says_in_words_what_it_shows(text: str) -> None:
    with pytest.raises(ApiError):
        read_body({"text": text, "blocks": GOOD["a text"]})
