"""What a table agrees on beside the game, and what people say there."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from domain.kernel import lobby, overtime
from domain.kernel.clock import written
from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId, Seat, UserId
from domain.kernel.match import Batch
from domain.kernel.table import ABANDON, HOST, PAUSE, RESUME
from services.chat.asked import HERE, Actions, Asked
from services.chat.lobby import lobby_message
from services.chat.seats import own_seat
from services.chat.standing import browser_button, score_line, standing_lines, title_line
from services.chat.tables import checked_id, table_of
from services.commands.table_changes import rematch as play_again
from services.outbound.chat.message import (
    Answer,
    Bold,
    Button,
    Choice,
    ChoiceGroup,
    Field,
    Form,
    Line,
    Menu,
    Message,
    Plain,
)
from services.outbound.chat.reference import Reference
from services.play.positions import Position, Reading, read_position
from services.play.vacations import tell_all_tables, vacation_span
from services.queries.tables import visible_table
from services.queries.talk import visible_lines

LONGEST_LINE, LONGEST_NOTES = 2000, 3000
_TALK = 12
"""Lines of talk that are shown."""
Act = Callable[[Batch], object]


async def table(asked: Asked) -> Answer:
    """The table in a few lines, and everything that can be asked for there."""
    game = await table_of(asked)
    position = await read_position(asked.deps.games, Reading(game, asked.user, asked.lang))
    if position is None:
        return await lobby_message(asked, game)
    return _overview(asked, position)


def _overview(asked: Asked, position: Position, *told: Line) -> Message:
    game = position.game_id
    lines = [title_line(asked, position), *told, *standing_lines(asked, position), score_line(position)]
    actions = ["board", "log", "recap", "scores", "clock", "verify", "talk"]
    if position.table.host == asked.user:
        actions.append("channel")
    buttons = [asked.button(Reference(action=one, game=game, part=HERE)) for one in actions]
    if position.seat is not None:
        first = "rematch" if position.table.over else "move"
        buttons.insert(0, asked.button(Reference(action=first, game=game, part=HERE), "main"))
    menus = () if position.seat is None or position.table.over else (_menu(asked, position),)
    return Message(
        lines=tuple(lines),
        menus=menus,
        buttons=(*buttons, browser_button(asked, game)),
        private=True,
        replaces=asked.replaces,
    )


def _menu(asked: Asked, position: Position) -> Menu:
    """The rarer things: clocks, votes, giving up."""
    table_, names = position.table, position.players
    clocks = [] if table_.clock is None else ["resume" if table_.clocks.paused else "pause", "vacation"]
    hosting = table_.host == asked.user
    actions = [*clocks, "notes", *([] if hosting else ["host"]), "abandon", "resign"]
    choices = [Choice(asked.say(f"life.{one}"), one) for one in actions]
    if table_.clock is not None:
        choices += [
            Choice(asked.say("life.extend", name=names[seat]), f"extend{seat}")
            for seat in position.to_act
            if seat != position.seat
        ]
    reference = Reference(action="life", game=position.game_id, version=position.version, part=HERE)
    return Menu(asked.say("life.more"), (ChoiceGroup("", tuple(choices)),), reference)


async def life(asked: Asked) -> Answer:
    """A line of that menu."""
    value = asked.values[0] if asked.values else "table"
    action, _, seat = value.partition("extend")
    if seat.isdecimal():
        return await _acted(asked, "life.extended", lambda user: _extend(user, Seat(int(seat[:2]))))
    wanted = asked._replace(reference=Reference(action=action, game=asked.reference.game, part=HERE), values=())
    handler = ACTIONS.get(action)
    if handler is None:
        raise NotFound
    return await handler(wanted)


def _extend(user: UserId, seat: Seat) -> Act:
    return lambda batch: overtime.extend(batch, user, seat)


async def _vote(asked: Asked, motion: str) -> Answer:
    return await _acted(asked, "life.voted", lambda user: lambda batch: lobby.vote(batch, user, motion, agree=True))


async def host(asked: Asked) -> Answer:
    """Ask to become the host, or agree that whoever asked first does."""
    return await _vote(asked, HOST)


async def pause(asked: Asked) -> Answer:
    """Vote to stop the clocks, or to let them run again."""
    game = await table_of(asked)
    async with visible_table(asked.deps.games.tables, game, asked.user) as newest:
        motion = RESUME if newest.match.table.clocks.paused else PAUSE
    return await _vote(asked, motion)


async def resign(asked: Asked) -> Answer:
    """Give up: asked once more, since it cannot be taken back."""
    return await _sure(asked, "resign")


async def abandon(asked: Asked) -> Answer:
    """End the game without a result: asked once more, since it ends for everybody."""
    return await _sure(asked, "abandon")


async def _sure(asked: Asked, action: str) -> Answer:
    game = await table_of(asked)
    async with visible_table(asked.deps.games.tables, game, asked.user) as newest:
        own_seat(asked, newest)
    yes = Reference(action=f"{action}yes", game=game, part=HERE)
    buttons = (
        Button(asked.say(f"life.{action}"), yes, "danger"),
        Button(asked.say("button.no"), Reference(action="table", game=game, part=HERE)),
    )
    return Message(lines=(asked.line(f"life.{action}_sure"),), buttons=buttons, private=True, replaces=asked.replaces)


async def _resign(asked: Asked) -> Answer:
    return await _acted(asked, "life.resigned", lambda user: lambda batch: lobby.resign(batch, user))


async def _abandon(asked: Asked) -> Answer:
    return await _vote(asked, ABANDON)


async def _acted(asked: Asked, said: str, act: Callable[[UserId], Act]) -> Answer:
    """Change the table, and show it."""
    game, games = await table_of(asked), asked.deps.games
    user = asked.principal.user_id
    await games.change(asked.once(game), user, act(user))
    position = await read_position(games, Reading(game, asked.user, asked.lang))
    if position is None:
        return await lobby_message(asked, game)
    return _overview(asked, position, asked.line(said))


async def rematch(asked: Asked) -> Answer:
    """Open the table where the same people play again, or go there."""
    game = await table_of(asked)
    new = await play_again(asked.deps.games.tables, asked.once(game), asked.principal.user_id)
    return await lobby_message(asked, new)


async def vacation(asked: Asked) -> Answer:
    """Tell every table from when until when the asker is away; without days a form."""
    user, games = asked.principal.user_id, asked.deps.games
    first, last = asked.arguments.get("from", ""), asked.arguments.get("until", "")
    if asked.values:
        first, last = (*asked.values, "", "")[:2]
    elif not first:
        return _vacation_form(asked)
    zone = ZoneInfo((await asked.deps.services.preferences.of(user)).time_zone)
    begins, ends = _day(first, zone), _day(last or first, zone, 1)
    if begins is None or ends is None:
        return Message(lines=(asked.line("vacation.which_days"),), private=True)
    span = vacation_span(begins, ends, games.tables.now())
    told = await tell_all_tables(games, user, span)
    lines = (asked.line("vacation.told", tables=len(told), first=first, last=last or first),)
    return Message(lines=lines, private=True, replaces=False)


async def back_again(asked: Asked) -> Answer:
    """Tell every table that the asker is back."""
    user, games = asked.principal.user_id, asked.deps.games
    span = vacation_span(None, None, games.tables.now())
    await tell_all_tables(games, user, span)
    return Message(lines=(asked.line("vacation.back"),), private=True)


def _vacation_form(asked: Asked) -> Form:
    today = datetime.now(UTC).date()
    return Form(
        title=asked.say("form.vacation.title"),
        submit=asked.say("form.vacation.submit"),
        fields=(
            Field(asked.say("argument.from"), value=today.isoformat(), most=10),
            Field(asked.say("argument.until"), value=(today + timedelta(days=7)).isoformat(), most=10),
        ),
        reference=Reference(action="vacation"),
    )


def _day(text: str, zone: ZoneInfo, later: int = 0) -> datetime | None:
    """The beginning of a day (or of a later one) where the person lives."""
    try:
        return datetime.combine(date.fromisoformat(text.strip()) + timedelta(days=later), time(), zone)
    except (ValueError, OverflowError):
        return None


async def say(asked: Asked) -> Answer:
    """Say something to everyone who may see the table."""
    game, user, games = await table_of(asked), asked.principal.user_id, asked.deps.games
    text = (asked.values[0] if asked.values else asked.arguments.get("text", "")).strip()
    await _must_sit(asked, game)
    if not text:
        return Form(
            title=asked.say("form.say.title"),
            submit=asked.say("form.say.submit"),
            fields=(Field(asked.say("argument.text"), long=True, most=LONGEST_LINE),),
            reference=Reference(action="say", game=game),
        )
    asked.deps.talk.take(user)
    key = asked.once(game).key
    await asked.deps.services.talk.say(game, user, text[:LONGEST_LINE], written(games.tables.now()), key)
    return await talk(asked._replace(reference=Reference(action="talk", game=game)))


async def talk(asked: Asked) -> Answer:
    """What was said at the table lately."""
    game, services = await table_of(asked), asked.deps.services
    async with visible_table(asked.deps.games.tables, game, asked.user):
        newest = await services.talk.length(game)
    found = await services.talk.read(game, max(0, newest - _TALK), _TALK)
    heard = await visible_lines(services.mutes, asked.deps.games.names, found, asked.user, asked.lang)
    lines = [Line((Bold(one.name), Plain(f": {one.text}"))) for one in heard if one.text]
    buttons = (
        asked.button(Reference(action="say", game=game)),
        asked.button(Reference(action="table", game=game, part=HERE)),
    )
    shown = (asked.line("talk.title", "heading"), *(lines or [asked.line("talk.none")]))
    return Message(lines=shown, buttons=buttons, private=True, replaces=asked.replaces)


async def notes(asked: Asked) -> Answer:
    """The asker's own notes of the table, in a form."""
    game, user, games = await table_of(asked), asked.principal.user_id, asked.deps.games
    await _must_sit(asked, game)
    kept = await games.notes.get(game, user) or ""
    if len(kept) > LONGEST_NOTES:  # a form holds a part of them, which would replace the whole
        return Message(lines=(asked.line("notes.long"),), buttons=(browser_button(asked, game),), private=True)
    if asked.values:
        games.free_space.require()
        await games.notes.put(game, user, asked.values[0][:LONGEST_NOTES])
        return Message(lines=(asked.line("notes.kept"),), private=True)
    return Form(
        title=asked.say("form.notes.title"),
        submit=asked.say("form.notes.submit"),
        fields=(Field(asked.say("form.notes.field"), kept, long=True, required=False, most=LONGEST_NOTES),),
        reference=Reference(action="notes", game=game),
    )


async def _must_sit(asked: Asked, game: GameId) -> None:
    async with visible_table(asked.deps.games.tables, checked_id(game), asked.user) as newest:
        own_seat(asked._replace(reference=Reference(action="say")), newest)


ACTIONS: Actions = {
    "table": table,
    "life": life,
    "pause": pause,
    "resume": pause,
    "host": host,
    "abandon": abandon,
    "abandonyes": _abandon,
    "resign": resign,
    "resignyes": _resign,
    "rematch": rematch,
    "vacation": vacation,
    "backagain": back_again,
    "say": say,
    "talk": talk,
    "notes": notes,
}
