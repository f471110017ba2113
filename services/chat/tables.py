"""Which table somebody means: the one named, the one that lives here, or one of their own."""

import re
from collections.abc import Sequence

from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId
from services.chat.action import ACTIONS, Argument
from services.chat.call import AnswerOtherwiseError, ChatCall
from services.chat.here import tables_here
from services.chat.message import ChoiceGroup, Menu, MenuChoice, Message
from services.chat.reference import Reference
from services.queries.lists import ListedGame, ListRequest, read_list

_GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
_RUNNING = ("active", "scoring", "lobby")
_MOST = 100


class WhichTableError(AnswerOtherwiseError):
    """Several tables could be meant."""

    def __init__(self, tables: Sequence[ListedGame]) -> None:
        super().__init__()
        self._tables = tables

    def answer(self, call: ChatCall) -> Message:
        return which_table(call, self._tables)


async def table_of(call: ChatCall) -> GameId:
    """The table that is meant; `WhichTableError` if it is not clear."""
    if call.reference.game:
        return _checked_id(call.reference.game)
    named = call.arguments.get("table", "").strip()
    if named:
        return await _called(call, named)
    here = await tables_here(call)
    if len(here) == 1:
        return here[0]
    mine = await my_tables(call)
    both = [one for one in mine if one.game_id in here] or mine
    if len(both) == 1:
        return GameId(both[0].game_id)
    raise WhichTableError(both)


def _checked_id(text: str) -> GameId:
    """The id of a table, if it can be one."""
    if not _GAME_ID.fullmatch(text):
        raise NotFound
    return GameId(text)


async def _called(call: ChatCall, name: str) -> GameId:
    """A table by its id, or one of the caller's by a part of its name."""
    if call.caller is not None:
        mine = await my_tables(call)
        fitting = [one for one in mine if name.casefold() in _label(call, one).casefold() or one.game_id == name]
        if len(fitting) == 1:
            return GameId(fitting[0].game_id)
        if fitting:
            raise WhichTableError(fitting)
    return _checked_id(name)


async def my_tables(call: ChatCall) -> list[ListedGame]:
    """The tables of the caller, those first that wait for the caller."""
    user = call.principal.user_id
    tables = (await read_list(call.acts, ListRequest(user, user), _MOST, call.lang)).items
    running = [one for one in tables if one.status in _RUNNING]
    looks_back = ACTIONS[call.reference.action].looks_back
    over = [one for one in tables if one.status not in _RUNNING] if looks_back else []
    return sorted(running, key=lambda one: not _waits_for(one, user)) + over


def which_table(call: ChatCall, tables: Sequence[ListedGame]) -> Message:
    """A menu of tables; each line asks for the same action at that table."""
    if not tables:
        return call.tell(call.line("tables.none"), buttons=[call.button("new", "main")])
    user = call.user
    choices = tuple(
        MenuChoice(_label(call, one), one.game_id, call.say(f"tables.{_state(one, user)}")) for one in tables
    )
    reference = Reference(action="at", part=call.reference.action, page=call.reference.page)
    menu = Menu(call.say("tables.which"), (ChoiceGroup("", choices),), reference)
    return call.tell(call.line("tables.which"), menus=[menu])


async def _choices(call: ChatCall) -> list[MenuChoice]:
    return [MenuChoice(_label(call, one), one.game_id) for one in await my_tables(call)]


def _label(call: ChatCall, table: ListedGame) -> str:
    """What a table is called in a list."""
    known = {game.meta.slug: game.name_in(call.lang) for game in call.acts.tables.registry}
    name = known.get(table.game, table.game)
    return f"{table.title} · {name}" if table.title else name


def _waits_for(table: ListedGame, user: str | None) -> bool:
    return any(seat.user_id == user and seat.seat in table.to_act for seat in table.seats)


def _state(table: ListedGame, user: str | None) -> str:
    if table.status in {"finished", "abandoned"}:
        return "over"
    if table.status == "lobby":
        return "lobby"
    return "yours" if _waits_for(table, user) else "others"


TABLE = Argument("table", complete=_choices, rest=True)
AT_TABLE = (TABLE,)
"""The arguments of a command that needs to know nothing but its table."""
