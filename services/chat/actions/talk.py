"""Words at a table: what is said to everybody there, and notes for oneself."""

from services.acts import talk as acts
from services.chat.action import Action, Argument
from services.chat.call import ChatCall
from services.chat.message import Answer, Bold, ChatForm, ChatLine, FormField, Message, Plain
from services.chat.reference import Reference
from services.chat.seats import require_seat
from services.chat.tables import TABLE
from services.free_text import LINE
from services.queries.tables import require_visible
from services.queries.talk import visible_lines

_LONGEST_NOTES = 3000
_SHOWN = 12
"""Lines of talk."""


async def _say_form(call: ChatCall) -> Answer:
    await require_seat(call)
    return _form(call, "say", FormField(call.say("argument.text"), long=True, most=LINE.longest))


@Action("say", command=(Argument("text", required=True, rest=True), TABLE), stores="given", who="seat", form=_say_form)
async def say(call: ChatCall) -> Answer:
    """Say something to everyone who may see the table."""
    text = (call.values[0] if call.values else call.arguments.get("text", "")).strip()
    if not text:
        return await _say_form(call)
    await acts.say(call.acts, call.ask(), call.game, text[: LINE.longest])
    return await talk(call)


@Action("talk", stores="never", who="anybody")
async def talk(call: ChatCall) -> Answer:
    """What was said at the table lately."""
    services, game = call.services, call.game
    await require_visible(call.acts.tables, game, call.user)
    newest = await services.talk.lines.length(game)
    lines = await services.talk.lines.read(game, max(0, newest - _SHOWN), _SHOWN)
    heard = await visible_lines(services.talk.mutes, call.acts.names, lines, call.user, call.lang)
    shown = [ChatLine((Bold(one.name), Plain(f": {one.text}"))) for one in heard if one.text]
    buttons = (call.button(Reference(action="say", game=game)), call.button_here("table"))
    return call.tell(call.line("talk.title", "heading"), *(shown or [call.line("talk.none")]), buttons=buttons)


async def _kept_notes(call: ChatCall) -> str | None:
    """The caller's notes; nothing if they are longer than a form holds: a part of them would replace the whole."""
    await require_seat(call)
    notes = await call.services.people.notes.get(call.game, call.principal.user_id) or ""
    return notes if len(notes) <= _LONGEST_NOTES else None


def _too_long(call: ChatCall) -> Message:
    return Message(lines=(call.line("notes.long"),), buttons=(call.browser(),), private=True)


async def _notes_form(call: ChatCall) -> Answer:
    notes = await _kept_notes(call)
    if notes is None:
        return _too_long(call)
    field = FormField(call.say("form.notes.field"), notes, long=True, required=False, most=_LONGEST_NOTES)
    return _form(call, "notes", field)


@Action("notes", stores="given", who="seat", form=_notes_form)
async def keep_notes(call: ChatCall) -> Answer:
    """Keep what the caller wrote in place of the notes before."""
    if await _kept_notes(call) is None:
        return _too_long(call)
    await acts.keep_notes(call.acts, call.ask(), call.game, call.values[0][:_LONGEST_NOTES])
    return Message(lines=(call.line("notes.kept"),), private=True)


def _form(call: ChatCall, action: str, field: FormField) -> ChatForm:
    return ChatForm(
        title=call.say(f"form.{action}.title"),
        submit=call.say(f"form.{action}.submit"),
        fields=(field,),
        reference=Reference(action=action, game=call.game),
    )
