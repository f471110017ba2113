"""Composing a turn in a chat: choose from menus, go back a step, discard, confirm, take back.

What is composed is the player's one stored draft, which the page shows as well. A press on something that was shown
before the board moved on changes nothing and is answered with the board as it is.
"""

from collections.abc import Sequence

from domain.kernel.game import Command
from domain.kernel.ids import Seat, Version
from services.acts import turns
from services.acts.turns import Choose, Composed, Confirmed, MovedOn, Outcome, Refused, Shown
from services.chat.action import Action, Argument
from services.chat.actions.lobby import lobby_message
from services.chat.call import ChatCall
from services.chat.menus import command_line, command_name
from services.chat.message import Answer, ChatLine, MenuChoice, Message, text_line
from services.chat.reference import UnknownReference, key_of, parse_key
from services.chat.refusal_words import explained
from services.chat.seats import own_seat
from services.chat.tables import AT_TABLE, TABLE, table_of
from services.chat.turn_message import START, MenuPlace, options_of, turn_message
from services.queries.composing import Composed as DraftFold
from services.queries.composing import Pointed
from services.queries.positions import Position, position_of
from services.queries.queries import ReadRequest
from services.queries.tables import visible_table
from services.queries.timeline import in_short
from services.queries.visible_log import open_log


async def _options(call: ChatCall) -> list[MenuChoice]:
    """Every option of the turn as a line, to complete what is typed."""
    position = await _position(call._replace(game=await table_of(call)))
    if position is None or position.composed is None:
        return []
    owed = [one for one in options_of(call, position, position.composed) if not one.command.ASIDE]
    lines = [command_line(one) for one in owed]
    return [MenuChoice(line.label, key_of(at, line.content).encoded()) for at, line in enumerate(lines)]


_OPTION = Argument("option", complete=_options, rest=True)


@Action("move", command=(_OPTION, TABLE), stores="given", who="seat")
async def move(call: ChatCall) -> Answer:
    """The turn as it stands; with an option that was typed, a step further."""
    wanted = call.arguments.get("option", "")
    if not wanted:
        return await _present(call)
    outcome = await _pick(call, Shown(call.reading), lambda draft: Pointed(_typed(draft, wanted)))
    if isinstance(outcome, MovedOn) and outcome.position is not None:
        return turn_message(call, outcome.position, news=[call.line("turn.unknown_option", typed=wanted)])
    return await _answer(call, outcome)


@Action("pick", who="seat", in_place=True)
async def pick(call: ChatCall) -> Answer:
    """A line of a menu: a command becomes the next step, anything else leads to the menu after it."""
    if not call.values:
        return await _present(call, MenuPlace(call.reference.part, call.reference.page))
    name = _name(call.values[0])
    outcome = await _pick(call, _shown(call), lambda draft: Pointed(_named(_commands(draft), name)))
    leads_on = isinstance(outcome, MovedOn) and outcome.why == "gone"
    return await _answer(call, outcome, place=MenuPlace(name) if leads_on else START)


@Action("aside", who="seat", in_place=True)
async def aside(call: ChatCall) -> Answer:
    """Give a command that nobody waits for: at once, and beside the draft."""
    if not call.values:
        return await _present(call)
    name = _name(call.values[0])
    shown = _shown(call)._replace(draft=None)
    return await _answer(
        call, await _pick(call, shown, lambda draft: Pointed(_named(_commands(draft, aside=True), name)))
    )


@Action("back", who="seat", in_place=True)
async def back(call: ChatCall) -> Answer:
    """To the first menu, or else a step back."""
    if call.reference.part:
        return await _present(call)
    return await _answer(call, await turns.back(call.acts, call.ask(), _shown(call)))


@Action("discard", who="seat", in_place=True)
async def discard(call: ChatCall) -> Answer:
    """Forget the whole draft."""
    return await _answer(call, await turns.discard(call.acts, call.ask(), _shown(call)))


@Action("confirm", who="seat", in_place=True)
async def confirm(call: ChatCall) -> Answer:
    """Confirm the draft that was shown, on the version that was shown; pressed twice it is carried out once."""
    return await _answer(call, await turns.confirm(call.acts, call.ask(), _shown(call)))


@Action("undo", command=AT_TABLE, who="seat")
async def undo(call: ChatCall) -> Answer:
    """Take back what was confirmed last, as far as nothing came to light since."""
    shown = _shown(call) if call.pressed else Shown(call.reading)
    outcome = await turns.take_back(call.acts, call.ask(), shown)
    if isinstance(outcome, Confirmed):
        return await _present(call, news=[call.line("turn.undone")])
    return await _answer(call, outcome)


async def _pick(call: ChatCall, shown: Shown, choose: Choose) -> Outcome:
    return await turns.pick(call.acts, call.ask(), shown, choose)


def _shown(call: ChatCall) -> Shown:
    """What the message that was pressed had shown."""
    reference = call.reference
    seat = None if reference.seat is None else Seat(reference.seat)
    return Shown(call.reading, reference.draft, Version(reference.version), seat)


async def _answer(call: ChatCall, outcome: Outcome, place: MenuPlace = START) -> Answer:
    """The turn after what was asked for, and what is to be said about it."""
    news: list[ChatLine] = []
    match outcome:
        case Composed():
            pass
        case Confirmed():
            news = await _happened(call, outcome)
        case MovedOn():
            news = [] if place is not START else [call.line("turn.moved_on")]
        case Refused(error=error):
            news = [text_line(explained(call, error))]
    if outcome.position is None:
        return await lobby_message(call)
    return turn_message(call, outcome.position, place, news)


async def _happened(call: ChatCall, confirmed: Confirmed) -> list[ChatLine]:
    """What came of it, as the player may know it."""
    lines: list[ChatLine] = []
    if confirmed.written is not None:
        log = await open_log(call.acts, ReadRequest(call.game, call.user))
        written = await in_short(log, confirmed.written.records, call.lang)
        lines = [text_line(line.text) for turn in written.turns for line in turn.lines if not line.retracted]
    return [call.line("turn.confirmed"), *lines]


async def _present(call: ChatCall, place: MenuPlace = START, news: Sequence[ChatLine] = ()) -> Message:
    """The turn as it is by now."""
    position = await _position(call)
    return await lobby_message(call) if position is None else turn_message(call, position, place, news)


async def _position(call: ChatCall) -> Position | None:
    """The table with the draft of the caller, who must have a seat; nothing while it is a lobby."""
    async with visible_table(call.acts.tables, call.game, call.user) as newest:
        own_seat(call, newest)
        if newest.match.state is None:
            return None
        return await position_of(call.acts, newest, call.reading)


def _typed(draft: DraftFold, wanted: str) -> Command | None:
    """The option that was typed or completed: by its key, or by what it is called."""
    by_key = _named(_commands(draft), _name(wanted))
    if by_key is not None:
        return by_key
    typed = wanted.strip().casefold()
    owed = [(one.command, one.label.casefold()) for one in draft.pointing.choices if not one.command.ASIDE]
    called = [command for command, label in owed if label == typed]
    parts = [command for command, label in owed if typed in label]
    return next((those[0] for those in (called, parts) if len(those) == 1), None)


def _commands(draft: DraftFold, *, aside: bool = False) -> list[Command]:
    return [one.command for one in draft.pointing.choices if aside == one.command.ASIDE]


def _name(value: str) -> str:
    """The hash of a line; nothing for a text that is no key."""
    try:
        return parse_key(value).digest
    except UnknownReference:
        return ""


def _named(commands: Sequence[Command], name: str) -> Command | None:
    return next((one for one in commands if name and command_name(one) == name), None)
