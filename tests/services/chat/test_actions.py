"""What is declared of actions fits together, whatever is added."""

import pytest

from domain.kernel.languages import LANGUAGES
from services.chat.action import Action
from services.chat.actions import ACTIONS, HANDLERS, commands
from services.chat.meaning import changes_message, may_be_for_all, meaning_of, shows_board
from services.chat.reference import Reference
from services.chat.requests import ChatCommand, ChatPerson, ChatRequest, Press, Search, What
from services.chat.wording import WORDS
from services.store.chat.places import ChatPlace


def request_for(what: What) -> ChatRequest:
    return ChatRequest("1", ChatPerson("discord", "", "9"), ChatPlace("discord", "5", "6"), what)


def test_commands_stand_in_the_order_of_their_words() -> None:
    described = [key.partition(".")[2] for key in WORDS.languages["en"] if key.startswith("about.")]
    assert described == ["acta", *commands()]


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_a_declaration_holds_together(action: Action) -> None:
    assert action.name in HANDLERS
    assert Reference(action=action.name).encoded()
    assert action.form is None or action.stores == "given", "a form is opened until words are given"
    assert not (action.in_place and action.command), "a command stands in no message"
    if any(argument.name == "table" for argument in action.command or ()):
        assert action.at_table
    if action.form is not None:
        for lang in LANGUAGES:
            assert {f"form.{action.name}.title", f"form.{action.name}.submit"} <= {*WORDS.languages[lang]}


@pytest.mark.parametrize(
    ("what", "reference", "values"),
    [
        (ChatCommand("board"), Reference(action="board"), ()),
        (Search("move", "option", "a"), Reference(action="move"), ()),
        (
            Press(Reference(action="at", part="hand"), ("k3f9",)),
            Reference(action="hand", game="k3f9", part="here"),
            (),
        ),
        (Press(Reference(action="at", part="hand", page=1)), Reference(action="at", part="hand", page=1), ()),
        (
            Press(Reference(action="life", game="k3f9", version=3), ("extend12",)),
            Reference(action="extend", game="k3f9", part="here"),
            ("12",),
        ),
        (Press(Reference(action="life", game="k3f9")), Reference(action="table", game="k3f9", part="here"), ()),
        (Press(Reference(action="pick", game="k3f9"), ("0.x",)), Reference(action="pick", game="k3f9"), ("0.x",)),
    ],
    ids=str,
)
def test_a_line_of_a_menu_of_actions_means_what_it_names(
    what: What, reference: Reference, values: tuple[str, ...]
) -> None:
    meaning = meaning_of(request_for(what))
    assert (meaning.reference, meaning.values) == (reference, values)


@pytest.mark.parametrize(
    ("what", "for_all", "changes", "shows"),
    [
        (ChatCommand("join"), True, False, False),
        (Press(Reference(action="join", game="k3f9", part="open")), False, True, False),
        (Press(Reference(action="newopen")), False, True, False),
        (Press(Reference(action="newclock"), ("day",)), False, True, False),
        (Press(Reference(action="at", part="hand"), ("k3f9",)), False, True, True),
        (ChatCommand("board"), False, False, True),
        (Press(Reference(action="confirm", game="k3f9")), False, True, False),
        (Press(Reference(action="move", game="k3f9")), False, False, False),
    ],
    ids=str,
)
def test_where_an_answer_stands_follows_from_the_declaration(
    what: What, *, for_all: bool, changes: bool, shows: bool
) -> None:
    request = request_for(what)
    assert (may_be_for_all(request), changes_message(request), shows_board(request)) == (for_all, changes, shows)
