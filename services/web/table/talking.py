"""What people say at a table, and what each of them notes down for themselves."""

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel.clock import written
from domain.kernel.errors import NotYourSeat
from domain.kernel.ids import GameId
from services.identity.limits import CommandLimit
from services.play.deps import AnyRequest
from services.problems import BAD_REQUEST, ProblemError
from services.queries.tables import visible_table
from services.web.deps import Web, WebDeps
from services.web.forms import form_of
from services.web.table.composing import shown
from services.web.table.showing import Said, reading_of

LONGEST_LINE, LONGEST_NOTES = 2000, 20_000
_LIMIT = CommandLimit(1, 20)
"""How often one person may speak, as the API has it."""


@post("/games/{game_id:str}/say", status_code=200)
async def say_something(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Response[bytes] | Redirect:
    """Say something to everyone who may see the table."""
    text = (await form_of(request))["text"].strip()
    if not 0 < len(text) <= LONGEST_LINE:
        raise ProblemError(BAD_REQUEST)
    user, named = web.games.begin_change(request, game_id, None, None)
    await _must_sit(web, game_id, request)
    _LIMIT.take(user)
    await web.services.talk.say(GameId(game_id), user, text, written(web.games.tables.now()), named.key)
    return await shown(web, request, reading_of(request, game_id), Said("said"))


@post("/games/{game_id:str}/notes", status_code=200)
async def keep_notes(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Response[bytes] | Redirect:
    """Write private notes in place of those before."""
    text = (await form_of(request))["text"]
    if len(text) > LONGEST_NOTES:
        raise ProblemError(BAD_REQUEST)
    user, named = web.games.begin_change(request, game_id, None, None)
    await _must_sit(web, game_id, request)
    await web.games.notes.put(named.game_id, user, text)
    return await shown(web, request, reading_of(request, game_id), Said("kept"))


async def _must_sit(web: WebDeps, game_id: str, request: AnyRequest) -> None:
    reading = reading_of(request, game_id)
    async with visible_table(web.games.tables, game_id, reading.user) as newest:
        if newest.match.table.seat_of(reading.user) is None:
            raise NotYourSeat


HANDLERS = [say_something, keep_notes]
