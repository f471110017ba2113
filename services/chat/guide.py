"""Help: what can be asked for, and what to do first."""

from services.chat.asked import Actions, Asked
from services.chat.commands import COMMANDS
from services.outbound.chat.message import Answer, Bold, Line, LinkButton, Message, Plain
from services.outbound.chat.reference import Reference


async def help_(asked: Asked) -> Answer:
    """What can be done here; without an account, how to come by one."""
    lines = [asked.line("help.title", "heading"), asked.line("help.linked" if asked.caller else "help.unlinked")]
    lines += [Line((Bold(one.name), Plain(f" · {one.described(asked.lang)}"))) for one in COMMANDS]
    page = LinkButton(asked.say("button.page"), asked.deps.games.public_url)
    offered = ("move", "games", "new", "table", "board") if asked.caller else ("link",)
    buttons = [asked.button(Reference(action=one), "main" if one == offered[0] else "plain") for one in offered]
    return Message(lines=tuple(lines), buttons=(*buttons, page), private=True)


async def unknown(asked: Asked) -> Answer:
    """Something that we do not know: a word that was typed, or a button of another release."""
    key = "help.old_button" if asked.pressed else "help.unknown"
    buttons = (asked.button(Reference(action="help"), "main"),)
    return Message(lines=(asked.line(key, word=asked.reference.action),), buttons=buttons, private=True)


ACTIONS: Actions = {"help": help_}
