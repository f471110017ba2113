"""Composing a turn: point at something, go back a step, discard, confirm, take back. Each is a form of its own.

A script gets the table as it is then; without one a browser is sent back to the page.
"""

from collections.abc import Sequence
from random import Random

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel.errors import ActaError, BatchRefused, IllegalMove, StaleVersion, UndoBarred
from domain.kernel.game import Command
from domain.kernel.ids import GameId, Version
from services.commands import choices
from services.play.deps import AnyRequest, GameDeps
from services.play.drafting import command_values, fitting_draft, keep_draft
from services.play.positions import Position, Reading, position_of, read_position
from services.queries.composing import Pointed, digest_of, meant
from services.queries.proposing import with_set_up
from services.queries.refusals import game_rows
from services.queries.tables import visible_table
from services.web.deps import Web, WebDeps
from services.web.forms import Form, form_of
from services.web.table.showing import FRAGMENT, Said, reading_of, show
from services.web.table.turn_bar import parted

Answer = Response[bytes] | Redirect
_ELSEWHERE = Said("elsewhere")
"""The draft is not the one that this page has shown: it was composed on in another tab or on another device."""


@post("/games/{game_id:str}/pick", status_code=200)
async def pick(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Point at something: the path of everything that was pointed at since the last whole command."""
    user, form, games = web.games.player(request), await form_of(request), web.games
    reading, said, aside = reading_of(request, game_id), None, None
    async with visible_table(games.tables, game_id, user) as newest:
        choices.seat_to_play(newest.match, user)
        composed = (await position_of(games, newest, reading)).composed
        commands = composed.commands if composed else ()
        if _is_other(form, commands):
            said = _ELSEWHERE
        else:
            pointed = meant(composed.pointing, parted(form["path"])) if composed else Pointed(None)
            reading = reading._replace(path=pointed.path)
            if pointed.command is not None and pointed.command.ASIDE:
                aside = pointed.command
            elif pointed.command is not None:
                commands = (*commands, pointed.command)
                await keep_draft(games, newest, user, commands)
            elif not pointed.path:
                said = Said("gone")
        position = await position_of(games, newest, reading, commands)
    if aside is not None:
        return await _give_aside(web, request, reading, aside)
    return await _answer(web, request, position, reading, said)


@post("/games/{game_id:str}/propose", status_code=200)
async def propose(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Have the rest of the set-up proposed, as a draft. Asked for twice it is the same."""
    web.games.read_limit.take(request)  # it looks through every choice in several worlds
    user, form, games = web.games.player(request), await form_of(request), web.games
    reading, said = reading_of(request, game_id), None
    async with visible_table(games.tables, game_id, user) as newest:
        seat = choices.seat_to_play(newest.match, user)
        commands = await fitting_draft(games, newest, user)
        if _is_other(form, commands):
            said = _ELSEWHERE
        else:
            chance = Random(f"{game_id} {newest.version} {seat}")  # noqa: S311 - nothing is to be kept secret
            commands = with_set_up(newest.match, seat, commands, chance)
            await keep_draft(games, newest, user, commands)
        position = await position_of(games, newest, reading, commands)
    return await _answer(web, request, position, reading, said)


@post("/games/{game_id:str}/back", status_code=200)
async def back(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Take back the last thing that was pointed at, or else the last step of the draft; or go back to a step."""
    user, form, games = web.games.player(request), await form_of(request), web.games
    reading, said = reading_of(request, game_id), None
    async with visible_table(games.tables, game_id, user) as newest:
        choices.seat_to_play(newest.match, user)
        composed = (await position_of(games, newest, reading)).composed
        commands = composed.commands if composed else ()
        path, steps = parted(form["path"]), form.number("steps")
        if _is_other(form, commands):
            said = _ELSEWHERE
        elif path and steps is None:
            reading = reading._replace(path=path[:-1])
        else:
            commands = commands[: -1 if steps is None else steps]
            await keep_draft(games, newest, user, commands)
        position = await position_of(games, newest, reading, commands)
    return await _answer(web, request, position, reading, said)


@post("/games/{game_id:str}/discard", status_code=200)
async def discard(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Forget the whole draft."""
    user, games, reading = web.games.player(request), web.games, reading_of(request, game_id)
    async with visible_table(games.tables, game_id, user) as newest:
        choices.seat_to_play(newest.match, user)
        await games.drafts.drop(GameId(game_id), user)
        position = await position_of(games, newest, reading, ())
    return await _answer(web, request, position, reading)


@post("/games/{game_id:str}/confirm", status_code=200)
async def confirm(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Confirm the draft that the page has shown, on the version that it has shown. A repeat is carried out once."""
    form, games, reading = await form_of(request), web.games, reading_of(request, game_id)
    user, named = games.begin_change(request, game_id, None, f"{form['draft']} {form['version']}")
    async with visible_table(games.tables, game_id, user) as newest:
        commands = await fitting_draft(games, newest, user)
    if not await games.is_new(named):
        return await shown(web, request, reading, Said("confirmed"))
    if _is_other(form, commands) or not commands:
        return await shown(web, request, reading, _ELSEWHERE, 409)
    expected = Version(form.number("version") or 0)
    try:
        await choices.confirm(games.tables, named, user, command_values(commands), expected)
    except (StaleVersion, IllegalMove, BatchRefused) as refusal:
        return await shown(web, request, reading, _refused(games, refusal, reading.lang), 409)
    await games.drafts.drop(GameId(game_id), user)
    return await shown(web, request, reading, Said("confirmed"))


@post("/games/{game_id:str}/undo", status_code=200)
async def undo(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Take back what was confirmed last, as far as nothing came to light since."""
    games, reading = web.games, reading_of(request, game_id)
    form = await form_of(request)
    user, named = games.begin_change(request, game_id, None, form["version"] or None)
    try:
        await choices.undo(games.tables, named, user, most=games.undos_per_turn)
    except (StaleVersion, UndoBarred) as refusal:
        return await shown(web, request, reading, _refused(games, refusal, reading.lang), 409)
    return await shown(web, request, reading, Said("undone"))


async def _give_aside(web: WebDeps, request: AnyRequest, reading: Reading, command: Command) -> Answer:
    """Give a command that nobody waits for: at once, and beside the draft."""
    games = web.games
    user, named = games.begin_change(request, reading.game_id, None, None)
    try:
        await choices.confirm(games.tables, named, user, command_values([command]))
    except (StaleVersion, IllegalMove) as refusal:
        return await shown(web, request, reading, _refused(games, refusal, reading.lang), 409)
    return await shown(web, request, reading)


def _is_other(form: Form, commands: Sequence[Command]) -> bool:
    """Whether the page shows another draft than the stored one."""
    return "draft" in form and form["draft"] != digest_of(commands)


def _refused(games: GameDeps, refusal: ActaError, lang: str) -> Said:
    """A refusal in words."""
    if isinstance(refusal, StaleVersion):
        return Said("moved_on")
    rows = game_rows(games.tables.registry)
    problem = next(words for kind, words in rows.items() if isinstance(refusal, kind))(refusal)
    return Said("refused", {"why": problem.detail(lang)})


async def shown(
    web: WebDeps, request: AnyRequest, reading: Reading, said: Said | None = None, status: int = 200
) -> Answer:
    """The table as it is by now."""
    position = await read_position(web.games, reading)
    if position is None:  # a game that runs never becomes a lobby again
        return Redirect(f"/games/{reading.game_id}", status_code=303)
    return await _answer(web, request, position, reading, said, status)


async def _answer(
    web: WebDeps, request: AnyRequest, position: Position, reading: Reading, said: Said | None = None, status: int = 200
) -> Answer:
    """What a script swaps in; a browser without one is sent to the page, unless there is something to say."""
    if request.headers.get(FRAGMENT) or status != 200:  # noqa: PLR2004 - all is well
        return await show(web, request, position, reading, said, status)
    path = f"?path={'+'.join(position.path)}" if position.path else ""
    return Redirect(f"/games/{reading.game_id}{path}#turn", status_code=303)


HANDLERS = [pick, propose, back, discard, confirm, undo]
