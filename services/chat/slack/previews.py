"""A button that sends its presser the board with the turn as it is composed: a modal can show nobody's draft.

It stands beside what the core says in a modal, as the menu that searches does.
"""

import re

from msgspec.structs import replace

from domain.kernel.ids import UserId
from services.chat.slack.texts import say
from services.outbound.chat.message import BoardWanted, LinkButton, Message, Picture
from services.outbound.chat.slack import limits
from services.outbound.chat.slack.blocks import Actions, Button, ButtonText, View

SHOW = "show"
"""How the action_id of the button begins; what it shows follows."""
_SHOWN = re.compile(r"show:(?P<game>[A-Za-z0-9_-]{1,32}):(?P<version>\d{1,9}):(?P<draft>[0-9a-f]{0,12})", re.ASCII)
_COMPOSING = frozenset({"pick", "confirm"})
"""What can be done with a turn that is being composed."""


def with_preview(view: View, message: Message, lang: str) -> View:
    """A modal in which a turn is composed, with the button."""
    source = message.picture.source if message.picture else None
    if not isinstance(source, BoardWanted) or source.viewer is None or len(view.blocks) >= limits.VIEW_BLOCKS:
        return view
    said = {one.reference.action for one in (*message.menus, *message.buttons) if not isinstance(one, LinkButton)}
    if not said & _COMPOSING:
        return view
    button = Button(
        text=ButtonText(text=say("preview", lang)), action_id=f"{SHOW}:{source.game}:{source.version}:{source.draft}"
    )
    return replace(view, blocks=(*view.blocks, Actions(elements=(button,))))


def is_preview(action_id: str) -> bool:
    """Whether it is this button that was pressed."""
    return _SHOWN.fullmatch(action_id) is not None


def shown(action_id: str, viewer: UserId, lang: str) -> Picture:
    """What the button shows, for the eyes of its presser alone."""
    found = _SHOWN.fullmatch(action_id)
    if found is None:
        raise ValueError(action_id)
    wanted = BoardWanted(found["game"], int(found["version"]), lang, viewer, found["draft"])
    return Picture(say("preview_alt", lang), wanted)


def game_of(action_id: str) -> str:
    """The table that the button stands at."""
    return action_id.split(":")[1]
