"""A table that fills up: who sits there, and what is done before the game begins."""

import secrets
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from domain.kernel.errors import NotAllowed
from services.acts import seats, tables
from services.acts.ask import Ask
from services.acts.invitations import standing_code
from services.acts.terms import clock_words, option_words
from services.chat.action import Action
from services.chat.call import HERE, PUBLIC, ChatCall
from services.chat.here import tables_here
from services.chat.message import (
    Answer,
    Bold,
    Button,
    ChatForm,
    ChatLine,
    ChoiceGroup,
    FormField,
    Menu,
    MenuChoice,
    Message,
    Plain,
    text_line,
)
from services.chat.reference import Reference
from services.chat.tables import AT_TABLE
from services.free_text import NONCE, TITLE
from services.queries.catalog import told_bots
from services.queries.game import GameAnswer, read_game
from services.queries.queries import ReadRequest

_WORD_BYTES = 32


def made_word() -> str:
    """A word for the shuffle, made for somebody who has no browser that could make one."""
    return secrets.token_hex(_WORD_BYTES)


async def telling_word(call: ChatCall, shown: Message) -> Message:
    """The lobby, and the own word for the shuffle: whoever keeps it finds it in the record again."""
    async with call.acts.tables.lock(call.game):
        table = (await call.acts.tables.current(call.game)).match.table
        seat = table.seat_of(call.user)
        word = None if seat is None else table.chairs[seat].nonce
    told = [] if word is None else [call.line("lobby.own_word", "small", word=word)]
    return replace(shown, lines=(*shown.lines, *told))


async def lobby_message(call: ChatCall, *, public: bool = False) -> Message:
    """The lobby of a table; one that has begun says so."""
    public = public or call.public
    seen = await _seen(call)
    lines = [_title(call, seen), *_chairs(call, seen), *_terms(call, seen)]
    menus: list[Menu] = []
    if seen.status == "lobby":
        part = PUBLIC if public else HERE
        menus, buttons = [_bot_menu(call, seen, part)], _buttons(call, seen, part)
    else:
        lines.append(call.line("lobby.begun"))
        buttons = [call.button(Reference(action="move", game=call.game), "main")]
    answer = call.tell(*lines, menus=menus, buttons=(*buttons, call.browser()))
    return replace(answer, private=not public)


async def _seen(call: ChatCall) -> GameAnswer:
    return await read_game(call.acts, ReadRequest(call.game, call.user), lang=call.lang)


def _title(call: ChatCall, seen: GameAnswer) -> ChatLine:
    name = call.acts.tables.registry.get(seen.game).name_in(call.lang)
    return text_line(f"{name} · {seen.title}" if seen.title else name, "heading")


def _chairs(call: ChatCall, seen: GameAnswer) -> list[ChatLine]:
    bots = {one.bot: one.name for one in told_bots(call.acts.bots, call.lang)}
    chairs = []
    for seat in seen.seats:
        name = call.say("lobby.free") if seat.kind == "open" else bots.get(seat.bot or "", seat.name)
        piece = Plain(name) if seat.kind == "open" else Bold(name)
        host = call.say("lobby.host") if seat.user_id == seen.host else ""
        chairs.append(ChatLine((Plain(f"{seat.seat + 1}. "), piece, Plain(host))))
    return chairs


def _terms(call: ChatCall, seen: GameAnswer) -> list[ChatLine]:
    game, lang = call.acts.tables.registry.get(seen.game), call.lang
    terms = [
        clock_words(None if seen.clock is None else seen.clock.terms, lang),
        *option_words(game, seen.options, lang),
    ]
    free = sum(seat.kind == "open" for seat in seen.seats)
    lines = [text_line(" · ".join(terms), "small")]
    if seen.status == "lobby" and free:
        lines.append(call.line("lobby.starts_when_full", "small"))
    return lines


def _buttons(call: ChatCall, seen: GameAnswer, part: str) -> list[Button]:
    def button(action: str, *, main: bool = False) -> Button:
        reference = Reference(action=action, game=seen.game_id, version=seen.version, part=part)
        return call.button(reference, "main" if main else "plain")

    taken = sum(seat.kind != "open" for seat in seen.seats)
    least = min(call.acts.tables.registry.get(seen.game).meta.players)
    wordless = any(seat.kind == "human" and not seat.gave_nonce for seat in seen.seats)
    actions = ["join", "leave", *(["word"] if wordless else []), "rename", "invite"]
    if taken >= least:
        actions.insert(1, "start")
    return [button(action, main=action == "join") for action in actions]


def _bot_menu(call: ChatCall, seen: GameAnswer, part: str) -> Menu:
    choices = tuple(MenuChoice(one.name, one.bot, one.line) for one in told_bots(call.acts.bots, call.lang))
    reference = Reference(action="seatbot", game=seen.game_id, version=seen.version, part=part)
    return Menu(call.say("lobby.bot"), (ChoiceGroup("", choices),), reference)


async def _changed(call: ChatCall, change: Callable[[Ask], Awaitable[object]]) -> Message:
    """Change a table before the game begins, and show it; what was changed by this request before is only shown."""
    ask = call.ask()
    if await call.acts.is_new(call.acts.change_of(ask, call.game)):
        await change(ask)
    here = call.game in await tables_here(call)
    return await lobby_message(call, public=here and not call.pressed)


@Action("join", command=AT_TABLE, for_all=True)
async def join(call: ChatCall) -> Answer:
    """Take the next free chair. Whoever is where a private table lives was invited there."""

    async def sit_down(ask: Ask) -> None:
        code = await _code_here(call)
        seen = await read_game(call.acts, ReadRequest(call.game, call.user, code), lang=call.lang)
        word = made_word() if seen.status == "lobby" else None  # none is taken once the cards are dealt
        await seats.sit_down(call.acts, ask, call.game, seats.Door(code, word))

    return await telling_word(call, await _changed(call, sit_down))


async def _code_here(call: ChatCall) -> str | None:
    if call.game not in await tables_here(call):
        return None
    known = call.acts.tables
    async with known.lock(call.game):
        newest = await known.current(call.game)
        return standing_code(newest.match, known.now()) if newest.match.table.private else None


@Action("start", command=AT_TABLE, for_all=True)
async def start(call: ChatCall) -> Answer:
    """Begin with those who are there; the host may."""
    return await _changed(call, lambda ask: tables.start(call.acts, ask, call.game))


@Action("leave")
async def leave(call: ChatCall) -> Answer:
    """Free one's own chair."""

    async def free_chair(ask: Ask) -> None:
        seen = await _seen(call)
        if seen.status != "lobby":
            raise NotAllowed("not_in_lobby")
        await seats.free_chair(call.acts, ask, call.game, seen.you)

    return await _changed(call, free_chair)


@Action("seatbot")
async def seat_bot(call: ChatCall) -> Answer:
    """Give the next free chair to a bot; the host may."""
    if not call.values:
        return await lobby_message(call)
    return await _changed(call, lambda ask: seats.seat_bot(call.acts, ask, call.game, call.values[0]))


async def _form(call: ChatCall) -> Answer:
    """A form of one field, called by its action."""
    action = call.reference.action
    field = FormField(call.say(f"form.{action}.field"), most=_LONGEST[action])
    title, submit = call.say(f"form.{action}.title"), call.say(f"form.{action}.submit")
    return ChatForm(title=title, submit=submit, fields=(field,), reference=call.reference)


_LONGEST = {"word": NONCE.longest, "rename": TITLE.longest, "invite": TITLE.longest}


@Action("word", stores="given", form=_form)
async def word(call: ChatCall) -> Answer:
    """Add a word to the shuffle that the server could not know."""
    given = call.values[0].strip()[: NONCE.longest]
    return await _changed(call, lambda ask: seats.give_nonce(call.acts, ask, call.game, given))


@Action("rename", stores="given", form=_form)
async def rename(call: ChatCall) -> Answer:
    """Call the table something else; the host may."""
    terms = tables.NewTerms(title=" ".join(call.values[0].split())[: TITLE.longest])
    return await _changed(call, lambda ask: tables.change_terms(call.acts, ask, call.game, terms))


@Action("invite", stores="given", form=_form)
async def invite(call: ChatCall) -> Answer:
    """Invite somebody by the name of their account; the host may."""
    name = call.values[0].strip()
    return await _changed(call, lambda ask: seats.invite_person(call.acts, ask, call.game, name))
