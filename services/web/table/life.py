"""What a table agrees on beside the game: the forms of the dialogs."""

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel.errors import NotAllowed
from domain.kernel.table import ABANDON, PAUSE, RESUME
from services.acts import tables, vacations
from services.acts.ask import Ask
from services.identity.callers import AnyRequest
from services.problems import BAD_REQUEST, ProblemError
from services.queries.refusals import why_not
from services.web.asks import ask_of
from services.web.door import Web, WebDoor
from services.web.forms import Form, form_of
from services.web.table.composing import shown
from services.web.table.showing import Word, reading_of

MOTIONS = {"abandon": ABANDON, "pause": PAUSE, "resume": RESUME, "extend": tables.EXTEND}


@post("/games/{game_id:str}/life", status_code=200)
async def life(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Response[bytes] | Redirect:
    """Resign, vote, give time, be away, play again."""
    form, reading = await form_of(request), reading_of(request, game_id)
    ask = ask_of(request, form)
    try:
        if form["what"] == "rematch":
            return Redirect(f"/games/{await tables.rematch(web.acts, ask, game_id)}", status_code=303)
        await _carry_out(web, ask, game_id, form)
    except NotAllowed as refusal:
        return await shown(web, request, reading, Word("refused", {"why": why_not(refusal, reading.lang)}), 409)
    return await shown(web, request, reading, Word("voted"))


async def _carry_out(web: WebDoor, ask: Ask, game_id: str, form: Form) -> None:
    what = form["what"]
    if what == "resign":
        await tables.resign(web.acts, ask, game_id)
    elif what == "vacation":
        span = await vacations.days_of(web.acts, ask.user, form["from"], form["until"])
        await vacations.announce(web.acts, ask, game_id, span)
    elif what in MOTIONS:
        await tables.vote(web.acts, ask, game_id, tables.Vote(MOTIONS[what], seat=form.number("seat")))
    else:
        raise ProblemError(BAD_REQUEST)


HANDLERS = [life]
