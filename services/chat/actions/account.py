"""Tying a chat account to an account, and untying it."""

from domain.kernel.errors import NotFound
from services.acts import chat_links
from services.chat.action import Action, Argument
from services.chat.call import ChatCall
from services.chat.message import Answer, Bold, Button, ChatLine, LinkButton, Message
from services.identity.visitors import Visitor

PAGE = "/settings#chat"
"""Where a code is confirmed, and where the other kind of code is told."""


@Action("link", command=(Argument("code", rest=True),), who="anybody", at_table=False)
async def link(call: ChatCall) -> Answer:
    """With a code of the settings page: tie the two. Without one: a code to confirm there."""
    account, code = call.request.person.account, call.arguments.get("code", "")
    visitor = Visitor(None, call.lang)
    page = LinkButton(call.say("button.settings"), f"{call.acts.public_url}{PAGE}")
    if code:
        try:
            tied = await chat_links.accept_code_in_chat(call.acts, visitor, account, code)
        except NotFound:
            return _message(page, call.line("link.bad_code"))
        return _message(call.button("help", "main"), call.line("link.done", name=Bold(tied.name)))
    if call.caller is not None:
        return _message(call.button("help", "main"), call.line("link.already", name=Bold(call.caller.name)))
    offered = await chat_links.make_code_in_chat(call.acts, visitor, account, call.request.person.name)
    return _message(
        page,
        call.line("link.title", "heading"),
        call.line("link.code", code=Bold(f"{offered[:5]}-{offered[5:]}")),
        call.line("link.lasts", "small"),
    )


@Action("unlink", command=(), at_table=False)
async def unlink(call: ChatCall) -> Answer:
    """Untie the chat account that asks."""
    account, caller = call.request.person.account, call.principal
    await chat_links.unlink(call.acts, call.ask(), account.platform, account.workspace)
    return Message(lines=(call.line("link.undone", name=Bold(caller.name)),), private=True)


def _message(button: Button | LinkButton, *lines: ChatLine) -> Message:
    return Message(lines=lines, buttons=(button,), private=True)
