"""What a modal has beside what the core says, where a turn is composed: a search among all options, and a preview.

The menu finds any option by what is typed, beside the menus that lead to it step by step. The button sends its presser
the board with the turn as it is composed: a modal can show nobody's draft.
"""

import re

from msgspec.structs import replace

from domain.kernel.ids import UserId
from domain.kernel.words import NO_FACTS
from services.chat.message import BoardWanted, ChatPicture, LinkButton, Message
from services.chat.reference import Reference
from services.chat.requests import ChatCommand, Search
from services.chat.wording import WORDS
from services.outbound.slack import limits
from services.outbound.slack.blocks import ActionsBlock, ButtonText, ExternalSelect, Placeholder, SlackButton, SlackView

_SEARCH = "find"
"""How the action_id of the menu begins; the table follows."""
_PREVIEW = re.compile(r"show:(?P<game>[A-Za-z0-9_-]{1,32}):(?P<version>\d{1,9}):(?P<draft>[0-9a-f]{0,12})", re.ASCII)
"""The action_id of the button: what it shows."""
_COMPOSING = frozenset({"pick", "confirm"})
"""What can be done with a turn that is being composed."""


def turn_modal(view: SlackView, message: Message, lang: str) -> SlackView:
    """A modal; one in which a turn is composed gets the menu and the button, as far as it has room."""
    references = [one.reference for one in (*message.menus, *message.buttons) if not isinstance(one, LinkButton)]
    composing = {reference.action: reference for reference in references if reference.action in _COMPOSING}
    if "pick" in composing and len(view.blocks) < limits.VIEW_BLOCKS:
        first = next(place for place, block in enumerate(view.blocks) if isinstance(block, ActionsBlock))
        search = ActionsBlock(elements=(_search(composing["pick"], lang),))
        view = replace(view, blocks=(*view.blocks[:first], search, *view.blocks[first:]))
    wanted = message.board_wanted
    if composing and wanted is not None and wanted.viewer is not None and len(view.blocks) < limits.VIEW_BLOCKS:
        view = replace(view, blocks=(*view.blocks, ActionsBlock(elements=(_preview(wanted, lang),))))
    return view


def _search(reference: Reference, lang: str) -> ExternalSelect:
    return ExternalSelect(
        action_id=f"{_SEARCH}:{reference.game}:{reference.version}:{reference.draft}",
        placeholder=Placeholder(text=WORDS.say("find", NO_FACTS, lang=lang)),
        min_query_length=1,
    )


def _preview(wanted: BoardWanted, lang: str) -> SlackButton:
    text = ButtonText(text=WORDS.say("preview", NO_FACTS, lang=lang))
    return SlackButton(text=text, action_id=f"show:{wanted.game}:{wanted.version}:{wanted.draft}")


def is_search(action_id: str) -> bool:
    """Whether it is the menu that was used."""
    return action_id.startswith(f"{_SEARCH}:")


def search_of(action_id: str, typed: str) -> Search:
    """What is looked for."""
    return Search("move", "option", typed, {"table": game_of(action_id)})


def command_of(action_id: str, chosen: str) -> ChatCommand:
    """What choosing a line of the menu stands for."""
    return ChatCommand("move", options={"table": game_of(action_id), "option": chosen})


def is_preview(action_id: str) -> bool:
    """Whether it is the button that was pressed."""
    return _PREVIEW.fullmatch(action_id) is not None


def previewed(action_id: str, viewer: UserId, lang: str) -> ChatPicture:
    """What the button shows, for the eyes of its presser alone."""
    parts = _PREVIEW.fullmatch(action_id)
    if parts is None:
        raise ValueError(action_id)
    wanted = BoardWanted(parts["game"], int(parts["version"]), lang, viewer, parts["draft"])
    return ChatPicture(WORDS.say("preview_alt", NO_FACTS, lang=lang), wanted)


def game_of(action_id: str) -> str:
    """The table at which either was used."""
    return action_id.split(":")[1]
