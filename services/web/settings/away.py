"""Being away: all tables are told at once, and each answers for itself."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from litestar import Response, post

from services.identity.callers import require_session
from services.identity.language import language_of
from services.play.deps import AnyRequest
from services.play.vacations import tell_all_tables, vacation_span
from services.problems import ProblemError
from services.web.deps import Web
from services.web.forms import form_of
from services.web.settings.pages import Shown, show
from services.web.texts import said


@post("/settings/away")
async def go_away(request: AnyRequest, web: Web) -> Response[bytes]:
    """Tell every table from when until when; without days the player is back."""
    require_session(request)
    form, lang = await form_of(request), language_of(request)
    user = web.games.player(request)
    zone = ZoneInfo((await web.services.preferences.of(user)).time_zone)
    back = "back" in form
    start, until = (None, None) if back else (_day(form["from"], zone), _day(form["until"], zone, 1))
    refused = Shown("away", said("settings.refused.away", lang, {}))
    if not back and (start is None or until is None):
        return await show(request, web, refused, status=422)
    try:
        span = vacation_span(start, until, web.games.tables.now())
        told = await tell_all_tables(web.games, user, span)
    except ProblemError:
        return await show(request, web, refused, status=422)
    return await show(request, web, Shown(told=told))


def _day(text: str, zone: ZoneInfo, later: int = 0) -> datetime | None:
    """The beginning of a day (or of a later one) where the person lives."""
    try:
        return datetime.combine(date.fromisoformat(text) + timedelta(days=later), time(), zone)
    except (ValueError, OverflowError):
        return None


HANDLERS = [go_away]
