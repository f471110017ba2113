"""What a table agrees on beside the game: the forms of the dialogs."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel import lobby, overtime
from domain.kernel.clock import Millis
from domain.kernel.errors import NotAllowed
from domain.kernel.ids import Seat, UserId
from domain.kernel.match import Batch
from domain.kernel.table import ABANDON, PAUSE, RESUME
from services.commands.table_changes import rematch
from services.play.deps import AnyRequest
from services.play.vacations import vacation_span
from services.problems import BAD_REQUEST, ProblemError
from services.queries.refusals import why_not
from services.web.deps import Web
from services.web.forms import Form, form_of
from services.web.table.composing import shown
from services.web.table.showing import Said, reading_of

Act = Callable[[Batch], object]


@post("/games/{game_id:str}/life", status_code=200)
async def life(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Response[bytes] | Redirect:
    """Resign, vote, give time, be away, play again."""
    form, reading = await form_of(request), reading_of(request, game_id)
    user, named = web.games.begin_change(request, game_id, None, None)
    try:
        if form["what"] == "rematch":
            return Redirect(f"/games/{await rematch(web.games.tables, named, user)}", status_code=303)
        await web.games.change(named, user, _act(form, user, web.games.tables.now()))
    except NotAllowed as refusal:
        return await shown(web, request, reading, Said("refused", {"why": why_not(refusal, reading.lang)}), 409)
    return await shown(web, request, reading, Said("voted"))


def _act(form: Form, user: UserId, now: Millis) -> Act:
    match form["what"]:
        case "resign":
            return lambda batch: lobby.resign(batch, user)
        case ("abandon" | "pause" | "resume") as motion:
            known = {"abandon": ABANDON, "pause": PAUSE, "resume": RESUME}[motion]
            return lambda batch: lobby.vote(batch, user, known, agree=True)
        case "extend":
            seat = Seat(form.number("seat") or 0)
            return lambda batch: overtime.extend(batch, user, seat)
        case "vacation":
            span = vacation_span(_day(form["from"]), _day(form["until"], end=True), now)
            return lambda batch: overtime.announce_absence(batch, user, *span)
        case _:
            raise ProblemError(BAD_REQUEST)


def _day(text: str, *, end: bool = False) -> datetime | None:
    """The beginning of a day, or its end."""
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ProblemError(BAD_REQUEST) from None
    return datetime.combine(day, time(), UTC) + timedelta(days=end)


HANDLERS = [life]
