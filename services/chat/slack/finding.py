"""A menu that finds any option by what is typed, beside those that lead to it step by step."""

from msgspec.structs import replace

from services.chat.requests import Command, Search
from services.chat.slack.texts import say
from services.outbound.chat.message import Message
from services.outbound.chat.slack import limits
from services.outbound.chat.slack.blocks import Actions, ExternalSelect, Placeholder, View

FIND = "find"
"""How the action_id of the menu begins; the table follows."""
_MENUS = "pick"
"""The action of the menus that it stands beside."""


def with_search(view: View, message: Message, lang: str) -> View:
    """A modal in which a turn is composed, with a menu that searches."""
    menu = next((menu for menu in message.menus if menu.reference.action == _MENUS), None)
    if menu is None or len(view.blocks) >= limits.VIEW_BLOCKS:
        return view
    select = ExternalSelect(
        action_id=f"{FIND}:{menu.reference.game}:{menu.reference.version}:{menu.reference.draft}",
        placeholder=Placeholder(text=say("find", lang)),
        min_query_length=1,
    )
    first = next(place for place, block in enumerate(view.blocks) if isinstance(block, Actions))
    return replace(view, blocks=(*view.blocks[:first], Actions(elements=(select,)), *view.blocks[first:]))


def is_search(action_id: str) -> bool:
    """Whether it is this menu that was used."""
    return action_id.startswith(f"{FIND}:")


def search_of(action_id: str, typed: str) -> Search:
    """What is looked for."""
    return Search("move", "option", typed, {"table": _table(action_id)})


def command_of(action_id: str, chosen: str) -> Command:
    """What choosing a line stands for."""
    return Command("move", options={"table": _table(action_id), "option": chosen})


def _table(action_id: str) -> str:
    return action_id.split(":")[1]
