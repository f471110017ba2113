"""Being away: all tables are told at once, and each answers for itself."""

from litestar import Response, post

from services.acts.vacations import announce_everywhere, days_of
from services.identity.callers import AnyRequest, require_session
from services.identity.language import language_of
from services.problems import ProblemError
from services.web.asks import ask_of
from services.web.door import Web
from services.web.forms import form_of
from services.web.settings.pages import Shown, show
from services.web.texts import said


@post("/settings/away")
async def go_away(request: AnyRequest, web: Web) -> Response[bytes]:
    """Tell every table from when until when; without days the player is back."""
    require_session(request)
    form, lang = await form_of(request), language_of(request)
    days = ("", "") if "back" in form else (form["from"] or "-", form["until"] or "-")
    ask = ask_of(request, form)
    try:
        span = await days_of(web.acts, ask.user, *days)
        told = await announce_everywhere(web.acts, ask, span)
    except ProblemError:
        return await show(request, web, Shown("away", said("settings.refused.away", lang, {})), status=422)
    return await show(request, web, Shown(told=told))


HANDLERS = [go_away]
