"""Which table somebody means: the one named, the one that lives here, or one of their own."""

import re
from collections.abc import Sequence

from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId
from services.chat.asked import Actions, AnswerOtherwiseError, Asked
from services.chat.bound import tables_at
from services.outbound.chat.message import Answer, Choice, ChoiceGroup, Menu, Message
from services.outbound.chat.reference import Reference
from services.queries.lists import ListedGame, ListRequest, read_list

_GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
_RUNNING = ("active", "scoring", "lobby")
_LOOKING_BACK = frozenset({"scores", "log", "recap", "verify", "board", "rematch", "table", "games"})
"""What is still asked for once a game is over."""
_MOST = 100


class WhichTableError(AnswerOtherwiseError):
    """Several tables could be meant."""

    def __init__(self, tables: Sequence[ListedGame]) -> None:
        super().__init__()
        self.tables = tables


async def table_of(asked: Asked) -> GameId:
    """The table that is meant; `WhichTableError` if it is not clear."""
    if asked.reference.game:
        return checked_id(asked.reference.game)
    named = asked.arguments.get("table", "").strip()
    if named:
        return await _called(asked, named)
    here = await tables_at(asked.deps, asked.request.place)
    if len(here) == 1:
        return here[0]
    mine = await my_tables(asked)
    both = [one for one in mine if one.game_id in here] or mine
    if len(both) == 1:
        return GameId(both[0].game_id)
    raise WhichTableError(both)


def checked_id(text: str) -> GameId:
    """The id of a table, if it can be one."""
    if not _GAME_ID.fullmatch(text):
        raise NotFound
    return GameId(text)


async def _called(asked: Asked, name: str) -> GameId:
    """A table by its id, or one of the asker's by a part of its name."""
    if asked.caller is not None:
        mine = await my_tables(asked)
        found = [one for one in mine if name.casefold() in table_label(asked, one).casefold() or one.game_id == name]
        if len(found) == 1:
            return GameId(found[0].game_id)
        if found:
            raise WhichTableError(found)
    return checked_id(name)


async def my_tables(asked: Asked) -> list[ListedGame]:
    """The tables of whoever asks, those first that wait for the asker."""
    user = asked.principal.user_id
    found = (await read_list(asked.deps.games, ListRequest(user, user), _MOST, asked.lang)).items
    running = [one for one in found if one.status in _RUNNING]
    over = [one for one in found if one.status not in _RUNNING] if asked.reference.action in _LOOKING_BACK else []
    return sorted(running, key=lambda one: not _waits_for(one, user)) + over


def table_label(asked: Asked, table: ListedGame) -> str:
    """What a table is called in a list."""
    known = {game.meta.slug: game.name_in(asked.lang) for game in asked.deps.games.tables.registry}
    name = known.get(table.game, table.game)
    return f"{table.title} · {name}" if table.title else name


def which_table(asked: Asked, tables: Sequence[ListedGame]) -> Answer:
    """A menu of tables; each line asks for the same at that table."""
    if not tables:
        buttons = (asked.button(Reference(action="new"), "main"),)
        return Message(lines=(asked.line("tables.none"),), buttons=buttons, private=True, replaces=asked.replaces)
    user = asked.user
    choices = tuple(
        Choice(table_label(asked, one), one.game_id, asked.say(f"tables.{_state(one, user)}")) for one in tables
    )
    reference = Reference(action="at", part=asked.reference.action)
    menu = Menu(asked.say("tables.which"), (ChoiceGroup("", choices),), reference)
    return Message(lines=(asked.line("tables.which"),), menus=(menu,), private=True, replaces=asked.replaces)


async def games(asked: Asked) -> Answer:
    """The asker's tables."""
    found = await my_tables(asked)
    if not found:
        return which_table(asked, found)
    return which_table(asked._replace(reference=Reference(action="table")), found)


def _waits_for(table: ListedGame, user: str | None) -> bool:
    return any(seat.user_id == user and seat.seat in table.to_act for seat in table.seats)


def _state(table: ListedGame, user: str | None) -> str:
    if table.status in {"finished", "abandoned"}:
        return "over"
    if table.status == "lobby":
        return "lobby"
    return "yours" if _waits_for(table, user) else "others"


ACTIONS: Actions = {"games": games}
