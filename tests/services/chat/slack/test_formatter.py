"""Every message, however long, becomes something that Slack takes; what people wrote stays text."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.chat import message as said
from services.chat.reference import Reference, parse
from services.chat.slack.formatter import MARK, Hosted, form_view, message_body, message_view, suggestions
from services.outbound.slack import limits
from services.outbound.slack.blocks import ActionsBlock, SlackBody, SlackButton, SlackSelect, SlackView, Uploaded
from services.outbound.slack.check import checked_body, checked_suggestions, checked_view, elements

REFERENCE = Reference(action="pick", game="k3f9", seat=2, version=118, draft="9f3a1c2e")
TEXTS = st.text(max_size=60) | st.builds(lambda text, times: text * times, st.text(max_size=8), st.integers(1, 900))
PIECES = st.one_of(
    st.builds(said.Plain, TEXTS),
    st.builds(said.Bold, TEXTS),
    st.builds(said.Mention, TEXTS, st.none() | st.from_regex(r"U[A-Z0-9]{8}", fullmatch=True)),
    st.builds(said.ChatMoment, st.integers(0, 2**42), TEXTS),
)
LINES = st.builds(
    said.ChatLine, st.lists(PIECES, max_size=4).map(tuple), st.sampled_from(["plain", "heading", "small"])
)


def menu(*sizes: int, label: str = "Roma") -> said.Menu:
    """A menu with groups of these sizes."""
    numbers = iter(range(100_000))
    groups = tuple(
        said.ChoiceGroup(f"Group {group}", tuple(said.MenuChoice(label, str(next(numbers)), "5") for _ in range(size)))
        for group, size in enumerate(sizes)
    )
    return said.Menu("Choose …", groups, REFERENCE)


def plain(*texts: str, **more: Any) -> said.Message:  # noqa: ANN401 - any field
    return said.Message(lines=tuple(said.ChatLine((said.Plain(text),)) for text in texts), **more)


def selects(body: SlackBody | SlackView) -> list[SlackSelect]:
    return [element for element in elements(body.blocks) if isinstance(element, SlackSelect)]


def buttons(body: SlackBody | SlackView) -> list[SlackButton]:
    return [element for element in elements(body.blocks) if isinstance(element, SlackButton)]


@given(st.lists(LINES, max_size=70), st.lists(st.integers(0, 130), max_size=3), st.integers(0, 60))
@settings(max_examples=12)
def test_slack_takes_every_message(lines: list[said.ChatLine], sizes: list[int], pressable: int) -> None:
    message = said.Message(
        lines=tuple(lines),
        menus=(menu(*sizes, label="x" * 200),),
        buttons=(
            *(said.Button("x" * 100, REFERENCE, "danger") for _ in range(pressable)),
            said.LinkButton("", "https://acta.example"),
        ),
        picture=said.ChatPicture("The board", said.BoardWanted("k3f9", 7, "en")),
    )
    for picture in (None, Hosted("https://acta.example/p/1.png"), Uploaded(id="F1")):
        checked_body(message_body(message, picture))
        checked_view(message_view(message, "C1", picture))


@pytest.mark.parametrize("hostile", ["<!here>", "<@U1>", "<https://evil.example|Acta>", "&lt;!channel&gt;", "<#C1>"])
def test_what_people_wrote_mentions_nobody_and_links_nowhere(hostile: str) -> None:
    pieces = (said.Plain(hostile), said.Bold(hostile), said.Mention(hostile))
    written = message_body(said.Message(lines=(said.ChatLine(pieces), said.ChatLine(pieces, "heading"))))
    sent = checked_body(written)
    marked = [sent["text"], *(block["text"]["text"] for block in sent["blocks"] if block["type"] == "section")]
    assert len(marked) > 1
    for text in marked:
        assert "<" not in text
        assert ">" not in text
    assert all(block["text"].get("verbatim") for block in sent["blocks"] if block["type"] == "section")


def test_a_mention_is_one_in_the_block_and_in_what_is_notified() -> None:
    body = message_body(said.Message(lines=(said.ChatLine((said.Mention("Livia", "U9"), said.Plain(" is next"))),)))
    assert body.text == "<@U9> is next"
    assert checked_body(body)["blocks"][0]["text"]["text"] == "<@U9> is next"


def test_a_moment_is_told_in_the_readers_time() -> None:
    moment = said.ChatMoment(1_790_000_000_500, "21 Sep, 15:33 | UTC")
    text = message_body(said.Message(lines=(said.ChatLine((moment,)),))).text
    assert text == "<!date^1790000000^{date_short_pretty} {time}|21 Sep, 15:33 / UTC>"


def test_200_lines_are_one_menu_in_groups() -> None:
    (select,) = selects(message_body(plain("?", menus=(menu(7, 150, 43),))))
    groups = select.option_groups
    assert groups
    assert [(group.label.text, len(group.options)) for group in groups] == [
        ("Group 0", 7),
        ("Group 1 (1/2)", 100),
        ("Group 1 (2/2)", 50),
        ("Group 2", 43),
    ]
    assert parse(select.action_id.partition(MARK)[0]) == REFERENCE


def test_a_menu_beyond_slacks_has_pages_that_hold_every_line() -> None:
    whole = menu(*[1] * 250)
    seen, page = [], 0
    while True:
        turned = said.Menu(whole.placeholder, whole.groups, Reference(action="pick", page=page))
        body = message_body(plain("?", menus=(turned,)))
        checked_body(body)
        (select,) = selects(body)
        seen += [option.value for group in select.option_groups or () for option in group.options]
        forward = [button for button in buttons(body) if button.text.text.startswith("▶")]
        if not forward:
            break
        page = parse(forward[0].action_id.partition(MARK)[0]).page
    assert seen == [choice.value for choice in whole.choices]
    assert page == 2


def test_few_short_choices_are_buttons_which_bring_their_value() -> None:
    choices = tuple(said.MenuChoice(f"City {number}", str(number)) for number in range(5))
    few = said.Menu("City", (said.ChoiceGroup("", choices),), REFERENCE)
    body = message_body(plain("?", menus=(few,)))
    assert [(button.text.text, button.value) for button in buttons(body)] == [(f"City {n}", f"{n}") for n in range(5)]
    assert {parse(button.action_id.partition(MARK)[0]) for button in buttons(body)} == {REFERENCE}
    more = said.Menu("City", (said.ChoiceGroup("", (*choices, said.MenuChoice("City 5", "5"))),), REFERENCE)
    (select,) = selects(message_body(plain("?", menus=(more,))))
    assert select.options
    assert len(select.options) == 6


def test_what_a_label_has_no_room_for_stands_below_it() -> None:
    label = "Build a house of cloth in Massilia and pay for it with one brick, two cloths and five sestertii"
    group = said.ChoiceGroup("", tuple(said.MenuChoice(label, str(number)) for number in range(6)))
    (select,) = selects(message_body(plain("?", menus=(said.Menu("?", (group,), REFERENCE),))))
    assert select.options
    option = select.options[0]
    assert option.description
    assert f"{option.text.text} {option.description.text}" == label


def test_a_form_brings_its_fields_in_order() -> None:
    fields = (said.FormField("Note", "begun", long=True, most=5000), said.FormField("Code", required=False))
    form = said.ChatForm(title="A title that is too long for Slack", submit="Send", fields=fields, reference=REFERENCE)
    sent = checked_view(form_view(form, "C1"))
    assert len(sent["title"]["text"]) <= limits.VIEW_TITLE
    assert parse(sent["callback_id"]) == REFERENCE
    first, second = sent["blocks"]
    assert (first["block_id"], first["element"]["multiline"], first["element"]["initial_value"]) == ("0", True, "begun")
    assert (second["block_id"], second["optional"]) == ("1", True)


def test_suggestions_are_as_many_as_slack_shows() -> None:
    found = said.Suggested(tuple(said.MenuChoice("Roma " * 40, str(number)) for number in range(130)))
    assert len(checked_suggestions(suggestions(found))["options"]) == limits.OPTIONS


def test_nothing_is_lost_of_a_short_message() -> None:
    message = plain("one", "two", menus=(menu(3, 4),), buttons=(said.Button("Play", REFERENCE, "main"),))
    body = message_body(message, Hosted("https://acta.example/p/1.png"))
    kinds = [block["type"] for block in checked_body(body)["blocks"]]
    assert kinds == ["section", "actions", "actions"], "a picture is shown only if there is one"
    assert isinstance(body.blocks[-1], ActionsBlock)
