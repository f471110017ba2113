"""Messages become bodies that Discord takes, and that say what was meant."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from services.chat.discord.formatter import choices, message_body, modal
from services.chat.discord.markdown import MOST_CHARACTERS, markdown
from services.chat.message import (
    BoardWanted,
    Bold,
    ChatForm,
    ChatLine,
    ChatMoment,
    ChatPicture,
    ChoiceGroup,
    FormField,
    LinkButton,
    Mention,
    Menu,
    MenuChoice,
    Message,
    Plain,
    Suggested,
)
from services.chat.message import Button as SaidButton
from services.chat.reference import Reference, parse
from services.outbound.discord import limits
from services.outbound.discord.check import DiscordRefuses, encoded_answer, encoded_body, walk
from services.outbound.discord.components import (
    DiscordBody,
    DiscordButton,
    DiscordSelect,
    Gallery,
    OpenModal,
    Suggest,
    Text,
)

PLAY = Reference(action="play", game="k3f9", version=7)
WANTED = BoardWanted(game="k3f9", version=7, lang="en")


def said(*pieces: Any, **more: Any) -> Message:  # noqa: ANN401 - any pieces and fields
    return Message(lines=(ChatLine(pieces),), **more)


def text_of(message: Message) -> str:
    return "\n".join(part.content for part in walk(message_body(message).body) if isinstance(part, Text))


def selects(body: DiscordBody) -> list[DiscordSelect]:
    return [part for part in walk(body) if isinstance(part, DiscordSelect)]


def buttons(body: DiscordBody) -> list[DiscordButton]:
    return [part for part in walk(body) if isinstance(part, DiscordButton)]


def menu(lines: int, page: int = 0) -> Menu:
    every = tuple(MenuChoice(f"Line {n}", f"{n}.00000000") for n in range(lines))
    return Menu("Choose", (ChoiceGroup("", every),), Reference(action="pick", game="k3f9", page=page))


class TestText:
    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("Livia", "Livia"),
            ("*Livia*_|~`", r"\*Livia\*\_\|\~\`"),
            ("<@9> @everyone", r"\<\@9> \@everyone"),
            ("[x](http://x)", r"\[x\](http\://x)"),
            (":smile: a: b", r"\:smile: a: b"),
            ("a\\*b", r"a\\\*b"),
            ("a-b # c > d", "a-b # c > d"),
            ("# big", r"\# big"),
            ("-# small", r"\-# small"),
            ("- item", r"\- item"),
            ("> quote", r"\> quote"),
            ("1. first", r"1\. first"),
            ("a\n# b", "a # b"),
        ],
    )
    def test_names_stay_text(self, name: str, shown: str) -> None:
        assert text_of(said(Plain(name))) == shown

    def test_pieces_look_as_meant(self) -> None:
        pieces = (Bold("Livia"), Plain(" and "), Mention("Carus", "8"), Plain(", "), Mention("No_one"), Plain(" "))
        assert text_of(said(*pieces, ChatMoment(1_800_000_000_999, "soon"))) == (
            r"**Livia** and <@8>, No\_one <t:1800000000:R>"
        )

    def test_lines_have_styles(self) -> None:
        lines = (
            ChatLine((Plain("Trajan"),), "heading"),
            ChatLine((Plain("- x"),)),
            ChatLine((Plain("aside"),), "small"),
        )
        assert markdown(lines) == "### Trajan\n\\- x\n-# aside"

    def test_too_many_lines_end_with_a_whole_one(self) -> None:
        text = markdown([ChatLine((Plain(f"line {n} " + "x" * 90),)) for n in range(100)])
        assert MOST_CHARACTERS - 110 < len(text) <= MOST_CHARACTERS
        *whole, last = text.split("\n")
        assert (last, whole[-1].startswith(f"line {len(whole) - 1} ")) == ("…", True)

    @pytest.mark.parametrize("word", ["x* ", "я ", "界 ", "😀 "])
    def test_one_endless_line_is_cut(self, word: str) -> None:
        message = said(Plain(word * 4000))
        encoded_body(message_body(message).body)
        assert text_of(message).endswith("…")


class TestMentions:
    def test_only_who_is_mentioned_may_be_notified(self) -> None:
        body = message_body(
            said(Mention("Livia", "9"), Mention("Carus", "8"), Mention("x"), Mention("Livia", "9"))
        ).body
        assert msgspec.json.encode(body.allowed_mentions) == b'{"parse":[],"users":["9","8"]}'

    def test_a_private_message_notifies_nobody(self) -> None:
        assert message_body(said(Mention("Livia", "9"), private=True)).body.allowed_mentions.users == ()

    def test_privacy_and_silence_are_flags(self) -> None:
        assert message_body(said(Plain("x"))).body.flags == 32768
        assert message_body(said(Plain("x"), private=True)).body.flags == 32768 | 64
        assert message_body(said(Plain("x")), silent=True).body.flags == 32768 | 4096


class TestMenus:
    @pytest.mark.parametrize(
        ("lines", "page", "first", "turning"),
        [
            (1, 0, 0, []),
            (25, 0, 0, []),
            (26, 0, 0, ["1/2", "▶"]),
            (26, 1, 25, ["◀", "2/2"]),
            (60, 1, 25, ["◀", "2/3", "▶"]),
            (60, 99, 50, ["◀", "3/3"]),
        ],
    )
    def test_long_ones_are_paged(self, lines: int, page: int, first: int, turning: list[str]) -> None:
        body = message_body(said(Plain("x"), menus=(menu(lines, page),))).body
        encoded_body(body)
        (select,) = selects(body)
        assert select.options[0].label == f"Line {first}"
        assert [button.label for button in buttons(body)] == turning

    def test_pages_are_turned_by_the_menus_own_reference(self) -> None:
        body = message_body(said(Plain("x"), menus=(menu(60, 1),))).body
        back, here, on = buttons(body)
        assert here.disabled
        assert [parse(str(button.custom_id)).page for button in (back, on)] == [0, 2]

    def test_200_lines_are_all_reached(self) -> None:
        pages = [message_body(said(Plain("x"), menus=(menu(200, page),))).body for page in range(8)]
        values = [option.value for body in pages for select in selects(body) for option in select.options]
        assert values == [f"{n}.00000000" for n in range(200)]

    def test_a_heading_stands_beside_each_line(self) -> None:
        group = ChoiceGroup("Italia", (MenuChoice("Roma", "0.00000000", "costs 2"), MenuChoice("Ostia", "1.00000000")))
        body = message_body(said(Plain("x"), menus=(Menu("Choose", (group,), PLAY),))).body
        assert [option.description for option in selects(body)[0].options] == ["Italia · costs 2", "Italia"]

    def test_two_menus_with_pages_are_told_apart(self) -> None:
        other = msgspec.structs.replace(menu(60), reference=Reference(action="pick", game="k3f9", part="x"))
        encoded_body(message_body(said(Plain("x"), menus=(menu(60), other))).body)

    def test_a_menu_without_lines_is_left_out(self) -> None:
        assert selects(message_body(said(Plain("x"), menus=(menu(0),))).body) == []


class TestPictures:
    def test_what_is_yet_to_be_drawn_is_left_out(self) -> None:
        formatted = message_body(said(Plain("x"), picture=ChatPicture("Board", WANTED)))
        assert (formatted.files, formatted.body.attachments) == ({}, ())

    def test_a_board_names_its_version(self) -> None:
        formatted = message_body(said(Plain("x"), picture=ChatPicture("Board, round 4", WANTED)), b"png")
        encoded_body(formatted.body, formatted.files)
        assert formatted.files == {"acta-k3f9-v7.png": b"png"}
        (gallery,) = (part for part in walk(formatted.body) if isinstance(part, Gallery))
        assert gallery.items[0].description == "Board, round 4"


class TestButtons:
    def test_they_carry_their_reference_or_address(self) -> None:
        shown = (SaidButton("Play", PLAY, "confirm"), LinkButton("Open", "https://acta.example/games/k3f9"))
        play, link = buttons(message_body(said(Plain("x"), buttons=shown)).body)
        assert (play.style, parse(str(play.custom_id)), play.url) == (3, PLAY, UNSET)
        assert (link.style, link.url, link.custom_id) == (5, "https://acta.example/games/k3f9", UNSET)

    def test_a_link_into_a_network_at_home_is_left_out(self) -> None:
        link = LinkButton("Open", "http://homeserver:8000/games/k3f9")
        with_others = message_body(said(Plain("x"), buttons=(SaidButton("Play", PLAY), link))).body
        assert [button.label for button in buttons(with_others)] == ["Play"]
        encoded_body(message_body(said(Plain("x"), buttons=(link,))).body)
        assert buttons(message_body(said(Plain("x"), buttons=(LinkButton("Open", "http://10.0.0.7/"),))).body)

    def test_five_stand_in_a_row(self) -> None:
        many = tuple(SaidButton(str(n), Reference(action="a", page=n)) for n in range(11))
        body = message_body(said(Plain("x"), buttons=many)).body
        assert [len(row.components) for row in body.components[1:]] == [5, 5, 1]  # type: ignore[union-attr] # all are rows

    def test_what_discord_would_refuse_is_not_sent(self) -> None:
        twice = (SaidButton("Play", PLAY), SaidButton("Play", PLAY))
        with pytest.raises(DiscordRefuses, match="DUPLICATED"):
            encoded_body(message_body(said(Plain("x"), buttons=twice)).body)
        with pytest.raises(DiscordRefuses, match="length >= 1"):
            encoded_body(message_body(said(Plain("x"), buttons=(SaidButton("", PLAY),))).body)


class TestFormsAndSuggestions:
    def test_a_form_becomes_a_modal(self) -> None:
        fields = (FormField("Note " * 20, "before", long=True, required=False, most=9999), FormField("Code"))
        made = modal(ChatForm(title="t" * 60, submit="Save", fields=fields, reference=PLAY))
        encoded_answer(OpenModal(data=made))
        assert [label.component.custom_id for label in made.components] == ["0", "1"]
        assert [label.component.style for label in made.components] == [2, 1]
        assert parse(made.custom_id) == PLAY

    def test_suggestions_are_the_best_25(self) -> None:
        found = Suggested(tuple(MenuChoice("x" * 120, f"{n}.00000000", "costs 2") for n in range(30)))
        encoded_answer(Suggest(data=choices(found)))
        assert len(choices(found).choices) == 25


texts = st.text(max_size=50) | st.text(min_size=1, max_size=5).map(lambda some: some * 1500)
pieces = st.one_of(
    texts.map(Plain),
    texts.map(Bold),
    st.builds(Mention, texts, st.none() | st.from_regex(r"\A[0-9]{1,20}\Z")),
)
lines = st.lists(st.lists(pieces, max_size=3).map(lambda some: ChatLine(tuple(some))), max_size=4)


@settings(max_examples=30)
@given(
    lines=lines,
    label=st.text(min_size=1, max_size=200).filter(str.strip),
    count=st.integers(1, 70),
    page=st.integers(0, 9),
)
def test_whatever_is_said_discord_takes_it(lines: list[ChatLine], label: str, count: int, page: int) -> None:
    every = tuple(MenuChoice(label, f"{n}.00000000", label) for n in range(count))
    shown = Menu(label, (ChoiceGroup(label, every),), Reference(action="pick", page=page))
    message = Message(lines=tuple(lines), menus=(shown,), buttons=(SaidButton(label, PLAY),))
    assert len(encoded_body(message_body(message).body)) > limits.NONCE
