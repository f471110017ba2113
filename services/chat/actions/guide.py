"""Help: what can be asked for, and what to do first."""

from services.chat.action import Action, commands
from services.chat.call import ChatCall
from services.chat.message import Answer, Bold, ChatLine, LinkButton, Message, Plain


@Action("help", command=(), stores="never", who="anybody", at_table=False)
async def help_(call: ChatCall) -> Answer:
    """What can be done here; without an account, how to come by one."""
    lines = [call.line("help.title", "heading"), call.line("help.linked" if call.caller else "help.unlinked")]
    lines += [ChatLine((Bold(one.name), Plain(f" · {one.described(call.lang)}"))) for one in commands().values()]
    first, *others = ("move", "games", "new", "table", "board") if call.caller else ("link",)
    buttons = (call.button(first, "main"), *map(call.button, others))
    page = LinkButton(call.say("button.page"), call.acts.public_url)
    learn = LinkButton(call.say("button.learn"), f"{call.acts.public_url}/learn")
    return Message(lines=tuple(lines), buttons=(*buttons, learn, page), private=True)


async def unknown(call: ChatCall) -> Answer:
    """Something that we do not know: a word that was typed, or a button of another release."""
    key = "help.old_button" if call.pressed else "help.unknown"
    line = call.line(key, word=call.reference.action)
    return Message(lines=(line,), buttons=(call.button("help", "main"),), private=True)
