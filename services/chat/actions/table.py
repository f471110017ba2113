"""The table in a few lines, and everything that can be asked for there."""

from services.chat.action import Action
from services.chat.actions.lobby import lobby_message
from services.chat.call import HERE, ChatCall
from services.chat.message import Answer, ChatLine, ChoiceGroup, Menu, MenuChoice, Message
from services.chat.reference import Reference
from services.chat.standing import score_line, standing_lines, title_line
from services.chat.tables import AT_TABLE
from services.queries.positions import Position, read_position


@Action("table", command=AT_TABLE, stores="never", who="anybody", looks_back=True)
async def table(call: ChatCall) -> Answer:
    """The table as it stands."""
    return await table_message(call)


async def table_message(call: ChatCall, *news: ChatLine) -> Message:
    """The table, with what just came of it; its lobby before the game begins."""
    position = await read_position(call.acts, call.reading)
    return await lobby_message(call) if position is None else _overview(call, position, *news)


def _overview(call: ChatCall, position: Position, *news: ChatLine) -> Message:
    lines = [title_line(call, position), *news, *standing_lines(call, position), score_line(position)]
    actions = ["board", "log", "recap", "scores", "clock", "verify", "talk"]
    if position.table.host == call.user:
        actions.append("channel")
    buttons = list(map(call.button_here, actions))
    if position.seat is not None:
        buttons.insert(0, call.button_here("rematch" if position.table.over else "move", "main"))
    menus = () if position.seat is None or position.table.over else (_menu(call, position),)
    return call.tell(*lines, menus=menus, buttons=(*buttons, call.browser()))


def _menu(call: ChatCall, position: Position) -> Menu:
    """The rarer actions: clocks, votes, giving up. Each line is called as its action."""
    table_, names = position.table, position.players
    clocks = [] if table_.clock is None else ["resume" if table_.clocks.paused else "pause", "vacation"]
    hosting = table_.host == call.user
    actions = [*clocks, "notes", *([] if hosting else ["host"]), "abandon", "resign"]
    choices = [MenuChoice(call.say(f"life.{one}"), one) for one in actions]
    if table_.clock is not None:
        choices += [
            MenuChoice(call.say("life.extend", name=names[seat]), f"extend{seat}")
            for seat in position.to_act
            if seat != position.seat
        ]
    reference = Reference(action="life", game=position.game_id, version=position.version, part=HERE)
    return Menu(call.say("life.more"), (ChoiceGroup("", tuple(choices)),), reference)
