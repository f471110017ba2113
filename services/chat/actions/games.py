"""The caller's tables."""

from services.chat.action import ACTIONS, Action
from services.chat.actions.guide import unknown
from services.chat.call import ChatCall
from services.chat.message import Answer
from services.chat.reference import Reference
from services.chat.tables import my_tables, which_table


@Action("games", command=(), stores="never", at_table=False, looks_back=True)
async def games(call: ChatCall) -> Answer:
    """The caller's tables; choosing one leads to it."""
    tables = await my_tables(call)
    return which_table(call._replace(reference=Reference(action="table")) if tables else call, tables)


@Action("at", stores="never", at_table=False, in_place=True)
async def another_page(call: ChatCall) -> Answer:
    """Another page of a menu of tables; a line of it asks for the action that is its part."""
    wanted = Reference(action=call.reference.part, page=call.reference.page)
    if wanted.action not in ACTIONS:
        return await unknown(call)
    call = call._replace(reference=wanted)
    return which_table(call, await my_tables(call))
