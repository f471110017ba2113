"""What reaches somebody: language, time zone, kinds of notices, quiet hours, a daily mail, muted games."""

import re

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel.languages import LANGUAGES
from services.acts import notices
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.notices.preferences import QuietHours
from services.problems import ProblemError, bad_field
from services.web.asks import ask_of
from services.web.door import Web, WebDoor
from services.web.forms import form_of
from services.web.settings.pages import KINDS, Shown, done, show
from services.web.texts import said

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_HOURS = 24


@post("/settings/look")
async def change_look(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Language and time zone."""
    form = await form_of(request)
    language = form["language"]
    given = {"time_zone": form["time_zone"], "language": language or None}
    try:
        if language not in {"", *LANGUAGES}:
            raise bad_field("language", "value", value=language)
        await notices.change_settings(web.acts, ask_of(request, form), notices.SettingsWish(given))
    except ProblemError as refusal:
        return await _refused(request, web, refusal, "look", "zone")
    return done("look")


@post("/settings/notices")
async def change_notices(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Kinds of notices, quiet hours and the daily mail."""
    form = await form_of(request)
    start, end = form["quiet_from"], form["quiet_to"]
    hour = form.number("digest_hour")
    digest = hour if form["digest"] == "daily" and hour is not None and hour < _HOURS else None
    quiet = QuietHours(start=start, end=end) if "quiet" in form else None
    given = {"mail": "mail" in form, "quiet_hours": quiet, "digest_hour": digest}
    by_mail, shown = ({kind: f"{way}-{kind}" in form for kind in KINDS} for way in ("kind", "push"))
    try:
        if quiet and not (_TIME.fullmatch(start) and _TIME.fullmatch(end)):
            raise bad_field("quiet_hours", "form")
        await notices.change_settings(web.acts, ask_of(request, form), notices.SettingsWish(given, by_mail, shown))
    except ProblemError as refusal:
        return await _refused(request, web, refusal, "notices", "quiet")
    return done("notices")


@post("/settings/unmute/{game_id:str}")
async def unmute(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Redirect:
    """Hear of a game again."""
    await notices.unmute_game(web.acts, ask_of(request, await form_of(request)), game_id)
    return done("notices")


@post("/settings/deliveries/{delivery_id:str}/again")
async def deliver_again(request: AnyRequest, web: Web, delivery_id: FromPath[str]) -> Redirect:
    """Send again what was given up."""
    await notices.send_again(web.acts, ask_of(request, await form_of(request)), delivery_id)
    return done("log")


async def _refused(request: AnyRequest, web: WebDoor, refusal: ProblemError, section: str, key: str) -> Response[bytes]:
    """What is wrong with a form, beside it; any other refusal has a page of its own."""
    if not refusal.errors:
        raise refusal
    shown = Shown(section, said(f"settings.refused.{key}", language_of(request), {}))
    return await show(request, web, shown, status=422)


HANDLERS = [change_look, change_notices, unmute, deliver_again]
