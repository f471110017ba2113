"""What a table agrees on beside the game: clocks, its host, its end, another game."""

from datetime import UTC, datetime, timedelta

from domain.kernel.errors import NotFound
from domain.kernel.table import ABANDON, HOST, PAUSE, RESUME
from services.acts import tables, vacations
from services.chat.action import Action, Argument
from services.chat.actions.lobby import lobby_message
from services.chat.actions.table import table_message
from services.chat.call import HERE, ChatCall
from services.chat.message import Answer, Button, ChatForm, FormField, Message
from services.chat.reference import Reference
from services.chat.seats import require_seat
from services.chat.tables import AT_TABLE
from services.queries.tables import visible_table


async def _vote(call: ChatCall, vote: tables.Vote, news: str = "life.voted") -> Answer:
    await tables.vote(call.acts, call.ask(), call.game, vote)
    return await table_message(call, call.line(news))


@Action("extend")
async def extend(call: ChatCall) -> Answer:
    """Give somebody more time."""
    if not call.values:
        raise NotFound
    return await _vote(call, tables.Vote(tables.EXTEND, seat=int(call.values[0][:2])), "life.extended")


@Action("host")
async def host(call: ChatCall) -> Answer:
    """Ask to become the host, or agree that whoever asked first does."""
    return await _vote(call, tables.Vote(HOST))


@Action("pause", command=AT_TABLE)
@Action("resume")
async def pause(call: ChatCall) -> Answer:
    """Vote to stop the clocks, or to let them run again."""
    async with visible_table(call.acts.tables, call.game, call.user) as newest:
        motion = RESUME if newest.match.table.clocks.paused else PAUSE
    return await _vote(call, tables.Vote(motion))


@Action("resign", command=AT_TABLE, stores="never", who="seat")
@Action("abandon", stores="never", who="seat")
async def ask_again(call: ChatCall) -> Answer:
    """Giving up, or ending the game for everybody, cannot be taken back: a button says whether that is meant."""
    await require_seat(call)
    action = call.reference.action
    yes = Reference(action=f"{action}yes", game=call.game, part=HERE)
    no = Reference(action="table", game=call.game, part=HERE)
    buttons = (Button(call.say(f"life.{action}"), yes, "danger"), Button(call.say("button.no"), no))
    return call.tell(call.line(f"life.{action}_sure"), buttons=buttons)


@Action("resignyes")
async def resign(call: ChatCall) -> Answer:
    """Give up the seat."""
    await tables.resign(call.acts, call.ask(), call.game)
    return await table_message(call, call.line("life.resigned"))


@Action("abandonyes")
async def abandon(call: ChatCall) -> Answer:
    """Vote for the end of the game without a result."""
    return await _vote(call, tables.Vote(ABANDON))


@Action("rematch", command=AT_TABLE, looks_back=True)
async def rematch(call: ChatCall) -> Answer:
    """Open the table where the same people play again, or go there."""
    opened = await tables.rematch(call.acts, call.ask(), call.game)
    return await lobby_message(call._replace(game=opened))


async def _vacation_form(call: ChatCall) -> Answer:
    today = datetime.now(UTC).date()
    return ChatForm(
        title=call.say("form.vacation.title"),
        submit=call.say("form.vacation.submit"),
        fields=(
            FormField(call.say("argument.from"), value=today.isoformat(), most=10),
            FormField(call.say("argument.until"), value=(today + timedelta(days=7)).isoformat(), most=10),
        ),
        reference=Reference(action="vacation"),
    )


_DAYS = (Argument("from"), Argument("until"))


@Action("vacation", command=_DAYS, stores="given", form=_vacation_form, at_table=False)
async def vacation(call: ChatCall) -> Answer:
    """Tell every table from when until when the caller is away."""
    first, last = (*call.values, "", "")[:2] if call.values else (call.arguments.get(one.name, "") for one in _DAYS)
    first, last = first or last, last or first
    span = await vacations.days_of(call.acts, call.principal.user_id, first, last)
    tables_told = await vacations.announce_everywhere(call.acts, call.ask(), span)
    line = call.line("vacation.told", tables=len(tables_told), first=first, last=last)
    return Message(lines=(line,), private=True)


@Action("backagain", at_table=False)
async def back_again(call: ChatCall) -> Answer:
    """Tell every table that the caller is back."""
    await vacations.announce_everywhere(call.acts, call.ask(), vacations.BACK)
    return Message(lines=(call.line("vacation.back"),), private=True)
