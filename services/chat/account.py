"""Tying a chat account to an account, and untying it."""

from domain.kernel.errors import NotFound
from services.chat.asked import Actions, Asked
from services.outbound.chat.message import Answer, Bold, LinkButton, Message
from services.outbound.chat.reference import Reference

PAGE = "/settings#chat"
"""Where a code is confirmed, and where the other kind of code is told."""


async def link(asked: Asked) -> Answer:
    """With a code of the settings page: tie the two. Without one: a code to confirm there."""
    account, code = asked.request.person.account, asked.arguments.get("code", "")
    if code:
        try:
            tied = await asked.deps.linked.accept_in_chat(account, code)
        except NotFound:
            return Message(lines=(asked.line("link.bad_code"),), buttons=_page(asked), private=True)
        return _told(asked, "link.done", tied.name)
    if asked.caller is not None:
        return _told(asked, "link.already", asked.caller.name)
    offered = await asked.deps.linked.code_for_page(account, asked.request.person.name)
    lines = (
        asked.line("link.title", "heading"),
        asked.line("link.code", code=Bold(f"{offered[:5]}-{offered[5:]}")),
        asked.line("link.lasts", "small"),
    )
    return Message(lines=lines, buttons=_page(asked), private=True)


async def unlink(asked: Asked) -> Answer:
    """Untie the chat account that asks."""
    account, caller = asked.request.person.account, asked.principal
    await asked.deps.linked.unlink(caller.user_id, account.platform, account.workspace)
    return Message(lines=(asked.line("link.undone", name=Bold(caller.name)),), private=True)


def _told(asked: Asked, key: str, name: str) -> Message:
    buttons = (asked.button(Reference(action="help"), "main"),)
    return Message(lines=(asked.line(key, name=Bold(name)),), buttons=buttons, private=True)


def _page(asked: Asked) -> tuple[LinkButton]:
    return (LinkButton(asked.say("button.settings"), f"{asked.deps.games.public_url}{PAGE}"),)


ACTIONS: Actions = {"link": link, "unlink": unlink}
